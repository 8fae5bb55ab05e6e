#ifndef ECT_REPORT_COMPARE_FIGURE_H_
#define ECT_REPORT_COMPARE_FIGURE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "model/comparison.h"

namespace ect::report {

// One method against another.
struct FigurePair {
  std::size_t across = 0;
  std::size_t up = 0;
};

// What the paper compares: tree with filter-tree and all-pairs with all-pairs-filter-tree, for each
// learner. Where there is none of these, the first method with each other one.
std::vector<FigurePair> figure_pairs(const std::vector<model::Method>& methods);

// `A:B`, methods by their full or short names. Throws for anything else.
FigurePair parse_figure(const std::string& text, const std::vector<model::Method>& methods);

// A point a data set, with its name where there is room: the errors of both methods in percent or,
// of costs, what is left of the gap between single best and perfect choice. Below the diagonal the
// method that goes up is better. An <svg> whose colours are classes of the page: see compare_html.
std::string scatter_svg(const model::Comparison& comparison, FigurePair pair);

// The values of all methods on a data set as bars, with their deviations.
std::string bars_svg(const model::Comparison& comparison, std::size_t data);

}  // namespace ect::report

#endif  // ECT_REPORT_COMPARE_FIGURE_H_
