// The paper's theorems about reductions, tested on the training code.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "data/synth/synth.h"
#include "ect/random.h"
#include "learners/learners.h"
#include "reductions/tournament/tournament_reduction.h"
#include "tests/helpers/learner_mocks.h"

namespace ect::reductions {
namespace {

// The label that is predicted where all inputs look alike, with the best classifier at every match.
std::uint32_t best_prediction(const Dataset& data, const Schedule& schedule, Routing routing) {
  const TournamentReduction reduction(schedule, routing);
  MajorityLearner learner(schedule.matches());
  reduction.fit(learner, data, all_rows(data), 1, nullptr);
  std::uint64_t questions = 0;
  return reduction.predict(*learner.trained(), data.row(0), questions);
}

std::vector<float> random_probabilities(Player labels, Random& random) {
  std::vector<float> p(labels);
  for (float& value : p) value = static_cast<float>(0.001 + random.uniform());
  return p;
}

// Consistency: no regret at any match, so none at all.
TEST(Consistency, FilterTreeAndEctWithOptimalMatchesPredictTheLikeliestLabel) {
  Random random(11);
  for (int round = 0; round < 3000; ++round) {
    const auto k = static_cast<Player>(2 + random.below(14));
    const auto m = static_cast<std::uint32_t>(1 + random.below(7));
    const std::vector<float> p = random_probabilities(k, random);
    const Dataset data = one_example_a_label(p, true);
    const Schedule schedule = error_correcting(Seeding::random(k, random.next()), m);
    const std::uint32_t predicted = best_prediction(data, schedule, Routing::kFiltered);
    EXPECT_EQ(p[predicted], *std::max_element(p.begin(), p.end()))
        << k << " labels, " << m << " eliminations";
  }
}

TEST(Consistency, TheTreeReductionIsNotConsistent) {
  // Section 3: label 2 is the likeliest, yet 0 and 1 together outweigh it.
  const float epsilon = 1.0F / 24;
  const Dataset data =
      one_example_a_label({0.25F + epsilon, 0.25F + epsilon, 0.5F - 2 * epsilon}, true);
  const Schedule schedule = single_elimination(Seeding::listed(3));
  EXPECT_NE(best_prediction(data, schedule, Routing::kAlways), 2U);
  EXPECT_EQ(best_prediction(data, schedule, Routing::kFiltered), 2U);
}

// Examples of the paper's distribution, labels numbered as it pairs them.
Dataset drawn(const data::Distribution& distribution, std::uint64_t part, std::size_t size) {
  Dataset data;
  for (std::uint32_t label = 0; label < distribution.classes(); ++label) {
    data.add_label(std::to_string(label));
  }
  Random random = distribution.part(part);
  data::Distribution::Drawn example;
  for (std::size_t i = 0; i < size; ++i) {
    distribution.draw(random, example);
    // Rows of length 1, as training makes them.
    for (float& value : example.example.values) {
      value /= std::sqrt(static_cast<float>(example.example.values.size()));
    }
    data.add(example.example);
  }
  return data;
}

double learnt_error(const std::string& learner, Routing routing, const Dataset& train,
                    const Dataset& test, std::uint32_t eliminations) {
  const Schedule schedule =
      error_correcting(Seeding::listed(train.label_names().size()), eliminations);
  const TournamentReduction reduction(schedule, routing);
  const learners::ProblemSize size{schedule.matches(), train.features()};
  std::unique_ptr<learners::TrainedClassifiers> classifiers;
  if (learner == "hinge") {
    const auto batch = make_hinge(size, {});
    reduction.fit(*batch, train, all_rows(train), 1, nullptr);
    classifiers = batch->trained();
  } else {
    const auto online = make_logistic(size, {});
    for (int pass = 0; pass < 8; ++pass) {
      std::vector<std::uint32_t> rows = all_rows(train);
      Random(1, static_cast<std::uint64_t>(pass)).shuffle(std::span(rows));
      for (const std::uint32_t row : rows) {
        reduction.learn(*online, train.row(row), train.label(row), train.weight(row));
      }
    }
    classifiers = online->trained();
  }
  std::uint64_t questions = 0;
  std::size_t mistakes = 0;
  for (std::size_t i = 0; i < test.size(); ++i) {
    mistakes += reduction.predict(*classifiers, test.row(i), questions) != test.label(i) ? 1 : 0;
  }
  return static_cast<double>(mistakes) / static_cast<double>(test.size());
}

// With epsilon = 1/24 the regret of the tree with optimal nodes is 1/4 - 3/24 = 1/8 at every input.
TEST(Consistency, LearntFilterTreesBeatLearntTreesOnThePapersDistribution) {
  data::SynthOptions options;
  options.distribution = "inconsistent";
  options.classes = 12;
  options.features = 100;
  options.nonzeros = 5;
  const data::Distribution distribution(options);
  const Dataset train = drawn(distribution, 1, 12000);
  const Dataset test = drawn(distribution, 2, 12000);
  for (const std::string learner : {"hinge", "logistic"}) {
    SCOPED_TRACE(learner);
    const double tree = learnt_error(learner, Routing::kAlways, train, test, 1);
    const double filter_tree = learnt_error(learner, Routing::kFiltered, train, test, 1);
    const double ect = learnt_error(learner, Routing::kFiltered, train, test, 3);
    EXPECT_GT(tree, distribution.bayes_error() + 0.08);
    EXPECT_LT(filter_tree, tree - 0.05);
    EXPECT_LT(filter_tree, distribution.bayes_error() + 0.05);
    EXPECT_LT(ect, tree - 0.05);
  }
}

}  // namespace
}  // namespace ect::reductions
