// Which examples reach which match, and how answers become predictions.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "ect/predict.h"
#include "ect/random.h"
#include "reductions/reductions.h"
#include "reductions/tournament/tournament_reduction.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/patterns.h"
#include "tests/helpers/reduction_helpers.h"

namespace ect::reductions {
namespace {

float weight_of(std::uint32_t label) { return 1 + 0.5F * static_cast<float>(label); }

std::vector<float> label_weights(Player players) {
  std::vector<float> weights;
  for (Player p = 0; p < players; ++p) weights.push_back(weight_of(p));
  return weights;
}

// Who is given where, from the play of the whole tournament: a label where it arrives, unless it
// stands on both sides.
GivenAt given_by_play(const Schedule& schedule, std::uint32_t pattern) {
  GivenAt given;
  play(schedule, [&](std::uint32_t n, Player left, Player right) {
    if (left != right) {
      const auto charge = static_cast<float>(schedule.match(n).weight());
      given[n].emplace_back(left, Side::kLeft, charge * weight_of(left));
      given[n].emplace_back(right, Side::kRight, charge * weight_of(right));
    }
    return side_of(pattern, n);
  });
  return given;
}

TEST(TournamentReduction, EachExampleIsLearntExactlyWhereItsLabelArrives) {
  for_schedules_up_to(11, [](const Schedule& schedule) {
    if (schedule.players() < 2) return;
    const Dataset data = one_example_a_label(label_weights(schedule.players()));
    const TournamentReduction reduction(schedule, Routing::kFiltered);
    for_every_pattern(schedule, [&](std::uint32_t pattern) {
      GivenAt expected = given_by_play(schedule, pattern);
      RecordingOnline online(margins_of(schedule, pattern));
      for (std::uint32_t i = 0; i < data.size(); ++i) {
        reduction.learn(online, data.row(i), data.label(i), data.weight(i));
      }
      RecordingBatch batch(margins_of(schedule, pattern));
      reduction.fit(batch, data, all_rows(data), 1, nullptr);
      sort_all(expected);
      sort_all(online.given);
      sort_all(batch.given);
      ASSERT_EQ(online.given, expected) << "pattern " << pattern;
      ASSERT_EQ(batch.given, expected) << "pattern " << pattern;
    });
  });
}

TEST(TournamentReduction, TheTreeLearnsAnExampleAtEveryMatchAboveItsLabel) {
  for (Player k = 2; k <= 40; ++k) {
    const Schedule schedule = single_elimination(Seeding::random(k, k));
    const Dataset data = one_example_a_label(label_weights(k));
    const TournamentReduction tree(schedule, Routing::kAlways);
    Random random(k);
    RecordingOnline online(random_margins(schedule.matches(), random));
    for (std::uint32_t i = 0; i < k; ++i) {
      tree.learn(online, data.row(i), data.label(i), data.weight(i));
    }
    RecordingBatch batch(random_margins(schedule.matches(), random));
    tree.fit(batch, data, all_rows(data), 1, nullptr);
    GivenAt expected;
    for (Player p = 0; p < k; ++p) {
      for (auto at = schedule.player_starts(p); at; at = schedule.winner_goes(at->match)) {
        expected[at->match].emplace_back(p, at->side, weight_of(p));
      }
    }
    sort_all(online.given);
    sort_all(batch.given);
    EXPECT_EQ(online.given, expected);
    EXPECT_EQ(batch.given, expected);
  }
}

TEST(TournamentReduction, AnExampleTouchesNoMoreMatchesThanItsLabelCanPlay) {
  for (const std::uint32_t m : {1U, 2U, 5U}) {
    const Schedule schedule = error_correcting(Seeding::random(1000, 3), m);
    const TournamentReduction reduction(schedule, Routing::kFiltered);
    Random random(m);
    const Dataset data = one_example_a_label({1, 1});
    for (std::uint32_t label = 0; label < 1000; label += 37) {
      RecordingOnline learner(random_margins(schedule.matches(), random));
      reduction.learn(learner, data.row(0), label, 1);
      // At most one match a round in the brackets, and one for each title in each level of finals.
      EXPECT_LE(learner.given.size(), schedule.first_phase_rounds() + m * m);
    }
  }
}

TEST(TournamentReduction, ABatchDoesNotDependOnThreads) {
  const Schedule schedule = error_correcting(Seeding::random(30, 5), 3);
  const TournamentReduction reduction(schedule, Routing::kFiltered);
  const Dataset data = one_example_a_label(label_weights(30));
  Random random(4);
  const std::vector<float> margins = random_margins(schedule.matches(), random);
  RecordingBatch one(margins);
  RecordingBatch four(margins);
  EXPECT_EQ(reduction.fit(one, data, all_rows(data), 1, nullptr),
            reduction.fit(four, data, all_rows(data), 4, nullptr));
  EXPECT_EQ(one.given, four.given);
}

TEST(TournamentReduction, AFitTellsHowManyLabelsAreNotPredicted) {
  Random random(8);
  for (int round = 0; round < 50; ++round) {
    const auto k = static_cast<Player>(2 + random.below(20));
    const auto m = static_cast<std::uint32_t>(1 + random.below(4));
    const Schedule schedule = error_correcting(Seeding::random(k, 1), m);
    const TournamentReduction reduction(schedule, Routing::kFiltered);
    RecordingBatch learner(random_margins(schedule.matches(), random));
    const Dataset data = one_example_a_label(label_weights(k));
    // Everybody gets the same answers, so exactly one label is the champion.
    EXPECT_DOUBLE_EQ(reduction.fit(learner, data, all_rows(data), 1, nullptr), (k - 1.0) / k);
  }
}

TEST(TournamentReduction, ProbabilitiesAreThoseOfAllOutcomes) {
  Random random(6);
  for_schedules_up_to(9, [&](const Schedule& schedule) {
    if (schedule.players() < 2) return;
    const TournamentReduction reduction(schedule, Routing::kFiltered);
    const FixedClassifiers classifiers(random_margins(schedule.matches(), random));
    std::vector<double> expected(schedule.players());
    for_every_pattern(schedule, [&](std::uint32_t pattern) {
      double probability = 1;
      for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
        const double right = learners::probability_of(classifiers.margin(n, {}));
        probability *= side_of(pattern, n) == Side::kRight ? right : 1 - right;
      }
      expected[descend(schedule, [&](std::uint32_t n) { return side_of(pattern, n); })] +=
          probability;
    });
    std::vector<Scored> scored;
    reduction.top_labels(classifiers, {}, schedule.players(), scored);
    ASSERT_EQ(scored.size(), schedule.players());
    std::uint64_t questions = 0;
    EXPECT_EQ(scored.front().label, reduction.predict(classifiers, {}, questions));
    for (std::size_t i = 0; i < scored.size(); ++i) {
      EXPECT_NEAR(scored[i].probability, expected[scored[i].label], 1e-9);
      EXPECT_NEAR(reduction.probability(classifiers, {}, scored[i].label),
                  expected[scored[i].label], 1e-9);
      if (i > 1) {
        EXPECT_LE(scored[i].probability, scored[i - 1].probability);
      }
    }
  });
}

TEST(TournamentReduction, LikeliestGivesAsManyLabelsAsAreWanted) {
  const Schedule schedule = error_correcting(Seeding::random(300, 2), 3);
  const TournamentReduction reduction(schedule, Routing::kFiltered);
  // So sure of itself that nearly everything has no probability to speak of.
  const FixedClassifiers sure(std::vector<float>(schedule.matches(), 6));
  std::vector<Scored> scored;
  for (const std::size_t most : {1U, 2U, 50U, 300U, 1000U}) {
    reduction.top_labels(sure, {}, most, scored);
    EXPECT_EQ(scored.size(), std::min<std::size_t>(most, 300));
  }
}

TEST(TournamentReduction, LikeliestLeavesOutNobodyWhoIsLikelier) {
  Random random(12);
  for (int round = 0; round < 30; ++round) {
    const Schedule schedule = error_correcting(Seeding::random(100, 7), 1 + round % 3);
    const TournamentReduction reduction(schedule, Routing::kFiltered);
    const FixedClassifiers classifiers(random_margins(schedule.matches(), random));
    std::vector<Scored> five;
    std::vector<Scored> all;
    reduction.top_labels(classifiers, {}, 5, five);
    reduction.top_labels(classifiers, {}, 100, all);
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_NEAR(five[i].probability, all[i].probability, 0.1 * all[i].probability);
    }
  }
}

