#ifndef ECT_EVALUATE_H_
#define ECT_EVALUATE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ect/dataset.h"
#include "ect/export.h"
#include "ect/model.h"

namespace ect {

inline constexpr std::size_t kCalibrationBins = 15;

// The examples of labels that had from..to training examples (to: 0 for no limit).
struct FrequencyBand {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t examples = 0;
  double recall = 0;  // fraction of them whose label was considered: among the contenders
  double error = 0;
};

// How well a model predicts examples whose labels are known.
struct Evaluation {
  std::uint64_t examples = 0;
  double error = 0;                 // a fraction, by number of examples
  std::optional<double> mean_cost;  // of what is predicted, where the data has costs
  double log_loss = 0;              // mean of -ln of the true label's probability
  // Expected calibration error: how far the predictions' probabilities are from how often they are
  // right, the mean difference over kCalibrationBins equal parts of [0, 1], weighted by the
  // examples in each.
  double calibration_error = 0;
  double questions_per_example = 0;     // binary classifiers evaluated
  double microseconds_per_example = 0;  // of predicting on a thread, reading left aside
  std::map<std::pair<std::string, std::uint32_t>, std::uint64_t> confusion;  // true, predicted
  // By how many training examples the label had, the rarest first; empty where the model does not
  // know, or has no contested finals.
  std::vector<FrequencyBand> contenders_by_examples;
  std::vector<std::string> warnings;
};

// Evaluates a model on a data set, on up to `threads` threads (0: all cores); all but the time is
// the same whatever their number. Classes are compared by name. A label that the model does not
// know is a mistake, and its log loss counts as that of the least probability. Throws ect::Error
// for an example without a label, and for no examples.
ECT_EXPORT Evaluation evaluate(const Model& model, const Dataset& data, unsigned threads = 0);

}  // namespace ect

#endif  // ECT_EVALUATE_H_
