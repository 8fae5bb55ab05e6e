// Training of models from data, and their predictions.
#include "model/train.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "data/synth/synth.h"
#include "ect/predict.h"
#include "model/named_options.h"
#include "model/parts.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/model_helpers.h"
#include "tests/helpers/sanitized.h"

namespace ect::model {
namespace {

Dataset drawn(const data::Distribution& distribution, std::uint64_t part, std::size_t size) {
  Dataset data;
  Random random = distribution.part(part);
  data::Distribution::Drawn example;
  for (std::uint32_t label = 0; label < distribution.classes(); ++label) {
    data.add_label(std::to_string(label));
  }
  for (std::size_t i = 0; i < size; ++i) {
    distribution.draw(random, example);
    data.add(example.example);
  }
  return data;
}

data::Distribution words(std::uint32_t classes) {
  data::SynthOptions options;
  options.classes = classes;
  return data::Distribution(options);
}

TEST(Train, EveryReductionComesNearTheBayesErrorWithEveryLearner) {
  const data::Distribution distribution = words(32);
  const Dataset test = drawn(distribution, 2, 4000);
  for (const std::string reduction : {"tree", "filter-tree", "ect"}) {
    for (const std::string learner : {"hinge", "logistic"}) {
      SCOPED_TRACE(testing::Message() << reduction << ' ' << learner);
      model::NamedOptions options;
      options.reduction = reduction;
      options.learner = learner;
      const Model model = train(drawn(distribution, 1, 8000), options);
      EXPECT_LT(error_on(model, test), distribution.bayes_error() + 0.04);
      EXPECT_NEAR(model.parts().about.error, error_on(model, test), 0.04);
    }
  }
}

TEST(Train, SoDoTheReductionsThatAskMore) {
  const data::Distribution distribution = words(8);
  const Dataset test = drawn(distribution, 2, all_or_enough(2000, 1000));
  for (const std::string reduction :
       {"one-vs-all", "all-pairs", "all-pairs-filter-tree", "ecoc", "pecoc"}) {
    for (const std::string learner : {"hinge", "logistic"}) {
      SCOPED_TRACE(testing::Message() << reduction << ' ' << learner);
      model::NamedOptions options;
      options.reduction = reduction;
      options.learner = learner;
      const Model model = train(drawn(distribution, 1, all_or_enough(1500, 700)), options);
      EXPECT_LT(error_on(model, test), distribution.bayes_error() + 0.04);
      EXPECT_NEAR(model.parts().about.error, error_on(model, test), 0.04);
    }
  }
}

TEST(Train, TwoClassesAreEnoughAndOneIsNot) {
  const Model model = train(drawn(words(2), 1, 500), model::NamedOptions{});
  EXPECT_EQ(model.classes(), 2U);
  EXPECT_LT(error_on(model, drawn(words(2), 2, 1000)), 0.15);
  EXPECT_NE(
      error_of([] { train(one_example_a_label({1}), model::NamedOptions{}); }).find("two classes"),
      std::string::npos);
}

TEST(Train, OneExampleAClassIsLearnt) {
  const std::vector<float> weights(all_or_enough(200, 60), 1);
  for (const std::string learner : {"hinge", "logistic"}) {
    model::NamedOptions options;
    options.learner = learner;
    const Model model = train(one_example_a_label(weights), options);
    EXPECT_LT(error_on(model, one_example_a_label(weights)), 0.05) << learner;
  }
}

TEST(Train, LabelsThatNeverOccurAreNeverPredicted) {
  Dataset data;
  for (int i = 0; i < 40; ++i) data.add_label(std::to_string(i));
  const Dataset source = drawn(words(8), 1, 800);
  Example example;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const Features x = source.row(i);
    example.label = std::to_string(5 * source.label(i));
    example.indices.assign(x.indices.begin(), x.indices.end());
    example.values.assign(x.values.begin(), x.values.end());
    data.add(example);
  }
  for (const std::string learner : {"hinge", "logistic"}) {
    model::NamedOptions options;
    options.learner = learner;
    options.eliminations = 1;
    Dataset copy;
    for (int i = 0; i < 40; ++i) copy.add_label(std::to_string(i));
    for (std::size_t i = 0; i < data.size(); ++i) {
      const Features x = data.row(i);
      example.label = data.label_names().name(data.label(i));
      example.indices.assign(x.indices.begin(), x.indices.end());
      example.values.assign(x.values.begin(), x.values.end());
      copy.add(example);
    }
    const Model model = train(std::move(copy), options);
    EXPECT_EQ(model.classes(), 40U);
    Predictor predictor(model);
    for (std::size_t i = 0; i < data.size(); ++i) {
      EXPECT_EQ(predictor.predict(data.row(i)) % 5, 0U) << learner;
    }
  }
}

TEST(Train, RefusesDataThatCannotBeLearnt) {
  const auto refused = [](const Example& odd) {
    return error_of([&] {
      Dataset data = one_example_a_label({1, 1});
      data.add(odd);
      train(std::move(data), model::NamedOptions{});
    });
  };
  Example example;
  example.indices = {0};
  example.values = {1};
  EXPECT_EQ(refused(example), "example 3 has no label");
  example.label = "0";
  EXPECT_EQ(refused(example), "");
  example.weight = -1;
  EXPECT_EQ(refused(example), "example 3 has no weight");
  example.weight = 1;
  example.indices = {5, 4};
  example.values = {1, 1};
  EXPECT_EQ(refused(example), "example 3 has features out of order");
  example.indices = {4, 5};
  example.values = {1, std::numeric_limits<float>::infinity()};
  EXPECT_EQ(refused(example), "example 3 has a value that is no finite number");
  EXPECT_NE(error_of([] {
              train(one_example_a_label({0, 0}), model::NamedOptions{});
            }).find("weight 0"),
            std::string::npos);
}

TEST(Train, ExamplesOfNoWeightAreAsGoodAsAbsent) {
  const auto predictions = [](bool more) {
    Dataset data = drawn(words(4), 1, 300);
    Example example;
    example.indices = {0, 1, 2};
    example.values = {1e6F, -1e6F, 1e6F};
    example.label = "1";
    example.weight = 0;
    for (int i = 0; more && i < 50; ++i) data.add(example);
    const Model model = train(std::move(data), model::NamedOptions{});
    EXPECT_EQ(model.parts().about.examples, 300U);
    return error_on(model, drawn(words(4), 2, 500));
  };
  EXPECT_NEAR(predictions(true), predictions(false), 0.01);
}

TEST(Train, TheSeedDecidesEverything) {
  const data::Distribution distribution = words(16);
  const Dataset test = drawn(distribution, 2, 300);
  for (const std::string learner : {"hinge", "logistic"}) {
    const auto margins = [&](std::uint64_t seed, unsigned threads) {
      model::NamedOptions options;
      options.learner = learner;
      options.seed = seed;
      options.threads = threads;
      const Model model = train(drawn(distribution, 1, 1000), options);
      std::vector<double> result;
      Predictor predictor(model);
      for (std::size_t i = 0; i < test.size(); ++i) {
        result.push_back(predictor.probability(test.row(i), 3));
      }
      return result;
    };
    EXPECT_EQ(margins(1, 1), margins(1, 2)) << learner;
    EXPECT_NE(margins(1, 1), margins(2, 1)) << learner;
  }
}

TEST(Train, PassesEndWhenTheHeldOutErrorDoesNotFall) {
  model::NamedOptions options;
  options.learner = "logistic";
  const Model model = train(drawn(words(8), 1, 2000), options);
  EXPECT_GE(model.parts().about.passes, 3U);
  EXPECT_LT(model.parts().about.passes, 30U);
  options.passes = 2;
  EXPECT_EQ(train(drawn(words(8), 1, 2000), options).parts().about.passes, 2U);
}

TEST(Train, ReportsProgress) {
  for (const std::string learner : {"hinge", "logistic"}) {
    model::NamedOptions options;
    options.learner = learner;
    std::uint32_t steps = 0;
    train(drawn(words(8), 1, 5000), options, [&](const TrainProgress& progress) {
      EXPECT_GE(progress.step, std::max(1U, steps));
      EXPECT_LE(progress.examples, progress.examples_of_step);
      steps = progress.step;
    });
    EXPECT_GT(steps, 1U) << learner;
  }
}

}  // namespace
}  // namespace ect::model
