#ifndef ECT_REPORT_TRAINING_REPORT_H_
#define ECT_REPORT_TRAINING_REPORT_H_

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "ect/model.h"

namespace ect::report {

// What a training came to, beside the model itself.
struct TrainingFacts {
  std::string file;                    // that the model was written to
  std::optional<std::uint64_t> bytes;  // of the file; nothing where it has no size, as a pipe
  double seconds = 0;                  // from reading the first example to the written file
};

// `ect train`, when it is done: what was learnt from how much, by what, and how well.
std::string training_text(const Model& model, const TrainingFacts& facts);
nlohmann::ordered_json training_json(const Model& model, const TrainingFacts& facts);

}  // namespace ect::report

#endif  // ECT_REPORT_TRAINING_REPORT_H_
