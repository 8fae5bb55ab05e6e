// The output of `ect train`, as text and as JSON. Tests: learn_report_test, learn_cli_test.
#include "report/training_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "model/parts.h"
#include "report/json_values.h"
#include "report/table.h"

namespace ect::report {
namespace {

using Json = nlohmann::ordered_json;

std::string learnt_by(const model::ModelParts& parts) {
  const model::About& about = parts.about;
  const Schedule* schedule = parts.reduction->schedule();
  if (schedule == nullptr) {
    return fmt::format("by {}, {}, {}\n", about.reduction,
                       plural(parts.reduction->problems(), "classifier", "classifiers"),
                       about.learner);
  }
  return fmt::format("by {}, {}, {}, {} seeding\n", about.reduction,
                     plural(schedule->eliminations(), "elimination", "eliminations"), about.learner,
                     about.seeding);
}

}  // namespace

std::string standard_error_text(const model::About& about) {
  if (about.error_se < 0) return {};
  return fmt::format(" (standard error {:.2f})", 100 * about.error_se);
}

std::string training_text(const Model& model, const TrainingFacts& facts) {
  const model::ModelParts& parts = model.parts();
  const model::About& about = parts.about;
  std::string text = fmt::format("learnt {} of {} from {} in {:.2f} s\n",
                                 plural(parts.reduction->classes(), "class", "classes"), about.data,
                                 plural(about.examples, "example", "examples"), facts.seconds);
  text += learnt_by(parts);
  if (!about.routing.empty()) text += "examples routed by the matches' own classifiers\n";
  if (about.trees > 1) text += fmt::format("{} trees\n", about.trees);
  if (!about.expand.empty()) text += fmt::format("features expanded, {}\n", about.expand);
  if (const std::string finals = parts.reduction->finals(); !finals.empty()) {
    text += fmt::format("finals {}\n", finals);
  }
  // Errors on examples that were held out; `ect info` has those of the finals as well.
  for (const Tried& way : about.tried) {
    if (way.what.starts_with("finals")) continue;
    text += fmt::format("tried  {}: {:.2f} %\n", way.what, 100 * way.error);
  }
  if (about.error >= 0) {
    text += fmt::format(
        "{} {:.2f} %{}\n",
        about.cost_scale.empty() ? "held-out error" : "held out, not the cheapest choice:",
        100 * about.error, standard_error_text(about));
  }
  return text + fmt::format("model {}{}\n", facts.file,
                            facts.bytes ? fmt::format(", {} bytes", *facts.bytes) : "");
}

nlohmann::ordered_json training_json(const Model& model, const TrainingFacts& facts) {
  const model::ModelParts& parts = model.parts();
  const model::About& about = parts.about;
  const Schedule* schedule = parts.reduction->schedule();
  return {{"model", facts.file},
          {"reduction", about.reduction},
          {"eliminations", schedule != nullptr ? Json(schedule->eliminations()) : Json()},
          {"learner", about.learner},
          {"expand", or_null(about.expand)},
          {"seeding", schedule != nullptr ? Json(about.seeding) : Json()},
          {"finals", or_null(parts.reduction->finals())},
          {"routing", or_null(about.routing)},
          {"trees", about.trees},
          {"tried", tried_json(about.tried)},
          {"costing", about.costing},
          {"probing", about.probing},
          {"classes", parts.reduction->classes()},
          {"examples", about.examples},
          {"features", about.features},
          {"matches", parts.reduction->problems()},
          {"passes", about.passes},
          {"error", about.error < 0 ? Json() : Json(about.error)},
          {"error_se", about.error_se < 0 ? Json() : Json(about.error_se)},
          {"bytes", or_null(facts.bytes)},
          {"seconds", facts.seconds}};
}

}  // namespace ect::report
