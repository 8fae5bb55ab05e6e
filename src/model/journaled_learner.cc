// A record is a digest of the problem's examples, their margins, and the classifier. Its key is the
// stage and the problem: all problems of a stage are different, whatever order threads fit them in.
// The digest shows whether training was repeated exactly; if not, the record is useless and is
// refused. Tests: resume_test.
#include "model/journaled_learner.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "ect/error.h"
#include "util/bytes.h"
#include "util/digest.h"

namespace ect::model {
namespace {

std::uint64_t digest_of(std::span<const BinaryExample> examples) {
  util::Digest digest;
  for (const BinaryExample& example : examples) {
    digest.add(std::uint64_t{example.row} << 32 | std::bit_cast<std::uint32_t>(example.weight));
    digest.add(static_cast<std::uint64_t>(example.side));
  }
  return digest.value();
}

std::uint64_t digest_of(const learners::JointProblem& problem) {
  util::Digest digest;
  digest.add(problem.found);
  for (std::size_t i = 0; i < problem.size(); ++i) {
    digest.add(std::uint64_t{problem.rows[i]} << 32 |
               std::bit_cast<std::uint32_t>(problem.weights[i]));
    for (const std::uint32_t label : problem.candidates_of(i)) digest.add(label);
  }
  return digest.value();
}

// Whether these can be of the problem.
bool is_sound(const learners::JointMargins& margins, const learners::JointProblem& problem) {
  if (margins.starts.front() != 0 || margins.starts.back() != margins.labels.size()) return false;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    if (margins.starts[i] > margins.starts[i + 1] || margins.starts[i + 1] > margins.labels.size())
      return false;
    const auto asked = problem.candidates_of(i);
    const auto labels = margins.labels_of(i);
    if (labels.empty()) continue;
    if (labels.size() < asked.size() || labels.size() > asked.size() + problem.found ||
        !std::equal(asked.begin(), asked.end(), labels.begin())) {
      return false;
    }
  }
  return std::all_of(margins.labels.begin(), margins.labels.end(),
                     [&](std::uint32_t label) { return label < problem.labels; });
}

}  // namespace

void JournaledLearner::fit(std::uint32_t problem, const Dataset& data,
                           std::span<const BinaryExample> examples, std::span<float> margins) {
  const std::uint64_t key = std::uint64_t{stage_} << 32 | problem;
  if (const auto record = checkpoint_.find(Checkpoint::Kind::kFit, key)) {
    util::ByteReader reader(*record, "a record of the checkpoint");
    if (reader.number<std::uint64_t>() != digest_of(examples) ||
        reader.number<std::uint64_t>() != margins.size()) {
      throw checkpoint_.damaged("it is of another training (remove it to start anew)");
    }
    reader.numbers(margins);
    inner_->deserialize(problem, reader.take(reader.left()));
    return;
  }
  checkpoint_.stop_if_asked();
  inner_->fit(problem, data, examples, margins);
  if (!checkpoint_.enabled()) return;
  util::ByteWriter record;
  record.number(digest_of(examples));
  record.number<std::uint64_t>(margins.size());
  record.numbers(std::span<const float>(margins));
  record.raw(inner_->serialize(problem));
  checkpoint_.append(Checkpoint::Kind::kFit, key, record.bytes());
}

// All labels are one record, under the key of the first.
learners::JointMargins JournaledLearner::fit_jointly(std::uint32_t first, const Dataset& data,
                                                     const learners::JointProblem& problem) {
  const std::uint64_t key = std::uint64_t{stage_} << 32 | first;
  if (const auto record = checkpoint_.find(Checkpoint::Kind::kFit, key)) {
    util::ByteReader reader(*record, "a record of the checkpoint");
    if (reader.number<std::uint64_t>() != digest_of(problem)) {
      throw checkpoint_.damaged("it is of another training (remove it to start anew)");
    }
    const auto size = reader.number<std::uint64_t>();
    if (size > record->size()) throw checkpoint_.damaged("a record is cut off");
    learners::JointMargins margins;
    margins.starts.assign(problem.size() + 1, 0);
    margins.labels.assign(size, 0);
    margins.margins.assign(1 + problem.prunings.size(), std::vector<float>(size));
    reader.numbers(std::span(margins.starts));
    reader.numbers(std::span(margins.labels));
    for (std::vector<float>& one : margins.margins) reader.numbers(std::span(one));
    if (!is_sound(margins, problem)) throw checkpoint_.damaged("a record has labels of no example");
    for (std::uint32_t label = 0; label < problem.labels; ++label) {
      const auto bytes = reader.number<std::uint64_t>();
      inner_->deserialize(first + label, reader.take(bytes));
    }
    return margins;
  }
  checkpoint_.stop_if_asked();
  learners::JointMargins margins = inner_->fit_jointly(first, data, problem);
  if (!checkpoint_.enabled()) return margins;
  util::ByteWriter record;
  record.number(digest_of(problem));
  record.number<std::uint64_t>(margins.labels.size());
  record.numbers(std::span<const std::size_t>(margins.starts));
  record.numbers(std::span<const std::uint32_t>(margins.labels));
  for (const std::vector<float>& one : margins.margins) {
    record.numbers(std::span<const float>(one));
  }
  for (std::uint32_t label = 0; label < problem.labels; ++label) {
    const std::vector<std::byte> bytes = inner_->serialize(first + label);
    record.number<std::uint64_t>(bytes.size());
    record.raw(bytes);
  }
  checkpoint_.append(Checkpoint::Kind::kFit, key, record.bytes());
  return margins;
}

void JournaledLearner::add_problems(std::uint32_t first, std::uint32_t more) {
  ++stage_;
  inner_->add_problems(first, more);
}

void JournaledLearner::drop_problems(std::uint32_t first, std::uint32_t last) {
  ++stage_;
  inner_->drop_problems(first, last);
}

}  // namespace ect::model
