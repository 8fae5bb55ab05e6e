#ifndef ECT_REPORT_COMPARE_FIGURE_H_
#define ECT_REPORT_COMPARE_FIGURE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "model/comparison.h"

namespace ect::report {

// Two methods to compare, by their indices.
struct FigurePair {
  std::size_t across = 0;
  std::size_t up = 0;
};

// The pairs that the paper compares: tree with filter-tree and all-pairs with
// all-pairs-filter-tree, for each learner. If there are none of these, the first method with each
// other one.
std::vector<FigurePair> figure_pairs(const std::vector<model::Method>& methods);

// Parses `A:B`, with full or short names of methods. Throws ect::Error for anything else.
FigurePair parse_figure(const std::string& text, const std::vector<model::Method>& methods);

// A scatter plot with a point per data set, with its name if there is room: the errors of both
// methods in percent or, for costs, the part of the gap between the single best and the perfect
// choice that is not closed. Below the diagonal the method on the vertical axis is better. An <svg>
// whose colours are CSS classes of the page: see compare_html.cc.
std::string scatter_svg(const model::Comparison& comparison, FigurePair pair);

// A bar chart of the values of all methods on a data set, with their deviations.
std::string bars_svg(const model::Comparison& comparison, std::size_t data);

}  // namespace ect::report

#endif  // ECT_REPORT_COMPARE_FIGURE_H_
