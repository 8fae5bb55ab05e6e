#include "report/compare_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "report/table.h"

namespace ect {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kColumns = 80;
constexpr std::size_t kNameWidth = 24;

struct Column {
  std::string title;
  Table::Align align = Table::Align::kRight;
  std::vector<std::string> cells;
};

std::string table_text(const std::vector<const Column*>& columns) {
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
  for (std::string line; std::getline(lines, line);) width = std::max(width, display_width(line));
  return width;
}

// `fixed` at the left of every block, and as many of the others beside it as fit.
std::string blocks_text(const std::vector<Column>& fixed, const std::vector<Column>& others) {
  std::string text;
  for (std::size_t first = 0; first < others.size();) {
    std::vector<const Column*> columns;
    for (const Column& column : fixed) columns.push_back(&column);
    columns.push_back(&others[first++]);
    std::string block = table_text(columns);
    for (; first < others.size(); ++first) {
      columns.push_back(&others[first]);
      std::string wider = table_text(columns);
      if (width_of(wider) > kColumns) break;
      block = std::move(wider);
    }
    text += (text.empty() ? "" : "\n") + block;
  }
  return text;
}

// Three digits, more only before the point.
std::string short_number(double value) {
  if (value >= 100) return fmt::format("{:.0f}", value);
  if (value >= 10) return fmt::format("{:.1f}", value);
  return value >= 1 ? fmt::format("{:.2f}", value) : fmt::format("{:.2g}", value);
}

std::string number_or_dash(const std::optional<double>& value) {
  return value ? short_number(*value) : "-";
}

std::string percent_or_dash(const std::optional<double>& value) {
  return value ? fmt::format("{:.1f}", 100 * *value) : "-";
}

std::string marked(const Comparison& comparison, std::size_t data, std::size_t method) {
  return value_text(comparison, data, method) + (comparison.best(data, method) ? '*' : ' ');
}

// What is said of a method beside its errors.
std::vector<Column> effort_columns(const std::vector<Summary>& summaries) {
  Column train{"train s", Table::Align::kRight, {}};
  Column predict{"predict us", Table::Align::kRight, {}};
  Column questions{"questions", Table::Align::kRight, {}};
  for (const Summary& summary : summaries) {
    train.cells.push_back(number_or_dash(summary.train_seconds));
    predict.cells.push_back(number_or_dash(summary.predict_microseconds));
    questions.cells.push_back(number_or_dash(summary.questions_per_example));
  }
  return {train, predict, questions};
}

Column method_column(const Comparison& comparison) {
  Column column{"method", Table::Align::kLeft, {}};
  for (const std::string& name : short_names(comparison)) {
    column.cells.push_back(shortened(name, kNameWidth + 6));
  }
  return column;
}

// One data set: a row a method.
std::string methods_text(const Comparison& comparison, const std::vector<Summary>& summaries) {
  std::vector<Column> columns{method_column(comparison)};
  Column value{comparison.by_cost ? "cost " : "error ", Table::Align::kRight, {}};
  Column gap{"gap closed", Table::Align::kRight, {}};
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    value.cells.push_back(marked(comparison, 0, m));
    gap.cells.push_back(percent_or_dash(comparison.gap_closed(0, m)));
  }
  columns.push_back(value);
  if (comparison.by_cost) columns.push_back(gap);
  return blocks_text(columns, effort_columns(summaries));
}

// The column of data sets, with the names of rows that sum them up below.
std::vector<Column> data_columns(const Comparison& comparison, std::vector<std::string> below) {
  Column name{"data", Table::Align::kLeft, {}};
  Column classes{"classes", Table::Align::kRight, {}};
  for (const ComparedData& data : comparison.data) {
    name.cells.push_back(shortened(data.name, kNameWidth));
    classes.cells.push_back(fmt::format("{}", data.classes));
  }
  for (std::string& row : below) name.cells.push_back(std::move(row));
  classes.cells.resize(name.cells.size());
  return {name, classes};
}

std::string grid_text(const Comparison& comparison, const std::vector<Summary>& summaries) {
  // Costs of different data have no mean.
  const bool mean = !comparison.by_cost;
  const std::vector<std::string> below =
      mean ? std::vector<std::string>{"mean", "wins"} : std::vector<std::string>{"wins"};
  std::vector<Column> columns;
  const std::vector<std::string> names = short_names(comparison);
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    Column& column = columns.emplace_back();
    column.title = names[m] + ' ';
    for (std::size_t d = 0; d < comparison.data.size(); ++d) {
      column.cells.push_back(marked(comparison, d, m));
    }
    const Summary& summary = summaries[m];
    if (mean) {
      column.cells.push_back(summary.error ? fmt::format("{:.2f} ", 100 * *summary.error) : "- ");
    }
    column.cells.push_back(fmt::format("{} ", summary.wins));
  }
  return blocks_text(data_columns(comparison, below), columns);
}

