#ifndef ECT_REPORT_TRAINING_REPORT_H_
#define ECT_REPORT_TRAINING_REPORT_H_

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "ect/model.h"

namespace ect::model {
struct About;  // model/parts.h
}

namespace ect::report {

// " (standard error 0.12)", in percent, where it is known; else nothing.
std::string standard_error_text(const model::About& about);

// Facts about a training run that the model itself does not have.
struct TrainingFacts {
  std::string file;                    // the path of the model
  std::optional<std::uint64_t> bytes;  // size of the file; nothing if it has none, as a pipe
  double seconds = 0;                  // from reading the first example to the written file
};

// The output of `ect train`: what was learnt from how many examples, how, and the error.
std::string training_text(const Model& model, const TrainingFacts& facts);
nlohmann::ordered_json training_json(const Model& model, const TrainingFacts& facts);

}  // namespace ect::report

#endif  // ECT_REPORT_TRAINING_REPORT_H_
