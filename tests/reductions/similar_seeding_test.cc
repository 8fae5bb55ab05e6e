// Seeding by similarity: depth, planted clusters, and independence of threads and units.
#include "reductions/tournament/similar_seeding.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "ect/random.h"
#include "tests/helpers/learner_mocks.h"

namespace ect::reductions {
namespace {

LabelPoints points_of(std::uint32_t labels, std::size_t dimensions) {
  return {labels, dimensions, std::vector<float>(labels * dimensions),
          std::vector<bool>(labels, true)};
}

LabelPoints random_points(std::uint32_t labels, std::size_t dimensions, std::uint64_t seed) {
  LabelPoints points = points_of(labels, dimensions);
  Random random(seed);
  for (float& value : points.values) value = static_cast<float>(random.uniform());
  return points;
}

// The labels below each meeting.
std::vector<std::set<Player>> below(const Seeding& seeding) {
  std::vector<std::set<Player>> result;
  const auto add = [&](std::uint32_t side, std::set<Player>& to) {
    if (side < seeding.players()) {
      to.insert(side);
    } else {
      to.insert(result[side - seeding.players()].begin(), result[side - seeding.players()].end());
    }
  };
  for (const Seeding::Meeting& meeting : seeding.meetings()) {
    std::set<Player> labels;
    add(meeting.left, labels);
    add(meeting.right, labels);
    result.push_back(labels);
  }
  return result;
}

bool meet_apart(const Seeding& seeding, const std::set<Player>& cluster) {
  const auto parts = below(seeding);
  return std::find(parts.begin(), parts.end(), cluster) != parts.end();
}

Seeding seeded(const Dataset& data) { return similar_seeding(data, all_rows(data), 1, 1); }

void add(Dataset& data, const std::string& label, std::vector<float> values,
         std::vector<float> costs = {}) {
  Example example;
  example.label = label;
  for (std::uint32_t j = 0; j < values.size(); ++j) {
    if (values[j] == 0) continue;
    example.indices.push_back(j);
    example.values.push_back(values[j]);
  }
  example.costs = std::move(costs);
  data.add(example);
}

TEST(SimilarSeeding, EveryLabelIsThereAndTheDepthIsTheLogarithmForEveryNumberOfLabels) {
  for (std::uint32_t k = 1; k <= 300; ++k) {
    const Seeding seeding = similar_seeding(random_points(k, 3, k), 1, 1);
    EXPECT_EQ(seeding.players(), k);
    EXPECT_EQ(seeding.depth(), std::bit_width(k - 1)) << k;
    if (k > 1) {
      EXPECT_EQ(below(seeding).back().size(), k);
    }
  }
}

TEST(SimilarSeeding, TheDepthHoldsForLabelsThatAreAllAlikeOrOutliers) {
  for (std::uint32_t k = 2; k <= 70; ++k) {
    LabelPoints points = points_of(k, 2);
    EXPECT_EQ(similar_seeding(points, 1, 1).depth(), std::bit_width(k - 1)) << k;
    for (std::uint32_t i = 0; i < k; ++i) {  // each far from all before it
      points.values[2 * std::size_t{i}] = std::ldexp(1.0F, static_cast<int>(i % 60));
    }
    EXPECT_EQ(similar_seeding(points, 1, 1).depth(), std::bit_width(k - 1)) << k;
  }
}

TEST(SimilarSeeding, CutsWhereTheGapIsIfTheDepthAllows) {
  LabelPoints points = points_of(6, 1);
  points.values = {8, 0, 3, 9, 2, 1};
  const Seeding seeding = similar_seeding(points, 1, 1);
  EXPECT_TRUE(meet_apart(seeding, {0, 3}));
  EXPECT_TRUE(meet_apart(seeding, {1, 2, 4, 5}));
  EXPECT_TRUE(meet_apart(seeding, {1, 5}));
  points.values = {8, 0, 3, 9, 2, 10};  // 3 and 3
  EXPECT_TRUE(meet_apart(similar_seeding(points, 1, 1), {0, 3, 5}));
}

TEST(SimilarSeeding, FindsPlantedClusters) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    // 8 clusters of 5 to 8 labels: 33 to 64, so that none has to be cut.
    Random random(seed);
    std::vector<std::uint32_t> cluster_of;
    for (std::uint32_t c = 0; c < 8; ++c)
      cluster_of.insert(cluster_of.end(), 5 + random.below(4), c);
    random.shuffle(std::span(cluster_of));
    const auto k = static_cast<std::uint32_t>(cluster_of.size());
    LabelPoints points = points_of(k, 16);
    for (std::uint32_t label = 0; label < k; ++label) {
      for (std::size_t j = 0; j < 16; ++j) {
        // Corners of a cube, some edges of which are longer.
        const float corner = j < 3 && ((cluster_of[label] >> j) & 1U) != 0
                                 ? 10.0F + 5.0F * static_cast<float>(j)
                                 : 0.0F;
        points.values[std::size_t{label} * 16 + j] = corner + static_cast<float>(random.uniform());
      }
    }
    const Seeding seeding = similar_seeding(points, seed, 1);
    for (std::uint32_t c = 0; c < 8; ++c) {
      std::set<Player> cluster;
      for (std::uint32_t label = 0; label < k; ++label) {
        if (cluster_of[label] == c) cluster.insert(label);
      }
      EXPECT_TRUE(meet_apart(seeding, cluster)) << seed << " " << c;
    }
  }
}

