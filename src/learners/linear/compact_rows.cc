// Copies the rows of a binary problem, with features renumbered in the order of their first use.
//
// Example: rows {5: 1, 9: 2} and {7: 3, 9: 4} become {0: 1, 1: 2} and {2: 3, 1: 4}, the features
// being called 5, 9, 7. Cost: O(non-zeros). Tests: hinge_test, logistic_batch_test.
#include "learners/linear/compact_rows.h"

#include <algorithm>

#include "util/ranked_set.h"

namespace ect::learners {
namespace {

constexpr std::uint32_t kMaxTabled = 1U << 24;  // features for which number_of_ is a table

}  // namespace

std::uint32_t& CompactRows::number_of(std::uint32_t name) {
  return in_table_ ? number_of_[name] : far_number_of_.try_emplace(name, kNone).first->second;
}

void CompactRows::start(const Dataset& data, std::span<const BinaryExample> examples, Zeros zeros) {
  // After a problem only the used entries are reset, so that small problems cost little however
  // many features there are.
  in_table_ = data.features() <= kMaxTabled;
  if (in_table_ && number_of_.size() < data.features()) number_of_.resize(data.features(), kNone);
  starts_.assign(1, 0);
  indices_.clear();
  values_.clear();
  std::size_t nonzeros = 0;
  for (const BinaryExample& example : examples) nonzeros += data.row(example.row).indices.size();
  starts_.reserve(examples.size() + 1);
  indices_.reserve(nonzeros);  // exactly, as the largest problem is a copy of the data
  values_.reserve(nonzeros);
  for (const BinaryExample& example : examples) {
    const Features x = data.row(example.row);
    for (std::size_t i = 0; i < x.indices.size(); ++i) {
      if (x.values[i] == 0 && zeros == Zeros::kLeftOut) continue;
      std::uint32_t& number = number_of(x.indices[i]);
      if (number == kNone) {
        number = static_cast<std::uint32_t>(names_.size());
        names_.push_back(x.indices[i]);
      }
      indices_.push_back(number);
      values_.push_back(x.values[i]);
    }
    starts_.push_back(indices_.size());
  }
}

std::vector<Weight> CompactRows::named(std::span<const double> weights, double factor) const {
  std::vector<Weight> result;
  result.reserve(names_.size());
  const auto weight_of = [&](std::size_t number) {
    return static_cast<float>(factor * weights[number]);
  };
  if (in_table_ && names_.size() >= number_of_.size() / 64) {  // many: no sort
    for (const std::uint32_t name : members_of(util::ranked_set(names_, number_of_.size()))) {
      result.push_back({name, weight_of(number_of_[name])});
    }
    return result;
  }
  for (std::size_t i = 0; i < names_.size(); ++i) result.push_back({names_[i], weight_of(i)});
  std::sort(result.begin(), result.end(),
            [](const Weight& a, const Weight& b) { return a.feature < b.feature; });
  return result;
}

void CompactRows::finish() {
  for (const std::uint32_t name : names_) {
    if (name < number_of_.size()) number_of_[name] = kNone;
  }
  names_.clear();
  far_number_of_.clear();
}

}  // namespace ect::learners
