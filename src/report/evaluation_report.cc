// The output of `ect test`, as text and as JSON. Tests: learn_report_test, learn_cli_test.
#include "report/evaluation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/json_values.h"
#include "report/table.h"
#include "util/display_width.h"

namespace ect::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownConfusions = 20;
constexpr std::size_t kTestedLabelWidth = 32;

struct Confused {
  std::string truth;
  std::string predicted;
  std::uint64_t examples;
};

// Mistakes, the most frequent first.
std::vector<Confused> mistakes_of(const Model& model, const Evaluation& evaluation) {
  std::vector<Confused> result;
  for (const auto& [pair, count] : evaluation.confusion) {
    const std::string predicted(model.label(pair.second));
    if (pair.first != predicted) result.push_back({pair.first, predicted, count});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Confused& a, const Confused& b) { return a.examples > b.examples; });
  return result;
}

std::string confusion_text(const std::vector<Confused>& mistakes) {
  if (mistakes.empty()) return "\nno mistakes\n";
  Table table;
  table.column("label", Table::Align::kLeft);
  table.column("predicted as", Table::Align::kLeft);
  table.column("examples");
  for (std::size_t i = 0; i < std::min(mistakes.size(), kShownConfusions); ++i) {
    table.row({util::shortened(mistakes[i].truth, kTestedLabelWidth),
               util::shortened(mistakes[i].predicted, kTestedLabelWidth),
               fmt::format("{}", mistakes[i].examples)});
  }
  std::string text = "\nmost frequent mistakes\n" + table.text();
  if (mistakes.size() > kShownConfusions) {
    text += fmt::format("  and {} other pairs (--json lists all)\n",
                        mistakes.size() - kShownConfusions);
  }
  return text;
}

// Rare labels are the ones that go wrong: how often, and whether they came to the finals at all.
std::string bands_text(const Evaluation& evaluation) {
  if (evaluation.contenders_by_examples.size() < 2) return {};
  Table table;
  table.column("training examples of the label", Table::Align::kLeft);
  table.column("examples");
  table.column("among contenders");
  table.column("error");
  for (const FrequencyBand& band : evaluation.contenders_by_examples) {
    const std::string range = band.to == 0           ? fmt::format("{} and more", band.from)
                              : band.to == band.from ? fmt::format("{}", band.from)
                                                     : fmt::format("{} to {}", band.from, band.to);
    table.row({range, fmt::format("{}", band.examples), fmt::format("{:.2f} %", 100 * band.recall),
               fmt::format("{:.2f} %", 100 * band.error)});
  }
  return "\n" + table.text();
}

Json bands_json(const Evaluation& evaluation) {
  Json list = Json::array();
  for (const FrequencyBand& band : evaluation.contenders_by_examples) {
    list.push_back({{"from", band.from},
                    {"to", band.to == 0 ? Json() : Json(band.to)},
                    {"rows", band.examples},
                    {"recall", band.recall},
                    {"error", band.error}});
  }
  return list;
}

}  // namespace

std::string evaluation_text(const Model& model, const Evaluation& evaluation, Confusion confusion) {
  Table table;
  table.column("examples");
  table.column("error");
  if (evaluation.mean_cost) table.column("mean cost");
  table.column("log loss");
  table.column("calibration");
  table.column("questions");
  table.column("time");
  std::vector<std::string> row = {fmt::format("{}", evaluation.examples),
                                  fmt::format("{:.2f} %", 100 * evaluation.error)};
  if (evaluation.mean_cost) row.push_back(fmt::format("{:.4g}", *evaluation.mean_cost));
  row.push_back(fmt::format("{:.3f}", evaluation.log_loss));
  row.push_back(fmt::format("{:.2f} %", 100 * evaluation.calibration_error));
  row.push_back(fmt::format("{:.2f}", evaluation.questions_per_example));
  row.push_back(fmt::format("{:.2f} us", evaluation.microseconds_per_example));
  table.row(std::move(row));
  std::string text = table.text() + bands_text(evaluation);
  if (confusion == Confusion::kShown) text += confusion_text(mistakes_of(model, evaluation));
  return text;
}

nlohmann::ordered_json evaluation_json(const Model& model, const Evaluation& evaluation,
                                       Confusion confusion) {
  Json json = {{"examples", evaluation.examples},
               {"error", evaluation.error},
               {"mean_cost", or_null(evaluation.mean_cost)},
               {"log_loss", evaluation.log_loss},
               {"calibration_error", evaluation.calibration_error},
               {"questions_per_example", evaluation.questions_per_example},
               {"microseconds_per_example", evaluation.microseconds_per_example},
               {"contenders_by_examples", bands_json(evaluation)}};
  if (confusion == Confusion::kLeftOut) return json;
  Json& list = json["confusion"] = Json::array();
  for (const auto& [pair, count] : evaluation.confusion) {
    list.push_back({{"label", pair.first},
                    {"predicted", std::string(model.label(pair.second))},
                    {"examples", count}});
  }
  return json;
}

}  // namespace ect::report
