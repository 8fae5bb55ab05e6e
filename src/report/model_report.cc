// The output of `ect info`, as text and as JSON. Tests: learn_report_test, learn_cli_test.
#include "report/model_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "data/load.h"
#include "ect/bounds.h"
#include "model/about_json.h"
#include "model/parts.h"
#include "report/bounds_report.h"
#include "report/json_values.h"
#include "report/seeding_report.h"
#include "report/table.h"
#include "report/training_report.h"
#include "util/display_width.h"
#include "util/terminal_text.h"
#include "util/text.h"

namespace ect::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLabelWidth = 24;
constexpr std::size_t kLabelsWidth = 42;  // leaves room for the rest of an 80-column line

bool from_costs(const model::ModelParts& parts) { return !parts.about.cost_scale.empty(); }

Json bounds_of(const model::ModelParts& parts) {
  const std::string statement = parts.reduction->guarantee(from_costs(parts));
  if (statement.empty()) return {};
  const Schedule* schedule = parts.reduction->schedule();
  // For tournaments between labels, all bounds that `ect bounds` prints apply.
  Json json = schedule != nullptr && !from_costs(parts) ? bounds_json(bounds(count(*schedule)))
                                                        : Json::object();
  json["statement"] = statement;
  return json;
}

// The guarantee as a multiple of the matches' average regret, which is known for plain tournaments
// between labels. The ratio at a single input need not hold on average over several.
std::string ratio(const model::ModelParts& parts) {
  const reductions::Reduction& reduction = *parts.reduction;
  const bool plain = reduction.schedule() != nullptr && reduction.finals().empty();
  if (!plain || from_costs(parts) || reduction.guarantee(false).empty()) return {};
  const Bounds all = bounds(count(*reduction.schedule()));
  return fmt::format("{:.2f} x their average regret at one input, {:.2f} x over several",
                     all.measured_ratio(), all.expected_ratio());
}

std::string guarantee(const model::ModelParts& parts) {
  std::string statement = parts.reduction->guarantee(from_costs(parts));
  if (!statement.empty()) return statement;
  if (parts.about.trees > 1) return "none: nothing is proved for several trees together";
  if (!parts.about.finals.empty())
    return "none for this kind of finals (contested:wins and charged have one)";
  return from_costs(parts) ? "none" : "none: it is not consistent";
}

// The learner with its options.
std::string learner_text(const model::About& about) {
  std::string text = about.learner;
  if (!about.program.empty())
    text += ", a program that calls itself " + util::quoted(about.program);
  if (about.l2) text += fmt::format(", l2 {}", *about.l2);
  if (about.costing > 0) text += ", costing " + plural(about.costing, "draw", "draws");
  if (about.probing > 0) text += ", probing " + plural(about.probing, "threshold", "thresholds");
  return text;
}

std::string label_of(const Model& model, Player label) { return std::string(model.label(label)); }

std::string all_labels(const Model& model) {
  std::string text;
  for (std::uint32_t i = 0; i < model.classes(); ++i)
    text += util::printable_line(model.label(i)) + '\n';
  return text;
}

// As many labels as fit on the line.
std::string some_labels(const Model& model) {
  std::string text;
  for (std::uint32_t i = 0; i < model.classes(); ++i) {
    const std::string name = util::shortened(util::printable_line(model.label(i)), kLabelWidth);
    if (util::display_width(text) + util::display_width(name) > kLabelsWidth) {
      return text + "... (--labels lists all)";
    }
    text += name + (i + 1 < model.classes() ? ", " : "");
  }
  return text;
}

}  // namespace

