#ifndef ECT_TESTS_REDUCTION_HELPERS_H_
#define ECT_TESTS_REDUCTION_HELPERS_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ect/random.h"
#include "reductions/reductions.h"
#include "tests/helpers/learner_mocks.h"

// Reductions by name, and what to ask them.
namespace ect {

inline reductions::ReductionPlan plan_for(std::uint32_t classes, std::uint64_t seed = 1) {
  reductions::ReductionPlan plan;
  plan.classes = classes;
  plan.seeding = Seeding::random(classes, seed);
  plan.seed = seed;
  return plan;
}

inline std::unique_ptr<reductions::Reduction> made(std::string_view name, std::uint32_t classes,
                                                   std::uint64_t seed = 1) {
  return reductions::reduction_named(name).make(plan_for(classes, seed));
}

inline std::vector<float> random_margins(std::uint32_t problems, Random& random) {
  std::vector<float> margins(problems);
  for (float& margin : margins) margin = static_cast<float>(6 * random.uniform() - 3);
  return margins;
}

// Of so many labels, none of them 0; they need not sum to 1.
inline std::vector<float> random_masses(std::uint32_t labels, Random& random) {
  std::vector<float> masses(labels);
  for (float& mass : masses) mass = static_cast<float>(0.001 + random.uniform());
  return masses;
}

inline void sort_all(GivenAt& given) {
  for (auto& [problem, list] : given) std::sort(list.begin(), list.end());
}

// A row of costs an example, told apart by their only feature or all alike.
inline Dataset costly(const std::vector<std::vector<float>>& costs,
                      const std::vector<float>& weights, bool alike = false) {
  Dataset data;
  for (std::uint32_t label = 0; label < costs.front().size(); ++label) {
    data.add_label(std::to_string(label));
  }
  for (std::uint32_t i = 0; i < costs.size(); ++i) {
    Example example;
    const auto cheapest = std::min_element(costs[i].begin(), costs[i].end());
    example.label = std::to_string(cheapest - costs[i].begin());
    example.weight = weights[i];
    example.indices = {alike ? 0 : i};
    example.values = {1};
    example.costs = costs[i];
    data.add(example);
  }
  return data;
}

// What is predicted where all inputs look alike and every problem is solved by `Learner`.
template <class Learner>
std::uint32_t best_prediction(const reductions::Reduction& reduction, const Dataset& data) {
  Learner learner(reduction.problems());
  if (data.has_costs()) {
    reduction.fit_costs(learner, data, all_rows(data), 1, nullptr);
  } else {
    reduction.fit(learner, data, all_rows(data), 1, nullptr);
  }
  std::uint64_t questions = 0;
  return reduction.predict(*learner.trained(), data.row(0), questions);
}

// Draws random costs of random inputs and returns how often something is predicted whose expected
// cost is not the least.
template <class Learner>
int wrong_by_costs(std::string_view name, int rounds, std::uint32_t most_labels) {
  Random random(31);
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto k = static_cast<std::uint32_t>(2 + random.below(most_labels - 1));
    const std::size_t examples = 1 + random.below(5);
    std::vector<std::vector<float>> costs(examples, std::vector<float>(k));
    std::vector<double> expected(k);
    const std::vector<float> weights = random_masses(static_cast<std::uint32_t>(examples), random);
    for (std::size_t i = 0; i < examples; ++i) {
      for (std::uint32_t label = 0; label < k; ++label) {
        costs[i][label] = static_cast<float>(random.uniform());
        expected[label] += static_cast<double>(weights[i]) * static_cast<double>(costs[i][label]);
      }
    }
    const std::uint32_t predicted =
        best_prediction<Learner>(*made(name, k, random.next()), costly(costs, weights, true));
    const double least = *std::min_element(expected.begin(), expected.end());
    wrong += expected[predicted] > least + 1e-5 ? 1 : 0;
  }
  return wrong;
}

// The same for labels: how often another label than the likeliest is predicted.
template <class Learner>
int wrong_by_labels(std::string_view name, int rounds, std::uint32_t most_labels) {
  Random random(32);
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto k = static_cast<std::uint32_t>(2 + random.below(most_labels - 1));
    const std::vector<float> p = random_masses(k, random);
    const std::uint32_t predicted =
        best_prediction<Learner>(*made(name, k, random.next()), one_example_a_label(p, true));
    wrong += p[predicted] < *std::max_element(p.begin(), p.end()) - 1e-5F ? 1 : 0;
  }
  return wrong;
}

}  // namespace ect

#endif  // ECT_TESTS_REDUCTION_HELPERS_H_
