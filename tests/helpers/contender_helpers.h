#ifndef ECT_TESTS_CONTENDER_HELPERS_H_
#define ECT_TESTS_CONTENDER_HELPERS_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "ect/random.h"
#include "ect/walk.h"
#include "reductions/contested/contenders.h"
#include "tests/helpers/patterns.h"

namespace ect {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

inline std::vector<reductions::Contender> gathered(const Schedule& schedule,
                                                   const learners::Classifiers& classifiers,
                                                   std::uint32_t most, double least_share = 0.01) {
  reductions::Contenders beam;
  std::uint64_t questions = 0;
  const std::span<const reductions::Contender> found =
      beam.gather(schedule, classifiers, {}, {most, least_share}, questions);
  return {found.begin(), found.end()};
}

inline bool among(const std::vector<reductions::Contender>& contenders, std::uint32_t label) {
  return std::any_of(contenders.begin(), contenders.end(),
                     [&](const reductions::Contender& item) { return item.label == label; });
}

inline Player plain_winner(const Schedule& schedule, const std::vector<float>& margins) {
  return descend(schedule, [&](std::uint32_t n) { return learners::side_of(margins[n]); });
}

// Sizes that are drawn, with the sign that the pattern says.
inline std::vector<float> drawn_margins(const Schedule& schedule, std::uint32_t pattern,
                                        double size, Random& random) {
  std::vector<float> margins = margins_of(schedule, pattern);
  for (float& margin : margins) margin *= static_cast<float>(size * random.uniform() + 1e-3);
  return margins;
}

}  // namespace ect

#endif  // ECT_TESTS_CONTENDER_HELPERS_H_
