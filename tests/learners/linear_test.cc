// Linear classifiers in bytes: both forms against a plain dot product, and bytes that are damaged.
#include "learners/linear/linear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "ect/random.h"
#include "learners/linear/one_sided.h"
#include "tests/helpers/data_helpers.h"
#include "util/checksum.h"

namespace ect::learners {
namespace {

using SparseRow = std::map<std::uint32_t, float>;

// Features that are kept as they must be: two spans by increasing index.
struct Input {
  explicit Input(const SparseRow& row) {
    for (const auto& [index, value] : row) {
      indices.push_back(index);
      values.push_back(value);
    }
  }
  Features features() const { return {indices, values}; }

  std::vector<std::uint32_t> indices;
  std::vector<float> values;
};

std::vector<Weight> weights_of(const SparseRow& row) {
  std::vector<Weight> weights;
  for (const auto& [feature, weight] : row) weights.push_back({feature, weight});
  return weights;
}

// A multiple of 1/8, so that sums are exact and the order of adding does not matter.
float eighth(Random& random) { return static_cast<float>(random.below(129)) / 8 - 8; }

SparseRow random_row(Random& random, std::uint32_t features, std::uint64_t most) {
  SparseRow row;
  for (std::uint64_t i = random.below(most + 1); i > 0; --i) {
    row[static_cast<std::uint32_t>(random.below(features))] = eighth(random);
  }
  return row;
}

float reference(float bias, const SparseRow& weights, const SparseRow& x) {
  double sum = 0;
  for (const auto& [index, value] : x) {
    const auto at = weights.find(index);
    if (at != weights.end()) sum += static_cast<double>(at->second) * static_cast<double>(value);
  }
  return bias + static_cast<float>(sum);
}

// Bytes that a test may change, with classifiers over them.
struct Bytes {
  explicit Bytes(const LinearClassifiers& classifiers) {
    const StoredClassifiers stored = classifiers.stored();
    blocks.assign(classifiers.blocks().begin(), classifiers.blocks().end());
    body.resize(stored.body.size() / 8);
    if (!body.empty()) std::memcpy(body.data(), stored.body.data(), stored.body.size());
  }
  StoredClassifiers stored() const {
    return {std::as_bytes(std::span(blocks)), std::as_bytes(std::span(body)), nullptr, "w.model"};
  }
  LinearClassifiers open(Verify verify) const {
    return {stored(), static_cast<std::uint32_t>(blocks.size()), verify};
  }
  std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(body)); }

  std::vector<WeightBlock> blocks;
  std::vector<std::uint64_t> body;
};

// Problem 0 is dense with an odd number of weights, 1 has none, 2 is sparse.
Bytes three_problems() {
  LinearBuilder builder(3);
  builder.set(0, 0.5F, weights_of({{0, 1.0F}, {1, 2.0F}, {2, -1.0F}}));
  builder.set(1, -0.25F, {});
  builder.set(2, 1.0F, weights_of({{7, 3.0F}, {5000, -2.0F}}));
  return Bytes(*builder.finish());
}

TEST(Linear, BothFormsGiveTheMarginsOfAPlainDotProduct) {
  Random random(21);
  int dense = 0;
  int sparse = 0;
  for (int round = 0; round < 300; ++round) {
    const auto features = static_cast<std::uint32_t>(1 + random.below(round % 2 == 0 ? 60 : 5000));
    std::vector<SparseRow> rows(1 + random.below(4));
    std::vector<float> biases;
    LinearBuilder builder(static_cast<std::uint32_t>(rows.size()));
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      rows[i] = random_row(random, features, 80);
      biases.push_back(eighth(random));
      builder.set(i, biases[i], weights_of(rows[i]));
    }
    const LinearBuilder before = builder;
    const auto classifiers = builder.finish();
    classifiers->verify();
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      ++(classifiers->blocks()[i].kind == WeightBlock::kDense ? dense : sparse);
      for (int question = 0; question < 10; ++question) {
        const SparseRow x = random_row(random, 2 * features, 100);  // half of it beyond the row
        ASSERT_EQ(classifiers->margin(i, Input(x).features()), reference(biases[i], rows[i], x));
        ASSERT_EQ(before.margin(i, Input(x).features()), reference(biases[i], rows[i], x));
      }
    }
  }
  EXPECT_GT(dense, 100);
  EXPECT_GT(sparse, 100);
}

TEST(Linear, TheSmallerFormIsChosen) {
  Random random(22);
  for (int round = 0; round < 200; ++round) {
    const SparseRow row = random_row(random, 200, 60);
    LinearBuilder builder(1);
    builder.set(0, 0, weights_of(row));
    const auto classifiers = builder.finish();
    std::uint64_t there = 0;
    std::uint64_t width = 0;
    for (const auto& [feature, weight] : row) {
      if (weight == 0) continue;
      ++there;
      width = feature + 1;
    }
    const std::uint64_t table = there == 0 ? 0 : 8 * (there + there / 2 + 1);
    ASSERT_EQ(classifiers->blocks()[0].bytes(), std::min(4 * width, table));
  }
}

TEST(Linear, WhatWasNotSetOrHasOnlyZerosAnswersItsBias) {
  LinearBuilder builder(3);
  builder.set(1, 0.75F, {});
  builder.set(2, -0.5F, weights_of({{1, 0.0F}, {9, 0.0F}}));
  const auto classifiers = builder.finish();
  EXPECT_TRUE(classifiers->stored().body.empty());
  const Input x({{1, 1.0F}, {9, 2.0F}});
  EXPECT_EQ(classifiers->margin(0, x.features()), 0);
  EXPECT_EQ(classifiers->margin(1, x.features()), 0.75F);
  EXPECT_EQ(classifiers->margin(2, x.features()), -0.5F);
  EXPECT_EQ(classifiers->margin(2, Features{}), -0.5F);
  classifiers->verify();
}

