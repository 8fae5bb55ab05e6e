// Linear classifiers with a cache-friendly layout. A question is a dot product, and for sparse
// examples the time is that of finding the weights of their features. The matches of a subtree of
// four levels are asked one after the other about the same example, so a feature has one row with
// its weights for all of them, a cache line of floats: one miss for four levels, and more where a
// beam asks several matches of a level. All their margins are sums of the same rows, and are worked
// out at once (weighted_rows.cc) and kept while the same example is asked about.
//
// Where examples have all their features a match has its weights for itself, and a margin is one
// dot product by vectors: dot.cc.
//
// Numbers may have 16 bits, the upper half of a float, or 8, whole ones of a scale that the problem
// has for itself. Cost: O(non-zeros of x) a group. Tests: packed_test; hostile_model_test,
// tests/fuzz/fuzz_model.cc.
#include "learners/linear/packed_classifiers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "util/checksum.h"
#include "util/dot.h"
#include "util/hashed_set.h"
#include "util/ranked_set.h"

namespace ect::learners {
namespace {

bool is_sound(const PackedGroup& group) {
  const bool width =
      group.width == 1 || group.width == 4 || group.width == 8 || group.width == util::kLongestRow;
  const bool bits = group.bits == 32 || group.bits == 16 || group.bits == 8;
  if (!width || !bits || group.zero != 0 || group.zero_too != 0) return false;
  switch (group.kind) {
    case PackedGroup::kDense:
      return group.reach == group.rows && group.places == 0;
    case PackedGroup::kRanked:
      return group.reach >= group.rows && group.places == 0;
    case PackedGroup::kHashed:
      return group.reach == 0 && group.places > group.rows;
    default:
      return false;
  }
}

std::size_t find_dense(std::uint32_t rows, Features x, util::WeightedRow* found) {
  std::size_t count = 0;
  for (; count < x.indices.size() && x.indices[count] < rows; ++count) {
    found[count] = {x.indices[count], x.values[count]};
  }
  return count;
}

// Of a group with one column, where the example's features are 0, 1, 2 and so on.
float full_dot(const PackedGroup& group, const std::byte* rows, Features x) {
  const std::size_t size = std::min<std::size_t>(group.rows, x.values.size());
  switch (group.bits) {
    case 32:
      return util::dot(reinterpret_cast<const float*>(rows), x.values.data(), size);
    case 16:
      return dot(reinterpret_cast<const util::HalfFloat*>(rows), x.values.data(), size);
    default:
      return util::dot(reinterpret_cast<const std::int8_t*>(rows), x.values.data(), size);
  }
}

// Caches the sums of the groups that were evaluated on the current example.
class PackedAsker final : public Evaluator {
 public:
  explicit PackedAsker(const PackedClassifiers& classifiers)
      : classifiers_(classifiers),
        asked_(classifiers.groups().size()),
        sums_(classifiers.groups().size() * util::kLongestRow) {}

  void set_example(Features /*x*/) override {
    if (++example_ != 0) return;
    std::fill(asked_.begin(), asked_.end(), 0);  // the counter wraps after 2^32 examples
    example_ = 1;
  }

  float margin(std::uint32_t problem, Features x) const override {
    const PackedProblem& asked = classifiers_.problems()[problem];
    float* sums = sums_.data() + std::size_t{asked.group} * util::kLongestRow;
    if (asked_[asked.group] != example_) {
      classifiers_.sums_of(asked.group, x, scratch_, sums);
      asked_[asked.group] = example_;
    }
    return classifiers_.margin_of(asked, sums);
  }

