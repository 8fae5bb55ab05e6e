#ifndef ECT_LEARNERS_BY_FEATURE_CLASSIFIERS_H_
#define ECT_LEARNERS_BY_FEATURE_CLASSIFIERS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "ect/error.h"
#include "learners/learner.h"
#include "learners/linear/by_feature_format.h"
#include "learners/stored_parts.h"

namespace ect::learners {

// Linear classifiers of sparse data, evaluated in place: see by_feature_classifiers.cc. Never reads
// outside of the bytes, whatever they are.
class ByFeatureClassifiers final : public TrainedClassifiers {
 public:
  // Rows with more weights are read problem by problem; shorter ones are added up as a whole.
  static constexpr std::uint32_t kMaxSwept = 1024;

  // The weights of a feature. With a weight for every problem there are no numbers of problems.
  struct Row {
    const std::byte* ids = nullptr;
    const std::byte* weights = nullptr;
    std::uint32_t size = 0;
    bool full = false;
  };

  // Throws ect::Error unless there are `problems`, whose rows fill the body.
  ByFeatureClassifiers(StoredClassifiers stored, std::uint32_t problems, Verify verify);

  float margin(std::uint32_t problem, Features x) const override;
  StoredClassifiers stored() const override { return stored_; }
  void verify() const override;
  std::unique_ptr<Evaluator> evaluator() const override;

  const ByFeatureHead& head() const { return head_; }
  // Requires a feature below head().features.
  Row row(std::uint32_t feature) const;
  // Fetches from memory where a row is found, and the row.
  void expect_start(std::uint32_t feature) const;
  void expect_row(std::uint32_t feature) const;
  // The number that a row has for a problem; 0 if there is none.
  float number_at(const Row& row, std::uint32_t problem) const;
  float margin_of(std::uint32_t problem, float sum) const {
    return problems_[problem].bias + problems_[problem].scale * sum;
  }

 private:
  std::uint64_t offset(std::uint32_t feature) const { return starts_[feature] * head_.unit(); }
  void verify_part(std::uint32_t part) const;
  bool is_sound(std::uint32_t feature) const;
  Error damaged(const std::string& what) const;

  StoredClassifiers stored_;
  ByFeatureHead head_;
  std::span<const ByFeatureProblem> problems_;
  std::span<const std::uint32_t> starts_;
  std::span<const std::uint32_t> checksums_;
  VerifiedParts verified_;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_BY_FEATURE_CLASSIFIERS_H_
