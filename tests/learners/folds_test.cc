// The folds of a binary problem's examples: spread over each label, by runs where data is sparse.
#include "learners/folds.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/sparse.h"
#include "data/splits.h"
#include "ect/dataset.h"
#include "ect/random.h"

namespace ect::learners {
namespace {

constexpr std::uint32_t kFoldedRows = 60;

// Labels 0 and 1 by turns, and label 2 once, at the end.
Dataset rows_of(bool sparse) {
  Dataset data;
  for (std::uint32_t i = 0; i < kFoldedRows; ++i) {
    data.add({.label = i + 1 == kFoldedRows ? "2" : std::to_string(i % 2),
              .indices = {sparse ? i : 0},
              .values = {1},
              .costs = {}});
  }
  return data;
}

std::vector<std::uint8_t> folds_of(const Dataset& data, std::uint64_t seed) {
  std::vector<BinaryExample> examples;
  for (std::uint32_t i = 0; i < kFoldedRows; ++i) examples.push_back({i, Side::kLeft, 1});
  Random random(seed);
  const Folds folds(data, LabelCounts().of(data), examples, random);
  std::vector<std::uint8_t> result;
  for (std::size_t i = 0; i < kFoldedRows; ++i) result.push_back(folds.of(i));
  return result;
}

TEST(Folds, HaveAsManyOfEachLabelAndNoOnlyExample) {
  for (const bool sparse : {false, true}) {
    const Dataset data = rows_of(sparse);
    ASSERT_EQ(data::is_sparse(data), sparse);
    const std::vector<std::uint8_t> folds = folds_of(data, 1);
    std::vector<std::vector<int>> counts(2, std::vector<int>(kFolds));
    for (std::uint32_t i = 0; i + 1 < kFoldedRows; ++i) ++counts[data.label(i)][folds[i]];
    for (const std::vector<int>& of_label : counts) {
      for (const int count : of_label) {
        EXPECT_GE(count, 9);
        EXPECT_LE(count, 11);
      }
    }
    EXPECT_EQ(folds.back(), Folds::kNever);
  }
}

// Texts that stand together are often alike; tables are often sorted.
TEST(Folds, OfSparseDataAreRunsAndOfOtherDataRandom) {
  const auto changes = [](const std::vector<std::uint8_t>& folds) {
    int changes = 0;
    for (std::size_t i = 2; i + 1 < kFoldedRows; ++i) changes += folds[i] != folds[i - 2] ? 1 : 0;
    return changes;
  };
  const Dataset sparse = rows_of(true);
  EXPECT_EQ(changes(folds_of(sparse, 1)), 2 * 2);
  EXPECT_EQ(folds_of(sparse, 1), folds_of(sparse, 2));
  const Dataset full = rows_of(false);
  EXPECT_GT(changes(folds_of(full, 1)), 20);
  EXPECT_NE(folds_of(full, 1), folds_of(full, 2));
}

TEST(Folds, LabelsWithFewExamplesDoNotAllBeginWithTheSameFold) {
  std::vector<int> firsts(10);
  for (std::uint32_t label = 0; label < 1000; ++label) {
    const std::size_t first = data::fold_of_run(0, 2, 10, label);
    const std::size_t second = data::fold_of_run(1, 2, 10, label);
    EXPECT_NE(first, second);
    ++firsts[first];
  }
  for (const int count : firsts) EXPECT_EQ(count, 100);
}

}  // namespace
}  // namespace ect::learners
