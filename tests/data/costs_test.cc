// Scales of costs, and data sets with costs.
#include "data/formats/costs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ect/random.h"
#include "reductions/tournament/tournament_reduction.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/patterns.h"

namespace ect::data {
namespace {

Dataset with_costs(const std::vector<std::vector<float>>& rows) {
  Dataset data;
  for (std::size_t c = 0; c < rows.front().size(); ++c) data.add_label(std::to_string(c));
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    Example example;
    example.costs = rows[i];
    const auto cheapest = std::min_element(rows[i].begin(), rows[i].end());
    example.label = std::to_string(cheapest - rows[i].begin());
    example.indices = {i};
    example.values = {1};
    data.add(example);
  }
  return data;
}

std::vector<float> row_of(const Dataset& data, std::size_t row) {
  return {data.costs(row).begin(), data.costs(row).end()};
}

TEST(CostScale, LinearMapsTheLeastOfAllTo0AndTheGreatestTo1) {
  Dataset data = with_costs({{-3, 1}, {5, 5}});
  scale_costs(data, CostScale::kLinear);
  EXPECT_EQ(row_of(data, 0), (std::vector<float>{0, 0.5}));
  EXPECT_EQ(row_of(data, 1), (std::vector<float>{1, 1}));
}

TEST(CostScale, RankCountsWhoIsCheaperAndSharesPlaces) {
  Dataset data = with_costs({{7, -1, 1e9F}, {2, 2, 3}});
  scale_costs(data, CostScale::kRank);
  EXPECT_EQ(row_of(data, 0), (std::vector<float>{0.5, 0, 1}));
  EXPECT_EQ(row_of(data, 1), (std::vector<float>{0.25, 0.25, 1}));
}

TEST(CostScale, LogKeepsTheOrderAndMakesSmallDifferencesCount) {
  Dataset data = with_costs({{1, 10, 100}, {1000, 1e6F, 1}});
  scale_costs(data, CostScale::kLog);
  const std::vector<float> row = row_of(data, 0);
  EXPECT_EQ(row[0], 0);
  EXPECT_LT(row[0], row[1]);
  EXPECT_LT(row[1], row[2]);
  EXPECT_GT(row[2], 0.01F);  // 0.0001 by the linear scale
  EXPECT_EQ(row_of(data, 1)[1], 1);
}

TEST(CostScale, CostsThatAreAllAlikeBecome0) {
  for (const CostScale scale : {CostScale::kLinear, CostScale::kLog}) {
    Dataset data = with_costs({{4, 4}, {4, 4}});
    scale_costs(data, scale);
    EXPECT_EQ(row_of(data, 0), (std::vector<float>{0, 0}));
  }
}

TEST(CostScale, RefusesWhatIsNoFiniteNumber) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Dataset data = with_costs({{1, 2}, {0, bad}});
    EXPECT_NE(error_of([&] { scale_costs(data, CostScale::kLinear); }).find("example 2 has a cost"),
              std::string::npos);
  }
  EXPECT_NE(error_of([] { parse_cost_scale("square"); }).find("linear, log or rank"),
            std::string::npos);
}

// Weights that are exact in binary, so that sums and products are.
std::vector<float> random_costs(std::uint32_t classes, Random& random) {
  std::vector<float> costs(classes);
  for (float& cost : costs) cost = static_cast<float>(random.below(9)) / 8;
  return costs;
}

// What every match is given for one row, by playing the tournament from scratch.
GivenAt given_by_play(const Schedule& schedule, std::span<const float> costs, std::uint32_t row,
                      std::uint32_t pattern) {
  GivenAt given;
  play(schedule, [&](std::uint32_t n, Player left, Player right) {
    if (costs[left] != costs[right]) {
      const auto charge = static_cast<float>(schedule.match(n).weight());
      given[n].emplace_back(row, costs[left] < costs[right] ? Side::kLeft : Side::kRight,
                            charge * std::abs(costs[left] - costs[right]));
    }
    return side_of(pattern, n);
  });
  return given;
}

