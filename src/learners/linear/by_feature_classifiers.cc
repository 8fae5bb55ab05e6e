// Linear classifiers of sparse data, such as text, with a row for each feature: the problems that
// have a weight for it, and these weights. A tournament of many labels has several classifiers a
// label, but a rare n-gram has a weight in a few of them alone, so that a matrix of any kind would
// be mostly zeros. A row takes 3 bytes a weight of 8 bits, whatever the number of problems.
//
// An example is looked at once, before any question: all short rows of its features (at most
// kMaxSwept weights) are added to the sums of their problems, from memory that lies side by side,
// one cache miss or two a feature. A question is then a sum that is there already, plus the weights
// of the few features with longer rows, each found by bisection, or directly where a row has a
// weight for every problem. So an example costs at most kMaxSwept additions a feature, and a
// question O(log problems) a frequent feature, however many labels there are. And the problems with
// the greatest margins, but for the frequent features, are found without asking all of them: they
// are among those that were added to.
//
// Example: problems 0, 1, 2; feature 5 has weights for 0 and 2. Its row is 2 | 0, 2 | w0, w2. An
// example {5: 0.5} adds 0.5 w0 to sum 0 and 0.5 w2 to sum 2; sum 1 stays 0, the margin its bias.
// Tests: by_feature_test; hostile_model_test, tests/fuzz/fuzz_model.cc.
#include "learners/linear/by_feature_classifiers.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "learners/greatest_margins.h"
#include "util/checksum.h"
#include "util/dot.h"
#include "util/prefetch.h"
#include "util/weighted_rows.h"

namespace ect::learners {
namespace {

using Row = ByFeatureClassifiers::Row;

// How many features before their turn they are fetched from memory.
constexpr std::size_t kRowAhead = 6;
constexpr std::size_t kStartAhead = 12;
// Examples with more features allocate memory, the first time.
constexpr std::size_t kUsualFeatures = 1024;

template <class T>
T number_in(const std::byte* numbers, std::size_t at) {
  T number;
  std::memcpy(&number, numbers + at * sizeof number, sizeof number);
  return number;
}

// The first place of a row with that problem or a later one.
template <class Id>
std::uint32_t place_from(const Row& row, std::uint32_t problem) {
  std::uint32_t first = 0;
  for (std::uint32_t count = row.size; count > 0;) {
    const std::uint32_t half = count / 2;
    const bool before = number_in<Id>(row.ids, first + half) < problem;
    first += before ? half + 1 : 0;
    count = before ? count - half - 1 : half;
  }
  return first;
}

// The place of a problem in a row, or its size.
template <class Id>
std::uint32_t place_in(const Row& row, std::uint32_t problem) {
  const std::uint32_t place = place_from<Id>(row, problem);
  return place < row.size && number_in<Id>(row.ids, place) == problem ? place : row.size;
}

template <class Id, class Number>
class ByFeatureAsker final : public Evaluator {
 public:
  // A damaged file may have any number in a row: with 2 bytes there is a sum for each of them.
  explicit ByFeatureAsker(const ByFeatureClassifiers& classifiers)
      : classifiers_(classifiers),
        problems_(classifiers.head().problems),
        sums_(sizeof(Id) == 2 ? kMaxShortProblems + std::size_t{1} : problems_) {
    swept_.reserve(kUsualFeatures);
    long_rows_.reserve(kUsualFeatures);
  }

  void set_example(Features x) override {
    clear();
    const auto end =
        std::lower_bound(x.indices.begin(), x.indices.end(), classifiers_.head().features);
    const auto known = static_cast<std::size_t>(end - x.indices.begin());
    for (std::size_t j = 0; j < known; ++j) {
      if (j + kStartAhead < known) classifiers_.expect_start(x.indices[j + kStartAhead]);
      if (j + kRowAhead < known) classifiers_.expect_row(x.indices[j + kRowAhead]);
      const Row row = classifiers_.row(x.indices[j]);
      if (row.size > ByFeatureClassifiers::kMaxSwept) {
        long_rows_.push_back({row, x.values[j]});
      } else if (row.size > 0) {
        add(row, x.values[j]);
      }
    }
  }

  float margin(std::uint32_t problem, Features /*x*/) const override {
    float sum = sums_[problem];
    for (const LongRow& one : long_rows_) {
      sum += one.value * classifiers_.number_at(one.row, problem);
    }
    return classifiers_.margin_of(problem, sum);
  }

