// The public train.h, predict.h and model.h: many rows as one row, any threads, cancel, bytes.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <thread>

#include "ect/error.h"
#include "ect/matrix.h"
#include "ect/predict.h"
#include "ect/read.h"
#include "ect/train.h"
#include "reductions/reductions.h"
#include "tests/helpers/small_models.h"

namespace ect {
namespace {

TrainOptions fast(ReductionId reduction = ReductionId::kEct, const std::string& learner = "hinge") {
  TrainOptions options;
  options.fast = true;
  options.reduction = reduction;
  options.learner = learner;
  return options;
}

const std::vector<ReductionId> kReductions = {ReductionId::kEct,
                                              ReductionId::kFilterTree,
                                              ReductionId::kTree,
                                              ReductionId::kAllPairs,
                                              ReductionId::kAllPairsFilterTree,
                                              ReductionId::kOneVsAll,
                                              ReductionId::kEcoc,
                                              ReductionId::kPecoc};

TEST(PredictApi, ManyRowsGetWhatOneRowGetsWhateverTheReductionAndTheThreads) {
  const Dataset data = parse_dataset(small_csv(), "small.csv");
  for (const ReductionId reduction : kReductions) {
    SCOPED_TRACE(static_cast<int>(reduction));
    const Model model = train(data, fast(reduction)).model;
    const std::size_t k = model.classes();
    for (const unsigned threads : {1U, 3U}) {
      std::vector<std::uint32_t> labels(data.size());
      std::vector<Scored> top(data.size() * k, {0xffffffff, -1});
      std::vector<float> probabilities(data.size() * k, -1);
      predict(model, data, labels, threads);
      predict_top(model, data, k, top, threads);
      predict_probabilities(model, data, probabilities, threads);
      Predictor one(model);
      for (std::size_t row = 0; row < data.size(); ++row) {
        const Features x = data.row(row);
        EXPECT_EQ(labels[row], one.predict(x));
        EXPECT_EQ(top[row * k].label, labels[row]);
        double sum = 0;
        for (std::size_t i = 0; i < k; ++i) {
          const Scored& scored = top[row * k + i];
          ASSERT_LT(scored.label, k);
          EXPECT_NEAR(scored.probability, one.probability(x, scored.label), 1e-6);
          EXPECT_FLOAT_EQ(probabilities[row * k + scored.label],
                          static_cast<float>(scored.probability));
          sum += static_cast<double>(probabilities[row * k + i]);
        }
        EXPECT_NEAR(sum, 1, 1e-5);
      }
    }
  }
}

TEST(PredictApi, RoomThatDoesNotFitIsRefused) {
  const Dataset data = parse_dataset(small_csv(), "small.csv");
  const Model model = train(data, fast()).model;
  std::vector<std::uint32_t> labels(data.size() - 1);
  EXPECT_THROW(predict(model, data, labels), Error);
  std::vector<Scored> top(data.size() * 7);
  EXPECT_THROW(predict_top(model, data, 7, top), Error);  // of six classes
  EXPECT_THROW(predict_top(model, data, 0, {}), Error);
  EXPECT_THROW(predict_top(model, data, 2, top), Error);
  std::vector<float> probabilities(1);
  EXPECT_THROW(predict_probabilities(model, data, probabilities), Error);
}

TEST(PredictApi, RowsOfAMatrixArePredictedAsTheFileIs) {
  const Dataset file = parse_dataset("a,b,class\n1,2,x\n2,1,y\n1,3,x\n3,1,y\n", "t.csv");
  const Model model = train(file, fast()).model;
  const std::vector<double> values = {1, 2, 2, 1, 1, 3, 3, 1};
  const Dataset matrix = make_dataset(model, DenseMatrix<double>{values.data(), 4, 2});
  std::vector<std::uint32_t> from_file(4);
  std::vector<std::uint32_t> from_matrix(4);
  predict(model, file, from_file);
  predict(model, matrix, from_matrix);
  EXPECT_EQ(from_file, from_matrix);
  EXPECT_THROW(make_dataset(model, DenseMatrix<double>{values.data(), 2, 3}), Error);
  const std::vector<std::int32_t> starts = {0, 1};
  const std::vector<std::int32_t> indices = {0};
  const std::vector<float> one = {1};
  EXPECT_THROW(make_dataset(model, SparseMatrix<float, std::int32_t>{starts, indices, one}), Error);
}

TEST(PredictApi, SparseModelsTakeSparseAndDenseRows) {
  const Dataset data = parse_dataset(small_svm(), "small.svm");
  const Model model = train(data, fast()).model;
  const std::vector<std::int32_t> starts = {0, 2};
  const std::vector<std::int32_t> indices = {1, 1000};
  const std::vector<float> values = {1, 2};
  const Dataset sparse =
      make_dataset(model, SparseMatrix<float, std::int32_t>{starts, indices, values});
  std::vector<float> wide(1001);
  wide[1] = 1;
  wide[1000] = 2;
  const Dataset dense = make_dataset(model, DenseMatrix<float>{wide.data(), 1, 1001});
  std::vector<std::uint32_t> a(1);
  std::vector<std::uint32_t> b(1);
  predict(model, sparse, a);
  predict(model, dense, b);
  EXPECT_EQ(a, b);
}

TEST(PredictApi, TextsAreReadAsTheModelsOwn) {
  const Model model = train(parse_dataset(small_text(), "small.tsv"), fast()).model;
  const Dataset data = parse_dataset(model, "greet\thello my friend\n?\twhere is it\n", "new.tsv");
  ASSERT_EQ(data.size(), 2);
  std::vector<std::uint32_t> labels(2);
  predict(model, data, labels);
  EXPECT_EQ(model.label(labels[0]), "greet");
  EXPECT_EQ(model.label(labels[1]), "ask");
}

TEST(TrainApi, DataIsNotConsumedAndTheSameModelComesTwice) {
  const Dataset data = parse_dataset(small_csv(), "small.csv");
  const std::vector<float> before(data.row(3).values.begin(), data.row(3).values.end());
  const Model first = train(data, fast()).model;
  const Model second = train(data, fast()).model;
  EXPECT_EQ(before, std::vector<float>(data.row(3).values.begin(), data.row(3).values.end()));
  EXPECT_EQ(first.to_bytes(), second.to_bytes());
}

TEST(TrainApi, ACallerWhoSaysNoCancels) {
  const Dataset data = parse_dataset(small_csv(), "small.csv");
  int calls = 0;
  try {
    train(data, fast(), [&](const TrainProgress&) {
      ++calls;
      return false;
    });
    FAIL() << "was not cancelled";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kCancelled);
  }
  EXPECT_EQ(calls, 1);
}

TEST(TrainApi, WhatWasChosenIsInTheModelsInfo) {
  const Dataset data = parse_dataset(small_csv(), "small.csv");
  const ModelInfo info = train(data).model.info();
  EXPECT_EQ(info.reduction, "ect");
  EXPECT_EQ(info.classes, 6);
  EXPECT_EQ(info.examples, 60);
  EXPECT_EQ(info.data, "small.csv");
  EXPECT_FALSE(info.tried.empty());
  TrainOptions charged = fast();
  charged.finals = FinalsChoice{};
  charged.eliminations = 3;
  const ModelInfo paper = train(data, charged).model.info();
  EXPECT_EQ(paper.eliminations, 3);
  EXPECT_NE(paper.guarantee, "");
  EXPECT_EQ(paper.finals, "");
}

TEST(ModelApi, BytesAndFilesAndLabelsGoRoundAndRound) {
  const Model model = train(parse_dataset(small_csv(), "small.csv"), fast()).model;
  const std::vector<std::byte> bytes = model.to_bytes();
  const Model again = Model::from_bytes(bytes, nullptr, "bytes");
  EXPECT_EQ(again.to_bytes(), bytes);
  EXPECT_EQ(again.find_label("class 4"), 4);
  EXPECT_EQ(again.find_label("class 9"), std::nullopt);
  const TempFile file("a.model");
  model.save(file.path());
  EXPECT_EQ(Model::map(file.path()).to_bytes(), bytes);
}

TEST(PredictApi, ThreadsMayShareAModel) {
  const Dataset data = parse_dataset(small_csv(), "small.csv");
  const Model model = train(data, fast()).model;
  std::vector<std::uint32_t> expected(data.size());
  predict(model, data, expected, 1);
  std::vector<std::vector<std::uint32_t>> found(4, std::vector<std::uint32_t>(data.size()));
  std::vector<std::thread> threads;
  for (auto& labels : found) {
    threads.emplace_back([&] { predict(model, data, labels, 2); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& labels : found) EXPECT_EQ(labels, expected);
}

}  // namespace
}  // namespace ect