std::string model_text(const Model& model, const ModelReportOptions& options) {
  const model::ModelParts& parts = model.parts();
  const model::About& about = parts.about;
  const Schedule* schedule = parts.reduction->schedule();
  std::string text;
  const auto line = [&](std::string_view key, const std::string& value) {
    text += fmt::format("{:<12}{}\n", key, util::printable_line(value));
  };
  line("reduction", schedule != nullptr ? fmt::format("{}, {}", about.reduction,
                                                      plural(schedule->eliminations(),
                                                             "elimination", "eliminations"))
                                        : about.reduction);
  if (about.trees > 1) line("trees", fmt::format("{}, combined", about.trees));
  line("learner", learner_text(about));
  line("seeding", schedule != nullptr ? fmt::format("{}, seed {}", about.seeding, about.seed)
                                      : fmt::format("none, seed {}", about.seed));
  if (const std::string finals = parts.reduction->finals(); !finals.empty()) line("finals", finals);
  if (!about.routing.empty()) line("routing", "by the matches' own classifiers");
  for (const Tried& tried : about.tried) {
    line(&tried == about.tried.data() ? "tried" : "",
         fmt::format("{}: {:.2f} %", tried.what, 100 * tried.error));
  }
  if (!about.cost_scale.empty()) line("costs", fmt::format("{} scale", about.cost_scale));
  line("classes", fmt::format("{}", parts.reduction->classes()));
  line("features", fmt::format("{}", about.features));
  if (!about.expand.empty()) {
    line("expanded",
         fmt::format("{}, {}", about.expand,
                     plural(parts.preparation.expansion().outputs(), "feature", "features")));
  }
  line("matches", fmt::format("{}, at most {} asked per example", parts.reduction->problems(),
                              parts.reduction->most_questions()));
  line("guarantee", guarantee(parts));
  if (const std::string text_of_ratio = ratio(parts); !text_of_ratio.empty()) {
    line("at most", text_of_ratio);
  }
  line("trained on", fmt::format("{} of {} ({})", plural(about.examples, "example", "examples"),
                                 about.data, data::format_name(parts.layout.format)));
  if (about.passes > 0) line("passes", fmt::format("{}", about.passes));
  if (about.error >= 0) {
    line("error", fmt::format("{:.2f} %{}, held out{}", 100 * about.error,
                              about.cost_scale.empty() ? "" : " not the cheapest choice",
                              standard_error_text(about)));
  }
  line("bytes", fmt::format("{}", parts.file_bytes));
  if (options.verified) line("checksums", "correct");
  if (schedule != nullptr) {
    text += "first bracket: who meets whom\n" +
            seeding_text(
                *schedule, [&](Player label) { return util::printable_line(model.label(label)); },
                kTextColumns);
  }
  if (options.all_labels) return text + "labels\n" + all_labels(model);
  line("labels", some_labels(model));
  return text;
}

nlohmann::ordered_json model_json(const Model& model, const ModelReportOptions& options) {
  const model::ModelParts& parts = model.parts();
  const model::About& about = parts.about;
  const Schedule* schedule = parts.reduction->schedule();
  Json json = {{"reduction", about.reduction},
               {"eliminations", schedule != nullptr ? Json(schedule->eliminations()) : Json()},
               {"learner", about.learner},
               {"program", or_null(about.program)},
               {"expand", or_null(about.expand)},
               {"costing", about.costing},
               {"probing", about.probing},
               {"seeding", schedule != nullptr ? Json(about.seeding) : Json()},
               {"finals", or_null(parts.reduction->finals())},
               {"routing", or_null(about.routing)},
               {"trees", about.trees},
               {"tried", tried_json(about.tried)},
               {"seed", about.seed},
               {"costs", or_null(about.cost_scale)},
               {"classes", parts.reduction->classes()},
               {"features", about.features},
               {"matches", parts.reduction->problems()},
               {"depth", schedule != nullptr ? Json(schedule->rounds()) : Json()},
               {"questions", parts.reduction->most_questions()},
               {"bytes", parts.file_bytes},
               {"bounds", bounds_of(parts)},
               {"trained_on",
                {{"data", about.data},
                 {"format", data::format_name(parts.layout.format)},
                 {"examples", about.examples},
                 {"passes", about.passes},
                 {"error", about.error < 0 ? Json() : Json(about.error)},
                 {"error_se", about.error_se < 0 ? Json() : Json(about.error_se)}}}};
  // Options that are not among the keys above.
  const Json of_options = options_json(about);
  for (const auto& [key, value] : of_options.items()) {
    if (!json.contains(key)) json[key] = value;
  }
  if (schedule != nullptr) {
    json["seeding_tree"] =
        seeding_json(*schedule, [&](Player label) { return label_of(model, label); });
  }
  if (options.all_labels) {
    Json& labels = json["labels"] = Json::array();
    for (std::uint32_t i = 0; i < model.classes(); ++i) labels.push_back(model.label(i));
  }
  return json;
}

}  // namespace ect::report