  bool find_greatest(std::uint32_t first, std::uint32_t count, std::size_t most,
                     std::vector<ProblemMargin>& found) const override {
    GreatestMargins greatest(most, found);
    if (all_touched_ || touched_ > count) {
      for (std::uint32_t problem = first; problem < first + count; ++problem) {
        greatest.add(problem, classifiers_.margin_of(problem, sums_[problem]));
      }
      return true;
    }
    for (const Row& row : swept_) {
      for (std::uint32_t i = place_from<Id>(row, first); i < row.size; ++i) {
        const auto problem = static_cast<std::uint32_t>(number_in<Id>(row.ids, i));
        if (problem >= first + count) break;
        greatest.add_once(problem, classifiers_.margin_of(problem, sums_[problem]));
      }
    }
    return true;
  }

 private:
  struct LongRow {
    Row row;
    float value;
  };

  void add(const Row& row, float value) {
    float* const sums = sums_.data();
    const auto* const numbers = reinterpret_cast<const Number*>(row.weights);
    if (row.full) {
      util::add_scaled(value, numbers, sums, row.size);
      all_touched_ = true;
      return;
    }
    swept_.push_back(row);
    touched_ += row.size;
    for (std::uint32_t i = 0; i < row.size; ++i) {
      const Id id = number_in<Id>(row.ids, i);
      if constexpr (sizeof(Id) > 2) {
        if (id >= problems_) continue;
      }
      sums[id] += value * static_cast<float>(numbers[i]);
    }
  }

  // Sets all sums to 0: where few were touched, these alone.
  void clear() {
    if (all_touched_ || 8 * touched_ > problems_) {
      std::fill(sums_.begin(), sums_.begin() + static_cast<std::ptrdiff_t>(problems_), 0.0F);
    } else {
      for (const Row& row : swept_) {
        for (std::uint32_t i = 0; i < row.size; ++i) {
          const Id id = number_in<Id>(row.ids, i);
          if (id < problems_) sums_[id] = 0;
        }
      }
    }
    swept_.clear();
    long_rows_.clear();
    touched_ = 0;
    all_touched_ = false;
  }

