// Routing as the paper writes it (Algorithm 1, Section 4): an example goes on where the node's own
// classifier f_n, which has learnt from it, gives its label the match. What a batch learner offers
// by default are out-of-fold margins, because f_n is better on its own training examples: fewer of
// them are filtered out in training than at test time.
//
// Cost: a question for each example of each problem. Tests: routing_test.
#include "learners/own_margins.h"

#include <utility>

namespace ect::learners {
namespace {

class OwnMargins final : public BatchLearner {
 public:
  explicit OwnMargins(std::unique_ptr<BatchLearner> inner) : inner_(std::move(inner)) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    inner_->fit(problem, data, examples, margins);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      margins[i] = inner_->margin(problem, data.row(examples[i].row));
    }
  }
  float margin(std::uint32_t problem, Features x) const override {
    return inner_->margin(problem, x);
  }
  void add_problems(std::uint32_t first, std::uint32_t more) override {
    inner_->add_problems(first, more);
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    inner_->drop_problems(first, last);
  }
  std::unique_ptr<TrainedClassifiers> packed(const Packing& packing) const override {
    return inner_->packed(packing);
  }
  std::vector<std::byte> serialize(std::uint32_t problem) const override {
    return inner_->serialize(problem);
  }
  void deserialize(std::uint32_t problem, std::span<const std::byte> bytes) override {
    inner_->deserialize(problem, bytes);
  }
  std::unique_ptr<TrainedClassifiers> trained() override { return inner_->trained(); }

 private:
  std::unique_ptr<BatchLearner> inner_;
};

}  // namespace

std::unique_ptr<BatchLearner> with_own_margins(std::unique_ptr<BatchLearner> learner) {
  return std::make_unique<OwnMargins>(std::move(learner));
}

}  // namespace ect::learners