 private:
  const PackedClassifiers& classifiers_;
  std::uint32_t example_ = 1;
  mutable std::vector<std::uint32_t> asked_;  // by group: the last example it was evaluated on
  mutable std::vector<float> sums_;
  mutable PackedClassifiers::Scratch scratch_;
};

}  // namespace

PackedClassifiers::PackedClassifiers(StoredClassifiers stored, std::uint32_t problems,
                                     Verify verify)
    : stored_(std::move(stored)) {
  PackedHead head;
  if (stored_.directory.size() < sizeof head) throw damaged("the directory is truncated");
  std::memcpy(&head, stored_.directory.data(), sizeof head);
  const std::uint64_t size = sizeof head + std::uint64_t{head.problems} * sizeof(PackedProblem) +
                             std::uint64_t{head.groups} * sizeof(PackedGroup);
  if (head.problems != problems || stored_.directory.size() != size) {
    throw damaged("the number of weight vectors does not match");
  }
  const std::byte* at = stored_.directory.data() + sizeof head;
  problems_ = {reinterpret_cast<const PackedProblem*>(at), head.problems};
  at += problems_.size_bytes();
  groups_ = {reinterpret_cast<const PackedGroup*>(at), head.groups};
  // Groups must be contiguous, so that every byte of the body is checked.
  std::uint64_t end = 0;
  for (const PackedGroup& group : groups_) {
    if (!is_sound(group) || group.offset != end || end % group.align() != 0 ||
        group.end() > stored_.body.size()) {
      throw damaged("a group of weights is not where it should be");
    }
    end = group.end();
  }
  if (end != stored_.body.size()) throw damaged("there are bytes after the last group");
  for (const PackedProblem& problem : problems_) {
    if (problem.group >= groups_.size() || problem.column >= groups_[problem.group].width) {
      throw damaged("a match is in no group");
    }
  }
  verified_ = VerifiedParts(groups_.size(), verify);
  if (verify == Verify::kNow) this->verify();
}

void PackedClassifiers::sums_of(std::uint32_t number, Features x, Scratch& scratch,
                                float* sums) const {
  const PackedGroup& group = groups_[number];
  verified_.see_to(number, [&] { verify_group(number); });
  // Indices increase, so that none is missing if the last one is size - 1.
  if (group.kind == PackedGroup::kDense && group.width == 1 && !x.indices.empty() &&
      x.indices.back() == x.indices.size() - 1) {
    sums[0] = full_dot(group, stored_.body.data() + group.rows_offset(), x);
    return;
  }
  add_up(number, rows_of(number, x, scratch), sums);
}

std::span<const util::WeightedRow> PackedClassifiers::rows_of(std::uint32_t number, Features x,
                                                              Scratch& scratch) const {
  const PackedGroup& group = groups_[number];
  const std::byte* index = stored_.body.data() + group.offset;
  if (scratch.size() <= x.indices.size()) scratch.resize(x.indices.size() + 1);
  std::size_t count = 0;
  if (group.kind == PackedGroup::kDense) {
    count = find_dense(group.rows, x, scratch.data());
  } else if (group.kind == PackedGroup::kRanked) {
    count = find_ranked({reinterpret_cast<const util::RankedWord*>(index),
                         group.index_bytes() / sizeof(util::RankedWord)},
                        group.rows, x.indices, x.values.data(), scratch.data());
  } else {
    count = find_hashed({reinterpret_cast<const util::HashedPlace*>(index), group.places},
                        group.rows, x.indices, x.values.data(), scratch.data());
  }
  return std::span(scratch).first(count);
}

void PackedClassifiers::add_up(std::uint32_t number, std::span<const util::WeightedRow> rows,
                               float* sums) const {
  const PackedGroup& group = groups_[number];
  const std::byte* table = stored_.body.data() + group.rows_offset();
  switch (group.bits) {
    case 32:
      sum_rows(reinterpret_cast<const float*>(table), group.width, rows, sums);
      return;
    case 16:
      sum_rows(reinterpret_cast<const util::HalfFloat*>(table), group.width, rows, sums);
      return;
    default:
      sum_rows(reinterpret_cast<const std::int8_t*>(table), group.width, rows, sums);
  }
}

float PackedClassifiers::margin(std::uint32_t problem, Features x) const {
  thread_local Scratch scratch;
  float sums[util::kLongestRow];
  sums_of(problems_[problem].group, x, scratch, sums);
  return margin_of(problems_[problem], sums);
}

std::unique_ptr<Evaluator> PackedClassifiers::evaluator() const {
  return std::make_unique<PackedAsker>(*this);
}

void PackedClassifiers::verify() const {
  for (std::uint32_t group = 0; group < groups_.size(); ++group) verify_group(group);
}

void PackedClassifiers::verify_group(std::uint32_t number) const {
  const PackedGroup& group = groups_[number];
  if (util::checksum_of(stored_.body.subspan(group.offset, group.end() - group.offset)) !=
      group.checksum) {
    throw damaged("the checksum of group " + std::to_string(number) + " is wrong");
  }
}

Error PackedClassifiers::damaged(const std::string& what) const {
  return damaged_model(stored_, "the weights are damaged: " + what);
}

}  // namespace ect::learners
