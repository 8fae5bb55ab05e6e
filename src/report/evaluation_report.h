#ifndef ECT_REPORT_EVALUATION_REPORT_H_
#define ECT_REPORT_EVALUATION_REPORT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "ect/model.h"
#include "model/evaluate.h"

namespace ect::report {

// Whether the report includes the confusion matrix.
enum class Confusion : unsigned char { kLeftOut, kShown };

// The output of `ect test`: a table of one row; with the confusion matrix, also the most frequent
// mistakes.
std::string evaluation_text(const Model& model, const Evaluation& evaluation, Confusion confusion);
// The same as JSON; with the confusion matrix, all pairs of labels, also correct predictions.
nlohmann::ordered_json evaluation_json(const Model& model, const Evaluation& evaluation,
                                       Confusion confusion);

}  // namespace ect::report

#endif  // ECT_REPORT_EVALUATION_REPORT_H_
