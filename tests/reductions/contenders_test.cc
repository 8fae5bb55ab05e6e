// Contenders of contested finals, and the table of pairs that met.
#include "reductions/contested/contenders.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ect/random.h"
#include "ect/walk.h"
#include "reductions/contested/pair_table.h"
#include "reductions/tournament/tournament_reduction.h"
#include "tests/helpers/contender_helpers.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/patterns.h"

namespace ect::reductions {
namespace {

// Writes down who was asked.
class CountingClassifiers : public learners::Classifiers {
 public:
  explicit CountingClassifiers(std::vector<float> margins) : margins_(std::move(margins)) {}
  float margin(std::uint32_t problem, Features) const override {
    ++asked[problem];
    return margins_[problem];
  }
  mutable std::map<std::uint32_t, int> asked;

 private:
  std::vector<float> margins_;
};

TEST(Contenders, ThePlainWinnerIsAlwaysAmongThem) {
  Random random(1);
  for_schedules_up_to(11, [&](const Schedule& schedule) {
    if (schedule.players() < 2) return;
    for_every_pattern(schedule, [&](std::uint32_t pattern) {
      for (const double size : {0.2, 2.0, 30.0}) {
        const std::vector<float> margins = drawn_margins(schedule, pattern, size, random);
        const Player winner = plain_winner(schedule, margins);
        for (const std::uint32_t most : {1U, 2U, 4U}) {
          const auto found = gathered(schedule, FixedClassifiers(margins), most);
          ASSERT_LE(found.size(), most);
          ASSERT_TRUE(among(found, winner)) << "pattern " << pattern << ", most " << most;
        }
      }
    });
  });
}

TEST(Contenders, ThePlainWinnerIsAmongThemInLargeTournaments) {
  Random random(2);
  int not_first = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto k = static_cast<Player>(2 + random.below(200));
    const auto m = static_cast<std::uint32_t>(1 + random.below(3));
    const Schedule schedule = error_correcting(Seeding::random(k, random.next()), m);
    std::vector<float> margins(schedule.matches());
    for (float& margin : margins) margin = static_cast<float>(3 * random.uniform() - 1.5);
    const auto most = static_cast<std::uint32_t>(1 + random.below(8));
    const auto found = gathered(schedule, FixedClassifiers(margins), most);
    const Player winner = plain_winner(schedule, margins);
    ASSERT_LE(found.size(), most);
    ASSERT_TRUE(among(found, winner));
    not_first += found.front().label != winner ? 1 : 0;
    std::set<std::uint32_t> labels;
    double all = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_LT(found[i].label, k);
      labels.insert(found[i].label);
      all += std::exp(static_cast<double>(found[i].path));
      ASSERT_GE(found[i == 0 ? 0 : i - 1].path, found[i].path);
    }
    ASSERT_EQ(labels.size(), found.size());
    ASSERT_LE(all, 1 + 1e-5);
  }
  EXPECT_GT(not_first, 100);
}

TEST(Contenders, TheirPathsAreTheProbabilitiesOfTheTournament) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const auto k = static_cast<Player>(2 + random.below(30));
    const auto m = static_cast<std::uint32_t>(1 + random.below(3));
    const Schedule schedule = error_correcting(Seeding::random(k, random.next()), m);
    const TournamentReduction plain(schedule, Routing::kFiltered);
    std::vector<float> margins(schedule.matches());
    for (float& margin : margins) margin = static_cast<float>(8 * random.uniform() - 4);
    const FixedClassifiers classifiers(margins);
    const bool all = random.chance(0.5);
    const auto found = gathered(schedule, classifiers, all ? 64 : 5, all ? 0 : 0.01);
    EXPECT_TRUE(found.size() == k || !all);
    for (const Contender& item : found) {
      const double exact = plain.probability(classifiers, {}, item.label);
      const double path = std::exp(static_cast<double>(item.path));
      if (m == 1 || (all && k <= 4)) {
        EXPECT_NEAR(path / exact, 1, 1e-5) << k << " labels, " << m << " eliminations";
      } else {
        EXPECT_LE(path, exact * (1 + 1e-5));  // not all ways were followed
      }
    }
  }
}

TEST(Contenders, TheLikeliestGoOn) {
  // A tree of four, the final undecided: 0.5 (0.9, 0.1) on one side and 0.5 (0.6, 0.4) on the
  // other.
  const Schedule schedule = single_elimination(4);
  const auto margin = [](double p) { return static_cast<float>(std::log(p / (1 - p))); };
  const FixedClassifiers classifiers({margin(0.9), margin(0.4), margin(0.5)});
  const auto probability = [&](std::uint32_t label) {
    return TournamentReduction(schedule, Routing::kFiltered).probability(classifiers, {}, label);
  };
  std::vector<std::uint32_t> by_probability = {0, 1, 2, 3};
  std::sort(by_probability.begin(), by_probability.end(),
            [&](std::uint32_t a, std::uint32_t b) { return probability(a) > probability(b); });
  for (std::uint32_t most = 2; most <= 4; ++most) {
    const auto found = gathered(schedule, classifiers, most);
    ASSERT_EQ(found.size(), most);
    for (std::uint32_t i = 0; i < most; ++i) EXPECT_EQ(found[i].label, by_probability[i]);
  }
}

