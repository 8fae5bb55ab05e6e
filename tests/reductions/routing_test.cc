// Routing of training examples: by classifiers that were not trained on them, or, as in the paper's
// Algorithm 1, by the match's own classifier.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "learners/own_margins.h"
#include "reductions/tournament/tournament_reduction.h"
#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/patterns.h"
#include "tests/helpers/reduction_helpers.h"
#include "tests/helpers/small_models.h"

namespace ect::reductions {
namespace {

// Says one thing of its examples out-of-fold and another where it is asked.
class TwoFaced final : public learners::BatchLearner {
 public:
  TwoFaced(RecordingBatch& out_of_fold, std::vector<float> own)
      : out_of_fold_(out_of_fold), own_(std::move(own)) {}
  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    out_of_fold_.fit(problem, data, examples, margins);
  }
  float margin(std::uint32_t problem, Features) const override { return own_[problem]; }
  std::unique_ptr<learners::TrainedClassifiers> trained() override { return nullptr; }

 private:
  RecordingBatch& out_of_fold_;
  std::vector<float> own_;
};

GivenAt sorted(GivenAt given) {
  sort_all(given);
  return given;
}

TEST(Routing, ByOwnMarginsFollowsTheMatchsOwnClassifierAndNotTheOutOfFoldAnswers) {
  for_schedules_up_to(8, [](const Schedule& schedule) {
    if (schedule.players() < 2) return;
    const Dataset data = one_example_a_label(std::vector<float>(schedule.players(), 1));
    const TournamentReduction reduction(schedule, Routing::kFiltered);
    const auto given_by = [&](learners::BatchLearner& learner) {
      reduction.fit(learner, data, all_rows(data), 1, nullptr);
    };
    for_every_pattern(schedule, [&](std::uint32_t pattern) {
      RecordingBatch expected(margins_of(schedule, pattern));
      given_by(expected);
      RecordingBatch others(margins_of(schedule, ~pattern));
      const auto own = learners::with_own_margins(
          std::make_unique<TwoFaced>(others, margins_of(schedule, pattern)));
      given_by(*own);
      ASSERT_EQ(sorted(others.given), sorted(expected.given)) << "pattern " << pattern;
    });
  });
}

TEST(Routing, OwnMarginsComeFromTheSameClassifiers) {
  const Dataset data = one_example_a_label({1, 1, 1, 1});
  MajorityLearner plain(1);
  const auto own = learners::with_own_margins(std::make_unique<MajorityLearner>(1));
  const std::vector<BinaryExample> examples = {{0, Side::kLeft, 1}, {1, Side::kRight, 3}};
  std::vector<float> margins(2);
  plain.fit(0, data, examples, margins);
  own->fit(0, data, examples, margins);
  EXPECT_EQ(own->margin(0, data.row(0)), plain.margin(0, data.row(0)));
}

}  // namespace
}  // namespace ect::reductions

