// Training on costs, as a user calls it.
#include "tests/helpers/learn_helpers.h"

namespace ect::cli {
namespace {

class LearnCosts : public LearnCli {
 protected:
  // The risky choice is the cheapest for two examples in three, and very dear for the third;
  // nothing tells them apart. So labels say `risky` and costs say `safe`.
  std::string gamble(double shift = 0) {
    std::string text = "x,cost:risky,cost:safe,class\n";
    for (int i = 0; i < 60; ++i) {
      const bool lucky = i % 3 != 0;
      text += std::to_string(i % 2) + ',' + std::to_string((lucky ? 1 : 100) + shift) + ',' +
              std::to_string(10 + shift) + (lucky ? ",risky\n" : ",safe\n");
    }
    return write("gamble.csv", text);
  }

  std::string predicted(const std::string& data, const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"train", data, "-o", path("costs.model")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome trained = ect(arguments);
    EXPECT_EQ(trained.status, 0) << trained.err;
    const std::string out = ect({"predict", path("costs.model"), data}).out;
    return out.substr(0, out.find('\n'));
  }
};

TEST_F(LearnCosts, WhatAMistakeCostsDecides) {
  const std::string data = gamble();
  EXPECT_EQ(predicted(data, {}), "risky");
  for (const char* reduction : {"ect", "filter-tree"}) {
    for (const char* learner : {"hinge", "logistic"}) {
      EXPECT_EQ(predicted(data, {"--costs", "--reduction", reduction, "--learner", learner}),
                "safe")
          << reduction << ' ' << learner;
    }
  }
  // By rank only the number of times counts, as with labels.
  EXPECT_EQ(predicted(data, {"--costs", "--cost-scale", "rank"}), "risky");
}

TEST_F(LearnCosts, NegativeCostsAreLegalAndOnlyDifferencesCount) {
  const std::string data = gamble(-1000);
  EXPECT_EQ(predicted(data, {"--costs"}), "safe");
  const auto json = nlohmann::json::parse(ect({"test", path("costs.model"), data, "--json"}).out);
  EXPECT_DOUBLE_EQ(json.at("mean_cost").get<double>(), -990);
}

TEST_F(LearnCosts, WithoutTheOptionAUserIsToldOfTheCosts) {
  const Outcome outcome = ect({"train", gamble(), "-o", path("a.model")});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.err.find("--costs would train on the costs"), std::string::npos);
}

TEST_F(LearnCosts, CostsOfVwAreLearntToo) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += i % 3 != 0 ? "a:1 b:10 | x\n" : "a:100 b:10 | x\n";
  const std::string data = write("gamble.vw", text);
  EXPECT_EQ(predicted(data, {"--costs"}), "b");
  EXPECT_EQ(predicted(data, {}), "a");
}

TEST_F(LearnCosts, TheModelSaysHowItWasLearnt) {
  predicted(gamble(), {"--costs", "--cost-scale", "log"});
  EXPECT_NE(ect({"info", path("costs.model")}).out.find("log scale"), std::string::npos);
  const auto json = nlohmann::json::parse(ect({"info", path("costs.model"), "--json"}).out);
  EXPECT_EQ(json.at("costs"), "log");
}

TEST_F(LearnCosts, EveryReductionThatTakesThemTellsWhatItPromises) {
  const std::string data = gamble();
  const std::pair<std::string, std::string> promises[] = {
      {"ect", "guarantee   for each input, cost regret <= the sum of its matches' regrets / 2\n"},
      {"filter-tree",
       "guarantee   for each input, cost regret <= the sum of its matches' regrets\n"},
      {"all-pairs-filter-tree", "cost regret <= the sum of its matches' regrets\n"},
      {"all-pairs", "cost regret <= the sum of its pairs' regrets\n"},
      {"one-vs-all", "regret <= sqrt(2 k r)"},
      {"pecoc", "guarantee   none\n"}};
  for (const auto& [reduction, promise] : promises) {
    EXPECT_EQ(predicted(data, {"--costs", "--reduction", reduction}), "safe") << reduction;
    const std::string text = ect({"info", path("costs.model")}).out;
    EXPECT_TRUE(has(text, promise)) << text;
  }
}

TEST_F(LearnCosts, BadCostsAreOneLineWithFileAndLineAndLoseNothing) {
  const std::string model = write("old.model", "precious");
  const struct {
    std::string text;
    std::string where;
  } bad[] = {
      {"x,cost:a,cost:b\n1,2,3\n1,2,\n", "bad.csv:3:"},
      {"x,cost:a,cost:b\n1,nan,3\n", "bad.csv:2:"},
      {"x,cost:a,cost:b\n1,2,3\n1,2,inf\n", "bad.csv:3:"},
      {"x,cost:a,cost:b\n1,2,many\n", "bad.csv:2:"},
      {"x,cost:a,cost:b,class\n1,2,3,c\n", "bad.csv:2:"},
      {"x,class\n1,a\n2,b\n", "bad.csv: no costs"},
  };
  for (const auto& [text, where] : bad) {
    const Outcome outcome = ect({"train", write("bad.csv", text), "-o", model, "--costs"});
    expect_one_line_error(outcome, 1);
    EXPECT_NE(outcome.err.find(where), std::string::npos) << outcome.err;
    EXPECT_EQ(read(model), "precious");
  }
}

TEST_F(LearnCosts, WhatCannotLearnFromCostsIsRefused) {
  const std::string data = gamble();
  const std::vector<std::vector<std::string>> wrong{
      {"--costs", "--reduction", "tree"},
      {"--costs", "--reduction", "ecoc"},
      {"--costs", "--reduction", "one-vs-all", "--decode", "votes"},
      {"--costs", "--stream"},
      {"--cost-scale", "square"}};
  for (std::vector<std::string> options : wrong) {
    options.insert(options.begin(), {"train", data, "-o", path("x.model")});
    expect_one_line_error(ect(options), 2);
  }
}

}  // namespace
}  // namespace ect::cli
