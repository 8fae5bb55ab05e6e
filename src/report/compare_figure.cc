// Figures of a comparison. In the scatter plot names must not overlap each other or points: each is
// put at the first free one of several places around its point, near ones first; a thin line leads
// to a name farther away. A name without a free place is shown only in the tooltip. With n data
// sets that takes O(n^2) comparisons of boxes. Tests: compare_report_test.
#include "report/compare_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>

#include "ect/error.h"
#include "report/compare_report.h"
#include "report/markup.h"
#include "util/display_width.h"
#include "util/text.h"

namespace ect::report {
namespace {

constexpr double kSide = 340;    // side of the square
constexpr double kLeft = 52;     // x of its left edge
constexpr double kTop = 14;      // y of its upper edge
constexpr double kBelow = 48;    // height for ticks and the name of the axis
constexpr double kRadius = 4;    // of a point
constexpr double kLetter = 6.1;  // approximate width of a letter
constexpr double kLine = 12;
constexpr std::size_t kFigureNameLength = 18;

struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  bool within(const Box& outer) const {
    return left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom;
  }
};

constexpr Box kPlot{kLeft, kTop, kLeft + kSide, kTop + kSide};

// A step between ticks of 1, 2 or 5 times a power of ten, so that there are about five up to
// `most`.
double tick_step(double most) {
  const double power = std::pow(10, std::floor(std::log10(most / 5)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (most / (factor * power) <= 6) return factor * power;
  }
  return 10 * power;
}

std::optional<double> plotted(const model::Comparison& comparison, std::size_t data,
                              std::size_t method) {
  if (!comparison.by_cost) {
    const std::optional<double> error = comparison.value(data, method);
    return error ? std::optional(100 * *error) : std::nullopt;
  }
  const std::optional<double> gap = comparison.gap_closed(data, method);
  return gap ? std::optional(100 - 100 * *gap) : std::nullopt;
}

class Scatter {
 public:
  Scatter(const model::Comparison& comparison, FigurePair pair)
      : comparison_(comparison), pair_(pair) {
    double greatest = 0;
    for (std::size_t d = 0; d < comparison.data.size(); ++d) {
      const std::optional<double> x = plotted(comparison, d, pair.across);
      const std::optional<double> y = plotted(comparison, d, pair.up);
      if (!x || !y) continue;
      points_.push_back({d, *x, *y});
      greatest = std::max({greatest, *x, *y});
    }
    most_ = greatest > 0 ? 1.08 * greatest : 1;
    step_ = tick_step(most_);
  }

  std::string draw() {
    const std::string across = comparison_.methods[pair_.across].name();
    const std::string up = comparison_.methods[pair_.up].name();
    add(R"(<svg class="scatter" viewBox="0 0 {:.0f} {:.0f}" role="img">)"
        "\n<title>{} against {}</title>\n",
        kLeft + kSide + 14, kTop + kSide + kBelow, escaped(up), escaped(across));
    draw_axes();
    const std::string unit = comparison_.by_cost ? "gap left in %" : "error in %";
    add(R"(<text class="axis" x="{:.0f}" y="{:.0f}" text-anchor="middle">{}, {}</text>)"
        "\n",
        kLeft + kSide / 2, kTop + kSide + 38, escaped(util::shortened(across, 40)), unit);
    add("<text class=\"axis\" transform=\"translate(13 {:.0f}) rotate(-90)\" "
        "text-anchor=\"middle\">{}, {}</text>\n",
        kTop + kSide / 2, escaped(util::shortened(up, 40)), unit);
    for (const Point& point : points_) taken_.push_back(around(point));
    for (const Point& point : points_) draw_name(point);
    for (const Point& point : points_) {
      add(R"(<circle class="point" cx="{:.1f}" cy="{:.1f}" r="{}"><title>{}: {:.2f} and {:.2f})"
          "</title></circle>\n",
          x_of(point), y_of(point), kRadius, escaped(comparison_.data[point.data].name),
          point.across, point.up);
    }
    add("</svg>\n");
    return std::move(svg_);
  }

 private:
  struct Point {
    std::size_t data;
    double across;
    double up;
  };

  template <class... Arguments>
  void add(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(svg_), text, std::forward<Arguments>(arguments)...);
  }

  double x_of(const Point& point) const { return kPlot.left + kSide * point.across / most_; }
  double y_of(const Point& point) const { return kPlot.bottom - kSide * point.up / most_; }
  Box around(const Point& point) const {
    const double reach = kRadius + 1;
    return {x_of(point) - reach, y_of(point) - reach, x_of(point) + reach, y_of(point) + reach};
  }

  void draw_axes() {
    add(R"(<rect class="frame" x="{:.0f}" y="{:.0f}" width="{:.0f}" height="{:.0f}"/>)"
        "\n",
        kPlot.left, kPlot.top, kSide, kSide);
    for (int i = 0; step_ * i <= most_ * 1.001; ++i) {
      const double at = kSide * step_ * i / most_;
      add(R"(<path class="grid" d="M{0:.1f} {1:.0f}v{2:.0f}M{3:.0f} {4:.1f}h{2:.0f}"/>)"
          "\n",
          kPlot.left + at, kPlot.top, kSide, kPlot.left, kPlot.bottom - at);
      add(R"(<text class="tick" x="{:.1f}" y="{:.0f}" text-anchor="middle">{:g}</text>)"
          "\n",
          kPlot.left + at, kPlot.bottom + 16, step_ * i);
      add(R"(<text class="tick" x="{:.0f}" y="{:.1f}" text-anchor="end">{:g}</text>)"
          "\n",
          kPlot.left - 6, kPlot.bottom - at + 4, step_ * i);
    }
    add(R"(<path class="diagonal" d="M{:.0f} {:.0f}L{:.0f} {:.0f}"/>)"
        "\n",
        kPlot.left, kPlot.bottom, kPlot.right, kPlot.top);
  }

  // The box of a name of that width, in that direction and at that distance from a point.
  Box place(const Point& point, double angle, double distance, double width) const {
    const double x = x_of(point) + distance * std::cos(angle);
    const double y = y_of(point) + distance * std::sin(angle);
    // The text extends away from the point.
    const double left = x - width * (1 - std::cos(angle)) / 2;
    const double top = y - kLine * (1 - std::sin(angle)) / 2;
    return {left, top, left + width, top + kLine};
  }

  void draw_name(const Point& point) {
    const std::string name = util::shortened(comparison_.data[point.data].name, kFigureNameLength);
    const double width = kLetter * static_cast<double>(util::display_width(name));
    constexpr std::array<int, 12> kTwelfths = {0, 6, 9, 3, 1, 11, 5, 7, 2, 10, 4, 8};
    for (const double distance : {7.0, 15.0, 26.0, 40.0, 58.0}) {
      for (const int twelfth : kTwelfths) {
        const double angle = twelfth * std::numbers::pi / 6;
        const Box box = place(point, angle, distance, width);
        const auto meets = [&](const Box& other) { return other.meets(box); };
        if (!box.within(kPlot) || std::any_of(taken_.begin(), taken_.end(), meets)) continue;
        taken_.push_back(box);
        if (distance > 10) {
          add(R"(<path class="leader" d="M{:.1f} {:.1f}l{:.1f} {:.1f}"/>)"
              "\n",
              x_of(point), y_of(point), distance * std::cos(angle), distance * std::sin(angle));
        }
        add(R"(<text class="name" x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>)"
            "\n",
            (box.left + box.right) / 2, box.bottom - 2.5, escaped(name));
        return;
      }
    }
  }

  const model::Comparison& comparison_;
  FigurePair pair_;
  std::vector<Point> points_;
  double step_ = 1;  // between ticks
  double most_ = 1;  // at the end of both axes
  std::vector<Box> taken_;
  std::string svg_;
};

// The index of the method with that reduction and that learner; nothing if there is none.
std::optional<std::size_t> find(const std::vector<model::Method>& methods,
                                std::string_view reduction, const std::string& learner) {
  for (std::size_t m = 0; m < methods.size(); ++m) {
    if (methods[m].reduction == reduction && methods[m].learner == learner) return m;
  }
  return std::nullopt;
}

}  // namespace

