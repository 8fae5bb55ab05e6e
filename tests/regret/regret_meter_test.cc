// RegretMeter against an independent computation: it must measure, through the training code, the
// regret that regret_at computes for a tournament.
#include "regret/regret_meter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "ect/regret.h"
#include "reductions/tournament/tournament_reduction.h"
#include "regret/measured_regret.h"
#include "tests/helpers/known_inputs.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/patterns.h"

namespace ect::regret {
namespace {

constexpr double kClose = 1e-6;  // weights are floats

RegretMeter::Cost total(const RegretMeter& meter) {
  RegretMeter::Cost sum;
  for (std::uint32_t n = 0; n < meter.problems(); ++n) {
    const RegretMeter::Cost cost = meter.cost(n);
    sum.weight += cost.weight;
    sum.regret += cost.regret;
    sum.squared += cost.squared;
  }
  return sum;
}

TEST(Enumerated, HasARowForEveryLabelThatCanBeAtAnInput) {
  const Enumerated known(known_inputs({{0.5, 0.3, 0.2}, {0, 0, 1}}));
  ASSERT_EQ(known.data().size(), 4U);
  EXPECT_EQ(known.inputs(), 2U);
  EXPECT_FLOAT_EQ(known.data().weight(0), 0.25F);
  EXPECT_FLOAT_EQ(known.data().weight(1), 0.15F);
  EXPECT_EQ(known.data().label(3), 2U);
  EXPECT_EQ(Enumerated::input_of(known.data().row(3)), 1U);
  EXPECT_EQ(Enumerated::input_of(known.features(1)), 1U);
  EXPECT_NEAR(known.regret(0, 0), 0, kClose);
  EXPECT_NEAR(known.regret(0, 2), 0.15, kClose);
  EXPECT_NEAR(known.regret(1, 0), 0.5, kClose);
}

TEST(Enumerated, WithCostsTheRegretIsThatOfTheExpectedCost) {
  Known costs{3, {cost_input({{0, 1, 0.5F}, {1, 0, 0.25F}})}};
  const Enumerated known(costs);
  EXPECT_EQ(known.data().size(), 2U);
  EXPECT_NEAR(known.regret(0, 2), 0, kClose);
  EXPECT_NEAR(known.regret(0, 0), 0.5 - 0.375, kClose);
}

// All patterns of answers, with laws that have ties and labels that never come.
TEST(RegretMeter, MeasuresWhatTheTournamentsRegretIsKnownToBe) {
  const Laws of_shape{{1, 2, 3, 4, 5, 6, 7, 8}, {8, 1, 1, 4, 4, 0, 2, 3}, {0, 0, 5, 0, 0, 1, 1, 0}};
  for_schedules_up_to(8, [&](const Schedule& schedule) {
    const Player k = schedule.players();
    if (k < 2 || k > 8) return;
    const reductions::TournamentReduction reduction(schedule, reductions::Routing::kFiltered);
    for (const std::vector<double>& shape : of_shape) {
      std::vector<double> law(shape.begin(), shape.begin() + k);
      const double sum = std::accumulate(law.begin(), law.end(), 0.0);
      if (sum == 0) continue;
      for (double& p : law) p /= sum;
      const Enumerated known(known_inputs({law}));
      for_every_pattern(schedule, [&](std::uint32_t pattern) {
        RegretMeter meter(reduction.problems(), known, [&](const Question& question) {
          return side_of(pattern, question.problem) == Side::kRight ? 1.0 : -1.0;
        });
        reduction.fit(meter, known.data(), all_rows(known.data()), 1, nullptr);
        const RegretAt expected = regret_at(
            schedule,
            play(schedule, [&](std::uint32_t n, Player, Player) { return side_of(pattern, n); }),
            law);
        const RegretMeter::Cost measured = total(meter);
        std::uint64_t questions = 0;
        ASSERT_NEAR(known.regret(0, reduction.predict(meter, known.features(0), questions)),
                    expected.regret, kClose);
        ASSERT_NEAR(measured.regret, expected.binary, kClose);
        ASSERT_NEAR(measured.weight, expected.weight, kClose);
      });
    }
  });
}

TEST(RegretMeter, KnowsRegretOfSquaredLoss) {
  const Enumerated known(known_inputs({{0.25, 0.75}}));
  const reductions::TournamentReduction reduction(error_correcting(2, 1),
                                                  reductions::Routing::kFiltered);
  RegretMeter meter(1, known, [](const Question&) { return 0.0; });  // a half, and the left side
  reduction.fit(meter, known.data(), all_rows(known.data()), 1, nullptr);
  EXPECT_NEAR(meter.cost(0).squared, 1.0 / 16, kClose);
  EXPECT_NEAR(meter.cost(0).regret, 0.5, kClose);
  EXPECT_NEAR(meter.cost(0).weight, 1, kClose);
}

TEST(RegretMeter, ExactAnswersHaveNoRegretInAnyReduction) {
  const KnownDistribution distribution("random", 6, 3);
  for (const reductions::ReductionKind& kind : reductions::reduction_kinds()) {
    SCOPED_TRACE(kind.name);
    const auto reduction = listed_reduction(kind, 6, kind.several_brackets ? 3 : 1);
    const Enumerated known(distribution.inputs(5, 1));
    RegretMeter meter(reduction->problems(), known, exact_answers());
    reduction->fit(meter, known.data(), all_rows(known.data()), 1, nullptr);
    EXPECT_NEAR(total(meter).regret, 0, kClose);
    EXPECT_NEAR(total(meter).squared, 0, kClose);
    EXPECT_GT(total(meter).weight, 0.5);
  }
}

TEST(RegretMeter, DoesNotDependOnThreads) {
  const KnownDistribution distribution("random", 9, 4);
  const Enumerated known(distribution.inputs(6, 1));
  const reductions::TournamentReduction reduction(error_correcting(9, 4),
                                                  reductions::Routing::kFiltered);
  RegretMeter one(reduction.problems(), known, planted_answers(0.3, 5));
  RegretMeter four(reduction.problems(), known, planted_answers(0.3, 5));
  reduction.fit(one, known.data(), all_rows(known.data()), 1, nullptr);
  reduction.fit(four, known.data(), all_rows(known.data()), 4, nullptr);
  for (std::uint32_t n = 0; n < reduction.problems(); ++n) {
    for (std::uint32_t x = 0; x < known.inputs(); ++x) {
      ASSERT_EQ(one.margin(n, known.features(x)), four.margin(n, known.features(x)));
      ASSERT_EQ(one.cost(n, x).regret, four.cost(n, x).regret);
    }
  }
}

TEST(Answers, PlantedOnesAreTurnedAtTheirRate) {
  const Enumerated known(known_inputs({{0.5, 0.5}}));
  const auto share = [&](double rate, std::uint64_t seed) {
    const Answers answers = planted_answers(rate, seed);
    int right = 0;
    for (std::uint32_t n = 0; n < 4000; ++n) {
      right += answers({n, 0, 0.5, 0.25, {}, known.data()}) > 0 ? 1 : 0;
    }
    return right / 4000.0;
  };
  EXPECT_EQ(share(0, 1), 0);
  EXPECT_EQ(share(1, 1), 1);
  EXPECT_NEAR(share(0.3, 1), 0.3, 0.03);
  EXPECT_EQ(share(0.3, 1), share(0.3, 1));
  EXPECT_NE(share(0.3, 1), share(0.3, 2));
}

TEST(Answers, TurningChangesTheSideAlsoWhereBothWeighTheSame) {
  for (const double margin : {-3.0, 0.0, 2.0}) {
    EXPECT_NE(learners::side_of(static_cast<float>(margin)),
              learners::side_of(static_cast<float>(flipped_margin(margin))));
  }
}

TEST(Answers, AFavouredLabelWinsEveryTournamentAndAnOpposedOneNone) {
  Random random(8);
  const KnownDistribution distribution("random", 7, 6);
  for (const std::uint32_t m : {1U, 3U, 5U}) {
    const reductions::TournamentReduction reduction(error_correcting(7, m),
                                                    reductions::Routing::kFiltered);
    // Every label comes, if seldom.
    Known inputs = distribution.inputs(4, m);
    for (KnownInput& input : inputs.inputs) {
      for (double& p : input.labels) p = 0.9 * p + 0.1 / 7;
    }
    const Enumerated known(inputs);
    for (std::uint32_t label = 0; label < 7; ++label) {
      for (const bool favoured : {true, false}) {
        RegretMeter meter(reduction.problems(), known,
                          favoured ? favouring(label) : opposing(label));
        reduction.fit(meter, known.data(), all_rows(known.data()), 1, nullptr);
        for (std::uint32_t x = 0; x < known.inputs(); ++x) {
          std::uint64_t questions = 0;
          ASSERT_EQ(reduction.predict(meter, known.features(x), questions) == label, favoured);
        }
      }
    }
  }
}

TEST(Answers, GivenOnesAreThoseOfTheClassifiers) {
  const Enumerated known(known_inputs({{0.2, 0.8}, {0.6, 0.4}}));
  const reductions::TournamentReduction reduction(error_correcting(2, 1),
                                                  reductions::Routing::kFiltered);
  const FixedClassifiers right({2.5F});
  const std::vector<Example> seen(2);
  RegretMeter meter(1, known, given_answers(right, seen));
  reduction.fit(meter, known.data(), all_rows(known.data()), 1, nullptr);
  EXPECT_EQ(meter.margin(0, known.features(1)), 2.5F);
  EXPECT_NEAR(meter.cost(0, 0).regret, 0, kClose);
  EXPECT_NEAR(meter.cost(0, 1).regret, 0.1, kClose);
}

// With costs 0 for the label and 1 for all others it is the same problem, so the same regrets.
TEST(RegretMeter, MeasuresLearningFromCostsAsWellAsFromLabels) {
  const KnownDistribution distribution("random", 5, 7);
  for (std::uint32_t m = 1; m <= 4; ++m) {
    const reductions::TournamentReduction reduction(error_correcting(5, m),
                                                    reductions::Routing::kFiltered);
    for (std::uint64_t part = 1; part <= 50; ++part) {
      const Known labels = distribution.inputs(3, part);
      Known costs{5, {}};
      for (const KnownInput& input : labels.inputs) {
        KnownInput same;
        same.probability = input.probability;
        for (std::uint32_t y = 0; y < 5; ++y) {
          std::vector<float> of_label(5, 1.0F);
          of_label[y] = 0;
          if (input.labels[y] > 0) same.costs.push_back({input.labels[y], of_label});
        }
        costs.inputs.push_back(std::move(same));
      }
      Theory theory;
      const Answers answers = planted_answers(0.3, part);
      const MeasuredRegret a = measure_regret(reduction, theory, Enumerated(labels), answers);
      const MeasuredRegret b = measure_regret(reduction, theory, Enumerated(costs), answers);
      ASSERT_NEAR(a.multiclass, b.multiclass, kClose);
      ASSERT_NEAR(a.binary, b.binary, kClose);
      ASSERT_EQ(a.questions, b.questions);
    }
  }
}

}  // namespace
}  // namespace ect::regret