TEST(TournamentReduction, PredictsWhateverTheMarginsHold) {
  const Schedule schedule = error_correcting(Seeding::random(20, 2), 2);
  const TournamentReduction reduction(schedule, Routing::kFiltered);
  for (const float margin :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
        -std::numeric_limits<float>::infinity(), 0.0F}) {
    const FixedClassifiers classifiers(std::vector<float>(schedule.matches(), margin));
    std::uint64_t questions = 0;
    EXPECT_LT(reduction.predict(classifiers, {}, questions), 20U);
    EXPECT_LE(questions, schedule.rounds());
    std::vector<Scored> scored;
    reduction.top_labels(classifiers, {}, 20, scored);
    for (const Scored& item : scored) EXPECT_TRUE(item.probability >= 0 && item.probability <= 1);
    EXPECT_LE(reduction.probability(classifiers, {}, 3), 1);
  }
}

TEST(Reductions, AreFoundByNameAndUnknownOnesRefused) {
  EXPECT_TRUE(reduction_named("ect").several_brackets);
  EXPECT_FALSE(reduction_named("tree").several_brackets);
  EXPECT_NE(error_of([] { reduction_named("oak"); }).find("ecoc, ect, filter-tree, "),
            std::string::npos);
}

}  // namespace
}  // namespace ect::reductions