TEST(LearningCosts, EveryMatchGetsTheCheaperOfThoseWhoArriveByHowMuchItIsCheaper) {
  Random random(1);
  for_schedules_up_to(9, [&](const Schedule& schedule) {
    if (schedule.players() < 2) return;
    const reductions::TournamentReduction reduction(schedule, reductions::Routing::kFiltered);
    const Dataset data = with_costs(
        {random_costs(schedule.players(), random), random_costs(schedule.players(), random)});
    for_every_pattern(schedule, [&](std::uint32_t pattern) {
      GivenAt expected;
      RecordingOnline online(margins_of(schedule, pattern));
      for (std::uint32_t row = 0; row < data.size(); ++row) {
        for (auto& [match, list] : given_by_play(schedule, data.costs(row), row, pattern)) {
          expected[match].insert(expected[match].end(), list.begin(), list.end());
        }
        reduction.learn_costs(online, data.row(row), data.costs(row), 1);
      }
      RecordingBatch batch(margins_of(schedule, pattern));
      reduction.fit_costs(batch, data, all_rows(data), 1, nullptr);
      std::erase_if(batch.given, [](const auto& item) { return item.second.empty(); });
      ASSERT_EQ(online.given, expected) << "pattern " << pattern;
      ASSERT_EQ(batch.given, expected) << "pattern " << pattern;
    });
  });
}

TEST(LearningCosts, OfOneForEveryWrongLabelIsTheFilterExampleForExample) {
  for_schedules_up_to(9, [](const Schedule& schedule) {
    const Player players = schedule.players();
    if (players < 2) return;
    const reductions::TournamentReduction reduction(schedule, reductions::Routing::kFiltered);
    std::vector<std::vector<float>> costs(players, std::vector<float>(players, 1));
    for (Player p = 0; p < players; ++p) costs[p][p] = 0;
    const Dataset data = with_costs(costs);
    for_every_pattern(schedule, [&](std::uint32_t pattern) {
      RecordingOnline by_labels(margins_of(schedule, pattern));
      RecordingOnline by_costs(margins_of(schedule, pattern));
      for (std::uint32_t row = 0; row < data.size(); ++row) {
        reduction.learn(by_labels, data.row(row), data.label(row), 1);
        reduction.learn_costs(by_costs, data.row(row), data.costs(row), 1);
      }
      ASSERT_EQ(by_labels.given, by_costs.given) << "pattern " << pattern;
    });
  });
}

TEST(LearningCosts, FittingTellsForHowManySomethingDearerIsChosen) {
  const Schedule schedule = error_correcting(4, 2);
  const reductions::TournamentReduction reduction(schedule, reductions::Routing::kFiltered);
  Random random(3);
  std::vector<std::vector<float>> rows(40);
  for (std::vector<float>& row : rows) row = random_costs(4, random);
  const Dataset data = with_costs(rows);
  for (std::uint32_t pattern = 0; pattern < 64; ++pattern) {
    RecordingBatch batch(margins_of(schedule, pattern));
    const double error = reduction.fit_costs(batch, data, all_rows(data), 2, nullptr);
    const FixedClassifiers fixed(margins_of(schedule, pattern));
    std::uint64_t questions = 0;
    const std::uint32_t champion = reduction.predict(fixed, {}, questions);
    const auto dear = std::count_if(rows.begin(), rows.end(), [&](const std::vector<float>& row) {
      return row[champion] > *std::min_element(row.begin(), row.end());
    });
    ASSERT_DOUBLE_EQ(error, static_cast<double>(dear) / 40);
  }
}

TEST(LearningCosts, DoesNotDependOnThreads) {
  const Schedule schedule = error_correcting(9, 3);
  const reductions::TournamentReduction reduction(schedule, reductions::Routing::kFiltered);
  Random random(5);
  std::vector<std::vector<float>> rows(100);
  for (std::vector<float>& row : rows) row = random_costs(9, random);
  const Dataset data = with_costs(rows);
  std::vector<float> margins(schedule.matches());
  for (float& margin : margins) margin = static_cast<float>(random.uniform()) - 0.5F;
  RecordingBatch one(margins);
  RecordingBatch three(margins);
  reduction.fit_costs(one, data, all_rows(data), 1, nullptr);
  reduction.fit_costs(three, data, all_rows(data), 3, nullptr);
  EXPECT_EQ(one.given, three.given);
}

}  // namespace
}  // namespace ect::data
