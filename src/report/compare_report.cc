// What the text, JSON and HTML reports of a comparison share, and the JSON itself.
// Tests: compare_report_test.
#include "report/compare_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "report/json_values.h"
#include "report/table.h"

namespace ect::report {
namespace {

using Json = nlohmann::ordered_json;

template <class Name>
std::size_t different(const std::vector<model::Method>& methods, Name name) {
  std::set<std::string> names;
  for (const model::Method& method : methods) names.insert(name(method));
  return names.size();
}

Json row_json(const model::Comparison& comparison, std::size_t d, std::size_t m) {
  const model::ComparedData& data = comparison.data[d];
  const model::Method& method = comparison.methods[m];
  const model::Score& score = data.scores[m];
  const auto number = [&](double value) { return score.failed() ? Json() : Json(value); };
  Json row = {{"dataset", data.name},
              {"classes", data.classes},
              {"examples", data.examples},
              {"test_examples", data.test_examples > 0 ? Json(data.test_examples) : Json()},
              {"method", method.name()},
              {"reduction", method.reduction},
              {"eliminations", method.eliminations > 0 ? Json(method.eliminations) : Json()},
              {"learner", method.learner},
              {"splits", score.failed() ? Json() : Json(score.errors.size())},
              {"error", number(score.error)},
              {"error_sd", or_null(score.error_sd)},
              {"errors", score.errors},
              {"cost", or_null(score.cost)},
              {"train_seconds", number(score.train_seconds)},
              {"predict_microseconds", number(score.predict_microseconds)},
              {"questions_per_example", number(score.questions_per_example)},
              {"best", comparison.best(d, m)}};
  if (data.cost_single_best) {
    row["cost_sd"] = or_null(score.cost_sd);
    row["cost_single_best"] = or_null(data.cost_single_best);
    row["cost_perfect"] = or_null(data.cost_perfect);
    row["gap_closed"] = or_null(comparison.gap_closed(d, m));
    row["from_costs"] = method.from_costs;
  }
  if (score.failed()) row["failure"] = score.failure;
  return row;
}

}  // namespace

std::vector<std::string> short_names(const std::vector<model::Method>& methods) {
  const bool one_learner =
      different(methods, [](const model::Method& m) { return m.learner; }) == 1;
  const bool one_reduction =
      different(methods, [](const model::Method& m) { return m.reduction_name(); }) == 1;
  std::vector<std::string> names;
  names.reserve(methods.size());
  for (const model::Method& method : methods) {
    names.push_back(one_learner     ? method.reduction_name()
                    : one_reduction ? method.learner
                                    : method.name());
  }
  return names;
}

std::string in_common(const std::vector<model::Method>& methods) {
  const model::Method& first = methods.front();
  const std::string name = short_names(methods).front();
  if (name == first.name()) return "";
  return name == first.learner ? "reduction " + first.reduction_name() : "learner " + first.learner;
}

std::string trained_once(const model::Comparison& comparison) {
  for (const model::ComparedData& data : comparison.data) {
    for (const model::Score& score : data.scores) {
      if (!score.failed() && score.errors.size() < data.splits) {
        return "with a test file, methods without randomness are trained once, without deviation";
      }
    }
  }
  return "";
}

std::string learnt_from_labels(const model::Comparison& comparison,
                               const std::vector<std::string>& names) {
  if (!comparison.by_cost) return "";
  std::string from_labels;
  for (std::size_t m = 0; m < names.size(); ++m) {
    if (comparison.methods[m].from_costs) continue;
    from_labels += from_labels.empty() ? "learnt from labels, not costs: " : ", ";
    from_labels += names[m];
  }
  return from_labels;
}

std::string how_compared(const model::Comparison& comparison) {
  std::string parts;
  std::string files;
  for (const model::ComparedData& data : comparison.data) {
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

std::string what_compared(const model::Comparison& comparison) {
  const bool several = std::any_of(comparison.data.begin(), comparison.data.end(),
                                   [](const model::ComparedData& data) { return data.splits > 1; });
  return fmt::format("{}{}", comparison.by_cost ? "mean cost" : "error in %",
                     several ? " ± deviation between splits" : "");
}

std::string value_text(const model::Comparison& comparison, std::size_t data, std::size_t method) {
  const std::optional<double> value = comparison.value(data, method);
  if (!value) return "-";
  const std::optional<double> deviation = comparison.deviation(data, method);
  const auto number = [&](double x) {
    return comparison.by_cost ? fmt::format("{:.4g}", x) : fmt::format("{:.2f}", 100 * x);
  };
  return number(*value) + (deviation ? " ± " + number(*deviation) : "");
}

nlohmann::ordered_json comparison_json(const model::Comparison& comparison) {
  Json rows = Json::array();
  for (std::size_t d = 0; d < comparison.data.size(); ++d) {
    for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
      rows.push_back(row_json(comparison, d, m));
    }
  }
  const bool fraction =
      comparison.folds == 0 &&
      std::any_of(comparison.data.begin(), comparison.data.end(),
                  [](const model::ComparedData& data) { return data.test_examples == 0; });
  return {{"seed", comparison.seed},
          {"folds", comparison.folds > 0 ? Json(comparison.folds) : Json()},
          {"train_fraction", fraction ? Json(comparison.train_fraction) : Json()},
          {"rows", rows}};
}

}  // namespace ect::report
