// Makes the reduction of a recipe, with the seeding of its tournaments. Tests: train_test,
// ensemble_test.
#include "model/make_reduction.h"

#include <utility>

#include "ect/random.h"
#include "reductions/ensemble.h"
#include "reductions/reductions.h"

namespace ect::model {

std::unique_ptr<const reductions::Reduction> make_reduction(const Recipe& recipe,
                                                            const Labels& labels,
                                                            const SeededFrom& examples,
                                                            std::vector<std::string>& warnings) {
  const reductions::ReductionKind& kind = *recipe.reduction;
  reductions::ReductionPlan plan;
  plan.classes = labels.size();
  plan.eliminations = recipe.eliminations;
  plan.seed = recipe.seed;
  plan.contested = recipe.finals.contested;
  plan.contenders = recipe.contenders;
  plan.finals = recipe.finals.rule;
  plan.online = recipe.learner.kind->online != nullptr;
  plan.decode = recipe.decode;
  plan.code = recipe.code;
  if (recipe.trees == 1) {
    if (kind.seeded) {
      plan.seeding =
          seed_labels(recipe.seeding, labels, examples, recipe.seed, recipe.threads, warnings);
    }
    return kind.make(plan);
  }
  // Trees after the first are seeded from a random half of the examples, so that they differ.
  std::vector<std::unique_ptr<reductions::Reduction>> trees;
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
  return std::make_unique<reductions::EnsembleReduction>(std::move(trees));
}

}  // namespace ect::model
