// Binary classifiers trained on a sample of a known distribution, for `ect regret --nodes learned`.
// Tests: regret_cli_test.
#include "regret/learned.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "ect/error.h"
#include "model/fit.h"
#include "model/preparation.h"

namespace ect::regret {

LearnedNodes learn_nodes(const reductions::Reduction& reduction,
                         const model::LearnerChoice& learner, Dataset sample, const Known& known,
                         std::uint64_t seed) {
  model::Recipe recipe;
  recipe.learner = learner;
  recipe.seed = seed;
  if (recipe.learner.kind->program) {
    throw Error::bad_argument(fmt::format("{}: no program given", recipe.learner.kind->name));
  }
  const data::Layout layout;
  const model::FittedPreparation fitted = fit_preparation(recipe, layout, sample);
  LearnedNodes nodes;
  std::uint32_t features = sample.features();
  for (const KnownInput& input : known.inputs) {
    Example& seen = nodes.inputs.emplace_back(input.seen);
    fitted.preparation.apply(seen);
    if (!seen.indices.empty()) features = std::max(features, seen.indices.back() + 1);
  }
  std::vector<std::uint32_t> rows(sample.size());
  std::iota(rows.begin(), rows.end(), 0U);
  model::FitResult fit = fit_examples(
      recipe, reduction, {sample, rows, layout, fitted.preparation, features}, nullptr, nullptr);
  nodes.classifiers = std::move(fit.classifiers);
  nodes.settled = std::move(fit.settled);
  return nodes;
}

MeasuredRegret measure_predictions(const LearnedNodes& nodes, const Enumerated& known) {
  MeasuredRegret result;
  std::uint64_t questions = 0;
  for (std::uint32_t x = 0; x < known.inputs(); ++x) {
    result.multiclass += known.regret(
        x, nodes.settled->predict(*nodes.classifiers, nodes.inputs[x].features(), questions));
  }
  result.questions = static_cast<double>(questions) / known.inputs();
  return result;
}

}  // namespace ect::regret
