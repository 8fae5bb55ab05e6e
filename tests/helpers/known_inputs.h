#ifndef ECT_TESTS_KNOWN_INPUTS_H_
#define ECT_TESTS_KNOWN_INPUTS_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "ect/random.h"
#include "reductions/reductions.h"
#include "regret/known.h"

// Known distributions as a test writes them down, and reductions to measure on them.
namespace ect {

using Laws = std::vector<std::vector<double>>;

// An input for each law; all as likely, or with the given probabilities.
inline regret::Known known_inputs(const Laws& laws, const std::vector<double>& probabilities = {}) {
  regret::Known known{static_cast<std::uint32_t>(laws.front().size()), {}};
  for (std::size_t x = 0; x < laws.size(); ++x) {
    regret::KnownInput input;
    input.probability =
        probabilities.empty() ? 1 / static_cast<double>(laws.size()) : probabilities[x];
    input.labels = laws[x];
    known.inputs.push_back(std::move(input));
  }
  return known;
}

// One input with these cost vectors, each as likely.
inline regret::KnownInput cost_input(std::vector<std::vector<float>> vectors,
                                     double probability = 1) {
  regret::KnownInput input;
  input.probability = probability;
  for (std::vector<float>& costs : vectors) {
    input.costs.push_back({1 / static_cast<double>(vectors.size()), std::move(costs)});
  }
  return input;
}

// Labels meet as they are numbered.
inline std::unique_ptr<reductions::Reduction> listed_reduction(
    const reductions::ReductionKind& kind, std::uint32_t classes, std::uint32_t eliminations = 1) {
  reductions::ReductionPlan plan;
  plan.classes = classes;
  plan.eliminations = eliminations;
  plan.seeding = Seeding::listed(classes);
  return kind.make(plan);
}

}  // namespace ect

#endif  // ECT_TESTS_KNOWN_INPUTS_H_
