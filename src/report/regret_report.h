#ifndef ECT_REPORT_REGRET_REPORT_H_
#define ECT_REPORT_REGRET_REPORT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ect/regret_table.h"

namespace ect::report {

// A table for each distribution and kind of nodes, and a legend. Requires rows in the order of
// measure_regrets().
std::string regret_text(const RegretOptions& options, const std::vector<RegretRow>& rows);
// The same as JSON; infinite values and missing bounds are null.
nlohmann::ordered_json regret_json(const RegretOptions& options,
                                   const std::vector<RegretRow>& rows);

}  // namespace ect::report

#endif  // ECT_REPORT_REGRET_REPORT_H_
