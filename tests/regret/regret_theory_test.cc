// The theorems as properties of the training code, over the table of reductions: whatever is in it
// keeps what theory.cc claims of it. What holds of tournaments alone, at one input, exhaustively,
// and the counterexamples to the paper's finals weights, are in regret_test; Theorem and example
// for one cost vector in cost_theory_test.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

#include "ect/bounds.h"
#include "ect/random.h"
#include "reductions/tournament/tournament_reduction.h"
#include "regret/measured_regret.h"
#include "regret/theory.h"
#include "tests/helpers/alternating_titles.h"
#include "tests/helpers/known_inputs.h"
#include "tests/helpers/patterns.h"

namespace ect::regret {
namespace {

const std::set<std::string_view> kConsistent{
    "all-pairs", "all-pairs-filter-tree", "ect", "filter-tree", "one-vs-all", "pecoc"};

// k labels, m eliminations where the reduction has several.
template <class Check>
void for_reductions(std::uint32_t k, std::uint32_t m, Check check) {
  for (const reductions::ReductionKind& kind : reductions::reduction_kinds()) {
    if (!kind.several_brackets && m > 1) continue;
    SCOPED_TRACE(testing::Message() << kind.name << ", " << k << " labels, m = " << m);
    const auto reduction = listed_reduction(kind, k, m);
    check(kind, *reduction, theory_of(kind.name, *reduction, false));
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(RegretTheory, ConsistentReductionsHaveNoRegretWithExactNodes) {
  for (std::uint32_t k = 2; k <= 17; ++k) {
    const KnownDistribution distribution("random", k, k);
    for (std::uint32_t m = 1; m <= 6; ++m) {
      for_reductions(
          k, m,
          [&](const reductions::ReductionKind& kind, const reductions::Reduction& reduction,
              const Theory& theory) {
            ASSERT_EQ(theory.consistent, kConsistent.count(kind.name) == 1);
            if (!theory.consistent) return;
            for (std::uint64_t part = 1; part <= 20; ++part) {
              const Enumerated known(distribution.inputs(3, part));
              ASSERT_LE(measure_regret(reduction, theory, known, exact_answers()).multiclass, 1e-6);
            }
          });
    }
  }
}

TEST(RegretTheory, OthersHaveRegretAlthoughEveryNodeIsExact) {
  const Enumerated section3(KnownDistribution("inconsistent", 8, 1).inputs(8, 1));
  const KnownDistribution random("random", 8, 1);
  for_reductions(8, 1,
                 [&](const reductions::ReductionKind& kind, const reductions::Reduction& reduction,
                     const Theory& theory) {
                   if (theory.consistent) return;
                   double most =
                       measure_regret(reduction, theory, section3, exact_answers()).multiclass;
                   if (kind.name == "tree") {
                     EXPECT_NEAR(most, 0.25 - 3.0 / 24, 1e-6);  // 1/4 - 3 epsilon
                   }
                   for (std::uint64_t part = 1; part <= 50; ++part) {
                     const MeasuredRegret at = measure_regret(
                         reduction, theory, Enumerated(random.inputs(4, part)), exact_answers());
                     EXPECT_LE(at.binary, 1e-9);
                     most = std::max(most, at.multiclass);
                   }
                   EXPECT_GT(most, 0.01);
                 });
}

void expect_bounds_hold(const MeasuredRegret& measured, const RegretBound& bound) {
  ASSERT_TRUE(measured.sums_hold);
  ASSERT_LE(measured.used(bound), 1) << measured.multiclass << " at r = " << measured.binary;
}

TEST(RegretTheory, EveryBoundHoldsForRandomDistributionsAndErrors) {
  Random random(5);
  for (std::uint32_t k = 2; k <= 17; ++k) {
    const KnownDistribution distribution("random", k, 100 + k);
    for (std::uint32_t m = 1; m <= 6; ++m) {
      for_reductions(
          k, m,
          [&](const reductions::ReductionKind&, const reductions::Reduction& reduction,
              const Theory& theory) {
            for (std::uint64_t part = 1; part <= 25; ++part) {
              const auto inputs = static_cast<std::uint32_t>(1 + random.below(4));
              const Enumerated known(distribution.inputs(inputs, part));
              const double rate = random.uniform();
              const Answers answers = planted_answers(rate, random.next());
              const MeasuredRegret measured = measure_regret(reduction, theory, known, answers);
              expect_bounds_hold(measured, inputs == 1 ? theory.single : theory.expected);
            }
          });
    }
  }
}

TEST(RegretTheory, EveryBoundHoldsForEveryPatternOfAnswersOfSmallOnes) {
  const Laws laws{
      {0.4, 0.3, 0.3, 0}, {0.1, 0.2, 0.3, 0.4}, {0, 0.5, 0, 0.5}, {0.97, 0, 0.02, 0.01}};
  for (std::uint32_t k = 2; k <= 4; ++k) {
    for (std::uint32_t m = 1; m <= 3; ++m) {
      for_reductions(
          k, m,
          [&](const reductions::ReductionKind&, const reductions::Reduction& reduction,
              const Theory& theory) {
            if (reduction.problems() > 11) return;
            for (std::vector<double> law : laws) {
              law.resize(k);
              const Enumerated known(known_inputs({law}));
              for (std::uint32_t pattern = 0; pattern < 1U << reduction.problems(); ++pattern) {
                const Answers answers = [&](const Question& question) {
                  const double best = question.best_margin();
                  return (pattern >> question.problem & 1) != 0 ? flipped_margin(best) : best;
                };
                expect_bounds_hold(measure_regret(reduction, theory, known, answers),
                                   theory.single);
              }
            }
          });
    }
  }
}

TEST(RegretTheory, BoundsOfTheTableAreThoseOfThePaper) {
  for_reductions(
      8, 9,
      [](const reductions::ReductionKind&, const reductions::Reduction&, const Theory& theory) {
        EXPECT_DOUBLE_EQ(theory.single.factor, bounds(8, 9).measured_ratio());
        EXPECT_DOUBLE_EQ(theory.expected.factor, bounds(8, 9).expected_ratio());
        EXPECT_LE(theory.single.factor, 5.5);  // m = 4 ln k
        EXPECT_EQ(theory.divisor, 9);
      });
  for_reductions(11, 1,
                 [](const reductions::ReductionKind& kind, const reductions::Reduction&,
                    const Theory& theory) {
                   if (kind.name == "filter-tree") {
                     EXPECT_DOUBLE_EQ(theory.single.factor, *bounds(11, 1).filter_tree_log_k);
                   }
                   if (kind.name == "one-vs-all") {
                     EXPECT_DOUBLE_EQ(theory.expected.at(0.02), std::sqrt(0.44));
                   }
                   if (kind.name == "pecoc") {
                     EXPECT_DOUBLE_EQ(theory.expected.at(0.01), 0.4);
                   }
                   if (kind.name == "tree") {
                     EXPECT_FALSE(theory.expected.known);
                   }
                 });
}

// What would be seen if a bound did not hold.
TEST(RegretTheory, ABoundThatIsTooSmallIsSeenToBeBroken) {
  const Enumerated known(known_inputs({{1, 0, 0, 0}}));
  const reductions::ReductionKind& kind = reductions::reduction_named("filter-tree");
  const auto reduction = listed_reduction(kind, 4);
  Theory theory = theory_of(kind.name, *reduction, false);
  EXPECT_NEAR(measure_regret(*reduction, theory, known, opposing(0)).used(theory.single), 0.5,
              1e-5);
  theory.divisor = 2;
  theory.single.factor = 0.9;
  const MeasuredRegret measured = measure_regret(*reduction, theory, known, opposing(0));
  EXPECT_FALSE(measured.sums_hold);
  EXPECT_GT(measured.used(theory.single), 1.1);
  const MeasuredRegret out_of_nothing{0.5, 0, 0, true};
  EXPECT_TRUE(std::isinf(out_of_nothing.used(theory.single)));
  EXPECT_TRUE(std::isinf(out_of_nothing.ratio()));
}

// The label that is certain wins all but its last match: one wrong answer of log2 k.
TEST(RegretTheory, TheSearchReachesTheBoundOfTheFilterTree) {
  for (const std::uint32_t k : {2U, 4U, 8U, 16U}) {
    std::vector<double> law(k);
    law[k / 2] = 1;
    const reductions::ReductionKind& kind = reductions::reduction_named("filter-tree");
    const auto reduction = listed_reduction(kind, k);
    const Theory theory = theory_of(kind.name, *reduction, false);
    const MeasuredRegret worst =
        search_worst(*reduction, theory, Enumerated(known_inputs({law})), 1);
    EXPECT_NEAR(worst.ratio(), std::log2(k), 1e-5);
    EXPECT_NEAR(worst.used(theory.single), 1, 1e-5);
  }
}

TEST(RegretTheory, TheSearchNeverBreaksABoundAndIsWorseThanChance) {
  const KnownDistribution distribution("random", 6, 9);
  for (const std::uint32_t m : {1U, 4U}) {
    for_reductions(6, m,
                   [&](const reductions::ReductionKind&, const reductions::Reduction& reduction,
                       const Theory& theory) {
                     if (!theory.single.known) return;
                     double searched = 0;
                     double by_chance = 0;
                     for (std::uint64_t part = 1; part <= 4; ++part) {
                       const Enumerated known(distribution.inputs(1, part));
                       const MeasuredRegret worst = search_worst(reduction, theory, known, part);
                       expect_bounds_hold(worst, theory.single);
                       searched = std::max(searched, worst.used(theory.single));
                       for (std::uint64_t seed = 0; seed < 20; ++seed) {
                         const MeasuredRegret chance =
                             measure_regret(reduction, theory, known, planted_answers(0.2, seed));
                         by_chance = std::max(by_chance, chance.used(theory.single));
                       }
                     }
                     EXPECT_GE(searched, by_chance);
                     EXPECT_GT(searched, 0.6);
                   });
  }
}

// "Hence in expectation over x": the two inputs of regret_test, by the training code. The first has
// that share.
MeasuredRegret measured_mixture(const reductions::TournamentReduction& reduction,
                                const Theory& theory, double share) {
  const Schedule& schedule = *reduction.schedule();
  Laws laws(2, std::vector<double>(schedule.players(), 0));
  laws[0][0] = 1;
  laws[1][0] = laws[1][1] = 0.5;
  const Enumerated known(known_inputs(laws, {share, 1 - share}));
  const Answers against_the_first = opposing(0);
  const std::array<Answers, 2> for_label{favouring(0), favouring(1)};
  const Answers answers = [&](const Question& question) {
    if (question.input == 0) return against_the_first(question);
    return for_label[alternating_winner(schedule, question.problem)](question);
  };
  return measure_regret(reduction, theory, known, answers);
}

TEST(RegretTheory, OverSeveralInputsTheDepthIsNotEnoughAndTheWeightsAre) {
  const reductions::TournamentReduction reduction(error_correcting(3, 16),
                                                  reductions::Routing::kFiltered);
  const Theory theory = theory_of("ect", reduction, false);
  const MeasuredRegret measured = measured_mixture(reduction, theory, 0.005);
  EXPECT_TRUE(measured.sums_hold);
  EXPECT_NEAR(measured.ratio(), 3.48, 0.01);
  EXPECT_GT(measured.ratio(), *bounds(3, 16).regret_ratio[0]);  // 3.09
  EXPECT_GT(measured.used(theory.single), 1.1);
  EXPECT_LE(measured.used(theory.expected), 1);
}

TEST(RegretTheory, OverSeveralInputsTheRatioIsFarAboveTheMainTheoremWithManyEliminations) {
  struct Case {
    std::uint32_t k, m;
    double ratio, theorem;
  };
  for (const Case& at :
       {Case{3, 16, 3.4975, 3.09}, Case{3, 64, 4.4965, 3.02}, Case{3, 256, 5.4955, 3.01},
        Case{3, 1024, 6.4945, 3.00}, Case{16384, 39, 5.6364, 5.50}}) {
    SCOPED_TRACE(testing::Message() << at.k << " labels, m = " << at.m);
    const reductions::TournamentReduction reduction(error_correcting(at.k, at.m),
                                                    reductions::Routing::kFiltered);
    const Theory theory = theory_of("ect", reduction, false);
    const MeasuredRegret measured = measured_mixture(reduction, theory, 0.001);
    EXPECT_TRUE(measured.sums_hold);
    EXPECT_NEAR(measured.multiclass, 0.001, 1e-6);
    EXPECT_NEAR(measured.ratio(), at.ratio, 0.0005);
    const Bounds known = bounds(at.k, at.m);
    EXPECT_NEAR(*known.regret_ratio[at.k == 3 ? 0 : 1], at.theorem, 0.01);
    EXPECT_GT(measured.ratio(), at.theorem);
    EXPECT_GT(measured.used(theory.single), 1.1);
    EXPECT_LE(measured.used(theory.expected), 1);
  }
}

// Costs. Rounded up for odd k.
double half_of(std::uint32_t k) {
  const std::uint32_t half = k - k / 2;
  return half;
}

// Where x determines the costs, (k/2) r holds over several inputs too. With S the weights, I the
// regrets, c the cost of the output and h = k/2, the paper's lemma is S + c <= I + h; as
// regret <= I, regret <= c and regret <= 1 <= h,
//   regret S <= regret (I - regret) + regret h <= h (I - regret) + h regret = h I,
// and all of that can be said of expectations.
TEST(CostRegret, IsAtMostHalfTheLabelsTimesRWhereTheInputDeterminesTheCosts) {
  Random random(3);
  double closest = 0;
  for (std::uint32_t k = 2; k <= 9; ++k) {
    const auto reduction = listed_reduction(reductions::reduction_named("filter-tree"), k);
    const Theory theory = theory_of("filter-tree", *reduction, true);
    const RegretBound half{true, false, half_of(k), "k/2"};
    for (int trial = 0; trial < 400; ++trial) {
      Known inputs{k, {}};
      const auto count = 1 + random.below(3);
      for (std::uint64_t x = 0; x < count; ++x) {
        std::vector<float> costs(k);
        const bool whole = random.chance(0.5);
        for (float& cost : costs) {
          cost = whole ? static_cast<float>(random.below(2)) : static_cast<float>(random.uniform());
        }
        inputs.inputs.push_back(cost_input({costs}, 1 / static_cast<double>(count)));
      }
      const MeasuredRegret measured = measure_regret(
          *reduction, theory, Enumerated(inputs), planted_answers(random.uniform(), random.next()));
      ASSERT_TRUE(measured.sums_hold);
      ASSERT_LE(measured.used(half), 1) << k;
      closest = std::max(closest, measured.used(half));
    }
  }
  EXPECT_GT(closest, 0.9);
}

// Where they are random given x it does not, even at one input. Even labels cost nearly 0 and odd
// ones nearly 1, or by a coin the other way round: so every match between an even and an odd label
// weighs nearly 1, while hardly anything can be lost there. Whoever goes on to a left side is even,
// whoever goes on to a right side odd, and every answer is right but the last.
TEST(CostRegret, IsNotAtMostHalfTheLabelsTimesRWhereCostsAreRandomGivenTheInput) {
  const double epsilon = 1e-3;
  for (const std::uint32_t k : {4U, 8U, 16U}) {
    const Schedule schedule = single_elimination(k);
    const reductions::TournamentReduction reduction(schedule, reductions::Routing::kFiltered);
    const auto wins = [&](std::uint32_t n) {
      const auto next = schedule.winner_goes(n);
      return next ? next->side : Side::kRight;
    };
    const Played played = play(schedule, [&](std::uint32_t n, Player, Player) { return wins(n); });
    // In expectation, whoever is beaten earlier costs more; but the last to be beaten costs least.
    std::vector<double> more(k, epsilon / 2);
    for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
      more[played.losers[n]] = epsilon * (schedule.rounds() - schedule.match(n).round + 1);
    }
    more[played.losers[schedule.matches() - 1]] = 0;
    std::vector<std::vector<float>> vectors(2, std::vector<float>(k));
    for (std::uint32_t y = 0; y < k; ++y) {
      vectors[y % 2][y] = static_cast<float>(more[y]);
      vectors[1 - y % 2][y] = static_cast<float>(1 - epsilon * schedule.rounds() + more[y]);
    }
    const Enumerated known(Known{k, {cost_input(vectors)}});
    const Theory theory = theory_of("filter-tree", reduction, true);
    const MeasuredRegret measured =
        measure_regret(reduction, theory, known, [&](const Question& question) {
          return wins(question.problem) == Side::kRight ? 1.0 : -1.0;
        });
    EXPECT_NEAR(measured.multiclass, epsilon / 2, 1e-6);
    EXPECT_GT(measured.ratio(), 0.95 * (k - 1));  // far above k/2
    EXPECT_LE(measured.used(theory.single), 1);   // k - 1
  }
}

}  // namespace
}  // namespace ect::regret
