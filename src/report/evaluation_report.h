#ifndef ECT_REPORT_EVALUATION_REPORT_H_
#define ECT_REPORT_EVALUATION_REPORT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "ect/model.h"
#include "model/evaluate.h"

namespace ect::report {

// Whether it is told which labels are taken for which.
enum class Confusion : unsigned char { kLeftOut, kShown };

// `ect test`: a table of one row; with the confusion, the most frequent mistakes behind it.
std::string evaluation_text(const Model& model, const Evaluation& evaluation, Confusion confusion);
// With the confusion, all pairs of labels, also those that are right.
nlohmann::ordered_json evaluation_json(const Model& model, const Evaluation& evaluation,
                                       Confusion confusion);

}  // namespace ect::report

#endif  // ECT_REPORT_EVALUATION_REPORT_H_
