// Makes the learner of a recipe and trains it on the problems of a reduction. Tests: train_test,
// fit_one_way_test.
#include "model/fit.h"

#include <utility>

#include "data/formats/attributes.h"
#include "learners/compose.h"
#include "learners/learners.h"
#include "learners/own_margins.h"
#include "model/asked_program.h"
#include "model/journaled_learner.h"
#include "model/passes.h"

namespace ect::model {
namespace {

std::vector<std::string> names_of(const Labels& labels) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < labels.size(); ++i) names.push_back(labels.name(i));
  return names;
}

learners::LearnerOptions learner_options(const Recipe& recipe,
                                         const reductions::Reduction& reduction,
                                         const PreparedExamples& examples) {
  learners::LearnerOptions options{recipe.seed, recipe.l2, recipe.costing, recipe.probing, {}};
  options.expanded = examples.preparation.expands();
  if (recipe.learner.kind->program) {
    options.program = start_program(recipe.learner.program, recipe.timeout, reduction,
                                    names_of(examples.data.label_names()), examples.layout,
                                    examples.preparation.scaling());
  }
  return completed(*recipe.learner.kind, std::move(options));
}

// If most examples belong to labels with few examples, hardly any were held out, and the error on
// new examples is unknown.
bool enough_of_most_labels(const PreparedExamples& examples) {
  const Dataset& data = examples.data;
  std::vector<std::uint32_t> of_label(data.label_names().size());
  for (const std::uint32_t row : examples.rows) ++of_label[data.label(row)];
  std::size_t known = 0;
  for (const std::uint32_t row : examples.rows) {
    known += of_label[data.label(row)] >= learners::kMinOutOfFoldExamples ? 1 : 0;
  }
  return 2 * known >= examples.rows.size();
}

void fit_batch(const Recipe& recipe, const reductions::Reduction& reduction,
               const PreparedExamples& examples, const learners::ProblemSize& size,
               const learners::LearnerOptions& options, const reductions::OnProgress& progress,
               Checkpoint* checkpoint, FitResult& result) {
  std::unique_ptr<learners::BatchLearner> learner = make_batch(*recipe.learner.kind, size, options);
  if (checkpoint != nullptr) {
    learner = std::make_unique<JournaledLearner>(std::move(learner), *checkpoint);
  }
  const bool own = recipe.routing == RoutedBy::kOwn;
  if (own) learner = learners::with_own_margins(std::move(learner));
  reductions::Fitted fitted = reduction.fit_and_settle(*learner, examples.data, examples.rows,
                                                       recipe.costs, recipe.threads, progress);
  result.error = own ? -1 : fitted.error;  // own margins are not out-of-fold
  result.tried = std::move(fitted.tried);
  result.settled = std::move(fitted.settled);
  result.prune = fitted.prune;
  result.judged = fitted.examples;
  result.classifiers = learner->trained();
}

void fit_online(const Recipe& recipe, const reductions::Reduction& reduction,
                const PreparedExamples& examples, const learners::ProblemSize& size,
                const learners::LearnerOptions& options, const reductions::OnProgress& progress,
                Checkpoint* checkpoint, FitResult& result) {
  Checkpoint none;
  const std::unique_ptr<learners::OnlineLearner> learner =
      recipe.learner.kind->online(size, options);
  const Passes passes = learn_in_passes(reduction, *learner, examples.data, examples.rows, recipe,
                                        progress, checkpoint != nullptr ? *checkpoint : none);
  result.passes = passes.passes;
  result.error = recipe.costs ? -1 : passes.error;  // with costs it is not an error rate
  result.classifiers = learner->trained();
}

}  // namespace

FitResult fit_examples(const Recipe& recipe, const reductions::Reduction& reduction,
                       const PreparedExamples& examples, const reductions::OnProgress& progress,
                       Checkpoint* checkpoint) {
  const learners::LearnerKind& kind = *recipe.learner.kind;
  const std::vector<data::Attribute> attributes =
      kind.attributes ? attributes_of(examples.layout, examples.features)
                      : std::vector<data::Attribute>();
  const learners::ProblemSize size{reduction.problems(), examples.features, attributes};
  const learners::LearnerOptions options = learner_options(recipe, reduction, examples);
  FitResult result;
  if (kind.batch != nullptr) {
    fit_batch(recipe, reduction, examples, size, options, progress, checkpoint, result);
  } else {
    fit_online(recipe, reduction, examples, size, options, progress, checkpoint, result);
  }
  result.costing = options.costing;
  result.probing = options.probing;
  if (options.program != nullptr) result.program = options.program->name();
  // A program that does not train is not asked in training.
  const bool asked = options.program == nullptr || options.program->learns();
  const bool known = recipe.costs || enough_of_most_labels(examples);
  if (kind.memorizes || !asked || !known) result.error = -1;
  return result;
}

}  // namespace ect::model
