// OnlineTrainer of ect/online.h.
#include "ect/online.h"

#include <gtest/gtest.h>

#include <limits>

#include "ect/error.h"
#include "ect/predict.h"
#include "ect/random.h"
#include "ect/read.h"
#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/model_helpers.h"
#include "tests/helpers/small_models.h"

namespace ect {
namespace {

std::string many_rows(int rows) {
  std::string text = "size,colour,class\n";
  Random random(5);
  for (int i = 0; i < rows; ++i) {
    const auto label = static_cast<int>(random.below(8));
    text += std::to_string(label * 2 + static_cast<int>(random.below(2))) + "," +
            (label % 2 == 0 ? "red" : "blue") + ",class " + std::to_string(label) + "\n";
  }
  return text;
}

TEST(Online, LearnsAnExampleAtATimeAndGoesOnAfterAModel) {
  const Dataset data = parse_dataset(many_rows(6000), "many.csv");
  std::vector<std::uint32_t> first(1000);
  for (std::uint32_t i = 0; i < first.size(); ++i) first[i] = i;
  OnlineTrainer trainer(data.subset(first));
  EXPECT_EQ(trainer.examples(), 1000);
  const Model early = trainer.model();
  const std::vector<std::byte> early_bytes = early.to_bytes();
  for (std::size_t i = 1000; i < data.size(); ++i) trainer.learn(data.row(i), data.label(i));
  EXPECT_EQ(trainer.examples(), 6000);
  const Model late = trainer.model();
  EXPECT_EQ(early.to_bytes(), early_bytes);  // which does not learn on
  EXPECT_LT(error_on(late, data), error_on(early, data) + 0.02);
  EXPECT_LT(error_on(late, data), 0.3);
  EXPECT_EQ(late.info().examples, 6000);
  EXPECT_GE(trainer.error(), 0);
  EXPECT_LE(trainer.error(), 1);
}

TEST(Online, ModelsInBetweenDoNotMatter) {
  const Dataset data = parse_dataset(many_rows(2000), "many.csv");
  OnlineTrainer at_once(data);
  OnlineTrainer again(data);
  for (std::uint32_t i = 0; i < 500; ++i) {
    at_once.learn(data.row(i), data.label(i));
    again.learn(data.row(i), data.label(i));
    if (i % 100 == 7) again.model();
  }
  EXPECT_EQ(at_once.model().to_bytes(), again.model().to_bytes());
}

TEST(Online, IsWhatAStreamLearns) {
  const TempFolder folder;
  util::write_file(folder.path("many.csv"), many_rows(3000));
  const cli::Outcome outcome = cli::ect(
      {"train", folder.path("many.csv"), "-o", folder.path("s.model"), "--stream", "--quiet"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Model stream = Model::load(folder.path("s.model"));
  const Dataset data = read_dataset(folder.path("many.csv"));
  OnlineTrainer trainer(data);
  const Model online = trainer.model();
  EXPECT_EQ(online.info().learner, stream.info().learner);
  EXPECT_EQ(online.info().examples, stream.info().examples);
  EXPECT_NEAR(error_on(online, data), error_on(stream, data), 0.05);
}

TEST(Online, ClassesThatComeLaterAreNamedAtTheBeginning) {
  const Dataset data = parse_dataset("1 1:1\n2 2:1\n", "a.svm");
  OnlineTrainer trainer(data, {"2", "three"});
  EXPECT_EQ(trainer.classes(), 3);
  const std::vector<std::uint32_t> index = {7};
  const std::vector<float> value = {1};
  for (int i = 0; i < 200; ++i) {
    trainer.learn({index, value}, 2);
    trainer.learn(data);
  }
  const Model model = trainer.model();
  Predictor predictor(model);
  EXPECT_EQ(model.label(predictor.predict({index, value})), "three");
  EXPECT_EQ(model.label(predictor.predict(data.row(1))), "2");
}

TEST(Online, TextIsWeightedAsTheFirstTextsAre) {
  const Dataset data = parse_dataset(small_text(), "small.tsv");
  OnlineTrainer trainer(data);
  for (int i = 0; i < 50; ++i) trainer.learn(data);
  EXPECT_EQ(error_on(trainer.model(), data), 0);
}

TEST(Online, WhatCannotBeLearntIsRefusedAndChangesNothing) {
  const Dataset data = parse_dataset(small_csv(), "small.csv");
  OnlineTrainer trainer(data);
  const std::vector<std::byte> before = trainer.model().to_bytes();
  const std::vector<std::uint32_t> index = {0};
  const std::vector<float> value = {1};
  const std::vector<float> nan = {std::numeric_limits<float>::quiet_NaN()};
  EXPECT_THROW(trainer.learn({index, value}, 6), Error);
  EXPECT_THROW(trainer.learn({index, value}, 0, -1), Error);
  EXPECT_THROW(trainer.learn({index, nan}, 0), Error);
  trainer.learn({index, value}, 0, 0);
  const Model model = trainer.model();
  EXPECT_THROW(
      trainer.learn(parse_dataset(model, "size,colour,weight,class\n1,red,2,new\n", "n.csv")),
      Error);
  EXPECT_THROW(trainer.learn(parse_dataset(model, "size,colour,weight\n1,red,2\n", "n.csv")),
               Error);
  EXPECT_EQ(trainer.model().to_bytes(), before);
  EXPECT_THROW(OnlineTrainer(Dataset(), {"one"}), Error);
  TrainOptions batch;
  batch.learner = "c45";
  EXPECT_THROW(OnlineTrainer(data, {}, batch), Error);
  OnlineTrainer empty(Dataset(), {"a", "b"});
  EXPECT_THROW(empty.model(), Error);
}

}  // namespace
}  // namespace ect