std::string gaps_text(const Comparison& comparison, const std::vector<Summary>& summaries) {
  std::vector<Column> columns;
  const std::vector<std::string> names = short_names(comparison);
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

std::string choices_text(const Comparison& comparison) {
  std::vector<Column> columns(2);
  columns[0].title = "single best";
  columns[1].title = "perfect";
  for (const ComparedData& data : comparison.data) {
    columns[0].cells.push_back(fmt::format("{:.4g}", data.cost_single_best.value_or(0)));
    columns[1].cells.push_back(fmt::format("{:.4g}", data.cost_perfect.value_or(0)));
  }
  return blocks_text(data_columns(comparison, {}), columns);
}

// Nothing where all methods learn from the same.
std::string learnt_from(const Comparison& comparison) {
  std::string from_labels;
  const std::vector<std::string> names = short_names(comparison);
  for (std::size_t m = 0; m < names.size(); ++m) {
    if (!comparison.methods[m].from_costs) {
      from_labels += (from_labels.empty() ? "" : ", ") + names[m];
    }
  }
  return from_labels.empty() ? "" : fmt::format("learnt from labels, not costs: {}\n", from_labels);
}

template <class Name>
std::size_t different(const std::vector<Method>& methods, Name name) {
  std::set<std::string> names;
  for (const Method& method : methods) names.insert(name(method));
  return names.size();
}

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json row_json(const Comparison& comparison, std::size_t d, std::size_t m) {
  const ComparedData& data = comparison.data[d];
  const Method& method = comparison.methods[m];
  const Score& score = data.scores[m];
  const auto number = [&](double value) { return score.failed() ? Json() : Json(value); };
  Json row = {{"dataset", data.name},
              {"classes", data.classes},
              {"examples", data.examples},
              {"test_examples", data.test_examples > 0 ? Json(data.test_examples) : Json()},
              {"method", method.name()},
              {"reduction", method.reduction},
              {"eliminations", method.eliminations > 0 ? Json(method.eliminations) : Json()},
              {"learner", method.learner},
              {"error", number(score.error)},
              {"error_sd", json_of(score.error_sd)},
              {"errors", score.errors},
              {"cost", json_of(score.cost)},
              {"train_seconds", number(score.train_seconds)},
              {"predict_microseconds", number(score.predict_microseconds)},
              {"questions_per_example", number(score.questions_per_example)},
              {"best", comparison.best(d, m)}};
  if (data.cost_single_best) {
    row["cost_sd"] = json_of(score.cost_sd);
    row["cost_single_best"] = json_of(data.cost_single_best);
    row["cost_perfect"] = json_of(data.cost_perfect);
    row["gap_closed"] = json_of(comparison.gap_closed(d, m));
    row["from_costs"] = method.from_costs;
  }
  if (score.failed()) row["failure"] = score.failure;
  return row;
}

}  // namespace

std::vector<std::string> short_names(const Comparison& comparison) {
  const std::vector<Method>& methods = comparison.methods;
  const bool one_learner = different(methods, [](const Method& m) { return m.learner; }) == 1;
  const bool one_reduction =
      different(methods, [](const Method& m) { return m.reduction_name(); }) == 1;
  std::vector<std::string> names;
  for (const Method& method : methods) {
    names.push_back(one_learner     ? method.reduction_name()
                    : one_reduction ? method.learner
                                    : method.name());
  }
  return names;
}

std::string how_compared(const Comparison& comparison) {
  std::string parts;
  std::string files;
  for (const ComparedData& data : comparison.data) {
    if (data.test_examples > 0) {
      files = fmt::format("test files with {}", plural(data.splits, "draw", "draws"));
    } else if (comparison.folds > 0) {
      parts = fmt::format("{} folds", data.splits);
    } else {
      parts = fmt::format("{} of {:.1f} % to learn from",
                          plural(data.splits, "random split", "random splits"),
                          100 * comparison.train_fraction);
    }
  }
  return fmt::format("{}{}{}, seed {}", parts, !parts.empty() && !files.empty() ? "; " : "", files,
                     comparison.seed);
}

std::string what_compared(const Comparison& comparison) {
  const bool several = std::any_of(comparison.data.begin(), comparison.data.end(),
                                   [](const ComparedData& data) { return data.splits > 1; });
  return fmt::format("{}{}", comparison.by_cost ? "mean cost" : "error in %",
                     several ? " ± deviation between splits" : "");
}

std::string value_text(const Comparison& comparison, std::size_t data, std::size_t method) {
  const std::optional<double> value = comparison.value(data, method);
  if (!value) return "-";
  const std::optional<double> deviation = comparison.deviation(data, method);
  const auto number = [&](double x) {
    return comparison.by_cost ? fmt::format("{:.4g}", x) : fmt::format("{:.2f}", 100 * x);
  };
  return number(*value) + (deviation ? " ± " + number(*deviation) : "");
}

std::string comparison_text(const Comparison& comparison) {
  const std::vector<Summary> summaries = summarize(comparison);
  const std::vector<std::string> names = short_names(comparison);
  const Method& first = comparison.methods.front();
  std::string text =
      fmt::format("{}; * is the best\n{}\n", what_compared(comparison), how_compared(comparison));
  if (names.front() != first.name()) {
    text += names.front() == first.learner ? fmt::format("reduction {}\n", first.reduction_name())
                                           : fmt::format("learner {}\n", first.learner);
  }
  if (comparison.by_cost) text += learnt_from(comparison);
  if (comparison.data.size() == 1) {
    const ComparedData& data = comparison.data.front();
    text += fmt::format("data {}, {}\n\n", data.name, plural(data.classes, "class", "classes"));
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
  text += "\nmeans over the data; times on one thread, questions and prediction an example\n";
  return text + blocks_text({method_column(comparison)}, effort_columns(summaries));
}

nlohmann::ordered_json comparison_json(const Comparison& comparison) {
  Json rows = Json::array();
  for (std::size_t d = 0; d < comparison.data.size(); ++d) {
    for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
      rows.push_back(row_json(comparison, d, m));
    }
  }
  return {{"seed", comparison.seed},
          {"folds", comparison.folds > 0 ? Json(comparison.folds) : Json()},
          {"train_fraction", comparison.train_fraction},
          {"rows", rows}};
}

}  // namespace ect
