// Ranked and hashed sets: look-ups against a linear search.
#include "util/ranked_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ect/random.h"
#include "tests/helpers/every_target.h"
#include "util/hashed_set.h"

namespace ect::util {
namespace {

std::vector<std::uint32_t> draw(Random& random, std::uint32_t below, double chance) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < below; ++i) {
    if (random.chance(chance)) numbers.push_back(i);
  }
  return numbers;
}

// The same by a linear search through the members.
std::vector<std::pair<std::uint32_t, float>> by_search(const std::vector<std::uint32_t>& members,
                                                       const std::vector<std::uint32_t>& numbers,
                                                       const std::vector<float>& weights,
                                                       std::uint32_t most) {
  std::vector<std::pair<std::uint32_t, float>> found;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto at = std::lower_bound(members.begin(), members.end(), numbers[i]);
    if (at == members.end() || *at != numbers[i]) continue;
    const auto rank = static_cast<std::uint32_t>(at - members.begin());
    if (rank < most) found.emplace_back(rank, weights[i]);
  }
  return found;
}

TEST(RankedSet, FindsWhatASearchFinds) {
  for_every_target([] {
    Random random(5);
    for (int time = 0; time < 200; ++time) {
      const auto below = static_cast<std::uint32_t>(random.below(400));
      const std::vector<std::uint32_t> members = draw(random, below, random.uniform());
      const std::vector<std::uint32_t> numbers = draw(random, 500, random.uniform());
      std::vector<float> weights;
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        weights.push_back(static_cast<float>(random.uniform()));
      }
      const auto most = static_cast<std::uint32_t>(
          time % 2 == 0 ? members.size() : random.below(members.size() + 1));
      std::vector<WeightedRow> found(numbers.size() + 1);
      const std::size_t count =
          find_ranked(ranked_set(members, below), most, numbers, weights.data(), found.data());
      std::vector<WeightedRow> hashed(numbers.size() + 1);
      ASSERT_EQ(find_hashed(hashed_set(members), most, numbers, weights.data(), hashed.data()),
                count);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(hashed[i].row, found[i].row);
      ASSERT_EQ(members_of(ranked_set(members, below)), members);
      for (std::uint32_t i = 0; i < members.size(); ++i) {
        ASSERT_EQ(rank_in(ranked_set(members, below), members[i]), i);
      }
      const auto expected = by_search(members, numbers, weights, most);
      ASSERT_EQ(count, expected.size());
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(found[i].row, expected[i].first);
        ASSERT_EQ(found[i].weight, expected[i].second);
      }
    }
  });
}

TEST(RankedSet, OfNothingHasNothing) {
  const std::vector<std::uint32_t> numbers = {0, 70};
  const std::vector<float> weights = {1, 2};
  std::vector<WeightedRow> found(3);
  EXPECT_TRUE(ranked_set({}, 0).empty());
  EXPECT_EQ(find_ranked({}, 5, numbers, weights.data(), found.data()), 0U);
}

}  // namespace
}  // namespace ect::util
