#ifndef ECT_REPORT_MODEL_REPORT_H_
#define ECT_REPORT_MODEL_REPORT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "ect/model.h"

namespace ect::report {

// What is told of a model beside what it always is.
struct ModelReportOptions {
  bool all_labels = false;  // else as many as fit a line of the text, and none in JSON
  bool verified = false;    // its checksums were compared, and are right
};

// `ect info`: how a model was learnt and from what, its size, what is proved of it, who meets whom.
std::string model_text(const Model& model, const ModelReportOptions& options);
nlohmann::ordered_json model_json(const Model& model, const ModelReportOptions& options);

}  // namespace ect::report

#endif  // ECT_REPORT_MODEL_REPORT_H_
