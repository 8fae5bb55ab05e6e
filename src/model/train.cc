// From data to a model: scale the features, seed the labels, make the tournament, learn it. Nothing
// random but by the seed. Tests: train_test.
#include "model/train.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <span>
#include <utility>

#include "data/features/expansion.h"
#include "data/features/scaling.h"
#include "data/formats/attributes.h"
#include "data/formats/costs.h"
#include "ect/error.h"
#include "ect/random.h"
#include "learners/compose.h"
#include "learners/learners.h"
#include "learners/own_margins.h"
#include "model/asked_program.h"
#include "model/choose.h"
#include "model/fingerprint.h"
#include "model/journaled_learner.h"
#include "model/option_table.h"
#include "model/parts.h"
#include "model/passes.h"
#include "model/prepare.h"
#include "model/seed_labels.h"
#include "reductions/ensemble.h"
#include "reductions/reductions.h"

namespace ect {

std::unique_ptr<const Reduction> make_reduction(const Recipe& recipe, const Labels& labels,
                                                const SeededFrom& examples,
                                                std::vector<std::string>& warnings) {
  const ReductionKind& kind = *recipe.reduction;
  ReductionPlan plan;
  plan.classes = labels.size();
  plan.eliminations = recipe.eliminations;
  plan.seed = recipe.seed;
  plan.contested = recipe.finals.contested;
  plan.contenders = recipe.contenders;
  plan.finals = recipe.finals.rule;
  plan.decode = recipe.decode;
  plan.code = recipe.code;
  if (recipe.trees == 1) {
    if (kind.seeded) {
      plan.seeding =
          seed_labels(recipe.seeding, labels, examples, recipe.seed, recipe.threads, warnings);
    }
    return kind.make(plan);
  }
  // What is alike in one half of the examples is not quite what is in another one.
  std::vector<std::unique_ptr<Reduction>> trees;
  std::vector<std::uint32_t> half;
  for (std::uint32_t tree = 0; tree < recipe.trees; ++tree) {
    Random random(recipe.seed, tree);
    half.clear();
    for (const std::uint32_t row : examples.rows) {
      if (tree == 0 || random.chance(0.5)) half.push_back(row);
    }
    plan.seeding = seed_labels(recipe.seeding, labels, {examples.data, half}, recipe.seed + tree,
                               recipe.threads, warnings);
    trees.push_back(kind.make(plan));
  }
  return std::make_unique<EnsembleReduction>(std::move(trees));
}

About about_of(const Recipe& recipe, const std::string& name) {
  About about;
  for (const TrainOption& option : train_options()) {
    if (option.describe != nullptr) option.describe(recipe, about);
  }
  about.data = std::filesystem::path(name).filename().string();
  return about;
}

Trained trained(About about, Layout layout, Scaling scaling, Expansion expansion,
                const Labels& labels, std::unique_ptr<const Reduction> reduction,
                std::unique_ptr<KeptClassifiers> classifiers, std::vector<std::string> warnings) {
  return {Model(std::make_shared<const ModelParts>(ModelParts{
              std::move(about), std::move(layout), std::move(scaling), LabelTable(labels),
              std::move(reduction), std::move(classifiers), 0, std::move(expansion)})),
          std::move(warnings)};
}

void pack(const Reduction& reduction, bool full, const Recipe& recipe, About& about,
          std::unique_ptr<KeptClassifiers>& classifiers) {
  if (full && recipe.compact == 0) return;  // they are as they should be
  const Packing packing{reduction.asked_together(), full, recipe.compact > 0 ? recipe.compact : 32,
                        recipe.threads};
  std::unique_ptr<KeptClassifiers> packed = classifiers->packed(packing);
  if (packed == nullptr) return;
  classifiers = std::move(packed);
  about.weight_bits = packing.bits;
}

void require_two_classes(const Labels& labels, const std::string& name) {
  if (labels.size() >= 2) return;
  throw Error(Error::Kind::kParse, fmt::format("{}: {} to learn (at least two classes are needed)",
                                               name.empty() ? "the data" : name,
                                               labels.size() == 0 ? "nothing" : "one class only"));
}

namespace {

// What the readers see to, and whoever fills a data set by hand may not.
void check_data(const Dataset& data) {
  const auto fail = [](std::size_t example, std::string_view what) {
    return Error::bad_argument(fmt::format("example {} {}", example + 1, what));
  };
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data.label(i) == Dataset::kNoLabel) throw fail(i, "has no label");
    if (!(data.weight(i) >= 0) || !std::isfinite(data.weight(i))) throw fail(i, "has no weight");
    const Features x = data.row(i);
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      if (j > 0 && x.indices[j] <= x.indices[j - 1]) throw fail(i, "has features out of order");
      if (!std::isfinite(x.values[j])) throw fail(i, "has a value that is no finite number");
    }
  }
}

// The examples that count for something.
std::vector<std::uint32_t> rows_of(const Dataset& data) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < data.size(); ++i) {
    if (data.weight(i) > 0) rows.push_back(i);
  }
  if (rows.empty()) throw Error::bad_argument("all examples have weight 0: nothing to learn");
  return rows;
}

std::vector<std::string> names_of(const Labels& labels) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < labels.size(); ++i) names.push_back(labels.name(i));
  return names;
}

