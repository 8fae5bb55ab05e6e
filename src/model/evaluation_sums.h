#ifndef ECT_MODEL_EVALUATION_SUMS_H_
#define ECT_MODEL_EVALUATION_SUMS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "ect/evaluate.h"
#include "ect/predict.h"

namespace ect::model {

// The outcome of one test example.
struct TestedExample {
  std::optional<std::uint32_t> label;  // the true one; nothing where the model does not know it
  std::uint32_t predicted = 0;
  double loss = 0;         // - ln of the true label's probability
  double probability = 0;  // of what is predicted
  bool considered = true;  // whether the true label was
  std::optional<double> cost;
};

// Fills label, loss and probability of an example whose prediction is known.
TestedExample test_example(Predictor& predictor, const Features& x,
                           std::optional<std::uint32_t> label, std::uint32_t predicted);

// Adds up test examples in their order, so that no sum depends on the number of threads.
class EvaluationSums {
 public:
  void add(const TestedExample& example);
  // The name of a label that the model does not know, beside add().
  void add_unknown(const std::string& label, std::uint32_t predicted);
  void add_seconds(double seconds) { seconds_ += seconds; }

  // Once, at the end; `name` is what errors and warnings call the data. Throws without examples.
  Evaluation evaluation(const Model& model, const std::string& name, std::uint64_t questions);

 private:
  struct OfLabel {
    std::uint64_t examples = 0;
    std::uint64_t considered = 0;
    std::uint64_t mistakes = 0;
  };

  Evaluation result_;
  std::unordered_map<std::uint64_t, std::uint64_t> confused_;  // true label, predicted one
  std::unordered_map<std::uint32_t, OfLabel> of_label_;
  std::uint64_t mistakes_ = 0;
  std::uint64_t unknown_ = 0;
  std::string first_unknown_;
  double log_loss_ = 0;
  std::array<double, kCalibrationBins> bins_{};  // sums of probability less 1 where it was right
  double cost_ = 0;
  std::uint64_t costs_ = 0;
  double seconds_ = 0;
};

}  // namespace ect::model

#endif  // ECT_MODEL_EVALUATION_SUMS_H_
