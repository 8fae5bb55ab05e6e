// How contested finals are learnt, and what is made of the answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ect/random.h"
#include "reductions/contested/contested.h"
#include "reductions/reductions.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/model_helpers.h"
#include "tests/helpers/reduction_helpers.h"
#include "tests/helpers/small_models.h"

namespace ect {
namespace {

constexpr FinalsRule kRules[] = {FinalsRule::kPaths, FinalsRule::kWins, FinalsRule::kPairs,
                                 FinalsRule::kScorers};

// A margin for each problem and input, drawn by their numbers; inputs are their only feature. A
// problem keeps its number wherever it is moved to.
class Answers : public KeptClassifiers {
 public:
  Answers(std::uint32_t problems, double size, std::uint64_t seed) : size_(size), seed_(seed) {
    for (std::uint32_t i = 0; i < problems; ++i) names_.push_back(next_++);
  }
  float of(std::uint32_t name, std::uint32_t input, bool out_of_fold = false) const {
    Random random(seed_ + (out_of_fold ? 1 : 0), (std::uint64_t{name} << 32) + input);
    return static_cast<float>(size_ * (2 * random.uniform() - 1));
  }
  float margin(std::uint32_t problem, Features x) const override {
    return of(names_.at(problem), x.indices.front());
  }
  StoredClassifiers stored() const override { return {}; }
  void verify() const override {}

  void add(std::uint32_t first, std::uint32_t more) {
    for (std::uint32_t i = 0; i < more; ++i) names_.insert(names_.begin() + first + i, next_++);
  }
  void drop(std::uint32_t first, std::uint32_t last) {
    names_.erase(names_.begin() + first, names_.begin() + last);
  }
  const std::vector<std::uint32_t>& names() const { return names_; }

 private:
  double size_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> names_;
  std::uint32_t next_ = 0;
};

// Gives these answers, out-of-fold ones of their own where it is told to, and writes down what it
// is given.
class AnsweringLearner : public BatchLearner {
 public:
  AnsweringLearner(std::uint32_t problems, double size, std::uint64_t seed,
                   bool out_of_fold = false)
      : answers(problems, size, seed), out_of_fold_(out_of_fold) {}
  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    const std::uint32_t name = answers.names().at(problem);
    const std::lock_guard<std::mutex> lock(mutex_);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const std::uint32_t input = data.row(examples[i].row).indices.front();
      given[name].emplace_back(input, examples[i].side, examples[i].weight);
      margins[i] = answers.of(name, input, out_of_fold_);
    }
  }
  float margin(std::uint32_t problem, Features x) const override {
    return answers.margin(problem, x);
  }
  void add_problems(std::uint32_t first, std::uint32_t more) override { answers.add(first, more); }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    answers.drop(first, last);
  }
  std::unique_ptr<KeptClassifiers> learnt() override { return std::make_unique<Answers>(answers); }

  Answers answers;
  GivenAt given;  // by name

 private:
  bool out_of_fold_;
  std::mutex mutex_;
};

// Rows told apart by their only feature, of labels in turn.
Dataset rows_in_turn(std::uint32_t labels, std::uint32_t rows) {
  Dataset data;
  for (std::uint32_t row = 0; row < rows; ++row) {
    Example example;
    example.label = std::to_string(row % labels);
    example.weight = 1 + 0.5F * static_cast<float>(row % 3);
    example.indices = {row};
    example.values = {1};
    data.add(example);
  }
  return data;
}

// A contested reduction, and the learner that it was fitted by.
struct Contest {
  Contest(Random& random, std::optional<FinalsRule> rule, double size, bool out_of_fold = false,
          std::uint32_t most_labels = 12, unsigned threads = 1)
      : labels(static_cast<std::uint32_t>(2 + random.below(most_labels - 1))),
        contenders(static_cast<std::uint32_t>(2 + random.below(4))),
        schedule(error_correcting(Seeding::random(labels, random.next()),
                                  static_cast<std::uint32_t>(1 + random.below(3)))),
        data(rows_in_turn(labels, static_cast<std::uint32_t>(labels * (1 + random.below(4))))),
        learner(schedule.matches(), size, random.next(), out_of_fold) {
    const ContestedReduction unsettled(TournamentReduction(schedule, Routing::kFiltered),
                                       contenders, rule);
    fitted = unsettled.fit_and_settle(learner, data, all_rows(data), false, threads, nullptr);
    settled = fitted.settled.get();
  }
  const Reduction& reduction() const { return *settled; }
  // An input that is in no row.
  Features unseen(std::uint32_t number) {
    input = {1000000 + number};
    return {input, value};
  }

