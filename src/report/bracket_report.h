#ifndef ECT_REPORT_BRACKET_REPORT_H_
#define ECT_REPORT_BRACKET_REPORT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ect/count.h"
#include "ect/schedule.h"

namespace ect::report {

// The sizes and depths of a tournament, and how many wrong results it tolerates.
std::string bracket_text(const Counts& counts);
nlohmann::ordered_json bracket_json(const Counts& counts);

// A table of the number of matches per round and bracket. Up to 6 brackets have a column each,
// which fits 80 columns; more are added up.
std::string rounds_text(const Schedule& schedule);

// Every match, round by round. `names` has an entry per player. Matches are numbered from 1.
std::string schedule_text(const Schedule& schedule, const std::vector<std::string>& names);
nlohmann::ordered_json schedule_json(const Schedule& schedule,
                                     const std::vector<std::string>& names);

}  // namespace ect::report

#endif  // ECT_REPORT_BRACKET_REPORT_H_
