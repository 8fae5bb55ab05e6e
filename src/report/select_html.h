#ifndef ECT_REPORT_SELECT_HTML_H_
#define ECT_REPORT_SELECT_HTML_H_

#include <string>
#include <vector>

#include "ect/select.h"
#include "report/select_report.h"

namespace ect::report {

// A self-contained page, without scripts and external resources, light or dark by the reader's
// settings: the winner, how many wrong results it withstands, its games, the runners-up, the
// ranking, the judges, and the bracket as it was played, if there is one and it has at most 64
// items; else the last games. `command` is the command line that makes it again, or empty.
std::string selection_html(const Selection& selection, const std::vector<std::string>& names,
                           const SelectionSpent& spent, const std::string& command = "");

}  // namespace ect::report

#endif  // ECT_REPORT_SELECT_HTML_H_