TEST(Linear, TheLastIndexThereIsMeetsNoEmptyPlace) {
  const Bytes bytes = three_problems();
  const Input x({{WeightPlace::kEmpty, std::numeric_limits<float>::infinity()}});
  EXPECT_EQ(bytes.open(Verify::kNow).margin(2, x.features()), 1.0F);
}

TEST(Linear, TheMarginOfOneSideAloneIsItsLogOddsAgainstOne) {
  EXPECT_EQ(constant_margin(0, 0), 0);
  EXPECT_FLOAT_EQ(constant_margin(9, 0), std::log(10.0F));
  EXPECT_FLOAT_EQ(constant_margin(0, 9), -std::log(10.0F));
}

TEST(Linear, BlocksThatAreNotWhereTheyShouldBeAreRefused) {
  const Bytes good = three_problems();
  EXPECT_NO_THROW(good.open(Verify::kNow));
  EXPECT_THROW(LinearClassifiers(good.stored(), 2, Verify::kNow), Error);
  EXPECT_THROW(LinearClassifiers(good.stored(), 4, Verify::kNow), Error);
  for (std::size_t block = 0; block < good.blocks.size(); ++block) {
    const WeightBlock old = good.blocks[block];
    const auto refuses = [&](const WeightBlock& changed) {
      Bytes bytes = good;
      bytes.blocks[block] = changed;
      return !error_of([&] { bytes.open(Verify::kNever); }).empty();
    };
    for (const std::uint64_t offset : {old.offset + 1, old.offset + 8, old.offset - 8,
                                       std::uint64_t{1} << 40, ~std::uint64_t{0} - 7}) {
      WeightBlock changed = old;
      changed.offset = offset;
      EXPECT_TRUE(refuses(changed)) << block << " at " << offset;
    }
    for (const std::uint32_t count : {old.count + 2, old.count + 1000, 1U << 31, 0xffffffffU}) {
      WeightBlock changed = old;
      changed.count = count;
      EXPECT_TRUE(refuses(changed)) << block << " has " << count;
    }
    WeightBlock changed = old;
    changed.kind = 2;
    EXPECT_TRUE(refuses(changed)) << block;
  }
  Bytes longer = good;
  longer.body.push_back(0);
  EXPECT_THROW(longer.open(Verify::kNever), Error);
  Bytes shorter = good;
  shorter.body.pop_back();
  EXPECT_THROW(shorter.open(Verify::kNever), Error);
}

TEST(Linear, EveryFlippedBitOfTheBodyIsFoundAtOnceOrWhenItsMatchIsAsked) {
  Bytes bytes = three_problems();
  const Input x({{0, 1.0F}, {7, 1.0F}});
  for (std::size_t bit = 0; bit < 8 * bytes.bytes().size(); ++bit) {
    bytes.bytes()[bit / 8] ^= std::byte{1} << (bit % 8);
    EXPECT_THROW(bytes.open(Verify::kNow), Error) << bit;
    const LinearClassifiers classifiers = bytes.open(Verify::kWhenAsked);
    const bool first = bit / 8 < bytes.blocks[1].offset;
    const std::string error = error_of([&] { classifiers.margin(first ? 0 : 2, x.features()); });
    EXPECT_TRUE(error.starts_with("w.model: the weights are damaged: ")) << error;
    EXPECT_NO_THROW(classifiers.margin(1, x.features()));
    EXPECT_NO_THROW(classifiers.margin(first ? 2 : 0, x.features()));
    EXPECT_THROW(classifiers.verify(), Error);
    bytes.bytes()[bit / 8] ^= std::byte{1} << (bit % 8);
  }
  EXPECT_NO_THROW(bytes.open(Verify::kNow));
}

TEST(Linear, ATableWithoutAnEmptyPlaceEndsTheSearch) {
  Bytes bytes = three_problems();
  WeightBlock& block = bytes.blocks[2];
  for (std::uint32_t i = 0; i < block.count; ++i) {
    const WeightPlace place{7, 1.0F};
    std::memcpy(bytes.bytes().data() + block.offset + 8 * std::size_t{i}, &place, sizeof place);
  }
  block.checksum = util::checksum_of(bytes.bytes().subspan(block.offset, block.bytes()));
  const LinearClassifiers classifiers = bytes.open(Verify::kNow);
  EXPECT_EQ(classifiers.margin(2, Input({{8, 1.0F}}).features()), 1.0F);
  EXPECT_EQ(classifiers.margin(2, Input({{7, 1.0F}}).features()), 2.0F);
}

TEST(Linear, WeightsThatAreNoNumbersGiveProbabilitiesAllTheSame) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  LinearBuilder builder(1);
  builder.set(0, 0, weights_of({{0, nan}, {1, inf}, {2, -inf}}));
  const auto classifiers = builder.finish();
  for (const SparseRow& row : {SparseRow{{0, 1.0F}}, SparseRow{{1, 1.0F}}, SparseRow{{2, 1.0F}},
                               SparseRow{{1, 1.0F}, {2, 1.0F}}}) {
    const double probability = probability_of(classifiers->margin(0, Input(row).features()));
    EXPECT_GE(probability, 0);
    EXPECT_LE(probability, 1);
  }
}

}  // namespace
}  // namespace ect::learners
