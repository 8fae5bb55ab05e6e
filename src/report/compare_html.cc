// The HTML page of a comparison: tables, figures and times. Tests: compare_report_test.
#include "report/compare_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "report/compare_report.h"
#include "report/markup.h"
#include "report/table.h"

namespace ect::report {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --text: #1f2630; --soft: #5b6572; --back: #ffffff;
  --card: #f6f7f9; --line: #dfe3e8; --best: #d9efe4; --point: #0072b2; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e7eb; --soft: #a3adb9; --back: #15191f;
  --card: #1d232b; --line: #343c47; --best: #1d4a39; --point: #56b4e9; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 72rem; background: var(--back);
  color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .3rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
h3 { font-size: .95rem; margin: 0 0 .4rem; overflow-wrap: anywhere; }
p { margin: .3rem 0; color: var(--soft); overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .25rem .7rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--back); }
tbody th { font-weight: 400; }
tfoot td, tfoot th { font-weight: 600; border-bottom: none; }
td.best { background: var(--best); font-weight: 600; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(21rem, 100%), 1fr)); }
.cards.large { grid-template-columns: repeat(auto-fill, minmax(min(27rem, 100%), 1fr)); }
.card { margin: 0; padding: .8rem; background: var(--card); border-radius: .5rem; min-width: 0; }
svg { display: block; width: 100%; max-width: 34rem; margin: 0 auto; height: auto; font-family: inherit; }
svg text { fill: var(--text); font-size: 11px; }
svg .tick { fill: var(--soft); }
svg .axis { font-size: 12px; }
svg .name { font-size: 11px; }
svg .value { font-variant-numeric: tabular-nums; }
svg .best { font-weight: 700; }
.frame { fill: var(--back); stroke: var(--line); }
.grid { stroke: var(--line); stroke-width: 1; fill: none; }
.diagonal { stroke: var(--soft); stroke-dasharray: 5 4; fill: none; }
.leader { stroke: var(--soft); stroke-width: .7; fill: none; }
.point { fill: var(--point); stroke: var(--back); }
.whisker { stroke: var(--text); stroke-width: 1.2; fill: none; }
pre { padding: .7rem; background: var(--card); border-radius: .5rem; white-space: pre-wrap;
  overflow-wrap: anywhere; }
)";

class ComparePage {
 public:
  ComparePage(const model::Comparison& comparison, std::string command,
              std::vector<FigurePair> figures)
      : comparison_(comparison),
        command_(std::move(command)),
        figures_(std::move(figures)),
        names_(short_names(comparison.methods)),
        summaries_(summarize(comparison)) {
    // A scatter plot needs more than one data set.
    if (figures_.empty() && comparison.data.size() > 1) {
      figures_ = figure_pairs(comparison.methods);
    }
  }

