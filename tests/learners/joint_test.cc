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
  // The same with an absent feature at the end, which makes the rows sparse; they have no biases,
  // so a feature that is always 1 takes their place.
  Dataset sparse;
  for (std::size_t i = 0; i < full.data.size(); ++i) {
    const Features x = full.data.row(i);
    Example example;
    example.label = full.data.label_names().name(full.data.label(i));
    example.indices.assign(x.indices.begin(), x.indices.end());
    example.values.assign(x.values.begin(), x.values.end());
    example.indices.push_back(40);
    example.values.push_back(1);
    if (i == 0) {
      example.indices.push_back(41);
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
  const JointMargins margins = fit_joint_scores(0, noise, made.problem, {}, builder);
  EXPECT_EQ(margins.starts, made.problem.starts);
  EXPECT_EQ(margins.labels, made.problem.candidates);
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
    const std::size_t at = margins.starts[i];
    higher += margins.margins[0][at] > margins.margins[0][at + 1] ? 1 : 0;
  }
  EXPECT_LT(higher, all * 8 / 10);
}

TEST(Joint, OfManyExamplesEnoughAreLeftOut) {
  Random random(6);
  const Case made = random_case(random, 5, 8000, false);
  LinearBuilder builder(5);
  const JointMargins margins = fit_joint_scores(0, made.data, made.problem, {}, builder);
  std::vector<std::size_t> of_label(5);
  std::size_t measured = 0;
  for (std::size_t i = 0; i < made.problem.size(); ++i) {
    if (margins.labels_of(i).empty()) continue;
    EXPECT_TRUE(std::ranges::equal(margins.labels_of(i), made.problem.candidates_of(i)));
    ++of_label[made.problem.candidates_of(i)[0]];
    ++measured;
  }
  // Four tenths, of every label as many.
  EXPECT_GE(measured, 3000U);
  EXPECT_LE(measured, 3300U);
  for (const std::size_t count : of_label) EXPECT_NEAR(static_cast<double>(count), 640, 120);
  EXPECT_EQ(margins.margins[0].size(), margins.labels.size());
}

TEST(Joint, AnOnlyExampleKeepsItsOwnMargin) {
  Dataset data;
  for (const std::uint32_t label : {0U, 0U, 1U}) {
    data.add({.label = std::to_string(label), .indices = {label}, .values = {1}, .costs = {}});
  }
  const JointProblem problem = {{0, 1, 2}, {1, 1, 1}, {0, 2, 4, 6}, {0, 1, 0, 1, 1, 0}, 2};
  LinearBuilder builder(2);
  const JointMargins margins = fit_joint_scores(0, data, problem, {}, builder);
  EXPECT_NEAR(margins.margins[0][4], builder.margin(1, data.row(2)), 1e-5);
  EXPECT_GT(margins.margins[0][4], margins.margins[0][5]);
}

// The objective with all labels as candidates of every example.
double objective_of_all(const Case& made, const LinearBuilder& builder) {
  double squares = 0;
  for (std::uint32_t label = 0; label < made.problem.labels; ++label) {
    const float bias = builder.margin(label, {});
    squares += std::pow(static_cast<double>(bias), 2);
    for (std::uint32_t feature = 0; feature < made.data.features(); ++feature) {
      const float one = 1;
      const float margin = builder.margin(label, {std::span(&feature, 1), std::span(&one, 1)});
      squares += std::pow(static_cast<double>(margin - bias), 2);
    }
  }
  double losses = 0;
  for (std::uint32_t i = 0; i < made.problem.size(); ++i) {
    std::vector<float> scores = {builder.margin(made.data.label(i), made.data.row(i))};
    for (std::uint32_t label = 0; label < made.problem.labels; ++label) {
      if (label == made.data.label(i)) continue;
      scores.push_back(builder.margin(label, made.data.row(i)));
    }
    losses += static_cast<double>(made.problem.weights[i]) * loss_of(scores);
  }
  return squares / 2 + losses;
}

