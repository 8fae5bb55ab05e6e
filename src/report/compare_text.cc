// The text report of a comparison: tables for the terminal. Tests: compare_report_test.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "report/compare_report.h"
#include "report/table.h"
#include "util/display_width.h"

namespace ect::report {
namespace {

constexpr std::size_t kMethodNameWidth = 24;
constexpr std::size_t kMethodWidth = 40;

struct Column {
  std::string title;
  Table::Align align = Table::Align::kRight;
  std::vector<std::string> cells;
};

std::string columns_text(const std::vector<const Column*>& columns) {
  Table table;
  for (const Column* column : columns) table.column(column->title, column->align);
  for (std::size_t row = 0; row < columns.front()->cells.size(); ++row) {
    std::vector<std::string> cells;
    cells.reserve(columns.size());
    for (const Column* column : columns) cells.push_back(column->cells[row]);
    table.row(std::move(cells));
  }
  return table.text();
}

std::size_t width_of(const std::string& text) {
  std::size_t width = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    width = std::max(width, util::display_width(line));
  return width;
}

// Blocks of tables, each with the `fixed` columns at the left and as many of the others as fit.
std::string blocks_text(const std::vector<Column>& fixed, const std::vector<Column>& others) {
  std::string text;
  for (std::size_t first = 0; first < others.size();) {
    std::vector<const Column*> columns;
    columns.reserve(fixed.size() + others.size());
    for (const Column& column : fixed) columns.push_back(&column);
    columns.push_back(&others[first++]);
    std::string block = columns_text(columns);
    for (; first < others.size(); ++first) {
      columns.push_back(&others[first]);
      std::string wider = columns_text(columns);
      if (width_of(wider) > kTextColumns) break;
      block = std::move(wider);
    }
    text += (text.empty() ? "" : "\n") + block;
  }
  return text;
}

std::string number_or_dash(const std::optional<double>& value) {
  return value ? short_number(*value) : "-";
}

std::string percent_or_dash(const std::optional<double>& value) {
  return value ? fmt::format("{:.1f}", 100 * *value) : "-";
}

std::string mean_text(const model::Summary& summary) {
  return summary.error ? fmt::format("{:.2f}", 100 * *summary.error) : "-";
}

std::string marked(const model::Comparison& comparison, std::size_t data, std::size_t method) {
  return value_text(comparison, data, method) + (comparison.best(data, method) ? '*' : ' ');
}

// The columns of times and questions.
std::vector<Column> effort_columns(const std::vector<model::Summary>& summaries) {
  Column train{"train s", Table::Align::kRight, {}};
  Column predict{"predict us", Table::Align::kRight, {}};
  Column questions{"questions", Table::Align::kRight, {}};
  for (const model::Summary& summary : summaries) {
    train.cells.push_back(number_or_dash(summary.train_seconds));
    predict.cells.push_back(number_or_dash(summary.predict_microseconds));
    questions.cells.push_back(number_or_dash(summary.questions_per_example));
  }
  return {train, predict, questions};
}

std::vector<std::string> method_names(const model::Comparison& comparison,
                                      std::size_t width = kMethodWidth) {
  std::vector<std::string> names = short_names(comparison.methods);
  for (std::string& name : names) name = util::shortened_inside(name, width);
  return names;
}

Column method_column(const model::Comparison& comparison, std::size_t width = kMethodWidth) {
  return {"method", Table::Align::kLeft, method_names(comparison, width)};
}

// The table of a single data set, with a row per method.
std::string methods_text(const model::Comparison& comparison,
                         const std::vector<model::Summary>& summaries) {
  Column value{comparison.by_cost ? "cost " : "error ", Table::Align::kRight, {}};
  Column gap{"gap closed", Table::Align::kRight, {}};
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    value.cells.push_back(marked(comparison, 0, m));
    gap.cells.push_back(percent_or_dash(comparison.gap_closed(0, m)));
  }
  std::vector<Column> columns{value};
  if (comparison.by_cost) columns.push_back(gap);
  // The name of the method must leave room for these and one more column.
  const std::vector<Column> efforts = effort_columns(summaries);
  std::size_t taken = 0;
  for (const Column& effort : efforts) {
    std::vector<const Column*> beside;
    beside.reserve(columns.size() + 1);
    for (const Column& column : columns) beside.push_back(&column);
    beside.push_back(&effort);
    taken = std::max(taken, width_of(columns_text(beside)));
  }
  columns.insert(columns.begin(),
                 method_column(comparison, std::min(kMethodWidth, kTextColumns - taken - 2)));
  return blocks_text(columns, efforts);
}

// The columns with names and classes of data sets, followed by the names of summary rows.
std::vector<Column> data_columns(const model::Comparison& comparison,
                                 std::vector<std::string> below) {
  Column name{"data", Table::Align::kLeft, {}};
  Column classes{"k", Table::Align::kRight, {}};
  for (const model::ComparedData& data : comparison.data) {
    name.cells.push_back(util::shortened(data.name, kMethodNameWidth));
    classes.cells.push_back(fmt::format("{}", data.classes));
  }
  for (std::string& row : below) name.cells.push_back(std::move(row));
  classes.cells.resize(name.cells.size());
  return {name, classes};
}

// The table with a row per data set and a column per method.
std::string upright_text(const model::Comparison& comparison,
                         const std::vector<model::Summary>& summaries) {
  // A mean over costs of different data sets has no meaning.
  const bool mean = !comparison.by_cost;
  const std::vector<std::string> below =
      mean ? std::vector<std::string>{"mean", "wins"} : std::vector<std::string>{"wins"};
  std::vector<Column> columns;
  const std::vector<std::string> names = method_names(comparison);
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    Column& column = columns.emplace_back();
    column.title = names[m] + ' ';
    for (std::size_t d = 0; d < comparison.data.size(); ++d) {
      column.cells.push_back(marked(comparison, d, m));
    }
    if (mean) column.cells.push_back(mean_text(summaries[m]) + ' ');
    column.cells.push_back(fmt::format("{} ", summaries[m].wins));
  }
  return blocks_text(data_columns(comparison, below), columns);
}

