// tf-idf weights of text.
#include "data/features/text_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

namespace ect::data {
namespace {

Example row(std::vector<std::uint32_t> places, std::vector<float> counts) {
  Example example;
  example.label = "x";
  example.indices = std::move(places);
  example.values = std::move(counts);
  return example;
}

Dataset data_of(const std::vector<Example>& rows) {
  Dataset data;
  for (const Example& example : rows) data.add(example);
  return data;
}

double squared_length(std::span<const float> values) {
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

TEST(TextWeights, AreWhatTheFormulaSays) {
  const Dataset data = data_of({row({5}, {1}), row({5, 9}, {2, 1}), row({5}, {1})});
  const TextWeights weights = learn_text_weights(data, 100);
  ASSERT_EQ(weights.size(), 2U);
  EXPECT_FLOAT_EQ(weights.idf()[0], 1);
  EXPECT_FLOAT_EQ(weights.idf()[1], 1 + std::log(2.0F));
  Example example = row({5, 9}, {4, 1});
  weights.apply(example);
  EXPECT_EQ(example.indices, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_NEAR(example.values[0] / example.values[1], (1 + std::log(4.0F)) / (1 + std::log(2.0F)),
              1e-6);
  EXPECT_NEAR(squared_length(example.values), 1, 1e-6);
}

TEST(TextWeights, WordsAndCharactersHaveTheSameSay) {
  const Dataset data = data_of({row({1, 2, 10, 11, 12, 13}, {1, 1, 1, 3, 1, 1}), row({2}, {1})});
  const TextWeights weights = learn_text_weights(data, 10);
  EXPECT_EQ(weights.words(), 2U);
  Example example = row({1, 2, 10, 11, 12, 13}, {1, 2, 1, 3, 1, 9});
  weights.apply(example);
  const std::span<const float> values(example.values);
  EXPECT_NEAR(squared_length(values.first(2)), 0.5, 1e-6);
  EXPECT_NEAR(squared_length(values.subspan(2)), 0.5, 1e-6);
  for (Example alone : {row({2}, {3}), row({11, 12}, {1, 2})}) {
    weights.apply(alone);
    EXPECT_NEAR(squared_length(alone.values), 1, 1e-6);
  }
}

TEST(TextWeights, WhatWasNeverSeenIsLeftOut) {
  const TextWeights weights = learn_text_weights(data_of({row({3, 7, 8}, {1, 1, 1})}), 100);
  Example example = row({0, 3, 4, 8, 9, 4000000000}, {1, 1, 1, 1, 1, 1});
  weights.apply(example);
  EXPECT_EQ(example.indices, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_NEAR(squared_length(example.values), 1, 1e-6);
  example = row({1, 2}, {1, 1});
  weights.apply(example);
  EXPECT_TRUE(example.indices.empty());
  example = row({1, 2}, {1, 1});
  TextWeights().apply(example);
  EXPECT_TRUE(example.values.empty());
}

TEST(TextWeights, RowsOfNoWeightCountForNothing) {
  Example none = row({1, 2}, {1, 1});
  none.weight = 0;
  const TextWeights weights =
      learn_text_weights(data_of({row({1}, {1}), row({3}, {1}), none}), 100);
  EXPECT_EQ(std::vector(weights.places().begin(), weights.places().end()),
            (std::vector<std::uint32_t>{1, 3}));
  EXPECT_FLOAT_EQ(weights.idf()[0], 1 + std::log(1.5F));
}

// Spread, crowded together, and both ends of what there can be.
TEST(TextWeights, EveryPlaceIsFoundAndNoOther) {
  std::mt19937 random(1);
  for (const std::uint32_t size : {1U, 2U, 3U, 100U, 5000U}) {
    for (const std::uint32_t range : {size, 2 * size, 1U << 20, 1U << 30}) {
      std::set<std::uint32_t> chosen{range - 1};
      while (chosen.size() < size) chosen.insert(random() % range);
      const TextWeights weights({chosen.begin(), chosen.end()}, std::vector<float>(size, 1), 0);
      Example example;
      std::set<std::uint32_t> asked = chosen;
      const std::uint32_t twice = 2 * range;
      for (std::uint32_t i = 0; i < size; ++i) asked.insert(random() % twice);
      for (const std::uint32_t place : asked) {
        example.indices.push_back(place);
        example.values.push_back(1);
      }
      weights.apply(example);
      ASSERT_EQ(example.indices.size(), size);
      for (std::uint32_t i = 0; i < size; ++i) ASSERT_EQ(example.indices[i], i);
    }
  }
}

// More rows than one thread counts, compared with counts in a map.
TEST(TextWeights, ManyRowsAreCountedTheSameByAnyThreads) {
  std::mt19937 random(1);
  Dataset data;
  std::map<std::uint32_t, int> rows_with;
  constexpr int kRows = 30'000;
  for (int i = 0; i < kRows; ++i) {
    std::set<std::uint32_t> places;
    for (int j = 0; j < 3; ++j) places.insert(random() % (i % 7 == 0 ? 1'000'000 : 50));
    for (const std::uint32_t place : places) ++rows_with[place];
    data.add(row({places.begin(), places.end()}, std::vector<float>(places.size(), 1)));
  }
  for (const unsigned threads : {1U, 3U}) {
    const TextWeights weights = learn_text_weights(data, 100, threads);
    ASSERT_EQ(weights.size(), rows_with.size());
    std::size_t i = 0;
    for (const auto& [place, rows] : rows_with) {
      ASSERT_EQ(weights.places()[i], place);
      ASSERT_FLOAT_EQ(weights.idf()[i],
                      static_cast<float>(1 + std::log((1.0 + kRows) / (1 + rows))));
      ++i;
    }
  }
}

TEST(TextWeights, OddValuesOfALibraryUserStayFinite) {
  const TextWeights weights = learn_text_weights(data_of({row({1, 2, 3}, {1, 1, 1})}), 100);
  Example example = row({1, 2, 3}, {-2, 0.5F, 3e38F});
  weights.apply(example);
  for (const float value : example.values) EXPECT_TRUE(std::isfinite(value));
  example = row({1, 2}, {0, 0});
  weights.apply(example);
  for (const float value : example.values) EXPECT_EQ(value, 0);
}

}  // namespace
}  // namespace ect::data
