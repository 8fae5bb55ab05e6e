// Parses training options, fills in defaults for unset ones, and checks that they can be combined,
// all by the table of options. Tests: option_table_test, train_test, learn_errors_test.
#include "model/train_options.h"

#include <variant>

#include "ect/error.h"
#include "model/named_options.h"
#include "model/option_names.h"
#include "model/option_table.h"

namespace ect::model {
namespace {

// Whether finals are contested by default. Not with learners that memorize their examples: their
// answers on training examples do not show which labels will be contenders.
// On a stream, finals are trained with the tournament where features are few enough to be looked up
// one by one.
bool contests_by_default(const Settings& settings, const learners::LearnerKind& learner,
                         bool stream, bool sparse) {
  if (settings.reduction->id != ReductionId::kEct || settings.costs ||
      settings.routing != RoutedBy::kOutOfFold) {
    return false;
  }
  if (stream) return sparse && settings.trees == 1;
  return learner.batch != nullptr && !learner.memorizes && !learner.program;
}

LearnerChoice default_learner(const Settings& settings, bool stream) {
  const bool online = stream || settings.passes > 0;
  return {&learners::learner_named(online                              ? "logistic"
                                   : settings.reduction->probabilities ? "logistic-batch"
                                                                       : "hinge"),
          ""};
}

SeedingChoice default_seeding(const Settings& settings, bool stream, bool contested) {
  const bool similar = settings.reduction->seeded && (!stream || contested) && !settings.costs;
  return {similar ? SeedingChoice::Kind::kSimilar : SeedingChoice::Kind::kRandom, ""};
}

std::uint32_t eliminations_of(const Settings& settings, bool contested) {
  if (!settings.reduction->several_brackets) return 1;
  if (settings.eliminations > 0) return settings.eliminations;
  // With contested finals more brackets change next to nothing, and double the questions.
  return contested ? 1 : TrainNumbers::kDefaultEliminations;
}

}  // namespace

Settings parse_options(const NamedOptions& options) {
  Settings settings;
  const TrainNumbers& numbers = options;  // which need no parsing
  static_cast<TrainNumbers&>(settings) = numbers;
  for (const TrainOption& option : train_options()) {
    const auto* const text = std::get_if<std::string NamedOptions::*>(&option.member);
    if (text != nullptr) option.parse(options.*(*text), settings);
  }
  return settings;
}

Settings settings_of(const TrainOptions& options) {
  Settings settings;
  const TrainNumbers& numbers = options;
  static_cast<TrainNumbers&>(settings) = numbers;
  settings.reduction = &reductions::reduction_kind(options.reduction);
  settings.routing = options.routing;
  settings.decode = options.decode;
  settings.code = options.code;
  settings.cost_scale = options.cost_scale;
  if (!options.learner.empty()) settings.learner = parse_learner(options.learner);
  settings.seeding = options.seeding;
  settings.finals = options.finals;
  settings.expand = options.expand;
  return settings;
}

Recipe completed(const Settings& settings, bool stream, bool sparse) {
  Recipe way;
  const CommonSettings& common = settings;  // never unset
  static_cast<CommonSettings&>(way) = common;
  way.learner = settings.learner ? *settings.learner : default_learner(settings, stream);
  way.expand = settings.expand.value_or(FeatureExpansion());
  const bool contested = contests_by_default(settings, *way.learner.kind, stream, sparse);
  way.finals = settings.finals.value_or(FinalsChoice{contested, std::nullopt});
  way.seeding = settings.seeding ? *settings.seeding
                                 : default_seeding(settings, stream, way.finals.contested);
  way.eliminations = eliminations_of(settings, way.finals.contested);
  return way;
}

void check_options(const Settings& settings, bool stream, bool sparse) {
  const Recipe way = completed(settings, stream, sparse);
  for (const TrainOption& option : train_options()) {
    if (option.check != nullptr) option.check({settings, way, stream});
  }
}

void check_resumable(const Settings& settings) {
  // An unset learner is never a program.
  if (!settings.learner || !settings.learner->kind->program) return;
  throw Error::bad_argument("training by a program cannot be checkpointed (other learners can)");
}

}  // namespace ect::model
