#ifndef ECT_REPORT_COMPARE_REPORT_H_
#define ECT_REPORT_COMPARE_REPORT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "model/comparison.h"

namespace ect::report {

// Names of the methods as short as they tell them apart: without the learner if there is only one,
// without the reduction if there is only one of them.
std::vector<std::string> short_names(const std::vector<model::Method>& methods);

// What short_names() leave out: "learner hinge", "reduction tree", or nothing.
std::string in_common(const std::vector<model::Method>& methods);

// "10 random splits, 66.7 % to learn from; seed 1".
std::string how_compared(const model::Comparison& comparison);
// That some have no draws with a test file; else nothing.
std::string trained_once(const model::Comparison& comparison);
// Of costs, which methods have learnt from labels, by these names; nothing where none has.
std::string learnt_from_labels(const model::Comparison& comparison,
                               const std::vector<std::string>& names);
// "error in %, mean ± deviation of the splits".
std::string what_compared(const model::Comparison& comparison);

// `12.34 ± 0.56` in percent, or a cost; `-` where the method failed.
std::string value_text(const model::Comparison& comparison, std::size_t data, std::size_t method);

// Tables in 80 columns: a row a data set and a column a method, or the other way round where that
// is shorter, in as many blocks as it takes. Then times and questions. One data set has all of a
// method in one row.
std::string comparison_text(const model::Comparison& comparison);
nlohmann::ordered_json comparison_json(const model::Comparison& comparison);

}  // namespace ect::report

#endif  // ECT_REPORT_COMPARE_REPORT_H_