std::vector<FigurePair> figure_pairs(const std::vector<model::Method>& methods) {
  using Reductions = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Reductions, 2> kOfThePaper = {
      {{"tree", "filter-tree"}, {"all-pairs", "all-pairs-filter-tree"}}};
  std::vector<FigurePair> pairs;
  for (const auto& [across, up] : kOfThePaper) {
    for (std::size_t m = 0; m < methods.size(); ++m) {
      if (methods[m].reduction != across) continue;
      if (const auto other = find(methods, up, methods[m].learner)) pairs.push_back({m, *other});
    }
  }
  if (!pairs.empty()) return pairs;
  for (std::size_t m = 1; m < methods.size(); ++m) pairs.push_back({0, m});
  return pairs;
}

FigurePair parse_figure(const std::string& text, const std::vector<model::Method>& methods) {
  const std::vector<std::string> names = short_names(methods);
  const auto method = [&](const std::string& name) -> std::optional<std::size_t> {
    for (std::size_t m = 0; m < methods.size(); ++m) {
      if (methods[m].name() == name || names[m] == name) return m;
    }
    return std::nullopt;
  };
  // Names may contain colons, so every colon is tried as the separator.
  for (std::size_t at = text.find(':'); at != std::string::npos; at = text.find(':', at + 1)) {
    const auto across = method(text.substr(0, at));
    const auto up = method(text.substr(at + 1));
    if (across && up) return {*across, *up};
  }
  throw Error::bad_argument(
      fmt::format("{} is not a figure (expected A:B with two of the methods, such as {})",
                  util::quoted(text), methods[0].name() + ':' + methods.back().name()));
}

