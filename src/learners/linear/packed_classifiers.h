#ifndef ECT_LEARNERS_PACKED_CLASSIFIERS_H_
#define ECT_LEARNERS_PACKED_CLASSIFIERS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ect/error.h"
#include "learners/learner.h"
#include "learners/linear/packed_format.h"
#include "learners/stored_parts.h"
#include "util/weighted_rows.h"

namespace ect::learners {

// Linear classifiers in the format of packed_format.h, evaluated in place. Never reads outside of
// the bytes, whatever they are.
class PackedClassifiers final : public TrainedClassifiers {
 public:
  // Throws ect::Error unless there are `problems` that are in groups which fill the body.
  PackedClassifiers(StoredClassifiers stored, std::uint32_t problems, Verify verify);

  float margin(std::uint32_t problem, Features x) const override;
  StoredClassifiers stored() const override { return stored_; }
  void verify() const override;
  std::unique_ptr<Evaluator> evaluator() const override;

  std::span<const PackedProblem> problems() const { return problems_; }
  std::span<const PackedGroup> groups() const { return groups_; }

  // Rows of a group for the features of an example; the memory is reused.
  using Scratch = std::vector<util::WeightedRow>;
  // The sums of all columns, kLongestRow at most, before they are scaled.
  void sums_of(std::uint32_t group, Features x, Scratch& scratch, float* sums) const;
  // The rows that these are sums of; and their sums.
  std::span<const util::WeightedRow> rows_of(std::uint32_t group, Features x,
                                             Scratch& scratch) const;
  void add_up(std::uint32_t group, std::span<const util::WeightedRow> rows, float* sums) const;
  float margin_of(const PackedProblem& problem, const float* sums) const {
    return problem.bias + problem.scale * sums[problem.column];
  }

 private:
  void verify_group(std::uint32_t group) const;
  Error damaged(const std::string& what) const;

  StoredClassifiers stored_;
  std::span<const PackedProblem> problems_;
  std::span<const PackedGroup> groups_;
  VerifiedParts verified_;  // by group
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_PACKED_CLASSIFIERS_H_