  const ByFeatureClassifiers& classifiers_;
  std::size_t problems_;
  std::vector<float> sums_;  // by problem
  std::vector<Row> swept_;   // rows that were added, but for full ones
  std::size_t touched_ = 0;  // additions from them
  bool all_touched_ = false;
  std::vector<LongRow> long_rows_;
};

template <class Id>
std::unique_ptr<Evaluator> asker_of(const ByFeatureClassifiers& classifiers) {
  switch (classifiers.head().bits) {
    case 32:
      return std::make_unique<ByFeatureAsker<Id, float>>(classifiers);
    case 16:
      return std::make_unique<ByFeatureAsker<Id, util::HalfFloat>>(classifiers);
    default:
      return std::make_unique<ByFeatureAsker<Id, std::int8_t>>(classifiers);
  }
}

}  // namespace

ByFeatureClassifiers::ByFeatureClassifiers(StoredClassifiers stored, std::uint32_t problems,
                                           Verify verify)
    : stored_(std::move(stored)) {
  if (stored_.directory.size() < sizeof head_) throw damaged("the directory is truncated");
  std::memcpy(&head_, stored_.directory.data(), sizeof head_);
  const bool known = head_.bits == 8 || head_.bits == 16 || head_.bits == 32;
  const std::uint64_t parts = (std::uint64_t{head_.features} + kFeaturesAPart - 1) / kFeaturesAPart;
  const std::uint64_t size = sizeof head_ +
                             std::uint64_t{head_.problems} * sizeof(ByFeatureProblem) +
                             (std::uint64_t{head_.features} + 1 + parts) * sizeof(std::uint32_t);
  if (!known || head_.problems != problems ||
      head_.id_bytes != (problems <= kMaxShortProblems ? 2 : 4) ||
      stored_.directory.size() != size) {
    throw damaged("the number of weight vectors does not match");
  }
  const std::byte* at = stored_.directory.data() + sizeof head_;
  problems_ = {reinterpret_cast<const ByFeatureProblem*>(at), head_.problems};
  at += problems_.size_bytes();
  starts_ = {reinterpret_cast<const std::uint32_t*>(at), head_.features + std::size_t{1}};
  at += starts_.size_bytes();
  checksums_ = {reinterpret_cast<const std::uint32_t*>(at), parts};
  if (starts_.front() != 0 || !std::is_sorted(starts_.begin(), starts_.end()) ||
      offset(head_.features) != stored_.body.size()) {
    throw damaged("a row of weights is not where it should be");
  }
  verified_ = VerifiedParts(parts, verify);
  if (verify == Verify::kNow) this->verify();
}

Row ByFeatureClassifiers::row(std::uint32_t feature) const {
  const std::uint32_t part = feature / kFeaturesAPart;
  verified_.see_to(part, [&] { verify_part(part); });
  const std::uint64_t begin = offset(feature);
  const std::uint64_t room = offset(feature + 1) - begin;
  if (room == 0) return {};
  Row row;
  row.ids = stored_.body.data() + begin;
  row.size = head_.id_bytes == 2 ? number_in<std::uint16_t>(row.ids, 0)
                                 : number_in<std::uint32_t>(row.ids, 0);
  // Bytes that changed after they were verified.
  if (head_.row_bytes(row.size) > room) return {};
  row.weights = row.ids + head_.weights_at(row.size);
  row.ids += head_.id_bytes;
  row.full = row.size == head_.problems;
  return row;
}

void ByFeatureClassifiers::expect_start(std::uint32_t feature) const {
  util::prefetch(starts_.data() + feature);
}

void ByFeatureClassifiers::expect_row(std::uint32_t feature) const {
  util::prefetch(stored_.body.data() + offset(feature));
}

float ByFeatureClassifiers::number_at(const Row& row, std::uint32_t problem) const {
  std::uint32_t place = problem;
  if (!row.full) {
    place = head_.id_bytes == 2 ? place_in<std::uint16_t>(row, problem)
                                : place_in<std::uint32_t>(row, problem);
  }
  if (place >= row.size) return 0;
  switch (head_.bits) {
    case 32:
      return number_in<float>(row.weights, place);
    case 16:
      return static_cast<float>(number_in<util::HalfFloat>(row.weights, place));
    default:
      return static_cast<float>(number_in<std::int8_t>(row.weights, place));
  }
}

// Adds in the order of an evaluator: first what that sweeps, then the long rows.
float ByFeatureClassifiers::margin(std::uint32_t problem, Features x) const {
  float sum = 0;
  for (const bool swept : {true, false}) {
    for (std::size_t j = 0; j < x.indices.size() && x.indices[j] < head_.features; ++j) {
      const Row row = this->row(x.indices[j]);
      if (row.size == 0 || (row.size <= kMaxSwept) != swept) continue;
      sum += x.values[j] * number_at(row, problem);
    }
  }
  return margin_of(problem, sum);
}

std::unique_ptr<Evaluator> ByFeatureClassifiers::evaluator() const {
  if (head_.id_bytes == 2) return asker_of<std::uint16_t>(*this);
  return asker_of<std::uint32_t>(*this);
}

void ByFeatureClassifiers::verify() const {
  for (std::uint32_t part = 0; part < checksums_.size(); ++part) verify_part(part);
}

void ByFeatureClassifiers::verify_part(std::uint32_t part) const {
  const std::uint32_t first = part * kFeaturesAPart;
  const std::uint32_t last = std::min(head_.features, first + kFeaturesAPart);
  if (util::checksum_of(stored_.body.subspan(offset(first), offset(last) - offset(first))) !=
      checksums_[part]) {
    throw damaged("the checksum of part " + std::to_string(part) + " is wrong");
  }
  for (std::uint32_t feature = first; feature < last; ++feature) {
    if (!is_sound(feature)) throw damaged("the row of feature " + std::to_string(feature));
  }
}

bool ByFeatureClassifiers::is_sound(std::uint32_t feature) const {
  const std::uint64_t bytes = offset(feature + 1) - offset(feature);
  if (bytes == 0) return true;
  const std::byte* ids = stored_.body.data() + offset(feature);
  const auto id = [&](std::uint64_t i) -> std::uint64_t {
    return head_.id_bytes == 2 ? number_in<std::uint16_t>(ids, i)
                               : number_in<std::uint32_t>(ids, i);
  };
  const std::uint64_t size = id(0);
  if (size == 0 || size > head_.problems || head_.row_bytes(size) != bytes) return false;
  if (size == head_.problems) return true;
  for (std::uint64_t i = 1; i <= size; ++i) {
    if (id(i) >= head_.problems || (i > 1 && id(i) <= id(i - 1))) return false;
  }
  return true;
}

Error ByFeatureClassifiers::damaged(const std::string& what) const {
  return damaged_model(stored_, "the weights are damaged: " + what);
}

}  // namespace ect::learners
