// Scales costs to [0, 1]. Example: rows (-3, 1) and (5, 5). Linear: the least is -3, the greatest
// 5, so (0, 0.5) and (1, 1). Rank: (0, 1) and (0.5, 0.5), equal costs sharing their mean rank.
// Cost: linear, and a sort of each row for ranks. Tests: costs_test.
#include "data/formats/costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "data/counted_rows.h"
#include "ect/error.h"
#include "util/text.h"

namespace ect::data {
namespace {

struct Range {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();

  void add(double cost) {
    least = std::min(least, cost);
    greatest = std::max(greatest, cost);
  }
  double place(double cost) const {
    return greatest > least ? std::clamp((cost - least) / (greatest - least), 0.0, 1.0) : 0;
  }
};

Range range_of(const Dataset& data) {
  Range range;
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const float cost : data.costs(i)) {
      if (!std::isfinite(cost)) {
        throw Error::bad_argument(
            fmt::format("example {} has a cost that is not a finite number", i + 1));
      }
      if (is_counted(data, i)) range.add(static_cast<double>(cost));
    }
  }
  return range;
}

// The offset that is added before the logarithm: a twentieth of the median cost above the least, so
// that differences far below the usual ones do not become orders of magnitude.
double log_offset(const Dataset& data, double least) {
  std::vector<double> above;
  for (const std::uint32_t i : counted_rows(data)) {
    for (const float cost : data.costs(i)) {
      if (static_cast<double>(cost) > least) above.push_back(static_cast<double>(cost) - least);
    }
  }
  if (above.empty()) return 1;
  const auto middle = above.begin() + static_cast<std::ptrdiff_t>(above.size() / 2);
  std::nth_element(above.begin(), middle, above.end());
  return *middle / 20;
}

void to_ranks(std::span<float> costs) {
  std::vector<float> sorted(costs.begin(), costs.end());
  std::sort(sorted.begin(), sorted.end());
  const auto last = static_cast<double>(std::max<std::size_t>(sorted.size(), 2) - 1);
  for (float& cost : costs) {
    const auto [first, end] = std::equal_range(sorted.begin(), sorted.end(), cost);
    const auto before = static_cast<double>(first - sorted.begin());
    const auto alike = static_cast<double>(end - first);
    cost = static_cast<float>((before + (alike - 1) / 2) / last);
  }
}

}  // namespace

CostScale parse_cost_scale(std::string_view name) {
  for (const CostScale scale : {CostScale::kLinear, CostScale::kLog, CostScale::kRank}) {
    if (name == cost_scale_name(scale)) return scale;
  }
  throw Error::bad_argument(
      fmt::format("unknown cost scale {} (expected linear, log or rank)", util::quoted(name)));
}

std::string_view cost_scale_name(CostScale scale) {
  switch (scale) {
    case CostScale::kLinear:
      return "linear";
    case CostScale::kLog:
      return "log";
    case CostScale::kRank:
      return "rank";
  }
  return "";
}

void scale_costs(Dataset& data, CostScale scale) {
  const Range range = range_of(data);
  if (scale == CostScale::kRank) {
    data.rewrite_costs(to_ranks);
    return;
  }
  const double offset = scale == CostScale::kLog ? log_offset(data, range.least) : 0;
  const auto transformed = [&](double cost) {
    // Costs of rows with weight 0 may be below the least.
    return scale == CostScale::kLog ? std::log(std::max(cost - range.least, 0.0) + offset) : cost;
  };
  Range scaled;
  scaled.add(transformed(range.least));
  scaled.add(transformed(range.greatest));
  data.rewrite_costs([&](std::span<float> costs) {
    for (float& cost : costs) {
      cost = static_cast<float>(scaled.place(transformed(static_cast<double>(cost))));
    }
  });
}

}  // namespace ect::data
