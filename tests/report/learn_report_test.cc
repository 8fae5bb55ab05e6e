// What train, info, test and predict say; that the numbers are right is tested with what counts
// them.
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "data/load.h"
#include "ect/evaluate.h"
#include "ect/model.h"
#include "ect/predict.h"
#include "model/evaluate.h"
#include "model/named_options.h"
#include "model/parts.h"
#include "report/answer_lines.h"
#include "report/evaluation_report.h"
#include "report/model_report.h"
#include "report/training_report.h"
#include "tests/helpers/small_models.h"

namespace ect::report {
namespace {

model::NamedOptions fast(const std::string& reduction) {
  model::NamedOptions how;
  how.reduction = reduction;
  how.learner = "hinge";
  how.fast = true;
  return how;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Evaluation evaluation_of(const Model& model, const std::string& name, const std::string& text) {
  const data::DataFile file(name, std::make_shared<const std::string>(text));
  return model::evaluate(model, *open_reader(file, model.parts().layout), name, 1);
}

TEST(TrainingReport, SaysWhatWasLearntByWhatAndWhere) {
  const Model model = learnt("a.svm", small_svm(), fast("one-vs-all"));
  const std::string text = training_text(model, {"a.model", 1234, 1.5});
  EXPECT_TRUE(
      text.starts_with("learnt 5 classes of a.svm from 40 examples in 1.50 s\n"
                       "by one-vs-all, 5 classifiers, hinge\n"))
      << text;
  EXPECT_TRUE(text.ends_with("model a.model, 1234 bytes\n")) << text;
  EXPECT_TRUE(
      training_text(model, {"/dev/stdout", std::nullopt, 1}).ends_with("\nmodel /dev/stdout\n"));
}

TEST(TrainingReport, HasNullForWhatThereIsNot) {
  const TrainingFacts facts{"a.model", std::nullopt, 1.5};
  const auto flat = training_json(learnt("a.svm", small_svm(), fast("one-vs-all")), facts);
  for (const char* key : {"eliminations", "seeding", "finals", "routing", "expand", "bytes"}) {
    EXPECT_TRUE(flat.at(key).is_null()) << key;
  }
  const auto tournament = training_json(learnt("a.svm", small_svm(), fast("filter-tree")), facts);
  EXPECT_EQ(tournament.at("eliminations"), 1);
  EXPECT_EQ(tournament.at("seeding"), "similar");
  EXPECT_EQ(tournament.at("matches"), 4);
}

TEST(ModelReport, ListsLabelsInShortOrAllOfThem) {
  const Model model = learnt("a.csv", small_csv(), fast("filter-tree"));
  const std::string brief = model_text(model, {});
  EXPECT_TRUE(has(brief, "labels      class 0, class 1, class 2, class 3, ")) << brief;
  EXPECT_TRUE(brief.ends_with("... (--labels lists all)\n")) << brief;
  EXPECT_FALSE(has(brief, "checksums"));
  const std::string whole = model_text(model, {.all_labels = true, .verified = true});
  EXPECT_TRUE(has(whole, "\nchecksums   correct\n")) << whole;
  EXPECT_TRUE(whole.ends_with("\nlabels\nclass 0\nclass 1\nclass 2\nclass 3\nclass 4\nclass 5\n"))
      << whole;
  EXPECT_FALSE(model_json(model, {}).contains("labels"));
  EXPECT_EQ(model_json(model, {.all_labels = true}).at("labels").size(), 6U);
}

TEST(ModelReport, SaysWhereNothingIsProved) {
  const Model none = learnt("a.svm", small_svm(), fast("tree"));
  EXPECT_TRUE(has(model_text(none, {}), "guarantee   none: it is not consistent\n"));
  EXPECT_TRUE(model_json(none, {}).at("bounds").is_null());
  const Model proved = learnt("a.svm", small_svm(), fast("filter-tree"));
  EXPECT_TRUE(has(model_text(proved, {}), "\nat most     "));
  EXPECT_TRUE(model_json(proved, {}).at("bounds").contains("statement"));
}

TEST(EvaluationReport, NamesMistakesTheMostFrequentFirst) {
  const Model model = learnt("a.svm", small_svm(), fast("filter-tree"));
  Evaluation evaluation = evaluation_of(model, "a.svm", small_svm());
  evaluation.confusion = {{{"0", 0}, 5}, {{"1", 0}, 2}, {{"2", 0}, 3}};
  const std::string text = evaluation_text(model, evaluation, Confusion::kShown);
  EXPECT_TRUE(
      text.ends_with("\nmost frequent mistakes\n"
                     "  label  predicted as  examples\n"
                     "  2      0                    3\n"
                     "  1      0                    2\n"))
      << text;
  EXPECT_FALSE(has(evaluation_text(model, evaluation, Confusion::kLeftOut), "mistakes"));
  const auto json = evaluation_json(model, evaluation, Confusion::kShown);
  EXPECT_EQ(json.at("confusion").size(), 3U);  // also what is right
  EXPECT_TRUE(json.at("mean_cost").is_null());
  EXPECT_FALSE(evaluation_json(model, evaluation, Confusion::kLeftOut).contains("confusion"));
}

TEST(EvaluationReport, HasAColumnForCostsWhereThereAreSome) {
  const Model model = learnt("a.svm", small_svm(), fast("filter-tree"));
  Evaluation evaluation = evaluation_of(model, "a.svm", small_svm());
  EXPECT_FALSE(has(evaluation_text(model, evaluation, Confusion::kLeftOut), "mean cost"));
  evaluation.mean_cost = 0.25;
  EXPECT_TRUE(has(evaluation_text(model, evaluation, Confusion::kLeftOut), "mean cost"));
  EXPECT_EQ(evaluation_json(model, evaluation, Confusion::kLeftOut).at("mean_cost"), 0.25);
}

TEST(AnswerLines, HaveTheSameKeysWhetherThereIsAnAnswerOrNot) {
  const Model model = learnt("a.svm", small_svm(), fast("filter-tree"));
  Predictor predictor(model);
  const AnswerForm form{.json = true, .probabilities = false, .top = 2};
  std::string lines;
  append_answer(form, model, predictor, {}, lines);
  append_no_answer(form, data::RecordError("a.svm", 7, "odd"), lines);
  const std::size_t end = lines.find('\n');
  const auto answer = nlohmann::ordered_json::parse(lines.substr(0, end));
  const auto none = nlohmann::ordered_json::parse(lines.substr(end + 1));
  ASSERT_EQ(answer.size(), none.size());
  for (const auto& [key, value] : answer.items()) EXPECT_TRUE(none.contains(key)) << key;
  EXPECT_EQ(answer.at("top").size(), 2U);
  EXPECT_EQ(none.at("reason"), "odd");
  lines.clear();
  append_no_answer({}, data::RecordError("a.svm", 7, "odd"), lines);
  EXPECT_EQ(lines, std::string(kNoAnswer) + '\n');
}

}  // namespace
}  // namespace ect::report
