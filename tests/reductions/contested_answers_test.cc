// Predictions and probabilities of contested finals, before and after storing.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ect/error.h"
#include "ect/predict.h"
#include "ect/random.h"
#include "reductions/contested/contested.h"
#include "reductions/reductions.h"
#include "tests/helpers/contest.h"

namespace ect::reductions {
namespace {

class ContestedAnswers : public testing::TestWithParam<double> {};

TEST_P(ContestedAnswers, ProbabilitiesAreOfAllLabelsAndSumToOne) {
  Random random(6);
  for (int round = 0; round < 100; ++round) {
    for (const FinalsRule rule : kFinalsRules) {
      FittedContest contest(random, rule, GetParam(), false, 20);
      for (std::uint32_t i = 0; i < 5; ++i) {
        const Features x = contest.unseen(i);
        double sum = 0;
        for (std::uint32_t label = 0; label < contest.labels; ++label) {
          const double p = contest.reduction().probability(contest.learner.answers, x, label);
          ASSERT_GE(p, 0);
          ASSERT_LE(p, 1 + 1e-9);
          sum += p;
        }
        ASSERT_NEAR(sum, 1, 1e-6) << rule_name(rule) << ", " << contest.labels << " labels, "
                                  << contest.schedule.eliminations() << " eliminations";
      }
    }
  }
}

TEST_P(ContestedAnswers, TheLikeliestAreThoseAndThePredictedOneIsFirst) {
  Random random(7);
  std::vector<Scored> scored;
  for (int round = 0; round < 60; ++round) {
    for (const FinalsRule rule : kFinalsRules) {
      FittedContest contest(random, rule, GetParam(), false, 20);
      const Reduction& reduction = contest.reduction();
      const Features x = contest.unseen(0);
      std::uint64_t questions = 0;
      const std::uint32_t predicted = reduction.predict(contest.learner.answers, x, questions);
      EXPECT_LE(questions, reduction.most_questions());
      EXPECT_LE(reduction.most_questions(), reduction.problems());
      // Of several brackets not all ways are followed (predict.cc).
      const double off = contest.schedule.eliminations() == 1 ? 0 : 0.25;
      std::vector<double> p;
      for (std::uint32_t label = 0; label < contest.labels; ++label) {
        p.push_back(reduction.probability(contest.learner.answers, x, label));
      }
      reduction.shortlist(contest.learner.answers, x, scored);
      ASSERT_EQ(scored.front().label, predicted);
      for (const std::size_t most : {1U, 2U, 3U, 7U, contest.labels, contest.labels + 3}) {
        reduction.top_labels(contest.learner.answers, x, most, scored);
        ASSERT_LE(scored.size(), most);
        ASSERT_EQ(scored.front().label, predicted);
        std::vector<bool> listed(contest.labels);
        for (std::size_t i = 0; i < scored.size(); ++i) {
          ASSERT_FALSE(listed[scored[i].label]);
          listed[scored[i].label] = true;
          ASSERT_NEAR(scored[i].probability, p[scored[i].label],
                      1e-9 + off * (p[scored[i].label] + 1e-3));
          if (i > 1) {
            ASSERT_GE(scored[i - 1].probability, scored[i].probability);
          }
        }
        if (most == 1) continue;
        const double slack = GetParam() > 10 || off > 0 ? 1e-3 : 1e-6;
        // Who is not listed is less likely, or has next to nothing where there was room.
        const double least = scored.size() < most ? 1e-3 : scored.back().probability;
        for (std::uint32_t label = 0; label < contest.labels; ++label) {
          if (listed[label]) continue;
          ASSERT_LE((1 - off) * p[label], least + slack)
              << label << " is missing, by " << rule_name(rule);
        }
      }
    }
  }
}

TEST_P(ContestedAnswers, AfterStoringAndLoadingAllIsAsItWas) {
  Random random(8);
  for (int round = 0; round < 40; ++round) {
    for (const FinalsRule rule : kFinalsRules) {
      FittedContest contest(random, rule, GetParam());
      const std::vector<std::uint32_t> words = contest.reduction().stored();
      const auto loaded = reduction_named("ect").load_contested(words, contest.labels);
      EXPECT_EQ(loaded->stored(), words);
      EXPECT_EQ(loaded->finals(), contest.reduction().finals());
      EXPECT_EQ(loaded->guarantee(false), contest.reduction().guarantee(false));
      ASSERT_EQ(loaded->problems(), contest.reduction().problems());
      for (std::uint32_t i = 0; i < 10; ++i) {
        const Features x = contest.unseen(i);
        std::uint64_t before = 0;
        std::uint64_t after = 0;
        EXPECT_EQ(loaded->predict(contest.learner.answers, x, after),
                  contest.reduction().predict(contest.learner.answers, x, before));
        EXPECT_EQ(before, after);
        for (std::uint32_t label = 0; label < contest.labels; ++label) {
          EXPECT_EQ(loaded->probability(contest.learner.answers, x, label),
                    contest.reduction().probability(contest.learner.answers, x, label));
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(UnsureAndSure, ContestedAnswers, testing::Values(0.5, 3.0, 40.0, 1e6),
                         [](const auto& size) {
                           return "Size" + std::to_string(static_cast<int>(10 * size.param));
                         });

TEST(ContestedFit, WordsThatCannotBeFinalsAreRefused) {
  Random random(9);
  const FittedContest contest(random, FinalsRule::kPairs, 1);
  const std::vector<std::uint32_t> good = contest.reduction().stored();
  const auto load = [&](const std::vector<std::uint32_t>& words) {
    return reduction_named("ect").load_contested(words, contest.labels);
  };
  ASSERT_NO_THROW(load(good));
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_THROW(load({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)}), Error);
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const std::uint32_t word : {0U, 1U, 0x7fc00000U, 0x7f800000U, 0xbf800000U, 0xffffffffU}) {
      std::vector<std::uint32_t> words = good;
      words[at] = word;
      try {
        const auto loaded = load(words);
        loaded->stored();
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), Error::Kind::kModelFormat);
      }
    }
  }
}

}  // namespace
}  // namespace ect::reductions