// The table with a row per method and a column per data set.
std::string transposed_text(const model::Comparison& comparison) {
  constexpr std::size_t kTitleWidth = 14;
  std::vector<Column> columns;
  for (std::size_t d = 0; d < comparison.data.size(); ++d) {
    const model::ComparedData& data = comparison.data[d];
    Column& column = columns.emplace_back();
    column.title = fmt::format("{} ({}) ", util::shortened(data.name, kTitleWidth), data.classes);
    for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
      column.cells.push_back(marked(comparison, d, m));
    }
  }
  return "data (k)\n" + blocks_text({method_column(comparison)}, columns);
}

// The summary that transposed tables have no rows for.
std::vector<Column> summary_columns(const model::Comparison& comparison,
                                    const std::vector<model::Summary>& summaries) {
  Column mean{"mean", Table::Align::kRight, {}};
  Column wins{"wins", Table::Align::kRight, {}};
  for (const model::Summary& summary : summaries) {
    mean.cells.push_back(mean_text(summary));
    wins.cells.push_back(fmt::format("{}", summary.wins));
  }
  return comparison.by_cost ? std::vector{wins} : std::vector{mean, wins};
}

// The table with data sets as rows if it fits in one block, else the shorter of both orientations;
// then the means.
std::string grid_text(const model::Comparison& comparison,
                      const std::vector<model::Summary>& summaries) {
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  std::string text = upright_text(comparison, summaries);
  std::vector<Column> columns = effort_columns(summaries);
  if (text.find("\n\n") != std::string::npos) {
    std::string transposed = transposed_text(comparison);
    if (lines(transposed) < lines(text)) {
      text = std::move(transposed);
      const std::vector<Column> more = summary_columns(comparison, summaries);
      columns.insert(columns.begin(), more.begin(), more.end());
    }
  }
  return text + "\nmeans over the data; times on one thread; predict and questions per example\n" +
         blocks_text({method_column(comparison)}, columns);
}

std::string gaps_text(const model::Comparison& comparison,
                      const std::vector<model::Summary>& summaries) {
  std::vector<Column> columns;
  const std::vector<std::string> names = method_names(comparison);
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    Column& column = columns.emplace_back();
    column.title = names[m];
    for (std::size_t d = 0; d < comparison.data.size(); ++d) {
      column.cells.push_back(percent_or_dash(comparison.gap_closed(d, m)));
    }
    column.cells.push_back(percent_or_dash(summaries[m].gap_closed));
  }
  return blocks_text(data_columns(comparison, {"mean"}), columns);
}

std::string choices_text(const model::Comparison& comparison) {
  std::vector<Column> columns(2);
  columns[0].title = "single best";
  columns[1].title = "perfect";
  for (const model::ComparedData& data : comparison.data) {
    columns[0].cells.push_back(fmt::format("{:.4g}", data.cost_single_best.value_or(0)));
    columns[1].cells.push_back(fmt::format("{:.4g}", data.cost_perfect.value_or(0)));
  }
  return blocks_text(data_columns(comparison, {}), columns);
}

}  // namespace

std::string comparison_text(const model::Comparison& comparison) {
  const std::vector<model::Summary> summaries = summarize(comparison);
  std::string text = fmt::format("{}; * is the best{}\n", what_compared(comparison),
                                 comparison.data.size() > 1 ? ", k classes" : "");
  for (const std::string& line :
       {how_compared(comparison), trained_once(comparison),
        util::shortened_inside(in_common(comparison.methods), kTextColumns),
        learnt_from_labels(comparison, method_names(comparison))}) {
    if (!line.empty()) text += util::wrapped(line, kTextColumns);
  }
  if (comparison.data.size() == 1) {
    const model::ComparedData& data = comparison.data.front();
    text += fmt::format("data {}, {}\n\n", util::shortened(data.name, kMethodWidth),
                        plural(data.classes, "class", "classes"));
    text += methods_text(comparison, summaries);
    if (comparison.by_cost) {
      text += fmt::format("\nsingle best choice {:.4g} (gap closed 0 %), perfect {:.4g} (100 %)\n",
                          data.cost_single_best.value_or(0), data.cost_perfect.value_or(0));
    }
    return text;
  }
  text += '\n' + grid_text(comparison, summaries);
  if (comparison.by_cost) {
    text += "\ngap closed in %, between the single best choice (0) and the perfect one (100)\n" +
            gaps_text(comparison, summaries) + "\ncosts of these choices\n" +
            choices_text(comparison);
  }
  return text;
}

}  // namespace ect::report
