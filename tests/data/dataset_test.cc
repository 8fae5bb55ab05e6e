// Data sets in memory: storage of rows, subsets and rewriting.
#include "ect/dataset.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "data/counted_rows.h"

namespace ect::data {
namespace {

Example example(std::vector<std::uint32_t> indices, std::vector<float> values) {
  Example result;
  result.label = "a";
  result.indices = std::move(indices);
  result.values = std::move(values);
  return result;
}

void expect_row(const Dataset& data, std::size_t row, const std::vector<std::uint32_t>& indices,
                const std::vector<float>& values) {
  const Features x = data.row(row);
  EXPECT_EQ(std::vector<std::uint32_t>(x.indices.begin(), x.indices.end()), indices);
  EXPECT_EQ(std::vector<float>(x.values.begin(), x.values.end()), values);
}

TEST(Dataset, RowsWithoutGapsShareTheirIndices) {
  Dataset data;
  data.add(example({0, 1}, {5, 6}));
  data.add(example({}, {}));
  data.add(example({0, 1, 2}, {7, 8, 9}));
  EXPECT_TRUE(data.full());
  EXPECT_EQ(data.nonzeros(), 5U);
  EXPECT_EQ(data.features(), 3U);
  EXPECT_EQ(data.row(0).indices.data(), data.row(2).indices.data());
  expect_row(data, 0, {0, 1}, {5, 6});
  expect_row(data, 1, {}, {});
  expect_row(data, 2, {0, 1, 2}, {7, 8, 9});
}

TEST(Dataset, OneGapGivesEachRowIndicesOfItsOwn) {
  for (const std::vector<std::uint32_t>& gap :
       {std::vector<std::uint32_t>{0, 3}, std::vector<std::uint32_t>{1, 1}}) {
    Dataset data;
    data.add(example({0, 1}, {5, 6}));
    data.add(example(gap, {1, 2}));
    data.add(example({0}, {3}));
    EXPECT_FALSE(data.full());
    expect_row(data, 0, {0, 1}, {5, 6});
    expect_row(data, 1, gap, {1, 2});
    expect_row(data, 2, {0}, {3});
    EXPECT_EQ(data.nonzeros(), 5U);
  }
}

TEST(Dataset, RowsBecomeFullAndGetGapsAsTheyAreRewritten) {
  Dataset data;
  data.add(example({1}, {5}));
  data.add(example({0, 1}, {6, 7}));
  data.rewrite(2, [](Example& row) {
    row.indices.assign({0, 1});
    row.values.assign({1, 2});
  });
  EXPECT_TRUE(data.full());
  expect_row(data, 0, {0, 1}, {1, 2});
  const std::size_t full = data.bytes();
  data.rewrite(2, [](Example& row) { row.indices.assign({0, 9}); });
  EXPECT_FALSE(data.full());
  EXPECT_EQ(data.features(), 10U);
  expect_row(data, 1, {0, 9}, {1, 2});
  EXPECT_GT(data.bytes(), full);
}

TEST(Dataset, RowsAreRewrittenTheSameByAnyThreads) {
  Dataset data;
  Dataset alone;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    data.add(example({i % 7, 10 + i}, {1, 2}));
    alone.add(example({i % 7, 10 + i}, {1, 2}));
  }
  const auto change = [](Example& row) {
    if (row.indices[0] == 3) row.indices.clear();
    row.values.resize(row.indices.size(), 5);
  };
  alone.rewrite(1, change);
  data.rewrite(3, change);
  ASSERT_EQ(data.size(), 1000U);
  EXPECT_EQ(data.features(), alone.features());
  for (std::size_t i = 0; i < data.size(); ++i) {
    EXPECT_TRUE(std::ranges::equal(data.row(i).indices, alone.row(i).indices));
    EXPECT_TRUE(std::ranges::equal(data.row(i).values, alone.row(i).values));
    EXPECT_EQ(data.row(i).indices.empty(), i % 7 == 3);
  }
}

TEST(Dataset, FullRowsAreFilledOneByOneFromThoseBefore) {
  Dataset data;
  for (std::uint32_t i = 0; i < 200; ++i) data.add(example({i}, {static_cast<float>(i)}));
  data.rewrite_full(3, 2, [&](std::size_t row, std::span<float> to) {
    to[0] = data.row(row).values[0];
    to[2] = 1;
  });
  EXPECT_TRUE(data.full());
  EXPECT_EQ(data.features(), 3U);
  EXPECT_EQ(data.size(), 200U);
  for (std::uint32_t i = 0; i < 200; ++i)
    expect_row(data, i, {0, 1, 2}, {static_cast<float>(i), 0, 1});
  const std::vector<std::uint32_t> some = {7, 3};
  const Dataset part = data.subset(some);
  EXPECT_TRUE(part.full());
  expect_row(part, 0, {0, 1, 2}, {7, 0, 1});
}

TEST(CountedRows, RowsOfWeightZeroAreLeftOut) {
  Dataset data;
  for (const float weight : {0.0F, 1.0F, 0.0F, 1e-30F, 2.0F}) {
    Example row = example({0}, {1});
    row.weight = weight;
    data.add(row);
  }
  EXPECT_FALSE(is_counted(data, 2));
  EXPECT_TRUE(is_counted(data, 3));
  EXPECT_EQ(counted_rows(data), (std::vector<std::uint32_t>{1, 3, 4}));
  const std::vector<std::uint32_t> some = {4, 0, 3};
  EXPECT_EQ(counted_rows(data, some), (std::vector<std::uint32_t>{4, 3}));
  EXPECT_TRUE(counted_rows(Dataset()).empty());
}

}  // namespace
}  // namespace ect::data
