// Random splits and folds.
#include "data/splits.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace ect::data {
namespace {

// Whether both parts are increasing and together all rows, each once.
bool is_split(const Split& split, std::size_t rows) {
  std::set<std::uint32_t> all(split.train.begin(), split.train.end());
  all.insert(split.test.begin(), split.test.end());
  return std::is_sorted(split.train.begin(), split.train.end()) &&
         std::is_sorted(split.test.begin(), split.test.end()) && all.size() == rows &&
         split.train.size() + split.test.size() == rows && *all.rbegin() == rows - 1;
}

TEST(Splits, HaveTheShareThatIsAskedFor) {
  EXPECT_EQ(random_split(300, 0.667, 1, 0).train.size(), 200U);
  EXPECT_EQ(random_split(10, 0.25, 1, 0).train.size(), 3U);  // 2.5 rounded
  // At least one row in each part, however small the share.
  EXPECT_EQ(random_split(2, 0.001, 1, 0).train.size(), 1U);
  EXPECT_EQ(random_split(2, 0.999, 1, 0).test.size(), 1U);
}

TEST(Splits, DependOnSeedAndNumberOnly) {
  EXPECT_EQ(random_split(100, 0.5, 7, 3).test, random_split(100, 0.5, 7, 3).test);
  EXPECT_NE(random_split(100, 0.5, 7, 3).test, random_split(100, 0.5, 7, 4).test);
  EXPECT_NE(random_split(100, 0.5, 7, 3).test, random_split(100, 0.5, 8, 3).test);
  // The next split is not the same one shifted by one.
  EXPECT_NE(random_split(100, 0.5, 7, 3).test, random_split(100, 0.5, 8, 2).test);
  EXPECT_NE(fold_split(100, 5, 7, 0).test, fold_split(100, 5, 8, 0).test);
}

TEST(Splits, TakeEveryRowAboutEquallyOften) {
  std::vector<int> tested(20, 0);
  for (std::uint32_t number = 0; number < 2000; ++number) {
    for (const std::uint32_t row : random_split(20, 0.75, 1, number).test) ++tested[row];
  }
  for (const int times : tested) EXPECT_NEAR(times, 500, 100);  // five deviations of 19.4
}

TEST(Splits, ByRunsTakeAPartOfEachLabelAsItComes) {
  std::vector<std::uint32_t> labels;
  for (int i = 0; i < 80; ++i) labels.push_back(i % 2);
  const Split split = run_split(labels, 4, 1);
  std::vector<std::uint32_t> expected;  // of label 0 the second quarter, of label 1 the first
  for (std::uint32_t i = 0; i < 20; i += 2) expected.push_back(i + 1);
  for (std::uint32_t i = 20; i < 40; i += 2) expected.push_back(i);
  EXPECT_EQ(split.test, expected);
  EXPECT_TRUE(is_split(split, 80));
}

RC_GTEST_PROP(SplitsProperty, ByRunsEveryRowIsTestedOnceAndBothPartsHaveOne, ()) {
  const auto folds = *rc::gen::inRange<std::uint32_t>(2, 12);
  const auto labels = *rc::gen::suchThat(
      rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 6)),
      [](const std::vector<std::uint32_t>& all) { return all.size() >= 2; });
  std::vector<int> tested(labels.size(), 0);
  bool all_mixed = true;
  for (std::uint32_t number = 0; number < folds; ++number) {
    const Split split = run_split(labels, folds, number);
    RC_ASSERT(is_split(split, labels.size()));
    RC_ASSERT(!split.test.empty());
    RC_ASSERT(!split.train.empty());
    for (const std::uint32_t row : split.test) ++tested[row];
    all_mixed = all_mixed && split.test.size() > 1 && split.train.size() > 1;
  }
  if (!all_mixed) return;  // a row was moved, so that no part is empty
  for (const int times : tested) RC_ASSERT(times == 1);
}

RC_GTEST_PROP(SplitsProperty, ARandomSplitIsASplit, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(2, 200);
  const double fraction = 0.01 * *rc::gen::inRange(1, 100);
  RC_ASSERT(is_split(random_split(rows, fraction, *rc::gen::arbitrary<std::uint64_t>(),
                                  *rc::gen::arbitrary<std::uint32_t>()),
                     rows));
}

RC_GTEST_PROP(SplitsProperty, FoldsTestEveryRowExactlyOnceAndHaveEqualSizes, ()) {
  const auto folds = *rc::gen::inRange<std::uint32_t>(2, 20);
  const auto rows = folds + *rc::gen::inRange<std::size_t>(0, 100);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  std::vector<int> tested(rows, 0);
  for (std::uint32_t number = 0; number < folds; ++number) {
    const Split split = fold_split(rows, folds, seed, number);
    RC_ASSERT(is_split(split, rows));
    RC_ASSERT(split.test.size() == rows / folds || split.test.size() == rows / folds + 1);
    for (const std::uint32_t row : split.test) ++tested[row];
  }
  RC_ASSERT(std::all_of(tested.begin(), tested.end(), [](int times) { return times == 1; }));
}

}  // namespace
}  // namespace ect::data
