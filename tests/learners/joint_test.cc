// The multiclass hinge over candidates: its optimum, its out-of-fold margins, its weights.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "ect/dataset.h"
#include "ect/random.h"
#include "learners/learners.h"
#include "learners/linear/joint_descent.h"
#include "learners/linear/joint_fit.h"
#include "learners/linear/linear.h"

namespace ect::learners {
namespace {

struct Case {
  Dataset data;
  JointProblem problem;
};

// Examples with a few of 30 features, or with all of them, the label's own ones among them.
Case random_case(Random& random, std::uint32_t labels, std::size_t examples, bool full) {
  Case made;
  made.problem.labels = labels;
  for (std::size_t i = 0; i < examples; ++i) {
    const auto label = static_cast<std::uint32_t>(random.below(labels));
    Example example;
    example.label = std::to_string(label);
    for (std::uint32_t feature = 0; feature < 30; ++feature) {
      const bool own = feature % labels == label;
      if (!full && !random.chance(own ? 0.6 : 0.15)) continue;
      example.indices.push_back(feature);
      example.values.push_back(static_cast<float>(random.uniform() + (own ? 0.3 : -0.3)));
    }
    made.data.add(example);
    made.problem.rows.push_back(static_cast<std::uint32_t>(i));
    made.problem.weights.push_back(static_cast<float>(0.5 + random.uniform()));
    made.problem.candidates.push_back(label);
    for (std::uint32_t other = 0; other < labels; ++other) {
      if (other != label && random.chance(0.6)) made.problem.candidates.push_back(other);
    }
    made.problem.starts.push_back(made.problem.candidates.size());
  }
  return made;
}

std::vector<std::uint32_t> every_example(const JointProblem& problem) {
  std::vector<std::uint32_t> all(problem.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<float> scores_of(const JointDescent& descent, const JointProblem& problem,
                             std::size_t example) {
  std::vector<float> scores(problem.candidates_of(example).size());
  descent.scores(example, scores);
  return scores;
}

// By how much a rival comes too near to the own label, at least 0.
double loss_of(std::span<const float> scores) {
  double loss = 0;
  for (std::size_t c = 1; c < scores.size(); ++c) {
    loss = std::max(loss, 1 + static_cast<double>(scores[c]) - static_cast<double>(scores[0]));
  }
  return loss;
}

TEST(Joint, TheExampleOfTheEssayComesOutAsWritten) {
  Case made;
  made.data.add({.label = "0", .indices = {0}, .values = {1}, .costs = {}});
  made.data.add_label("1");
  made.problem = {{0}, {1}, {0, 2}, {0, 1}, 2};
  JointDescent descent(made.data, made.problem, 1);
  Random random(1);
  descent.descend(every_example(made.problem), 10, random);
  EXPECT_NEAR(descent.duals()[0], 0.25, 1e-6);
  EXPECT_NEAR(descent.duals()[1], -0.25, 1e-6);
  const std::vector<float> scores = scores_of(descent, made.problem, 0);
  EXPECT_NEAR(scores[0], 0.5, 1e-6);
  EXPECT_NEAR(scores[1], -0.5, 1e-6);
}

// What any dual variables give bounds the objective from below, so that equality proves the optimum
// whoever found it.
TEST(Joint, TheObjectiveMeetsItsDual) {
  Random random(2);
  for (int round = 0; round < 40; ++round) {
    const Case made =
        random_case(random, 2 + static_cast<std::uint32_t>(random.below(6)), 60, round % 2 == 0);
    const JointProblem& problem = made.problem;
    const double cost = 0.2 + random.uniform();
    JointDescent descent(made.data, problem, cost);
    descent.descend(every_example(problem), 2000, random);
    double squares = 0;
    for (std::uint32_t label = 0; label < problem.labels; ++label) {
      squares += std::pow(static_cast<double>(descent.bias(label)), 2);
      for (const Weight& weight : descent.weights_of(label)) {
        squares += std::pow(static_cast<double>(weight.weight), 2);
      }
    }
    double losses = 0;
    double costs = 0;
    double linear = 0;
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const double most = cost * static_cast<double>(problem.weights[i]);
      costs += most;
      losses += most * loss_of(scores_of(descent, problem, i));
      double sum = 0;
      for (std::size_t at = problem.starts[i]; at < problem.starts[i + 1]; ++at) {
        const bool own = at == problem.starts[i];
        const auto dual = static_cast<double>(descent.duals()[at]);
        EXPECT_LE(dual, (own ? most : 0) + 1e-6);
        sum += dual;
        if (!own) linear += dual;
      }
      EXPECT_NEAR(sum, 0, 1e-5);
    }
    const double primal = squares / 2 + losses;
    const double dual = -squares / 2 - linear;
    EXPECT_GE(primal, dual - 1e-3);
    // Passes end where no margin is violated by more than a tenth.
    EXPECT_LE(primal - dual, 0.1 * costs);
  }
}

TEST(Joint, SparseAndFullRowsHaveTheSameWeights) {
  Random random(3);
  Case full = random_case(random, 5, 50, true);
  // The same with an absent feature at the end, which makes the rows sparse.
  Dataset sparse;
  for (std::size_t i = 0; i < full.data.size(); ++i) {
    const Features x = full.data.row(i);
    Example example;
    example.label = full.data.label_names().name(full.data.label(i));
    example.indices.assign(x.indices.begin(), x.indices.end());
    example.values.assign(x.values.begin(), x.values.end());
    if (i == 0) {
      example.indices.push_back(40);
      example.values.push_back(0);
    }
    sparse.add(example);
  }
  ASSERT_TRUE(full.data.full());
  ASSERT_FALSE(sparse.full());
  JointDescent one(full.data, full.problem, 1);
  JointDescent other(sparse, full.problem, 1);
  Random same(4);
  one.descend(every_example(full.problem), 500, same);
  same = Random(4);
  other.descend(every_example(full.problem), 500, same);
  for (std::size_t i = 0; i < full.problem.size(); ++i) {
    const std::vector<float> a = scores_of(one, full.problem, i);
    const std::vector<float> b = scores_of(other, full.problem, i);
    for (std::size_t c = 0; c < a.size(); ++c) EXPECT_NEAR(a[c], b[c], 1e-3);
  }
}

TEST(Joint, MarginsAreOfAFitWithoutTheExampleWhereItsLabelHasAnother) {
  Random random(5);
  Case made = random_case(random, 4, 80, false);
  // Noise: no fit can know the label of an example that it has not seen.
  Dataset noise;
  for (std::uint32_t i = 0; i < made.problem.size(); ++i) {
    noise.add({.label = made.data.label_names().name(made.data.label(i)),
               .indices = {i},
               .values = {1},
               .costs = {}});
  }
  LinearBuilder builder(4);
  std::vector<float> margins(made.problem.candidates.size());
  fit_joint_scores(0, noise, made.problem, {}, builder, margins);
  int higher = 0;
  int all = 0;
  for (std::size_t i = 0; i < made.problem.size(); ++i) {
    const std::span<const std::uint32_t> labels = made.problem.candidates_of(i);
    if (labels.size() < 2) continue;
    ++all;
    const float own = builder.margin(labels[0], noise.row(i));
    for (std::size_t c = 1; c < labels.size(); ++c) {
      EXPECT_GT(own, builder.margin(labels[c], noise.row(i)));  // it knows what it has seen
    }
    higher += margins[made.problem.starts[i]] > margins[made.problem.starts[i] + 1] ? 1 : 0;
  }
  EXPECT_LT(higher, all * 8 / 10);
}

TEST(Joint, AnOnlyExampleKeepsItsOwnMargin) {
  Dataset data;
  for (const std::uint32_t label : {0U, 0U, 1U}) {
    data.add({.label = std::to_string(label), .indices = {label}, .values = {1}, .costs = {}});
  }
  const JointProblem problem = {{0, 1, 2}, {1, 1, 1}, {0, 2, 4, 6}, {0, 1, 0, 1, 1, 0}, 2};
  LinearBuilder builder(2);
  std::vector<float> margins(6);
  fit_joint_scores(0, data, problem, {}, builder, margins);
  EXPECT_NEAR(margins[4], builder.margin(1, data.row(2)), 1e-5);
  EXPECT_GT(margins[4], margins[5]);
}

}  // namespace
}  // namespace ect::learners