TEST(Contenders, TheExampleOfTheComment) {
  const Schedule schedule = single_elimination(8);
  const CountingClassifiers classifiers(
      std::vector<float>(schedule.matches(), static_cast<float>(std::log(9))));
  const auto found = gathered(schedule, classifiers, 8, 0.02);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_NEAR(std::exp(found[0].path), 0.729, 1e-6);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_NEAR(std::exp(found[i].path), 0.081, 1e-6);
  EXPECT_LE(classifiers.asked.size(), 7U);
  EXPECT_EQ(gathered(schedule, classifiers, 8, 0.01).size(), 7U);
  EXPECT_EQ(gathered(schedule, classifiers, 8, 0.001).size(), 8U);
  EXPECT_EQ(gathered(schedule, classifiers, 4, 0).size(), 4U);
  EXPECT_EQ(gathered(schedule, classifiers, 8, 1).size(), 1U);
}

TEST(Contenders, AnEasyExampleHasOneAndCostsNoMoreThanThePlainDescent) {
  for (const std::uint32_t m : {1U, 2U, 3U}) {
    const Schedule schedule = error_correcting(Seeding::random(1000, 4), m);
    Random random(m);
    std::vector<float> margins(schedule.matches());
    for (float& margin : margins) margin = random.chance(0.5) ? 20.0F : -20.0F;
    std::uint64_t plain = 0;
    descend(schedule, [&](std::uint32_t n) {
      ++plain;
      return learners::side_of(margins[n]);
    });
    Contenders beam;
    std::uint64_t questions = 0;
    EXPECT_EQ(beam.gather(schedule, FixedClassifiers(margins), {}, {8, 0.001}, questions).size(),
              1U);
    EXPECT_EQ(questions, plain);
  }
}

TEST(Contenders, QuestionsAreCountedAndNobodyIsAskedTwice) {
  Random random(5);
  Contenders beam;  // one for all: what it remembers does no harm
  for (int round = 0; round < 300; ++round) {
    const auto k = static_cast<Player>(2 + random.below(100));
    const auto m = static_cast<std::uint32_t>(1 + random.below(3));
    const Schedule schedule = error_correcting(Seeding::random(k, random.next()), m);
    std::vector<float> margins(schedule.matches());
    for (float& margin : margins) margin = static_cast<float>(6 * random.uniform() - 3);
    const CountingClassifiers classifiers(margins);
    const auto most = static_cast<std::uint32_t>(1 + random.below(8));
    std::uint64_t questions = 7;
    beam.gather(schedule, classifiers, {}, {most, 0.01}, questions);
    EXPECT_EQ(questions, 7 + classifiers.asked.size());
    for (const auto& [problem, times] : classifiers.asked) EXPECT_EQ(times, 1) << problem;
    EXPECT_LE(classifiers.asked.size(), std::uint64_t{most} * schedule.rounds());
  }
}

TEST(Contenders, WhatIsNoNumberOrInfiniteDoesNoHarm) {
  Random random(6);
  const std::vector<float> odd = {kNone, kInfinity, -kInfinity, 0, -0.0F, 3e38F, -3e38F, 1, -100};
  for (int round = 0; round < 3000; ++round) {
    const auto k = static_cast<Player>(2 + random.below(20));
    const auto m = static_cast<std::uint32_t>(1 + random.below(3));
    const Schedule schedule = error_correcting(Seeding::random(k, random.next()), m);
    std::vector<float> margins(schedule.matches());
    for (float& margin : margins) margin = odd[random.below(odd.size())];
    const auto most = static_cast<std::uint32_t>(1 + random.below(5));
    const auto found = gathered(schedule, FixedClassifiers(margins), most);
    ASSERT_LE(found.size(), most);
    ASSERT_TRUE(among(found, plain_winner(schedule, margins)));
    for (const Contender& item : found) {
      ASSERT_TRUE(std::isfinite(item.path));
      ASSERT_LE(item.path, 1e-6F);
    }
  }
}

TEST(PairTable, FindsAllThatIsThereAndNothingElse) {
  rc::check([](const std::set<std::pair<std::uint16_t, std::uint16_t>>& drawn, bool wide) {
    // Labels close to each other, or all over the place.
    const std::uint32_t factor = wide ? 65521 : 1;
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const auto& [a, b] : drawn) {
      if (a != b) pairs.insert({std::min(a, b) * factor, std::max(a, b) * factor});
    }
    std::vector<Pair> list;
    for (const auto& [low, high] : pairs) list.push_back({low, high});
    const PairTable table(list);
    RC_ASSERT(table.size() == list.size());
    for (std::uint32_t i = 0; i < list.size(); ++i) RC_ASSERT(table.find(list[i]) == i);
    for (const auto& [low, high] : pairs) {
      for (const Pair near : {Pair{low, high + 1}, Pair{high, low}, Pair{low ^ 1, high},
                              Pair{low, high ^ 0x80000000}}) {
        RC_ASSERT(table.find(near).has_value() == pairs.contains({near.low, near.high}));
      }
    }
    RC_ASSERT(!table.find({0xffffffff, 0xffffffff}));
  });
  EXPECT_FALSE(PairTable().find({0, 1}));
  EXPECT_FALSE(PairTable(std::vector<Pair>()).find({0, 1}));
}

TEST(PairTable, AllPairsOfManyLabels) {
  std::vector<Pair> list;
  for (std::uint32_t low = 0; low < 300; ++low) {
    for (std::uint32_t high = low + 1; high < 300; ++high) list.push_back({low, high});
  }
  const PairTable table(list);
  for (std::uint32_t i = 0; i < list.size(); ++i) ASSERT_EQ(table.find(list[i]), i);
}

}  // namespace
}  // namespace ect::reductions
