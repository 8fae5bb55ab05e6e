#ifndef ECT_REPORT_COMPARE_HTML_H_
#define ECT_REPORT_COMPARE_HTML_H_

#include <string>
#include <vector>

#include "model/comparison.h"
#include "report/compare_figure.h"

namespace ect::report {

// A self-contained page, without scripts and external resources, light or dark by the reader's
// settings: the values with the best of each data set marked, scatter plots of pairs of methods
// (`pairs`, or figure_pairs() if that is empty), bar charts for each data set, times, and how it
// was made. `command` is the command line that makes it again.
std::string comparison_html(const model::Comparison& comparison, const std::string& command,
                            std::vector<FigurePair> figures = {});

}  // namespace ect::report

#endif  // ECT_REPORT_COMPARE_HTML_H_
