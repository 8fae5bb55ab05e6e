#ifndef ECT_REPORT_SELECT_HTML_H_
#define ECT_REPORT_SELECT_HTML_H_

#include <string>
#include <vector>

#include "ect/select.h"
#include "report/select_report.h"

namespace ect::report {

// A page that stands by itself: no script, nothing from elsewhere, light or dark as its reader has
// it. The winner, what the result withstands, its games, the runners-up, the ranking, the judges,
// and the bracket as it was played, where there is one and it has at most 64 items; else the last
// games. `command` is the line to make it again by, or nothing.
std::string selection_html(const Selection& selection, const std::vector<std::string>& names,
                           const SelectionSpent& spent, const std::string& command = "");

}  // namespace ect::report

#endif  // ECT_REPORT_SELECT_HTML_H_
