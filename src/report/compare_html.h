#ifndef ECT_REPORT_COMPARE_HTML_H_
#define ECT_REPORT_COMPARE_HTML_H_

#include <string>
#include <vector>

#include "model/comparison.h"
#include "report/compare_figure.h"

namespace ect::report {

// A page that stands by itself: no script, nothing from elsewhere, light or dark as its reader has
// it. The values with the best of each data set marked, figures of method against method (those, or
// figure_pairs() where there are none), bars for each data set, times, and how it was made.
// `command` is the line to make it again by.
std::string comparison_html(const model::Comparison& comparison, const std::string& command,
                            std::vector<FigurePair> figures = {});

}  // namespace ect::report

#endif  // ECT_REPORT_COMPARE_HTML_H_
