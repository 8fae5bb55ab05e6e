// Training of contested finals: the examples of each problem, and the choice of the rule.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "ect/random.h"
#include "reductions/contested/contested.h"
#include "tests/helpers/contest.h"

namespace ect::reductions {
namespace {

// The out-of-fold answers for a row, from what the learner was given.
class OutOfFoldAnswers : public learners::Classifiers {
 public:
  OutOfFoldAnswers(const AnsweringLearner& learner, std::uint32_t row)
      : learner_(learner), row_(row) {}
  float margin(std::uint32_t problem, Features) const override {
    const auto at = learner_.given.find(problem);
    const bool fitted = at != learner_.given.end() &&
                        std::any_of(at->second.begin(), at->second.end(),
                                    [&](const Given& given) { return std::get<0>(given) == row_; });
    return learner_.answers.of(problem, row_, fitted);
  }

 private:
  const AnsweringLearner& learner_;
  std::uint32_t row_;
};

std::vector<std::uint32_t> out_of_fold_contenders(const FittedContest& contest, FinalsRule rule,
                                                  std::uint32_t row) {
  Contenders beam;
  std::uint64_t unused = 0;
  std::vector<std::uint32_t> labels;
  for (const Contender& item :
       beam.gather(contest.schedule, OutOfFoldAnswers(contest.learner, row), contest.data.row(row),
                   finals_limits(rule, contest.contenders), unused)) {
    labels.push_back(item.label);
  }
  return labels;
}

TEST(ContestedFit, APairLearnsFromTheExamplesOfBothWhereBothAreOutOfFoldContenders) {
  Random random(1);
  std::size_t learnt_from = 0;
  for (int round = 0; round < 150; ++round) {
    const FinalsRule rule = round % 2 == 0 ? FinalsRule::kPairs : FinalsRule::kWins;
    FittedContest contest(random, rule, 1.5, true, 12, round % 3 == 0 ? 3 : 1);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Given>> expected;
    const std::vector<std::uint32_t> rows = all_rows(contest.data);
    for (const std::uint32_t row : rows) {
      const std::vector<std::uint32_t> found = out_of_fold_contenders(contest, rule, row);
      const std::uint32_t own = contest.data.label(row);
      const auto examples = std::count_if(rows.begin(), rows.end(), [&](std::uint32_t other) {
        return contest.data.label(other) == own;
      });
      if (examples >= kMinRoutedOutOfFold &&
          std::find(found.begin(), found.end(), own) == found.end()) {
        continue;
      }
      for (const std::uint32_t other : found) {
        if (other == own) continue;
        expected[{std::min(own, other), std::max(own, other)}].emplace_back(
            row, own > other ? Side::kRight : Side::kLeft, contest.data.weight(row));
      }
    }
    const std::uint32_t matches = contest.schedule.matches();
    ASSERT_EQ(contest.reduction().problems(), matches + expected.size());
    ASSERT_EQ(contest.learner.answers.names().size(), contest.reduction().problems());
    std::uint32_t problem = matches;
    for (auto& [pair, given] : expected) {
      EXPECT_EQ(contest.reduction().labels_at(problem, Side::kLeft),
                std::vector<std::uint32_t>{pair.first});
      EXPECT_EQ(contest.reduction().labels_at(problem, Side::kRight),
                std::vector<std::uint32_t>{pair.second});
      EXPECT_EQ(contest.learner.given[problem], given);
      learnt_from += given.size();
      ++problem;
    }
  }
  EXPECT_GT(learnt_from, 1000U);
}

TEST(ContestedFit, AScorerLearnsFromItsOwnExamplesAndAgainstThoseItContended) {
  Random random(2);
  for (int round = 0; round < 100; ++round) {
    FittedContest contest(random, FinalsRule::kScorers, 1.5, true, 12, round % 3 == 0 ? 3 : 1);
    const std::uint32_t matches = contest.schedule.matches();
    GivenAt expected;
    for (std::uint32_t row = 0; row < contest.data.size(); ++row) {
      const std::uint32_t own = contest.data.label(row);
      const float weight = contest.data.weight(row);
      expected[matches + own].emplace_back(row, Side::kRight, weight);
      for (const std::uint32_t other : out_of_fold_contenders(contest, FinalsRule::kScorers, row)) {
        if (other != own) expected[matches + other].emplace_back(row, Side::kLeft, weight);
      }
    }
    std::erase_if(contest.learner.given, [&](const auto& item) { return item.first < matches; });
    EXPECT_EQ(contest.learner.given, expected);
    EXPECT_EQ(contest.reduction().problems(), matches + contest.labels);
  }
}

double weighted_error(const FittedContest& contest) {
  double wrong = 0;
  double all = 0;
  for (std::uint32_t row = 0; row < contest.data.size(); ++row) {
    std::uint64_t unused = 0;
    const auto weight = static_cast<double>(contest.data.weight(row));
    all += weight;
    const std::uint32_t predicted =
        contest.reduction().predict(contest.learner.answers, contest.data.row(row), unused);
    wrong += predicted != contest.data.label(row) ? weight : 0;
  }
  return wrong / all;
}

// The out-of-fold margins are those of the classifiers here, so both must make the same mistakes.
TEST(ContestedFit, TheErrorIsThatOfThePredictionsByEveryRule) {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    for (const FinalsRule rule : kFinalsRules) {
      const FittedContest contest(random, rule, 2);
      EXPECT_NEAR(contest.fitted.error, weighted_error(contest), 1e-9) << rule_name(rule);
      ASSERT_EQ(contest.fitted.tried.size(), 1U);
      EXPECT_EQ(contest.fitted.tried[0].what, "finals by " + std::string(rule_name(rule)));
      EXPECT_EQ(contest.fitted.tried[0].error, contest.fitted.error);
    }
  }
}

TEST(ContestedFit, TheRuleWithTheLeastOutOfFoldErrorIsTaken) {
  Random random(4);
  std::map<std::string, int> taken;
  for (int round = 0; round < 150; ++round) {
    const FittedContest contest(random, {}, 2);
    const std::vector<Tried>& tried = contest.fitted.tried;
    ASSERT_EQ(tried.size(), std::size(kFinalsRules));
    EXPECT_TRUE(std::is_sorted(tried.begin(), tried.end(),
                               [](const Tried& a, const Tried& b) { return a.error < b.error; }));
    EXPECT_EQ(contest.fitted.error, tried.front().error);
    EXPECT_NEAR(contest.fitted.error, weighted_error(contest), 1e-9);
    const std::string rule = tried.front().what.substr(std::string("finals by ").size());
    EXPECT_EQ(contest.reduction().finals().find("contested by " + rule + ","), 0U);
    ++taken[rule];
    // What did not win is forgotten.
    EXPECT_EQ(contest.learner.answers.names().size(), contest.reduction().problems());
  }
  EXPECT_EQ(taken.size(), std::size(kFinalsRules));
}

TEST(ContestedFit, OnlyWinsCarryAGuarantee) {
  Random random(5);
  for (const FinalsRule rule : kFinalsRules) {
    const FittedContest contest(random, rule, 2);
    EXPECT_EQ(!contest.reduction().guarantee(false).empty(), rule == FinalsRule::kWins);
  }
}

}  // namespace
}  // namespace ect::reductions
