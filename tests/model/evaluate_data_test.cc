// evaluate() of ect/evaluate.h, beside predictions one by one and beside `ect test`.
#include <gtest/gtest.h>

#include "ect/error.h"
#include "ect/evaluate.h"
#include "ect/predict.h"
#include "ect/read.h"
#include "ect/train.h"
#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/model_helpers.h"
#include "tests/helpers/small_models.h"

namespace ect {
namespace {

Model fast_model(const std::string& text, const std::string& name) {
  TrainOptions options;
  options.fast = true;
  return train(parse_dataset(text, name), options).model;
}

TEST(EvaluateData, CountsWhatPredictsSay) {
  const Model model = fast_model(small_csv(), "small.csv");
  const Dataset data = parse_dataset(model, small_csv(), "small.csv");
  const Evaluation one = evaluate(model, data, 1);
  const Evaluation many = evaluate(model, data, 3);
  EXPECT_EQ(one.examples, 60);
  EXPECT_DOUBLE_EQ(one.error, error_on(model, data));
  EXPECT_EQ(one.error, many.error);
  EXPECT_EQ(one.log_loss, many.log_loss);
  EXPECT_EQ(one.confusion, many.confusion);
  EXPECT_EQ(one.questions_per_example, many.questions_per_example);
  std::uint64_t counted = 0;
  for (const auto& [pair, count] : one.confusion) counted += count;
  EXPECT_EQ(counted, 60);
}

TEST(EvaluateData, AgreesWithTheProgram) {
  const TempFolder folder;
  util::write_file(folder.path("small.csv"), small_csv());
  const Model model = fast_model(small_csv(), "small.csv");
  model.save(folder.path("a.model"));
  const cli::Outcome outcome =
      cli::ect({"test", folder.path("a.model"), folder.path("small.csv"), "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  const Evaluation evaluation = evaluate(model, read_dataset(model, folder.path("small.csv")));
  EXPECT_DOUBLE_EQ(json["error"], evaluation.error);
  EXPECT_NEAR(json["log_loss"], evaluation.log_loss, 1e-9);
  EXPECT_DOUBLE_EQ(json["questions_per_example"], evaluation.questions_per_example);
}

TEST(EvaluateData, ALabelThatTheModelDoesNotKnowIsAMistake) {
  const Model model = fast_model("x 1:1\ny 2:1\nx 1:1\ny 2:1\n", "a.svm");
  const Dataset data = parse_dataset(model, "x 1:1\nz 2:1\n", "b.svm");
  const Evaluation evaluation = evaluate(model, data);
  EXPECT_DOUBLE_EQ(evaluation.error, 0.5);
  EXPECT_FALSE(evaluation.warnings.empty());
  EXPECT_EQ(evaluation.confusion.at({"z", 1}), 1);
}

TEST(EvaluateData, RowsWithoutALabelAndNoRowsAreRefused) {
  const Model model = fast_model(small_csv(), "small.csv");
  EXPECT_THROW(evaluate(model, parse_dataset(model, "size,colour,weight\n1,red,2\n", "x.csv")),
               Error);
  EXPECT_THROW(evaluate(model, Dataset()), Error);
}

}  // namespace
}  // namespace ect