  std::string html() {
    const std::string title =
        fmt::format("{} on {}", plural(comparison_.methods.size(), "method", "methods"),
                    plural(comparison_.data.size(), "data set", "data sets"));
    add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
        title, kStyle, title);
    add("<p>{}; {}</p>\n", what_compared(comparison_), how_compared(comparison_));
    for (const std::string& line : {trained_once(comparison_), in_common(comparison_.methods),
                                    learnt_from_labels(comparison_, names_)}) {
      if (!line.empty()) add("<p>{}</p>\n", escaped(line));
    }
    values();
    if (comparison_.by_cost) gaps();
    scatters();
    bars();
    efforts();
    making();
    add("</body>\n</html>\n");
    return std::move(html_);
  }

 private:
  using Cell = std::function<void(std::size_t data, std::size_t method)>;
  using Sum = std::function<std::string(const model::Summary&)>;

  template <class... Arguments>
  void add(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(html_), text, std::forward<Arguments>(arguments)...);
  }

  // A table with data sets as rows and methods as columns. `cell` adds each cell; below follows a
  // row for each of `sums`.
  void grid(const Cell& cell, const std::vector<std::pair<std::string, Sum>>& sums) {
    add("<div class=\"wide\"><table>\n<thead><tr><th>data</th><th>classes</th><th>examples</th>");
    for (const std::string& name : names_) add("<th>{}</th>", escaped(name));
    add("</tr></thead>\n<tbody>\n");
    for (std::size_t d = 0; d < comparison_.data.size(); ++d) {
      const model::ComparedData& data = comparison_.data[d];
      add("<tr><th>{}</th><td>{}</td><td>{}</td>", escaped(data.name), data.classes,
          data.test_examples > 0 ? fmt::format("{} + {}", data.examples, data.test_examples)
                                 : fmt::format("{}", data.examples));
      for (std::size_t m = 0; m < names_.size(); ++m) cell(d, m);
      add("</tr>\n");
    }
    add("</tbody>\n<tfoot>\n");
    for (const auto& [name, sum] : sums) {
      add("<tr><th>{}</th><td></td><td></td>", name);
      for (const model::Summary& summary : summaries_) add("<td>{}</td>", sum(summary));
      add("</tr>\n");
    }
    add("</tfoot>\n</table></div>\n");
  }

  static std::string percent(const std::optional<double>& share, int digits) {
    return share ? fmt::format("{:.{}f}", 100 * *share, digits) : "-";
  }
  static std::string number(const std::optional<double>& value) {
    return value ? short_number(*value) : "-";
  }

  void values() {
    add("<h2>{}</h2>\n", comparison_.by_cost ? "Mean costs" : "Errors in %");
    std::vector<std::pair<std::string, Sum>> sums;
    if (comparison_.data.size() > 1) {
      if (!comparison_.by_cost) {
        sums.emplace_back("mean", [](const model::Summary& s) { return percent(s.error, 2); });
      }
      sums.emplace_back("wins", [](const model::Summary& s) { return fmt::format("{}", s.wins); });
    }
    grid(
        [&](std::size_t d, std::size_t m) {
          add("<td{}>{}</td>", comparison_.best(d, m) ? " class=\"best\"" : "",
              value_text(comparison_, d, m));
        },
        sums);
  }

  void gaps() {
    add("<h2>Gap closed in %</h2>\n<p>0 is the single choice that was cheapest in the training "
        "part, 100 the cheapest choice for each example, both on the test part.</p>\n");
    std::vector<std::pair<std::string, Sum>> sums;
    sums.emplace_back("mean", [](const model::Summary& s) { return percent(s.gap_closed, 1); });
    grid([&](std::size_t d,
             std::size_t m) { add("<td>{}</td>", percent(comparison_.gap_closed(d, m), 1)); },
         sums);
    add("<ul>\n");
    for (const model::ComparedData& data : comparison_.data) {
      add("<li>{}: single best {:.4g}, perfect {:.4g}</li>\n", escaped(data.name),
          data.cost_single_best.value_or(0), data.cost_perfect.value_or(0));
    }
    add("</ul>\n");
  }

  void scatters() {
    if (figures_.empty()) return;
    add("<h2>Method against method</h2>\n<p>A point is a data set. Below the diagonal the method "
        "on the upright axis is better.</p>\n<div class=\"cards large\">\n");
    for (const FigurePair& pair : figures_) {
      add("<figure class=\"card\">{}</figure>\n", scatter_svg(comparison_, pair));
    }
    add("</div>\n");
  }

  void bars() {
    add("<h2>Data set by data set</h2>\n<p>{}</p>\n<div class=\"cards\">\n",
        what_compared(comparison_));
    for (std::size_t d = 0; d < comparison_.data.size(); ++d) {
      add("<figure class=\"card\"><h3>{}</h3>{}</figure>\n", escaped(comparison_.data[d].name),
          bars_svg(comparison_, d));
    }
    add("</div>\n");
  }

  void efforts() {
    add("<h2>Times and questions</h2>\n<p>Means over the data sets. Training in seconds on one "
        "thread; prediction in microseconds, and questions to classifiers, an example.</p>\n"
        "<div class=\"wide\"><table>\n<thead><tr><th>method</th><th>train s</th>"
        "<th>predict us</th><th>questions</th></tr></thead>\n<tbody>\n");
    for (std::size_t m = 0; m < names_.size(); ++m) {
      const model::Summary& summary = summaries_[m];
      add("<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
          escaped(comparison_.methods[m].name()), number(summary.train_seconds),
          number(summary.predict_microseconds), number(summary.questions_per_example));
    }
    add("</tbody>\n</table></div>\n<details><summary>each data set: train s / predict us / "
        "questions</summary>\n");
    grid(
        [&](std::size_t d, std::size_t m) {
          const model::Score& score = comparison_.data[d].scores[m];
          add("<td>{}</td>", score.failed()
                                 ? "-"
                                 : fmt::format("{} / {} / {}", short_number(score.train_seconds),
                                               short_number(score.predict_microseconds),
                                               short_number(score.questions_per_example)));
        },
        {});
    add("</details>\n");
  }

  void making() {
    add("<h2>How it was made</h2>\n<pre><code>{}</code></pre>\n<p>{}. In each split all methods "
        "learn from the same examples, with the same draw of who meets first.</p>\n",
        escaped(command_), how_compared(comparison_));
    for (const model::ComparedData& data : comparison_.data) {
      for (std::size_t m = 0; m < names_.size(); ++m) {
        if (!data.scores[m].failed()) continue;
        add("<p>{} on {}: {}</p>\n", escaped(comparison_.methods[m].name()), escaped(data.name),
            escaped(data.scores[m].failure));
      }
    }
  }

  const model::Comparison& comparison_;
  std::string command_;
  std::vector<FigurePair> figures_;
  std::vector<std::string> names_;
  std::vector<model::Summary> summaries_;
  std::string html_;
};

}  // namespace

std::string comparison_html(const model::Comparison& comparison, const std::string& command,
                            std::vector<FigurePair> figures) {
  return ComparePage(comparison, command, std::move(figures)).html();
}

}  // namespace ect::report