// Where most examples are of labels with few of them, hardly any were left out of learning, and
// nothing is known of the error on others.
bool error_is_known(const Dataset& data, std::span<const std::uint32_t> rows) {
  std::vector<std::uint32_t> of_label(data.label_names().size());
  for (const std::uint32_t row : rows) ++of_label[data.label(row)];
  std::size_t known = 0;
  for (const std::uint32_t row : rows) known += of_label[data.label(row)] >= kFewExamples ? 1 : 0;
  return 2 * known >= rows.size();
}

}  // namespace

Trained train(Dataset data, Layout layout, const std::string& name, const Settings& settings,
              const OnProgress& progress, Checkpoint* asked_checkpoint) {
  Checkpoint none;
  Checkpoint& checkpoint = asked_checkpoint != nullptr ? *asked_checkpoint : none;
  check_options(settings, false);
  if (checkpoint.kept()) check_resumable(settings);
  require_two_classes(data.label_names(), name);
  check_data(data);
  if (settings.costs && !data.has_costs()) {
    throw Error(
        Error::Kind::kParse,
        fmt::format("{}: no costs to learn from (csv columns `cost:NAME`, or vw's class:cost)",
                    name.empty() ? "the data" : name));
  }
  const std::vector<std::uint32_t> rows = rows_of(data);
  if (checkpoint.kept()) checkpoint.begin(fingerprint(settings, layout, data));
  const Choice choice = choose_way(ways_to_learn(settings, data, layout), data, layout,
                                   settings.threads, progress, checkpoint);
  const Recipe& options = choice.way;
  std::vector<std::string> warnings;
  if (options.costs) {
    scale_costs(data, options.cost_scale);
  } else if (data.has_costs()) {
    warnings.push_back(fmt::format("{}: learning the labels; --costs would learn from the costs",
                                   name.empty() ? "the data" : name));
    data.drop_costs();
  }
  About about = about_of(options, name);
  about.examples = rows.size();
  about.tried = choice.tried;
  const LearnerKind& kind = *options.learner.kind;
  const Expansion::Request& expand = options.expand;
  // Rows of text are scaled for everybody: how long a text is says nothing.
  const bool unscaled = kind.unscaled && layout.format != FileFormat::kText;
  Scaling scaling =
      unscaled ? Scaling() : learn_scaling(data, layout, units_for(expand), options.threads);
  data.rewrite(options.threads, [&](Example& example) { scaling.apply(example); });
  about.features = scaling.kind == Scaling::Kind::kText
                       ? scaling.text.size()
                       : std::max(data.features(), features_of(layout));
  Expansion expansion(expand, data, data.features(), options.seed);
  expansion.apply(data, options.threads);

  checkpoint.stop_if_asked();
  std::unique_ptr<const Reduction> reduction =
      make_reduction(options, data.label_names(), {data, rows}, warnings);
  const std::vector<Attribute> attributes =
      kind.attributes ? attributes_of(layout, data.features()) : std::vector<Attribute>();
  const ProblemSize size{reduction->problems(), data.features(), attributes};
  LearnerOptions learner_options{options.seed, options.l2, options.costing, options.probing, {}};
  learner_options.expanded = expand.kind != Expansion::Kind::kNone;
  if (kind.program) {
    learner_options.program = start_program(options.learner.program, options.timeout, *reduction,
                                            names_of(data.label_names()), layout, scaling);
    about.program = learner_options.program->name();
  }
  learner_options = completed(kind, std::move(learner_options));
  about.costing = learner_options.costing;
  about.probing = learner_options.probing;
  std::unique_ptr<KeptClassifiers> classifiers;
  if (kind.batch != nullptr) {
    std::unique_ptr<BatchLearner> learner = make_batch(kind, size, learner_options);
    if (asked_checkpoint != nullptr) {
      learner = std::make_unique<JournaledLearner>(std::move(learner), checkpoint);
    }
    const bool own = options.routing == RoutedBy::kOwn;
    if (own) learner = with_own_margins(std::move(learner));
    Fitted fitted =
        reduction->fit_and_settle(*learner, data, rows, options.costs, options.threads, progress);
    about.error = own ? -1 : fitted.error;  // their own margins tell nothing about others
    about.tried.insert(about.tried.end(), fitted.tried.begin(), fitted.tried.end());
    if (fitted.settled != nullptr) reduction = std::move(fitted.settled);
    classifiers = learner->learnt();
  } else {
    const std::unique_ptr<OnlineLearner> learner = kind.online(size, learner_options);
    const Passes passes =
        learn_in_passes(*reduction, *learner, data, rows, options, progress, checkpoint);
    about.passes = passes.passes;
    about.error = options.costs ? -1 : passes.error;  // with costs it is no fraction
    classifiers = learner->learnt();
  }
  // A program that does not learn was not asked.
  const bool asked = learner_options.program == nullptr || learner_options.program->learns();
  const bool known = options.costs || error_is_known(data, rows);
  if (kind.by_heart || !asked || !known) about.error = -1;
  pack(*reduction, data.full(), options, about, classifiers);
  return trained(std::move(about), std::move(layout), std::move(scaling), std::move(expansion),
                 data.label_names(), std::move(reduction), std::move(classifiers),
                 std::move(warnings));
}

Model train(Dataset data, const TrainOptions& options, const OnProgress& progress) {
  return train(std::move(data), Layout(), "", parse_options(options), progress).model;
}

}  // namespace ect
