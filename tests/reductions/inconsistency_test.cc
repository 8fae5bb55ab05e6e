// Section 3 of the paper: with the best classifier at every node the tree reduction is still wrong
// on some distributions, which we can draw from; the filter tree never is.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "data/synth/synth.h"
#include "ect/schedule.h"
#include "ect/walk.h"

namespace ect::reductions {
namespace {

data::Distribution inconsistent(std::uint32_t classes, const std::string& noise = "") {
  data::SynthOptions options;
  options.distribution = "inconsistent";
  options.classes = classes;
  options.noise = noise;
  return data::Distribution(options);
}

// The tree reduction with the best classifier at each node: the side with more probability below
// it, `tied` where both have the same.
Player tree_prediction(const Schedule& schedule, const std::vector<double>& p, Side tied) {
  std::vector<double> below(schedule.matches());
  const auto mass = [&](Entrant entrant) {
    return entrant.from == From::kPlayer ? p[entrant.index] : below[entrant.index];
  };
  for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
    below[n] = mass(schedule.left(n)) + mass(schedule.right(n));
  }
  return descend(schedule, [&](std::uint32_t n) {
    const double left = mass(schedule.left(n));
    const double right = mass(schedule.right(n));
    if (left == right) return tied;
    return left > right ? Side::kLeft : Side::kRight;
  });
}

// The filter tree with the best classifier at each node: the likelier of the two who meet there.
Player filter_tree_prediction(const Schedule& schedule, const std::vector<double>& p, Side tied) {
  return play(schedule,
              [&](std::uint32_t, Player left, Player right) {
                if (p[left] == p[right]) return tied;
                return p[left] > p[right] ? Side::kLeft : Side::kRight;
              })
      .champion;
}

TEST(Inconsistency, TheTreeReductionErrsAtEveryInputAndTheFilterTreeAtNone) {
  for (std::uint32_t classes = 3; classes <= 130; ++classes) {
    for (const double epsilon : {0.001, 1.0 / 24, 0.083}) {
      const data::Distribution distribution =
          inconsistent(classes, "split:" + std::to_string(epsilon));
      const Schedule schedule = single_elimination(Seeding::listed(classes));
      for (std::uint32_t c = distribution.first_clean(); c < classes; ++c) {
        std::vector<double> p(classes);
        for (std::uint32_t label = 0; label < classes; ++label) {
          p[label] = distribution.law(c).probability(label);
        }
        const double most = *std::max_element(p.begin(), p.end());
        for (const Side tied : {Side::kLeft, Side::kRight}) {
          const Player tree = tree_prediction(schedule, p, tied);
          ASSERT_LT(p[tree], most) << classes << ' ' << c;
          ASSERT_NEAR(most - p[tree], 0.25 - 3 * epsilon, 3e-6);  // the theorem's regret
          ASSERT_EQ(filter_tree_prediction(schedule, p, tied), c);
        }
        ASSERT_EQ(p[c], most);
      }
    }
  }
}

TEST(Inconsistency, ThreeAndFourClassesAreThePapersExample) {
  const data::Distribution three = inconsistent(3);
  EXPECT_EQ(three.first_clean(), 2U);  // labels 1, 2 and 3 of the paper are 0, 1 and 2
  EXPECT_DOUBLE_EQ(three.law(2).probability(0), 7.0 / 24);
  EXPECT_DOUBLE_EQ(three.law(2).probability(1), 7.0 / 24);
  EXPECT_DOUBLE_EQ(three.law(2).probability(2), 10.0 / 24);
  const data::Distribution four = inconsistent(4);
  EXPECT_DOUBLE_EQ(four.law(2).probability(0), 7.0 / 24);
  EXPECT_DOUBLE_EQ(four.law(2).probability(1), 7.0 / 24);
  EXPECT_DOUBLE_EQ(four.law(2).probability(2), 10.0 / 24);
  EXPECT_EQ(four.law(2).probability(3), 0);  // "assign probability 0 to one of the labels"
}

}  // namespace
}  // namespace ect::reductions
