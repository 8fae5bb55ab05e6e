// Random splits and folds.
#include "data/splits.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

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