namespace ect::cli {
namespace {

class RoutingCli : public LearnCli {
 protected:
  // Classes that overlap: an example is often on the wrong side of those that have not seen
  // it, and less often of its own.
  std::string overlapping() const {
    Random random(5);
    std::string text = "a,b,c,d,class\n";
    for (int i = 0; i < 240; ++i) {
      for (int f = 0; f < 4; ++f) {
        text += fmt::format("{:.3f},", 0.4 * (i % 4 == f ? 1 : 0) + random.uniform());
      }
      text += fmt::format("c{}\n", i % 4);
    }
    return write("overlapping.csv", text);
  }
};

TEST_F(RoutingCli, OwnIsAnotherModelWhichRemembersIt) {
  const std::string data = overlapping();
  const std::vector<std::string> plain = {"--reduction", "filter-tree", "--learner", "hinge"};
  std::vector<std::string> own = plain;
  own.insert(own.end(), {"--routing", "own"});
  std::vector<std::string> said = plain;
  said.insert(said.end(), {"--routing", "out-of-fold"});
  const std::string default_model = read(train(data, plain));
  EXPECT_EQ(read(train(data, said)), default_model);
  EXPECT_TRUE(json_of({"info", path("a.model")}).at("routing").is_null());
  const std::string model = train(data, own, "own.model");
  EXPECT_NE(read(model), default_model);
  const nlohmann::json info = json_of({"info", model});
  EXPECT_EQ(info.at("routing"), "own");
  // What its own classifiers say of an example tells nothing about others: it is measured by models
  // that have not seen the examples, or not at all.
  EXPECT_TRUE(info.at("trained_on").at("error").is_number());
  std::vector<std::string> fast = own;
  fast.emplace_back("--fast");
  EXPECT_TRUE(
      json_of({"info", train(data, fast, "fast.model")}).at("trained_on").at("error").is_null());
  EXPECT_TRUE(has(ect({"info", model}).out, "routing     by the matches' own classifiers\n"));
  EXPECT_EQ(ect({"predict", model, data}).status, 0);
}

TEST_F(RoutingCli, OwnTakesThePapersFinalsAndEveryReductionThatRoutes) {
  const std::string data = overlapping();
  const nlohmann::json how =
      json_of({"train", data, "-o", path("ect.model"), "--fast", "--routing", "own"});
  EXPECT_EQ(how.at("routing"), "own");
  EXPECT_TRUE(how.at("finals").is_null());
  EXPECT_EQ(how.at("eliminations"), 2);
  for (const std::string learner : {"logistic-batch", "bayes", "squares"}) {
    const std::string model = train(
        data, {"--reduction", "all-pairs-filter-tree", "--learner", learner, "--routing", "own"});
    EXPECT_EQ(json_of({"info", model}).at("routing"), "own");
  }
}

TEST_F(RoutingCli, AComparisonTellsItToThoseThatHaveAUseForIt) {
  const std::string data = overlapping();
  const auto errors = [&](const std::string& routing) {
    const nlohmann::json json =
        json_of({"compare", data, "--reductions", "tree,filter-tree", "--learners", "hinge,c45",
                 "--finals", "charged", "--expand", "none", "--splits", "4", "--routing", routing});
    std::map<std::string, std::vector<double>> result;
    for (const auto& row : json.at("rows")) {
      result[row.at("method")] = row.at("errors").get<std::vector<double>>();
    }
    return result;
  };
  const auto plain = errors("out-of-fold");
  const auto own = errors("own");
  for (const std::string method : {"tree/hinge", "tree/c45", "filter-tree/c45"}) {
    EXPECT_EQ(own.at(method), plain.at(method));
    EXPECT_EQ(own.at(method).size(), 4U);
  }
  EXPECT_NE(own.at("filter-tree/hinge"), plain.at("filter-tree/hinge"));
}

TEST_F(RoutingCli, OwnIsRefusedWhereItMeansNothing) {
  const std::string data = write("fruit.csv", kFruit);
  const auto error = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"train", data, "-o", path("x.model"), "--routing"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = ect(arguments);
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_EQ(error({"frob"}), "ect: unknown routing 'frob' (expected out-of-fold or own)\n");
  for (const std::string reduction : {"tree", "all-pairs", "one-vs-all", "ecoc", "pecoc"}) {
    EXPECT_EQ(error({"own", "--reduction", reduction}),
              "ect: " + reduction +
                  " does not route examples; --routing applies only to filter-tree, ect and "
                  "all-pairs-filter-tree\n");
  }
  for (const std::string learner : {"logistic", "c45", "boosted"}) {
    EXPECT_EQ(error({"own", "--learner", learner}),
              "ect: " + learner + " always routes by its own answers; --routing does not apply\n");
  }
  EXPECT_EQ(error({"own", "--stream"}),
            "ect: logistic always routes by its own answers; --routing does not apply\n");
  EXPECT_EQ(
      error({"own", "--finals", "contested"}),
      "ect: contested finals need out-of-fold routing; --routing own requires --finals charged\n");
  EXPECT_FALSE(fs::exists(path("x.model")));
}

}  // namespace
}  // namespace ect::cli
