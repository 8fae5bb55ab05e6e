#ifndef ECT_REPORT_MODEL_REPORT_H_
#define ECT_REPORT_MODEL_REPORT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "ect/model.h"

namespace ect::report {

// Optional parts of the report.
struct ModelReportOptions {
  bool all_labels = false;  // otherwise as many as fit on a line of text, and none in JSON
  bool verified = false;    // the checksums were compared and are correct
};

// The output of `ect info`: how and from what a model was trained, its size, its guarantee, and the
// first bracket.
std::string model_text(const Model& model, const ModelReportOptions& options);
nlohmann::ordered_json model_json(const Model& model, const ModelReportOptions& options);

}  // namespace ect::report

#endif  // ECT_REPORT_MODEL_REPORT_H_
