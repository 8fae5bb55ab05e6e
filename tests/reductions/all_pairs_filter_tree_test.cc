// The All-Pairs Filter Tree: which pairs an example trains, consistency, and the regret bound.
#include "reductions/flat/all_pairs_filter_tree.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ect/walk.h"
#include "reductions/tournament/tournament_reduction.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/reduction_helpers.h"

namespace ect::reductions {
namespace {

AllPairsFilterTree listed(Player labels) {
  return AllPairsFilterTree(single_elimination(Seeding::listed(labels)));
}

// Everything by its definition: the whole tournament is played for an example, and it is learnt
// where the labels that meet have different costs.
GivenAt given_by_play(const Schedule& schedule, const Dataset& data,
                      const std::vector<float>& margins) {
  GivenAt given;
  for (std::uint32_t i = 0; i < data.size(); ++i) {
    play(schedule, [&](std::uint32_t, Player left, Player right) {
      const Meeting meeting = Meeting::of(left, right);
      const float more = data.costs(i)[meeting.pair.high] - data.costs(i)[meeting.pair.low];
      if (more != 0) {
        given[meeting.problem].emplace_back(i, more > 0 ? Side::kLeft : Side::kRight,
                                            std::abs(more) * data.weight(i));
      }
      return meeting.winner(margins[meeting.problem]) == left ? Side::kLeft : Side::kRight;
    });
  }
  sort_all(given);
  return given;
}

TEST(AllPairsFilterTree, TheEssaysExample) {
  const AllPairsFilterTree reduction = listed(4);
  // Pairs (0,1), (0,2), (1,2), (0,3), (1,3), (2,3).
  const Dataset data = one_example_a_label({1, 1, 1, 1});
  RecordingOnline learner({1, 0, 0, 0, 0, -1});
  reduction.learn(learner, data.row(2), 2, 1);
  const GivenAt expected = {{5, {{2, Side::kLeft, 1}}}, {2, {{2, Side::kRight, 1}}}};
  EXPECT_EQ(learner.given, expected);
  // Had 2 lost, it would not be learnt any more.
  RecordingOnline lost({1, 0, 0, 0, 0, 1});
  reduction.learn(lost, data.row(2), 2, 1);
  EXPECT_EQ(lost.given.size(), 1U);
}

TEST(AllPairsFilterTree, EachExampleIsLearntWhereLabelsOfDifferentCostMeet) {
  Random random(41);
  for (int round = 0; round < 300; ++round) {
    const auto k = static_cast<Player>(2 + random.below(12));
    const Schedule schedule = single_elimination(Seeding::random(k, random.next()));
    const AllPairsFilterTree reduction(schedule);
    std::vector<std::vector<float>> costs(5, std::vector<float>(k));
    for (auto& row : costs) {
      for (float& cost : row) cost = static_cast<float>(random.below(4)) / 4;
    }
    const Dataset data = costly(costs, {1, 2, 0.5F, 1, 4});
    const std::vector<float> margins = random_margins(reduction.problems(), random);
    RecordingBatch learner(margins);
    reduction.fit_costs(learner, data, all_rows(data), 1 + round % 3, nullptr);
    sort_all(learner.given);
    ASSERT_EQ(learner.given, given_by_play(schedule, data, margins));
  }
}

TEST(AllPairsFilterTree, WithOptimalPairsIsConsistent) {
  EXPECT_EQ(wrong_by_labels<MajorityLearner>("all-pairs-filter-tree", 3000, 15), 0);
  EXPECT_EQ(wrong_by_costs<MajorityLearner>("all-pairs-filter-tree", 3000, 15), 0);
}

// Where all inputs look alike only one pair comes to a match, and it is the Filter Tree.
TEST(AllPairsFilterTree, IsTheFilterTreeWhereInputsLookAlike) {
  Random random(42);
  for (int round = 0; round < 200; ++round) {
    const auto k = static_cast<Player>(2 + random.below(14));
    const Schedule schedule = single_elimination(Seeding::random(k, random.next()));
    const Dataset data = one_example_a_label(random_masses(k, random), true);
    EXPECT_EQ(
        best_prediction<MajorityLearner>(AllPairsFilterTree(schedule), data),
        best_prediction<MajorityLearner>(TournamentReduction(schedule, Routing::kFiltered), data));
  }
}

TEST(AllPairsFilterTree, AsksOneClassifierAMatch) {
  for (const Player k : {2U, 3U, 17U}) {
    const AllPairsFilterTree reduction = listed(k);
    EXPECT_EQ(reduction.problems(), k * (k - 1) / 2);
    std::uint64_t questions = 0;
    reduction.predict(FixedClassifiers(std::vector<float>(reduction.problems(), 1)), {}, questions);
    EXPECT_EQ(questions, k - 1);
    EXPECT_EQ(reduction.most_questions(), k - 1);
  }
}

// The regret of every pattern of answers is at most the sum of the regrets of the matches played.
TEST(AllPairsFilterTree, RegretIsAtMostTheSumOverTheMatches) {
  Random random(43);
  for (Player k = 2; k <= 5; ++k) {
    const Schedule schedule = single_elimination(Seeding::random(k, k));
    const AllPairsFilterTree reduction(schedule);
    const std::vector<float> p = random_masses(k, random);
    for (std::uint32_t pattern = 0; pattern < 1U << reduction.problems(); ++pattern) {
      std::vector<float> margins;
      for (std::uint32_t n = 0; n < reduction.problems(); ++n) {
        margins.push_back((pattern >> n & 1) != 0 ? 1 : -1);
      }
      double sum = 0;
      play(schedule, [&](std::uint32_t, Player left, Player right) {
        const Meeting meeting = Meeting::of(left, right);
        const Player winner = meeting.winner(margins[meeting.problem]);
        sum += static_cast<double>(std::max(p[left], p[right]) - p[winner]);
        return winner == left ? Side::kLeft : Side::kRight;
      });
      std::uint64_t questions = 0;
      const Player predicted = reduction.predict(FixedClassifiers(margins), {}, questions);
      const float best = *std::max_element(p.begin(), p.end());
      ASSERT_LE(static_cast<double>(best - p[predicted]), sum + 1e-6);
    }
  }
}

// Whom the answers send up as an entrant, from scratch.
std::uint32_t sent_up(const Schedule& schedule, const learners::Classifiers& classifiers,
                      Entrant entrant) {
  if (entrant.from == From::kPlayer) return entrant.index;
  const std::uint32_t a = sent_up(schedule, classifiers, schedule.left(entrant.index));
  const std::uint32_t b = sent_up(schedule, classifiers, schedule.right(entrant.index));
  const Meeting meeting = Meeting::of(a, b);
  return meeting.winner(classifiers.margin(meeting.problem, {}));
}

TEST(AllPairsFilterTree, ProbabilitiesAreThoseToBeatWhoeverComesUpFromTheOtherSide) {
  Random random(44);
  for (Player k = 2; k <= 9; ++k) {
    const Schedule schedule = single_elimination(Seeding::random(k, k));
    const AllPairsFilterTree reduction(schedule);
    const FixedClassifiers classifiers(random_margins(reduction.problems(), random));
    std::vector<double> expected(k, 1);
    double sum = 0;
    for (Player label = 0; label < k; ++label) {
      for (auto at = schedule.player_starts(label); at; at = schedule.winner_goes(at->match)) {
        const bool left = at->side == Side::kLeft;
        const Player other = sent_up(schedule, classifiers,
                                     left ? schedule.right(at->match) : schedule.left(at->match));
        const double high = learners::probability_of(
            classifiers.margin(pair_number({std::min(label, other), std::max(label, other)}), {}));
        expected[label] *= label > other ? high : 1 - high;
      }
      sum += expected[label];
    }
    for (Player label = 0; label < k; ++label) {
      EXPECT_NEAR(reduction.probability(classifiers, {}, label), expected[label] / sum, 1e-9);
    }
  }
}

TEST(AllPairsFilterTree, RefusesATournamentOfOthersOrOfMoreEliminations) {
  const auto load = reduction_named("all-pairs-filter-tree").load;
  const std::vector<std::uint32_t> five = listed(5).stored();
  EXPECT_EQ(load(five, 5)->problems(), 10U);
  EXPECT_NE(error_of([&] { load(five, 6); }), "");
  ReductionPlan plan = plan_for(5);
  plan.eliminations = 2;
  EXPECT_NE(error_of([&] { load(reduction_named("ect").make(plan)->stored(), 5); }), "");
}

}  // namespace
}  // namespace ect::reductions