// The labels with the highest scores need not be among the candidates that training began with.
TEST(Joint, LabelsThatComeTooNearBecomeCandidates) {
  Random random(7);
  for (int round = 0; round < 5; ++round) {
    Case made = random_case(random, 10, 200, false);
    const JointProblem dense = made.problem;
    JointProblem all = dense;
    all.candidates.clear();
    all.starts = {0};
    JointProblem few = all;
    for (std::uint32_t i = 0; i < dense.size(); ++i) {
      // Labels in the order of the data's names, which is not that of random_case().
      const std::uint32_t own = made.data.label(i);
      all.candidates.push_back(own);
      few.candidates.push_back(own);
      for (std::uint32_t other = 0; other < dense.labels; ++other) {
        if (other != own) all.candidates.push_back(other);
      }
      few.candidates.push_back((own + 1) % dense.labels);
      all.starts.push_back(all.candidates.size());
      few.starts.push_back(few.candidates.size());
    }
    const auto reached = [&](const JointProblem& problem) {
      LinearBuilder builder(problem.labels);
      fit_joint_scores(0, made.data, problem, {}, builder);
      return objective_of_all(made, builder);
    };
    const double best = reached(all);
    const double without = reached(few);
    few.found = 3;
    const double grown = reached(few);
    EXPECT_GT(without, 1.2 * best);
    EXPECT_LT(grown, 1.05 * best);
  }
}

// What is found for an example is what would be found if it were new: not by what is its own.
TEST(Joint, LabelsAreFoundWithoutTheExample) {
  constexpr std::uint32_t kExamples = 60;
  Dataset data;
  JointProblem problem;
  problem.labels = 6;
  problem.found = 4;
  problem.prunings = {0.5F, 2};
  for (std::uint32_t i = 0; i < kExamples; ++i) {
    const std::uint32_t label = i % 6;
    // One feature that nobody else has, one of its label's, and one that all have.
    data.add({.label = std::to_string(label),
              .indices = {label, 6, 7 + i},
              .values = {1, 0.5F, 3},
              .costs = {}});
    problem.rows.push_back(i);
    problem.weights.push_back(1);
    problem.candidates.insert(problem.candidates.end(), {label, (label + 1) % 6});
    problem.starts.push_back(problem.candidates.size());
  }
  LinearBuilder builder(6);
  const JointMargins margins = fit_joint_scores(0, data, problem, {}, builder);
  ASSERT_EQ(margins.starts.size(), kExamples + 1);
  ASSERT_EQ(margins.margins.size(), 3);
  for (std::uint32_t i = 0; i < kExamples; ++i) {
    const std::span<const std::uint32_t> labels = margins.labels_of(i);
    const auto candidates = problem.candidates_of(i);
    ASSERT_GE(labels.size(), 3U);
    EXPECT_TRUE(std::ranges::equal(labels.first(2), candidates));
    // The own label wins by its label's feature; it is told a second time, as one that was found.
    EXPECT_EQ(labels[2], candidates[0]);
    EXPECT_LE(labels.size(), candidates.size() + problem.found);
    for (std::size_t c = 3; c < labels.size(); ++c) EXPECT_NE(labels[c], candidates[1]);
    const std::size_t at = margins.starts[i];
    EXPECT_EQ(margins.margins[0][at], margins.margins[0][at + 2]);
    // With its own feature it would be higher by 3 times that weight, which is not small.
    EXPECT_LT(margins.margins[0][at], builder.margin(candidates[0], data.row(i)) - 0.1F);
    for (std::size_t c = 0; c < labels.size(); ++c) {
      // Nothing is left of weights below twice the greatest but the bias, less than any score that
      // wins here.
      EXPECT_LT(std::abs(margins.margins[2][at + c]), 0.2F);
    }
  }
}

}  // namespace
}  // namespace ect::learners
