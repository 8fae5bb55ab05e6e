// Trees whose shape is known. What J48 makes of real data is compared in bench/weka_j48.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ect/predict.h"
#include "model/named_options.h"
#include "tests/helpers/c45_helpers.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/model_helpers.h"
#include "tests/helpers/small_models.h"

namespace ect::learners {
namespace {

// Quinlan's Saturday mornings. Features: outlook 0 to 2, temperature 3, humidity 4, windy 5 and 6.
std::string weather(const std::string& twelfth = "overcast") {
  return "@relation weather\n"
         "@attribute outlook {sunny, overcast, rainy}\n@attribute temperature real\n"
         "@attribute humidity real\n@attribute windy {TRUE, FALSE}\n@attribute play {no, yes}\n"
         "@data\n"
         "sunny,85,85,FALSE,no\nsunny,80,90,TRUE,no\novercast,83,86,FALSE,yes\n"
         "rainy,70,96,FALSE,yes\nrainy,68,80,FALSE,yes\nrainy,65,70,TRUE,no\n"
         "overcast,64,65,TRUE,yes\nsunny,72,95,FALSE,no\nsunny,69,70,FALSE,yes\n"
         "rainy,75,80,FALSE,yes\nsunny,75,70,TRUE,yes\n" +
         twelfth + ",72,90,TRUE,yes\novercast,81,75,FALSE,yes\nrainy,71,91,TRUE,no\n";
}

TEST(C45, TheWeatherIsSplitByOutlookThenHumidityOrWind) {
  EXPECT_EQ(described(BinaryTable("w.arff", weather()).tree()),
            "\nf0=0 f4<=75: 0 2\nf0=0 f4>75: 3 0\n"
            "f0=1: 0 4\n"
            "f0=2 f5=0: 2 0\nf0=2 f5=1: 0 3\n");
}

TEST(C45, TheWeatherInWordsIsSplitAlike) {
  std::string text = weather();
  for (const auto& [number, word] :
       {std::pair(",85,85,", ",hot,high,"), std::pair(",80,90,", ",hot,high,"),
        std::pair(",83,86,", ",hot,high,"), std::pair(",70,96,", ",mild,high,"),
        std::pair(",68,80,", ",cool,normal,"), std::pair(",65,70,", ",cool,normal,"),
        std::pair(",64,65,", ",cool,normal,"), std::pair(",72,95,", ",mild,high,"),
        std::pair(",69,70,", ",cool,normal,"), std::pair(",75,80,", ",mild,normal,"),
        std::pair(",75,70,", ",mild,normal,"), std::pair(",72,90,", ",mild,high,"),
        std::pair(",81,75,", ",hot,normal,"), std::pair(",71,91,", ",mild,high,"),
        std::pair("temperature real", "temperature {hot, mild, cool}"),
        std::pair("humidity real", "humidity {high, normal}")}) {
    text.replace(text.find(number), std::string(number).size(), word);
  }
  // Outlook 0 to 2, temperature 3 to 5, humidity 6 and 7, windy 8 and 9.
  EXPECT_EQ(described(BinaryTable("w.arff", text).tree()),
            "\nf0=0 f6=0: 3 0\nf0=0 f6=1: 0 2\n"
            "f0=1: 0 4\n"
            "f0=2 f8=0: 2 0\nf0=2 f8=1: 0 3\n");
}

// Quinlan 1993, section 3.3: the example goes to the branches with weights 5/13, 3/13 and 5/13.
TEST(C45, AnExampleWithoutOutlookGoesDownAllBranchesInParts) {
  EXPECT_EQ(described(BinaryTable("w.arff", weather("?")).tree()),
            "\nf0=0 f4<=75: 0 2\nf0=0 f4>75: 3 0.3846\n"
            "f0=1: 0 3.231\n"
            "f0=2 f5=0: 2 0.3846\nf0=2 f5=1: 0 3\n");
}

TEST(C45, ThresholdsAreValuesOfTheProblemNotAboveTheMiddle) {
  // Where w is 1 the classes part between 5 and 9; the problem has 6, 7 and 8 as well.
  const BinaryTable table("t.csv",
                          "x,w,class\n6,0,a\n7,0,a\n8,0,a\n6,0,a\n7,0,a\n8,0,a\n13,0,a\n14,0,a\n"
                          "15,0,a\n16,0,a\n1,1,a\n2,1,a\n3,1,a\n5,1,a\n9,1,b\n10,1,b\n11,1,b\n"
                          "12,1,b\n");
  EXPECT_EQ(described(table.tree()), "\nf1<=0: 10 0\nf1>0 f0<=7: 4 0\nf1>0 f0>7: 0 4\n");
}

TEST(C45, AbsentNumbersAreZeroWhereTheFormatSaysSo) {
  const BinaryTable table("t.svm", "a 1:1\na 1:2\na 1:1\nb 2:1\nb\nb\nb 1:-1\nb 1:-2\n");
  EXPECT_EQ(described(table.tree()), "\nf0<=0: 0 5\nf0>0: 3 0\n");
}

TEST(C45, AWeightOfTwoIsTwoEqualExamples) {
  Random random(5);
  int inner = 0;
  for (int round = 0; round < 60; ++round) {
    const RandomProblem problem(random, 40 + random.below(60), round % 2 == 0, false);
    std::vector<BinaryExample> weighted;
    std::vector<BinaryExample> repeated;
    for (BinaryExample example : problem.examples) {
      const auto times = random.below(4);
      repeated.insert(repeated.end(), times, example);
      example.weight = static_cast<float>(times);
      weighted.push_back(example);
    }
    const std::vector<TreeNode> tree = problem.tree(weighted);
    ASSERT_EQ(described(tree), described(problem.tree(repeated)));
    inner += tree.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(inner, 40);
}

TEST(C45, WeightsThatAreFractionsAreImportancesAndTheirScaleDoesNotMatter) {
  Random random(6);
  for (int round = 0; round < 20; ++round) {
    const RandomProblem problem(random, 64, round % 2 == 0, false);
    std::vector<BinaryExample> small = problem.examples;
    for (BinaryExample& example : small) example.weight = 1.0F / 64;
    ASSERT_EQ(described(problem.tree(small)), described(problem.tree(problem.examples)));
  }
}

TEST(C45, VastWeightsAreStillNumbers) {
  Random random(7);
  const RandomProblem problem(random, 64, true, false);
  std::vector<BinaryExample> vast = problem.examples;
  for (BinaryExample& example : vast) example.weight = 1e37F;
  EXPECT_EQ(described(problem.tree(vast)), described(problem.tree(problem.examples)));
}

// A sentinel such as 999999999 leaves nothing of the other values once they are scaled.
TEST(C45, AFarOutlierDoesNotBlurTheOtherValues) {
  std::string text = "x,class\n";
  for (int i = 0; i < 200; ++i) {
    text += std::to_string(i / 200.0) + (i < 60 ? ",a\n" : i < 120 ? ",b\n" : ",c\n");
  }
  for (int i = 0; i < 6; ++i) text += "999999999,a\n";
  const data::DataFile file("outlier.csv", std::make_shared<const std::string>(text));
  const Dataset data = read_dataset(*open_reader(file, learn_layout(file, {})), "outlier.csv");
  model::NamedOptions options;
  options.learner = "c45";
  EXPECT_LT(error_on(learnt("outlier.csv", text, options), data), 0.02);
}

TEST(C45, TheOrderOfExamplesDoesNotMatter) {
  Random random(6);
  for (int round = 0; round < 40; ++round) {
    const RandomProblem problem(random, 120, false, round % 2 == 0);
    std::vector<BinaryExample> shuffled = problem.examples;
    random.shuffle(std::span(shuffled));
    ASSERT_EQ(described(problem.tree(problem.examples)), described(problem.tree(shuffled)));
  }
}

TEST(C45, MarginsAreTheTreesOwn) {
  Random random(7);
  const RandomProblem problem(random, 200, true, true);
  const auto learner = make_c45({3, problem.data.features(), problem.attributes}, {});
  std::vector<float> margins(problem.examples.size());
  learner->fit(1, problem.data, problem.examples, margins);
  std::vector<BinaryExample> left = problem.examples;
  for (BinaryExample& example : left) example.side = Side::kLeft;
  std::vector<float> others(margins.size());
  learner->fit(2, problem.data, left, others);
  double weight = 0;
  for (const BinaryExample& example : left) weight += static_cast<double>(example.weight);
  const auto learnt = learner->trained();
  for (std::uint32_t i = 0; i < margins.size(); ++i) {
    const Features x = problem.data.row(i);
    ASSERT_EQ(learnt->margin(0, x), 0);  // never fitted
    ASSERT_EQ(learnt->margin(1, x), margins[i]);
    ASSERT_EQ(learnt->margin(2, x), others[i]);
    ASSERT_NEAR(others[i], -std::log(weight + 1), 1e-4);
  }
}

TEST(C45, FearedErrorsAreThoseOfTheBook) {
  // Quinlan 1993, section 4.2: U(0, 6) = 0.206, U(0, 9) = 0.143, U(0, 1) = 0.750, and from the
  // binomial distribution itself U(1, 16) = 0.157, U(1, 168) = 0.016.
  EXPECT_NEAR(feared_errors(6, 0) / 6, 0.206, 5e-4);
  EXPECT_NEAR(feared_errors(9, 0) / 9, 0.143, 5e-4);
  EXPECT_NEAR(feared_errors(1, 0) / 1, 0.750, 5e-4);
  EXPECT_NEAR((1 + feared_errors(16, 1)) / 16, 0.157, 3e-3);
  EXPECT_NEAR((1 + feared_errors(168, 1)) / 168, 0.016, 1e-3);
  // Between no error and one it is a straight line, and it never fears more than all.
  EXPECT_NEAR(feared_errors(10, 0.5), (feared_errors(10, 0) + feared_errors(10, 1)) / 2, 1e-12);
  EXPECT_EQ(feared_errors(4, 3.75), 0.25);
  // The normal quantile in it: the upper end u solves (f - u) = -z sqrt(u (1 - u) / n).
  const double upper = (20 + feared_errors(100, 20)) / 100;
  const double z = (upper - 0.205) / std::sqrt(upper * (1 - upper) / 100);
  EXPECT_NEAR(std::erfc(z / std::sqrt(2.0)) / 2, 0.25, 1e-12);
}

// Nodes by hand, over one nominal attribute of two values and numbers.
struct HandMade {
  BinaryTable table;
  AttributeMap map{table.attributes};
  TreeProblem problem{map, table.data, table.examples};
  GrownTree tree;

  explicit HandMade(const std::string& text) : table("t.csv", text) {}

  void add_split(std::uint32_t at, std::uint32_t feature, float threshold) {
    tree[at].test = {TreeNode::kNumeric, feature, 2, static_cast<std::uint32_t>(tree.size()),
                     threshold,          0,       0};
    tree.resize(tree.size() + 2);
  }
};

TEST(C45, ASplitThatSavesNoErrorCollapses) {
  // x tells something: 4 a and 0 b below, 5 a and 4 b above. The answer is a on both sides.
  HandMade made(
      "x,y,class\n1,0,a\n1,0,a\n1,0,a\n1,0,a\n2,0,a\n2,0,a\n2,0,a\n2,0,a\n2,0,a\n"
      "2,0,b\n2,0,b\n2,0,b\n2,0,b\n");
  made.tree = grow_tree(made.problem);
  EXPECT_EQ(described(made.tree), "\nf0<=1: 4 0\nf0>1: 5 4\n");
  collapse_tree(made.tree);
  EXPECT_EQ(described(made.tree), "\n: 9 4\n");
}

TEST(C45, ASplitThatIsNotWorthItsDoubtIsPruned) {
  // Leaves of 16 and of 2 expect 1.33 + 1.00 errors, one leaf with all of them 3.65.
  std::string rows;
  for (int i = 0; i < 16; ++i) rows += "1,a\n";
  HandMade kept("x,class\n" + rows + "2,b\n2,b\n");
  kept.tree = grow_tree(kept.problem);
  prune_tree(kept.tree, kept.problem);
  EXPECT_EQ(described(kept.tree), "\nf0<=1: 16 0\nf0>1: 0 2\n");
  // With one of each side above it is 1.33 + 1.79 against 2.49.
  HandMade pruned("x,class\n" + rows + "2,a\n2,b\n");
  pruned.tree = {{{}, {17, 1}}};
  pruned.add_split(0, 0, 1);
  pruned.tree[1].weights = {16, 0};
  pruned.tree[2].weights = {1, 1};
  prune_tree(pruned.tree, pruned.problem);
  EXPECT_EQ(described(pruned.tree), "\n: 17 1\n");
}

TEST(C45, TheLargestBranchIsRaisedWhereItDoesAsWell) {
  // The root splits off two examples by y that the split by x below would tell apart as well.
  HandMade made(
      "x,y,class\n1,5,a\n1,5,a\n1,5,a\n1,5,a\n2,5,b\n2,5,b\n2,5,b\n2,5,b\n1,9,a\n2,9,b\n");
  made.tree = {{{}, {5, 5}}};
  made.add_split(0, 1, 5);
  made.tree[1].weights = {4, 4};
  made.tree[2].weights = {1, 1};
  made.add_split(1, 0, 1);
  made.tree[3].weights = {4, 0};
  made.tree[4].weights = {0, 4};
  EXPECT_EQ(described(made.tree), "\nf1<=5 f0<=1: 4 0\nf1<=5 f0>1: 0 4\nf1>5: 1 1\n");
  prune_tree(made.tree, made.problem);
  EXPECT_EQ(described(made.tree), "\nf0<=1: 5 0\nf0>1: 0 5\n");
}

TEST(C45, AModelIsTheSameForAllThreadsAndAfterItsFile) {
  for (const std::string& text : {small_csv(), small_svm()}) {
    const std::string name = text == small_csv() ? "s.csv" : "s.svm";
    model::NamedOptions options;
    options.learner = "c45";
    options.threads = 1;
    const Model model = learnt(name, text, options);
    options.threads = 4;
    const std::string bytes = bytes_of(model);
    EXPECT_EQ(bytes, bytes_of(learnt(name, text, options)));
    const Model loaded = model_of(bytes);
    loaded.verify();
    const data::DataFile file(name, std::make_shared<const std::string>(text));
    const Dataset data = read_dataset(*open_reader(file, model.parts().layout), name);
    EXPECT_LT(error_on(model, data), 0.2);
    Predictor one(model);
    Predictor other(loaded);
    for (std::size_t i = 0; i < data.size(); ++i) {
      ASSERT_EQ(one.predict(data.row(i)), other.predict(data.row(i)));
    }
    // Of models that have not seen what they are tested on: that on memorized examples is 0.
    EXPECT_EQ(model.parts().about.error > 0, data.size() >= 50);
  }
}

TEST(C45, HashedFeaturesAreRefusedWithAReason) {
  model::NamedOptions options;
  options.learner = "c45";
  const std::string data = "a |f rain sun\nb |f snow\na |f sun\nb |f snow ice\n";
  EXPECT_NE(error_of([&] { learnt("t.vw", data, options); }).find("c45 takes at most"),
            std::string::npos);
}

}  // namespace
}  // namespace ect::learners