TEST(SimilarSeeding, IsTheSameForAnyNumberOfThreads) {
  const LabelPoints points = random_points(5000, 8, 3);
  const Seeding one = similar_seeding(points, 7, 1);
  for (const unsigned threads : {2U, 3U, 8U}) {
    EXPECT_TRUE(std::ranges::equal(one.meetings(), similar_seeding(points, 7, threads).meetings()));
  }
  EXPECT_EQ(one.depth(), 13U);
}

TEST(SimilarSeeding, LargePartsAreCutByASampleOfThem) {
  constexpr std::uint32_t kLabels = 1U << 14;
  LabelPoints points = random_points(kLabels, 4, 1);
  std::set<Player> cluster;
  for (std::uint32_t label = 0; label < kLabels; label += 2) {
    points.values[4 * std::size_t{label}] += 10;
    cluster.insert(label);
  }
  EXPECT_TRUE(meet_apart(similar_seeding(points, 1, 2), cluster));
}

TEST(SimilarSeeding, UnitsOfDenseFeaturesDoNotMatter) {
  for (const float unit : {1e-6F, 1.0F, 1e6F}) {
    Dataset data;
    Random random(1);
    for (int i = 0; i < 400; ++i) {
      const auto label = static_cast<std::uint32_t>(i % 4);
      const auto noise = [&] { return static_cast<float>(random.uniform()); };
      // The first feature tells {0, 2} from {1, 3} well, the second is noise.
      add(data, fmt::format("{}", label),
          {static_cast<float>(label % 2) * 5 + noise(), unit * (1 + noise()),
           (label >= 2 ? 1.0F : 0.0F) + noise()});
    }
    EXPECT_TRUE(meet_apart(seeded(data), {0, 2})) << unit;
  }
}

TEST(SimilarSeeding, ManySparseFeaturesAreSketched) {
  // 8 topics of 8 labels; a text has words of its topic and of its label among 2^20.
  Dataset data;
  Random random(5);
  for (std::uint32_t i = 0; i < 64 * 20; ++i) {
    const std::uint32_t label = i % 64;
    Example example;
    example.label = fmt::format("{}", label);
    std::set<std::uint32_t> words;
    for (int w = 0; w < 6; ++w) {
      words.insert(
          static_cast<std::uint32_t>(std::uint64_t{label / 8} * 131072 + random.below(30)));
      words.insert(static_cast<std::uint32_t>(label * 16384 + 100 + random.below(20)));
    }
    for (const std::uint32_t word : words) {
      example.indices.push_back(word);
      example.values.push_back(1);
    }
    data.add(example);
  }
  EXPECT_EQ(label_points(data, all_rows(data)).dimensions, 1024U);
  const auto parts = below(seeded(data));
  for (std::uint32_t topic = 0; topic < 8; ++topic) {
    std::set<Player> labels;
    for (std::uint32_t i = 0; i < 8; ++i) labels.insert(8 * topic + i);
    EXPECT_NE(std::find(parts.begin(), parts.end(), labels), parts.end()) << topic;
  }
}

TEST(SimilarSeeding, LabelsWithoutExamplesStandSomewhere) {
  Dataset data;
  for (int label = 0; label < 9; ++label) data.add_label(fmt::format("{}", label));
  for (int i = 0; i < 20; ++i) {
    const float noise = 0.01F * static_cast<float>(i);
    add(data, "1", {1 + noise});
    add(data, "4", {1.1F + noise});
    add(data, "5", {9 + noise});
    add(data, "7", {9.1F + noise});
  }
  const Seeding seeding = seeded(data);
  EXPECT_EQ(seeding.depth(), 4U);
  EXPECT_EQ(below(seeding).back().size(), 9U);
  Dataset none;
  for (int label = 0; label < 5; ++label) none.add_label(fmt::format("{}", label));
  EXPECT_EQ(seeded(none).depth(), 3U);
}

TEST(SimilarSeeding, RowsThatDoNotCountAndExtremeValuesDoNoHarm) {
  Dataset data;
  constexpr float kHuge = std::numeric_limits<float>::max();
  for (int label = 0; label < 8; ++label) {
    for (int i = 0; i < 3; ++i) {
      add(data, fmt::format("{}", label),
          {kHuge, label % 2 == 0 ? -kHuge : kHuge, static_cast<float>(i), 1e-40F});
    }
  }
  EXPECT_EQ(seeded(data).depth(), 3U);
  EXPECT_EQ(similar_seeding(data, {}, 1, 1).depth(), 3U);
}

TEST(SimilarSeeding, WithCostsLabelsAreAlikeThatAreCheapForTheSameExamples) {
  Dataset data;
  Random random(2);
  for (const char* name : {"a", "b", "c", "d"}) data.add_label(name);
  for (int i = 0; i < 200; ++i) {
    const auto x = static_cast<float>(2 * random.uniform() - 1);
    const auto noise = [&] { return static_cast<float>(0.1 * random.uniform()); };
    add(data, "a", {x, 1}, {x + noise(), -x + noise(), x + noise(), -x + noise()});
  }
  EXPECT_TRUE(meet_apart(seeded(data), {0, 2}));
}

}  // namespace
}  // namespace ect::reductions
