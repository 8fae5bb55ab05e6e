// Models with contested finals, trained on data whose best answers are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ect/predict.h"
#include "ect/random.h"
#include "model/named_options.h"
#include "tests/helpers/model_helpers.h"
#include "tests/helpers/reduction_helpers.h"
#include "tests/helpers/small_models.h"

namespace ect::reductions {
namespace {

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

model::NamedOptions contested_by(const std::string& rule, std::uint32_t contenders = 0) {
  model::NamedOptions options;
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
    model::NamedOptions options = contested_by(rule, 4);
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
      model::NamedOptions options = contested_by(rule, 4);
      options.costs = true;
      const Model model = train(std::move(data), options);
      EXPECT_EQ(error_on(model, asked), 0) << rule << ", " << labels << " labels";
    }
  }
}

}  // namespace
}  // namespace ect::reductions
