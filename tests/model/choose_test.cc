// Tuning: which recipes are tried for unset options, and which one is chosen.
#include "model/choose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "ect/random.h"
#include "model/named_options.h"
#include "model/option_names.h"
#include "model/train.h"
#include "model/train_options.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/model_helpers.h"
#include "tests/helpers/small_models.h"

namespace ect::model {
namespace {

// Two numbers an example, from a place that tells its label, or does not.
template <class LabelOf>
Dataset points(std::size_t size, const LabelOf& label_of, std::uint64_t seed = 1) {
  Random random(seed);
  Dataset data;
  for (std::size_t i = 0; i < size; ++i) {
    const double x = 2 * random.uniform() - 1;
    const double y = 2 * random.uniform() - 1;
    Example example;
    example.label = label_of(x, y, random);
    example.indices = {0, 1};
    example.values = {static_cast<float>(x), static_cast<float>(y)};
    data.add(example);
  }
  return data;
}

std::string by_quarter(double x, double y, Random&) { return (x > 0) == (y > 0) ? "a" : "b"; }
std::string by_ring(double x, double y, Random&) {
  const double r = std::sqrt(x * x + y * y);
  return r < 0.5 ? "in" : r < 0.9 ? "middle" : "out";
}
std::string by_line(double x, double y, Random& random) {
  return (x + 0.5 * y > 0.1) != random.chance(0.1) ? "up" : "down";
}

data::Layout svm() {
  data::Layout layout;
  layout.format = FileFormat::kSvmlight;
  return layout;
}

std::vector<Recipe> ways_of(const model::NamedOptions& options, const Dataset& data,
                            const data::Layout& layout = svm()) {
  return ways_to_learn(model::parse_options(options), data, layout);
}

std::string name_of(const Recipe& way) {
  return learner_name(way.learner) + ' ' + data::expand_name(way.expand) + ' ' +
         std::to_string(way.eliminations) + ' ' + finals_name(way.finals) + ' ' +
         seeding_name(way.seeding);
}

Choice chosen(const Dataset& data, const model::NamedOptions& options = {}, unsigned threads = 1) {
  Checkpoint none;
  return choose_way(ways_of(options, data), data, svm(), Trials::kCrossValidated, threads, nullptr,
                    none);
}

TEST(WaysToLearn, WhatIsSaidIsKept) {
  const Dataset data = points(50, by_line);
  for (const char* learner : {"auto", "hinge", "logistic-batch", "bayes"}) {
    for (const char* expand : {"auto", "none", "quadratic"}) {
      for (const std::uint32_t eliminations : {0U, 1U, 3U}) {
        model::NamedOptions options;
        options.learner = learner;
        options.expand = expand;
        options.eliminations = eliminations;
        options.seed = 17;
        options.contenders = 5;
        const std::vector<Recipe> ways = ways_of(options, data);
        ASSERT_FALSE(ways.empty());
        std::set<std::string> names;
        for (const Recipe& way : ways) {
          if (options.learner != "auto") {
            EXPECT_EQ(learner_name(way.learner), learner);
          }
          if (options.expand != "auto") {
            EXPECT_EQ(data::expand_name(way.expand), expand);
          }
          if (eliminations > 0) {
            EXPECT_EQ(way.eliminations, eliminations);
          }
          EXPECT_EQ(way.seed, 17U);
          EXPECT_EQ(way.contenders, 5U);
          names.insert(name_of(way));
        }
        EXPECT_EQ(names.size(), ways.size()) << "a way is there twice";
        if (options.learner != "auto" && options.expand != "auto" && eliminations > 0) {
          EXPECT_EQ(ways.size(), 1U);
        }
      }
    }
  }
}

TEST(WaysToLearn, ThePapersFinalsAreTriedOnlyWhereNothingIsSaidOfFinals) {
  const Dataset data = points(50, by_line);
  const auto charged = [&](auto change) {
    model::NamedOptions options;
    change(options);
    const std::vector<Recipe> ways = ways_of(options, data);
    return std::any_of(ways.begin(), ways.end(),
                       [](const Recipe& way) { return !way.finals.contested; });
  };
  EXPECT_TRUE(charged([](model::NamedOptions&) {}));
  EXPECT_FALSE(charged([](model::NamedOptions& o) { o.finals = "contested"; }));
  EXPECT_FALSE(charged([](model::NamedOptions& o) { o.finals = "contested:wins"; }));
  EXPECT_FALSE(charged([](model::NamedOptions& o) { o.contenders = 3; }));
  EXPECT_FALSE(charged([](model::NamedOptions& o) { o.eliminations = 2; }));
}

TEST(WaysToLearn, OneWhereNothingIsLeftOpen) {
  const Dataset data = points(50, by_line);
  EXPECT_GT(ways_of({}, data).size(), 1U);
  const auto ways = [&](auto change) {
    model::NamedOptions options;
    change(options);
    return ways_of(options, data).size();
  };
  EXPECT_EQ(ways([](model::NamedOptions& o) { o.fast = true; }), 1U);
  EXPECT_EQ(ways([](model::NamedOptions& o) { o.reduction = "one-vs-all"; }), 1U);
  EXPECT_EQ(ways([](model::NamedOptions& o) { o.finals = "charged"; }), 1U);
  EXPECT_EQ(ways([](model::NamedOptions& o) { o.passes = 2; }), 1U);
  EXPECT_EQ(ways([](model::NamedOptions& o) { o.learner = "c45"; }), 1U);
}

TEST(WaysToLearn, TextIsNotExpanded) {
  data::Layout text;
  text.format = FileFormat::kText;
  for (const Recipe& way : ways_of({}, points(50, by_line), text)) {
    EXPECT_EQ(way.expand.kind, FeatureExpansion::Kind::kNone);
  }
}

TEST(WaysToLearn, EveryWayIsOneThatCanBeLearnt) {
  const Dataset data = points(60, by_ring);
  for (const Recipe& way : ways_of({}, data)) {
    model::NamedOptions said;
    said.learner = learner_name(way.learner);
    said.expand = data::expand_name(way.expand);
    said.finals = finals_name(way.finals);
    said.seeding = seeding_name(way.seeding);
    said.eliminations = way.eliminations;
    EXPECT_NO_THROW(check_options(parse_options(said), false)) << name_of(way);
  }
}

TEST(ChooseWay, WhatNoLineTellsApartIsExpanded) {
  for (const auto& label_of : {by_quarter, by_ring}) {
    const Dataset data = points(400, label_of);
    const Choice choice = chosen(data);
    EXPECT_NE(choice.way.expand.kind, FeatureExpansion::Kind::kNone);
    ASSERT_GE(choice.tried.size(), 3U);
    EXPECT_NE(choice.tried.front().what.find(data::expand_name(choice.way.expand)),
              std::string::npos);
    EXPECT_LT(choice.tried.front().error, 0.1);
    // What is taken is what is learnt.
    const Model model = train(points(400, label_of), model::NamedOptions());
    EXPECT_LT(error_on(model, points(500, label_of, 2)), 0.1);
    EXPECT_EQ(model.parts().about.expand, data::expand_name(choice.way.expand));
    EXPECT_EQ(model.parts().about.learner, learner_name(choice.way.learner));
    EXPECT_EQ(model.parts().about.tried.front().what, choice.tried.front().what);
  }
}

TEST(ChooseWay, WhereALineIsAllThereIsTheSimplestIsKept) {
  const Dataset data = points(400, by_line);
  const std::vector<Recipe> ways = ways_of({}, data);
  const Choice choice = chosen(data);
  EXPECT_EQ(choice.way.expand.kind, FeatureExpansion::Kind::kNone);
  EXPECT_TRUE(choice.way.learner == ways.front().learner);
  ASSERT_EQ(choice.tried.size(), ways.size());
  for (std::size_t i = 2; i < choice.tried.size(); ++i) {
    EXPECT_LE(choice.tried[i - 1].error, choice.tried[i].error);
  }
}

TEST(ChooseWay, WhatWasSaidIsNotTried) {
  model::NamedOptions options;
  options.expand = "none";
  const Choice choice = chosen(points(300, by_ring), options);
  EXPECT_EQ(choice.way.expand.kind, FeatureExpansion::Kind::kNone);
  options.fast = true;
  EXPECT_TRUE(chosen(points(300, by_ring), options).tried.empty());
}

TEST(ChooseWay, TheChoiceDoesNotDependOnThreads) {
  for (const std::size_t size : {60U, 2500U}) {  // in folds, and in one split
    model::NamedOptions options;
    const Dataset data = points(size, by_ring);
    const Choice one = chosen(data, options, 1);
    const Choice again = chosen(data, options, 1);
    const Choice three = chosen(data, options, 3);
    for (const Choice* other : {&again, &three}) {
      EXPECT_TRUE(other->way.learner == one.way.learner);
      EXPECT_TRUE(other->way.expand == one.way.expand);
      EXPECT_EQ(other->way.eliminations, one.way.eliminations);
      ASSERT_EQ(other->tried.size(), one.tried.size());
      for (std::size_t i = 0; i < one.tried.size(); ++i) {
        EXPECT_EQ(other->tried[i].what, one.tried[i].what);
        EXPECT_EQ(other->tried[i].error, one.tried[i].error);
      }
    }
  }
}

TEST(ChooseWay, TheModelDoesNotDependOnThreads) {
  model::NamedOptions options;
  options.threads = 1;
  const std::string bytes = bytes_of(train(points(100, by_ring), options));
  options.threads = 3;
  EXPECT_EQ(bytes_of(train(points(100, by_ring), options)), bytes);
}

TEST(ChooseWay, TinyDataAndLabelsThatAFoldHasNotDoNoHarm) {
  for (const std::size_t size : {1U, 2U, 3U, 4U, 5U, 7U}) {
    for (const std::uint32_t labels : {2U, 3U, 9U}) {
      Dataset data;
      for (std::uint32_t label = 0; label < labels; ++label) data.add_label(std::to_string(label));
      for (std::uint32_t i = 0; i < size; ++i) {
        Example example;
        example.label = std::to_string(i % labels);
        example.indices = {i % labels};
        example.values = {1};
        data.add(example);
      }
      const Dataset asked = data.subset(all_rows(data));
      SCOPED_TRACE(testing::Message() << size << " examples of " << labels << " labels");
      const Model model = train(std::move(data), model::NamedOptions());
      EXPECT_EQ(error_on(model, asked), 0);
    }
  }
}

TEST(ChooseWay, ExamplesWithoutWeightAreNoExamples) {
  Dataset data = points(100, by_line);
  Example example;
  example.label = "never";
  example.weight = 0;
  example.indices = {0, 1};
  example.values = {0, 0};
  for (int i = 0; i < 50; ++i) data.add(example);
  const Choice with = chosen(data);
  EXPECT_EQ(with.way.expand.kind, FeatureExpansion::Kind::kNone);
  const Model model = train(std::move(data), model::NamedOptions());
  EXPECT_EQ(model.parts().about.examples, 100U);
}

}  // namespace
}  // namespace ect::model