std::string scatter_svg(const model::Comparison& comparison, FigurePair pair) {
  return Scatter(comparison, pair).draw();
}

std::string bars_svg(const model::Comparison& comparison, std::size_t data) {
  constexpr double kBars = 228;  // leaves room for two costs
  constexpr double kWidth = 366;
  constexpr double kRow = 34;  // height of a name with its bar below
  constexpr double kBarTop = 15;
  constexpr double kBar = 12;
  constexpr std::size_t kLetters = 56;  // of a name
  const std::vector<std::string> names = short_names(comparison.methods);
  double low = 0;
  double high = 0;
  for (std::size_t m = 0; m < names.size(); ++m) {
    const double value = comparison.value(data, m).value_or(0);
    const double deviation = comparison.deviation(data, m).value_or(0);
    low = std::min(low, value - deviation);
    high = std::max(high, value + deviation);
  }
  if (!comparison.by_cost) low = 0;  // errors are not negative
  const double range = high > low ? high - low : 1;
  const auto x_of = [&](double value) {
    return 1 + kBars * (std::clamp(value, low, high) - low) / range;
  };
  std::string svg = fmt::format(
      R"(<svg class="bars" viewBox="0 0 {:.0f} {:.0f}" role="img"><title>{}</title>)"
      "\n",
      kWidth, kRow * static_cast<double>(names.size()), escaped(comparison.data[data].name));
  for (std::size_t m = 0; m < names.size(); ++m) {
    const double top = kRow * static_cast<double>(m);
    const double middle = top + kBarTop + kBar / 2;
    const std::string text = value_text(comparison, data, m);
    fmt::format_to(std::back_inserter(svg),
                   R"(<g><title>{}: {}</title><text class="name" x="0" y="{:.1f}">{}</text>)"
                   R"(<text class="value{}" x="{:.0f}" y="{:.1f}" text-anchor="end">{}</text>)",
                   escaped(comparison.methods[m].name()), text, top + 11,
                   escaped(util::shortened_inside(names[m], kLetters)),
                   comparison.best(data, m) ? " best" : "", kWidth - 1, middle + 4, text);
    if (const std::optional<double> value = comparison.value(data, m)) {
      const double from = x_of(std::min(*value, 0.0));
      fmt::format_to(std::back_inserter(svg),
                     R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}" fill="{}"/>)", from,
                     top + kBarTop, x_of(std::max(*value, 0.0)) - from, kBar, series_colour(m));
      const double deviation = comparison.deviation(data, m).value_or(0);
      if (deviation > 0) {
        fmt::format_to(std::back_inserter(svg),
                       R"(<path class="whisker" d="M{0:.1f} {1:.1f}H{2:.1f}M{0:.1f} {3:.1f}v6)"
                       R"(M{2:.1f} {3:.1f}v6"/>)",
                       x_of(*value - deviation), middle, x_of(*value + deviation), middle - 3);
      }
    }
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace ect::report
