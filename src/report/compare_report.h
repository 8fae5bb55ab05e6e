#ifndef ECT_REPORT_COMPARE_REPORT_H_
#define ECT_REPORT_COMPARE_REPORT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "model/comparison.h"

namespace ect::report {

// Short names of the methods: without the learner if all have the same, else without the reduction
// if all have the same.
std::vector<std::string> short_names(const std::vector<model::Method>& methods);

// What short_names() omits: "learner hinge", "reduction tree", or an empty string.
std::string in_common(const std::vector<model::Method>& methods);

// "10 random splits, 66.7 % to learn from; seed 1".
std::string how_compared(const model::Comparison& comparison);
// A note that some methods were trained only once with a test file; empty if there is none.
std::string trained_once(const model::Comparison& comparison);
// For costs: a note which methods learnt from labels, by these names; empty if none did.
std::string learnt_from_labels(const model::Comparison& comparison,
                               const std::vector<std::string>& names);
// "error in %, mean ± deviation of the splits".
std::string what_compared(const model::Comparison& comparison);

// `12.34 ± 0.56` in percent, or a cost; `-` where the method failed.
std::string value_text(const model::Comparison& comparison, std::size_t data, std::size_t method);

// Tables in 80 columns: a row per data set and a column per method, or the other way round if that
// is shorter, in as many blocks as needed. Then times and questions. With a single data set a
// method has everything in one row.
std::string comparison_text(const model::Comparison& comparison);
nlohmann::ordered_json comparison_json(const model::Comparison& comparison);

}  // namespace ect::report

#endif  // ECT_REPORT_COMPARE_REPORT_H_
