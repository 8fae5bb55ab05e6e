#ifndef ECT_REPORT_REGRET_REPORT_H_
#define ECT_REPORT_REGRET_REPORT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ect/regret_table.h"

namespace ect::report {

// For each distribution and kind of nodes a table, and what its columns mean. The rows are as
// measure_regrets() gives them.
std::string regret_text(const RegretOptions& options, const std::vector<RegretRow>& rows);
// What is infinite, or has no bound, is null.
nlohmann::ordered_json regret_json(const RegretOptions& options,
                                   const std::vector<RegretRow>& rows);

}  // namespace ect::report

#endif  // ECT_REPORT_REGRET_REPORT_H_