  std::uint32_t labels;
  std::uint32_t contenders;
  Schedule schedule;
  Dataset data;
  AnsweringLearner learner;
  Fitted fitted{};
  const Reduction* settled;
  std::vector<std::uint32_t> input;
  std::vector<float> value = {1};
};

// The out-of-fold answers for a row, from what the learner was given.
class OutOfFoldAnswers : public Classifiers {
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

std::vector<std::uint32_t> out_of_fold_contenders(const Contest& contest, FinalsRule rule,
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

TEST(ContestedFit, APairLearnsFromTheExamplesOfBothWhereBothAreHonestContenders) {
  Random random(1);
  std::size_t learnt_from = 0;
  for (int round = 0; round < 150; ++round) {
    const FinalsRule rule = round % 2 == 0 ? FinalsRule::kPairs : FinalsRule::kWins;
    Contest contest(random, rule, 1.5, true, 12, round % 3 == 0 ? 3 : 1);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Given>> expected;
    for (std::uint32_t row = 0; row < contest.data.size(); ++row) {
      const std::vector<std::uint32_t> found = out_of_fold_contenders(contest, rule, row);
      const std::uint32_t own = contest.data.label(row);
      if (std::find(found.begin(), found.end(), own) == found.end()) continue;
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
    Contest contest(random, FinalsRule::kScorers, 1.5, true, 12, round % 3 == 0 ? 3 : 1);
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

double weighted_error(const Contest& contest) {
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
    for (const FinalsRule rule : kRules) {
      const Contest contest(random, rule, 2);
      EXPECT_NEAR(contest.fitted.error, weighted_error(contest), 1e-9) << rule_name(rule);
      ASSERT_EQ(contest.fitted.tried.size(), 1U);
      EXPECT_EQ(contest.fitted.tried[0].what, "finals by " + std::string(rule_name(rule)));
      EXPECT_EQ(contest.fitted.tried[0].error, contest.fitted.error);
    }
  }
}

TEST(ContestedFit, TheRuleWithTheLeastHonestErrorIsTaken) {
  Random random(4);
  std::map<std::string, int> taken;
  for (int round = 0; round < 150; ++round) {
    const Contest contest(random, {}, 2);
    const std::vector<Tried>& tried = contest.fitted.tried;
    ASSERT_EQ(tried.size(), std::size(kRules));
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
  EXPECT_EQ(taken.size(), std::size(kRules));
}

TEST(ContestedFit, OnlyWinsCarryAGuarantee) {
  Random random(5);
  for (const FinalsRule rule : kRules) {
    const Contest contest(random, rule, 2);
    EXPECT_EQ(!contest.reduction().guarantee(false).empty(), rule == FinalsRule::kWins);
  }
}

class ContestedAnswers : public testing::TestWithParam<double> {};

TEST_P(ContestedAnswers, ProbabilitiesAreOfAllLabelsAndSumToOne) {
  Random random(6);
  for (int round = 0; round < 100; ++round) {
    for (const FinalsRule rule : kRules) {
      Contest contest(random, rule, GetParam(), false, 20);
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
    for (const FinalsRule rule : kRules) {
      Contest contest(random, rule, GetParam(), false, 20);
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
      reduction.considered(contest.learner.answers, x, scored);
      ASSERT_EQ(scored.front().label, predicted);
      for (const std::size_t most : {1U, 2U, 3U, 7U, contest.labels, contest.labels + 3}) {
        reduction.likeliest(contest.learner.answers, x, most, scored);
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
    for (const FinalsRule rule : kRules) {
      Contest contest(random, rule, GetParam());
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
  const Contest contest(random, FinalsRule::kPairs, 1);
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

// Labels are clusters around places of their own; `rows` a label.
Dataset clusters(std::uint32_t labels, std::uint32_t rows, double noise, std::uint64_t seed = 1) {
  Random random(seed);
  Dataset data;
  for (std::uint32_t i = 0; i < labels * rows; ++i) {
    Example example;
    example.label = std::to_string(i % labels);
    for (std::uint32_t f = 0; f < labels; ++f) {
      example.indices.push_back(f);
      example.values.push_back(
          static_cast<float>((f == i % labels ? 1 : 0) + noise * (2 * random.uniform() - 1)));
    }
    data.add(example);
  }
  return data;
}

TrainOptions contested_by(const std::string& rule, std::uint32_t contenders = 0) {
  TrainOptions options;
  options.learner = "logistic-batch";
  options.finals = rule.empty() ? "contested" : "contested:" + rule;
  options.contenders = contenders;
  options.expand = "none";
  options.fast = true;
  return options;
}

TEST(ContestedTrain, WhatCanBeToldApartIs) {
  for (const std::uint32_t labels : {2U, 3U, 7U, 20U}) {
    for (const std::uint32_t rows : {1U, 15U}) {
      for (const char* rule : {"", "paths", "wins", "pairs", "scorers"}) {
        for (const std::uint32_t contenders : {0U, 2U, 64U}) {
          SCOPED_TRACE(testing::Message() << labels << " labels of " << rows << ", " << rule << ", "
                                          << contenders << " contenders");
          const Model model = train(clusters(labels, rows, 0.1), contested_by(rule, contenders));
          EXPECT_EQ(error_on(model, clusters(labels, rows, 0.1)), 0);
          EXPECT_EQ(error_on(model, clusters(labels, 3, 0.1, 2)), 0);
        }
      }
    }
  }
}

TEST(ContestedTrain, TheBytesDoNotDependOnThreads) {
  for (const char* rule : {"", "wins", "scorers"}) {
    TrainOptions options = contested_by(rule, 4);
    options.threads = 1;
    const std::string one = bytes_of(train(clusters(9, 40, 1.2), options));
    options.threads = 3;
    EXPECT_EQ(bytes_of(train(clusters(9, 40, 1.2), options)), one) << rule;
  }
}

TEST(ContestedTrain, LabelsWithoutExamplesAreNeverPredicted) {
  for (const char* rule : {"", "paths", "wins", "pairs", "scorers"}) {
    Dataset data;
    for (const char* name : {"none", "0", "nobody", "1", "2", "nil", "3", "null", "4"}) {
      data.add_label(name);
    }
    const Dataset known = clusters(5, 15, 0.3);
    for (std::size_t i = 0; i < known.size(); ++i) {
      Example example;
      example.label = known.label_names().name(known.label(i));
      const Features x = known.row(i);
      example.indices.assign(x.indices.begin(), x.indices.end());
      example.values.assign(x.values.begin(), x.values.end());
      data.add(example);
    }
    const Model model = train(std::move(data), contested_by(rule));
    ASSERT_EQ(model.classes(), 9U);
    EXPECT_EQ(error_on(model, clusters(5, 10, 0.3, 2)), 0) << rule;
    Predictor predictor(model);
    double sum = 0;
    for (std::uint32_t label = 0; label < 9; ++label) {
      sum += predictor.probability(known.row(0), label);
    }
    EXPECT_NEAR(sum, 1, 1e-6) << rule;
  }
}

TEST(ContestedTrain, AnExampleCountsByItsWeight) {
  for (const char* rule : {"", "paths", "wins", "pairs", "scorers"}) {
    for (const bool first : {false, true}) {
      Dataset data = clusters(4, 20, 0.1);
      for (int i = 0; i < 60; ++i) {
        Example example;  // the same place for two labels
        example.label = i % 2 == 0 ? "0" : "1";
        example.weight = (i % 2 == 0) == first ? 3 : 1;
        example.indices = {0, 1, 2, 3};
        example.values = {0.5F, 0.5F, 0.5F, 0.5F};
        data.add(example);
      }
      const Model model = train(std::move(data), contested_by(rule));
      Predictor predictor(model);
      const std::vector<std::uint32_t> indices = {0, 1, 2, 3};
      const std::vector<float> values(4, 0.5F);
      const std::uint32_t heavy = first ? 0 : 1;
      EXPECT_EQ(predictor.predict({indices, values}), heavy) << rule;
      EXPECT_GT(predictor.probability({indices, values}, heavy),
                1.5 * predictor.probability({indices, values}, 1 - heavy))
          << rule;
    }
  }
}

// What is cheapest is seldom the label of the least cost in all.
TEST(ContestedTrain, TheCheapestIsFoundByCosts) {
  for (const char* rule : {"", "paths", "wins", "pairs"}) {
    for (const std::uint32_t labels : {2U, 6U}) {
      Random random(11);
      Dataset data;
      std::vector<std::vector<float>> costs_at(8, std::vector<float>(labels));
      for (std::vector<float>& costs : costs_at) {
        for (float& cost : costs) cost = static_cast<float>(random.uniform());
        costs[random.below(labels)] = 0;
      }
      for (std::uint32_t label = 0; label < labels; ++label) data.add_label(std::to_string(label));
      for (std::uint32_t i = 0; i < 240; ++i) {
        Example example;
        example.costs = costs_at[i % 8];
        example.label = std::to_string(
            std::min_element(example.costs.begin(), example.costs.end()) - example.costs.begin());
        example.indices = {i % 8};
        example.values = {1};
        data.add(example);
      }
      const std::vector<std::uint32_t> rows = all_rows(data);
      const Dataset asked = data.subset(rows);
      TrainOptions options = contested_by(rule, 4);
      options.costs = true;
      const Model model = train(std::move(data), options);
      EXPECT_EQ(error_on(model, asked), 0) << rule << ", " << labels << " labels";
    }
  }
}

}  // namespace
}  // namespace ect
