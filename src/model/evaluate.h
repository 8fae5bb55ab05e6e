#ifndef ECT_MODEL_EVALUATE_H_
#define ECT_MODEL_EVALUATE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/formats/reader.h"
#include "ect/model.h"

namespace ect::model {

inline constexpr std::size_t kCalibrationBins = 15;

// How well a model does on examples whose labels are known.
struct Evaluation {
  std::uint64_t examples = 0;
  double error = 0;                 // a fraction, by number of examples
  std::optional<double> mean_cost;  // of what is predicted, where the data has costs
  double log_loss = 0;              // mean of -ln of the true label's probability
  // How far the predictions' probabilities are from how often they are right: the mean difference
  // over kCalibrationBins equal parts of [0, 1], weighted by the examples in each.
  double calibration_error = 0;
  double questions_per_example = 0;     // counted
  double microseconds_per_example = 0;  // of predicting on a thread, reading left aside
  std::map<std::pair<std::string, std::uint32_t>, std::uint64_t> confusion;  // true, predicted
  std::vector<std::string> warnings;
};

// Throws for examples without a label, and where there are none. A label that the model does not
// know is a mistake; its log loss counts as that of the least probability. All but the time is the
// same whatever the number of threads (0: all cores).
Evaluation evaluate(const Model& model, data::Reader& reader, const std::string& name,
                    unsigned threads);

}  // namespace ect::model

#endif  // ECT_MODEL_EVALUATE_H_
