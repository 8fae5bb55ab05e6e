// The labels of the nearest centroids, by an inverted index.
#include "reductions/contested/label_centroids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "ect/error.h"
#include "ect/random.h"
#include "tests/helpers/learner_mocks.h"

namespace ect::reductions {
namespace {

void add(Dataset& data, const std::string& label, std::vector<std::uint32_t> indices,
         std::vector<float> values) {
  data.add(
      {.label = label, .indices = std::move(indices), .values = std::move(values), .costs = {}});
}

Dataset random_rows(Random& random, std::uint32_t labels, std::size_t rows) {
  Dataset data;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<std::uint32_t> indices;
    std::vector<float> values;
    for (std::uint32_t feature = 0; feature < 60; ++feature) {
      if (!random.chance(0.1)) continue;
      indices.push_back(feature);
      values.push_back(static_cast<float>(0.1 + random.uniform()));
    }
    add(data, std::to_string(random.below(labels)), indices, values);
  }
  return data;
}

// The cosine of a row and the sum of its label's rows, but for one.
double cosine(const Dataset& data, const Features& x, std::uint32_t label, std::size_t without) {
  std::map<std::uint32_t, double> sum;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data.label(i) != label || i == without) continue;
    const Features row = data.row(i);
    for (std::size_t j = 0; j < row.indices.size(); ++j) {
      sum[row.indices[j]] += static_cast<double>(row.values[j]);
    }
  }
  double product = 0;
  double square = 0;
  for (const auto& [feature, value] : sum) square += value * value;
  for (std::size_t j = 0; j < x.indices.size(); ++j) {
    if (sum.contains(x.indices[j])) {
      product += static_cast<double>(x.values[j]) * sum[x.indices[j]];
    }
  }
  return square > 0 ? product / std::sqrt(square) : 0;
}

TEST(LabelCentroids, TheExampleOfTheEssay) {
  Dataset data;
  add(data, "0", {0}, {1});
  add(data, "0", {0, 1}, {0.6F, 0.8F});
  add(data, "1", {1}, {1});
  const LabelCentroids centroids(data, all_rows(data), 2);
  LabelCentroids::Scratch scratch;
  const auto near = centroids.nearest(data.row(2), 2, scratch);
  ASSERT_EQ(near.size(), 2U);
  EXPECT_EQ(near[0].label, 1U);
  EXPECT_NEAR(near[0].similarity, 1, 0.03);
  EXPECT_NEAR(near[1].similarity, 0.45, 0.02);
}

TEST(LabelCentroids, SimilaritiesAreCosinesOfTheSums) {
  Random random(1);
  for (int round = 0; round < 20; ++round) {
    const Dataset data = random_rows(random, 8, 60);
    const LabelCentroids centroids(data, all_rows(data), data.label_names().size());
    LabelCentroids::Scratch scratch;
    for (std::size_t row = 0; row < data.size(); ++row) {
      const std::uint32_t own = data.label(row);
      for (const NearLabel& near : centroids.nearest(data.row(row), 99, scratch)) {
        const double expected = cosine(data, data.row(row), near.label, data.size());
        EXPECT_NEAR(near.similarity, expected, 0.03 * expected);
      }
      // As of a new example: without itself.
      const double own_similarity = cosine(data, data.row(row), own, row);
      double nearest = own_similarity;
      bool own_is_near = false;
      for (const NearLabel& near : centroids.nearest_to_row(data.row(row), own, 99, scratch)) {
        own_is_near = own_is_near || near.label == own;
        const double expected =
            cosine(data, data.row(row), near.label, near.label == own ? row : data.size());
        EXPECT_NEAR(near.similarity, expected, 0.03 * expected + 1e-5);
        nearest = std::max(nearest, expected);
      }
      // Labels far behind the nearest are left out.
      if (own_similarity < 1e-6) {
        EXPECT_FALSE(own_is_near);
      } else if (own_similarity > 0.25 * nearest) {
        EXPECT_TRUE(own_is_near);
      }
    }
  }
}

TEST(LabelCentroids, AreTheSameFromAModel) {
  Random random(2);
  const Dataset data = random_rows(random, 10, 80);
  const LabelCentroids centroids(data, all_rows(data), 10);
  std::vector<std::uint32_t> words;
  centroids.store(words);
  words.push_back(77);  // what follows
  std::span<const std::uint32_t> rest = words;
  const LabelCentroids loaded = LabelCentroids::load(rest, 10);
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(rest[0], 77U);
  LabelCentroids::Scratch one;
  LabelCentroids::Scratch other;
  for (std::size_t row = 0; row < data.size(); ++row) {
    EXPECT_EQ(centroids.cost(data.row(row)), loaded.cost(data.row(row)));
    const auto a = centroids.nearest(data.row(row), 4, one);
    const auto b = loaded.nearest(data.row(row), 4, other);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].label, b[i].label);
      EXPECT_EQ(a[i].similarity, b[i].similarity);
    }
  }
}

TEST(LabelCentroids, DamagedWordsAreRefused) {
  Random random(3);
  const Dataset data = random_rows(random, 10, 80);
  std::vector<std::uint32_t> good;
  LabelCentroids(data, all_rows(data), 10).store(good);
  const auto loads = [](std::span<const std::uint32_t> words) { LabelCentroids::load(words, 10); };
  EXPECT_NO_THROW(loads(good));
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_THROW(loads(std::span(good).first(size)), Error) << size;
  }
  for (const std::size_t at : {std::size_t{0}, std::size_t{1}, std::size_t{2}, good.size() - 1}) {
    std::vector<std::uint32_t> bad = good;
    bad[at] = 0xffffffff;
    EXPECT_THROW(loads(bad), Error) << at;
  }
}

// However many labels have a feature, a question reads a bounded number of its entries.
TEST(LabelCentroids, ACommonFeatureCostsNoMoreThanItsGreatestEntries) {
  Dataset data;
  for (std::uint32_t label = 0; label < 3000; ++label) {
    add(data, std::to_string(label), {0, label + 1}, {1, 0.5F});
  }
  const LabelCentroids centroids(data, all_rows(data), 3000);
  EXPECT_LE(centroids.cost(data.row(5)), 1000U);
  LabelCentroids::Scratch scratch;
  EXPECT_EQ(centroids.nearest(data.row(5), 1, scratch).front().label, 5U);
}

}  // namespace
}  // namespace ect::reductions
