#ifndef ECT_MODEL_JOURNALED_LEARNER_H_
#define ECT_MODEL_JOURNALED_LEARNER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "learners/learner.h"
#include "model/checkpoint.h"

namespace ect::model {

// A batch learner that records every fitted problem in a checkpoint, and does not fit recorded ones
// again. Before each problem it checks whether to stop. Threads as with any batch learner.
class JournaledLearner final : public learners::BatchLearner {
 public:
  // The checkpoint must outlive this, and have begun.
  JournaledLearner(std::unique_ptr<BatchLearner> inner, Checkpoint& checkpoint)
      : inner_(std::move(inner)), checkpoint_(checkpoint) {}

  float margin(std::uint32_t problem, Features x) const override {
    return inner_->margin(problem, x);
  }
  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override;
  bool fits_jointly() const override { return inner_->fits_jointly(); }
  learners::JointMargins fit_jointly(std::uint32_t first, const Dataset& data,
                                     const learners::JointProblem& problem) override;
  void add_problems(std::uint32_t first, std::uint32_t more) override;
  void drop_problems(std::uint32_t first, std::uint32_t last) override;
  std::unique_ptr<learners::TrainedClassifiers> packed(
      const learners::Packing& packing) const override {
    return inner_->packed(packing);
  }
  std::vector<std::byte> serialize(std::uint32_t problem) const override {
    return inner_->serialize(problem);
  }
  std::unique_ptr<learners::TrainedClassifiers> trained() override { return inner_->trained(); }

 private:
  std::unique_ptr<BatchLearner> inner_;
  Checkpoint& checkpoint_;
  // How often problems were added or dropped, which renumbers them.
  std::uint32_t stage_ = 0;
};

}  // namespace ect::model

#endif  // ECT_MODEL_JOURNALED_LEARNER_H_
