#include "regret/learned.h"

#include <algorithm>
#include <numeric>

#include "data/features/scaling.h"
#include "data/formats/attributes.h"
#include "learners/learners.h"
#include "model/passes.h"

namespace ect {

LearnedNodes learn_nodes(const Reduction& reduction, const std::string& learner, Dataset sample,
                         const Known& known, std::uint64_t seed) {
  const LearnerKind& kind = learner_named(learner);
  const Layout layout;
  const Scaling scaling = learn_scaling(sample, layout);
  sample.rewrite(1, [&](Example& example) { scaling.apply(example); });
  LearnedNodes nodes;
  std::uint32_t features = sample.features();
  for (const KnownInput& input : known.inputs) {
    Example& seen = nodes.inputs.emplace_back(input.seen);
    scaling.apply(seen);
    if (!seen.indices.empty()) features = std::max(features, seen.indices.back() + 1);
  }
  std::vector<std::uint32_t> rows(sample.size());
  std::iota(rows.begin(), rows.end(), 0U);
  const std::vector<Attribute> attributes =
      kind.attributes ? attributes_of(layout, features) : std::vector<Attribute>();
  const ProblemSize size{reduction.problems(), features, attributes};
  const LearnerOptions options{seed, std::nullopt};
  if (kind.batch != nullptr) {
    const std::unique_ptr<BatchLearner> batch = kind.batch(size, options);
    nodes.settled = reduction.fit_and_settle(*batch, sample, rows, false, 0, nullptr).settled;
    nodes.classifiers = batch->learnt();
  } else {
    const std::unique_ptr<OnlineLearner> online = kind.online(size, options);
    TrainNumbers passes;
    passes.seed = seed;
    Checkpoint none;
    learn_in_passes(reduction, *online, sample, rows, passes, nullptr, none);
    nodes.classifiers = online->learnt();
  }
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

}  // namespace ect
