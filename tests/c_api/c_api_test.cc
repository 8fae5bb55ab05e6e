// The C interface gives what the C++ one does, and every error as a status and a line.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "ect/ect.h"
#include "ect/matrix.h"
#include "ect/predict.h"
#include "ect/train.h"
#include "tests/helpers/small_models.h"

namespace ect {
namespace {

using Options = std::unique_ptr<ect_options, decltype(&ect_options_free)>;
using Handle = std::unique_ptr<ect_model, decltype(&ect_model_free)>;

// Six classes along a line, two features.
struct Line {
  Line() {
    for (std::uint32_t i = 0; i < 120; ++i) {
      labels.push_back(i % 6);
      values.push_back(static_cast<float>(i % 6) + 0.1F * static_cast<float>(i % 5));
      values.push_back(static_cast<float>(i % 3));
    }
  }
  ect_matrix matrix() const { return {labels.size(), 2, values.data(), nullptr, nullptr}; }

  std::vector<std::uint32_t> labels;
  std::vector<float> values;
};

Options fast() {
  Options options(ect_options_new(), ect_options_free);
  EXPECT_EQ(ect_options_set(options.get(), "fast", "true"), ECT_OK);
  EXPECT_EQ(ect_options_set(options.get(), "expand", "quadratic"), ECT_OK);
  return options;
}

Handle trained(const Line& line) {
  ect_model* model = nullptr;
  const ect_matrix matrix = line.matrix();
  EXPECT_EQ(ect_train(&matrix, line.labels.data(), 6, nullptr, nullptr, fast().get(), &model),
            ECT_OK)
      << ect_last_error();
  return {model, ect_model_free};
}

TEST(CApi, TrainsPredictsSavesAndLoadsAsTheCppInterfaceDoes) {
  const Line line;
  const Handle model = trained(line);
  ASSERT_EQ(ect_model_classes(model.get()), 6);
  EXPECT_STREQ(ect_model_label(model.get(), 3), "3");
  EXPECT_EQ(ect_model_label(model.get(), 6), nullptr);

  TrainOptions options;
  options.fast = true;
  options.expand = FeatureExpansion{FeatureExpansion::Kind::kQuadratic, 0};
  Targets targets;
  targets.classes = {"0", "1", "2", "3", "4", "5"};
  targets.labels = line.labels;
  const Dataset data = make_dataset(DenseMatrix<float>{line.values.data(), 120, 2}, targets);
  const Model same = train(data, options).model;

  void* bytes = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(ect_model_to_bytes(model.get(), &bytes, &size), ECT_OK);
  const std::vector<std::byte> expected = same.to_bytes();
  ASSERT_EQ(size, expected.size());
  EXPECT_EQ(std::memcmp(bytes, expected.data(), size), 0);

  ect_model* copy = nullptr;
  ASSERT_EQ(ect_model_from_bytes(bytes, size, &copy), ECT_OK) << ect_last_error();
  ect_free(bytes);
  const TempFile file("c.model");
  ASSERT_EQ(ect_model_save(copy, file.path().c_str()), ECT_OK);
  ect_model_free(copy);
  ect_model* loaded = nullptr;
  ASSERT_EQ(ect_model_load(file.path().c_str(), &loaded), ECT_OK) << ect_last_error();
  const Handle owner(loaded, ect_model_free);

  std::vector<std::uint32_t> labels(120);
  std::vector<std::uint32_t> by_cpp(120);
  const ect_matrix matrix = line.matrix();
  ASSERT_EQ(ect_predict(loaded, &matrix, labels.data(), 2), ECT_OK) << ect_last_error();
  predict(same, data, by_cpp);
  EXPECT_EQ(labels, by_cpp);

  std::vector<std::uint32_t> top(240);
  std::vector<float> probabilities(240);
  ASSERT_EQ(ect_predict_top(loaded, &matrix, 2, top.data(), probabilities.data(), 1), ECT_OK);
  std::vector<float> all(720);
  ASSERT_EQ(ect_predict_probabilities(loaded, &matrix, all.data(), 1), ECT_OK);
  for (std::size_t row = 0; row < 120; ++row) {
    EXPECT_EQ(top[2 * row], labels[row]);
    EXPECT_EQ(probabilities[2 * row], all[6 * row + top[2 * row]]);
  }
  ASSERT_EQ(ect_predict_top(loaded, &matrix, 2, top.data(), nullptr, 1), ECT_OK);
}

TEST(CApi, SparseRowsAreTrainedOnAndPredicted) {
  std::vector<std::int64_t> starts = {0};
  std::vector<std::int32_t> indices;
  std::vector<float> values;
  std::vector<std::uint32_t> labels;
  for (std::uint32_t i = 0; i < 60; ++i) {
    labels.push_back(i % 4);
    indices.push_back(static_cast<std::int32_t>(i % 4));
    indices.push_back(static_cast<std::int32_t>(1000 + i % 7));
    values.insert(values.end(), {1, 1});
    starts.push_back(static_cast<std::int64_t>(indices.size()));
  }
  const ect_matrix matrix{60, 0, values.data(), starts.data(), indices.data()};
  const char* names[] = {"north", "east", "south", "west"};
  const std::vector<float> weights(60, 2);
  ect_model* model = nullptr;
  ASSERT_EQ(ect_train(&matrix, labels.data(), 4, names, weights.data(), nullptr, &model), ECT_OK)
      << ect_last_error();
  const Handle owner(model, ect_model_free);
  EXPECT_STREQ(ect_model_label(model, 2), "south");
  std::vector<std::uint32_t> found(60);
  ASSERT_EQ(ect_predict(model, &matrix, found.data(), 0), ECT_OK);
  EXPECT_EQ(found, labels);
}

TEST(CApi, ErrorsAreAStatusAndALine) {
  const Line line;
  const ect_matrix matrix = line.matrix();
  const Handle model = trained(line);
  ect_model* none = nullptr;
  EXPECT_EQ(ect_model_load("/nowhere/a.model", &none), ECT_INPUT_OUTPUT);
  EXPECT_NE(std::string(ect_last_error()).find("/nowhere/a.model"), std::string::npos);
  EXPECT_EQ(ect_model_load(nullptr, &none), ECT_BAD_ARGUMENT);
  EXPECT_STREQ(ect_last_error(), "path is NULL");
  EXPECT_EQ(ect_model_from_bytes("nothing", 7, &none), ECT_MODEL_FORMAT);
  EXPECT_EQ(ect_train(&matrix, line.labels.data(), 5, nullptr, nullptr, nullptr, &none),
            ECT_BAD_ARGUMENT);  // a label is 5
  EXPECT_EQ(ect_train(nullptr, line.labels.data(), 6, nullptr, nullptr, nullptr, &none),
            ECT_BAD_ARGUMENT);
  ect_matrix wrong = matrix;
  wrong.columns = 3;
  wrong.rows = 1;
  std::vector<std::uint32_t> labels(120);
  EXPECT_EQ(ect_predict(model.get(), &wrong, labels.data(), 1), ECT_BAD_ARGUMENT);
  EXPECT_EQ(ect_predict(model.get(), &matrix, nullptr, 1), ECT_BAD_ARGUMENT);
  EXPECT_EQ(ect_predict_top(model.get(), &matrix, 7, labels.data(), nullptr, 1), ECT_BAD_ARGUMENT);
  EXPECT_EQ(ect_predict(nullptr, &matrix, labels.data(), 1), ECT_BAD_ARGUMENT);
  EXPECT_EQ(none, nullptr);
  ect_model_free(nullptr);
  ect_options_free(nullptr);
  ect_free(nullptr);
}

TEST(CApi, OptionsAreThoseOfTheCommandLine) {
  const Options options(ect_options_new(), ect_options_free);
  const auto set = [&](const char* name, const char* value) {
    return ect_options_set(options.get(), name, value);
  };
  EXPECT_EQ(set("learner", "c45"), ECT_OK);
  EXPECT_EQ(set("m", "3"), ECT_OK);
  EXPECT_EQ(set("l2", "0.5"), ECT_OK);
  EXPECT_EQ(set("seed", "18446744073709551615"), ECT_OK);
  EXPECT_EQ(set("compact", "8"), ECT_OK);
  EXPECT_EQ(set("fast", "false"), ECT_OK);
  EXPECT_EQ(set("compact", "7"), ECT_BAD_ARGUMENT);
  EXPECT_EQ(set("m", "0"), ECT_BAD_ARGUMENT);
  EXPECT_EQ(set("m", "three"), ECT_BAD_ARGUMENT);
  EXPECT_EQ(set("l2", "-1"), ECT_BAD_ARGUMENT);
  EXPECT_EQ(set("fast", "yes"), ECT_BAD_ARGUMENT);
  EXPECT_EQ(set("learner", "nobody"), ECT_BAD_ARGUMENT);
  EXPECT_NE(std::string(ect_last_error()).find("logistic"), std::string::npos);
  EXPECT_EQ(set("speed", "1"), ECT_BAD_ARGUMENT);
  EXPECT_NE(std::string(ect_last_error()).find("learner"), std::string::npos);
}

struct Judged {
  std::uint32_t best;
  int games = 0;
  int stop_at = -1;
};

int judge(std::uint32_t first, std::uint32_t second, std::uint64_t /*seed*/, void* context) {
  auto& judged = *static_cast<Judged*>(context);
  if (judged.games++ == judged.stop_at) return 17;
  if (first == judged.best) return ECT_FIRST;
  if (second == judged.best) return ECT_SECOND;
  return first < second ? ECT_FIRST : ECT_SECOND;
}

TEST(CApi, SelectsByACallbackWhichMayStopIt) {
  Judged judged{7};
  std::uint32_t winner = 99;
  std::uint64_t wrong = 99;
  ASSERT_EQ(ect_select(20, "ect:3", 1, judge, &judged, &winner, &wrong), ECT_OK)
      << ect_last_error();
  EXPECT_EQ(winner, 7);
  EXPECT_GE(wrong, 3);
  EXPECT_GT(judged.games, 19);
  Judged stopped{7, 0, 5};
  EXPECT_EQ(ect_select(20, nullptr, 1, judge, &stopped, &winner, nullptr), ECT_CANCELLED);
  EXPECT_EQ(stopped.games, 6);
  EXPECT_EQ(ect_select(20, "chess", 1, judge, &judged, &winner, nullptr), ECT_BAD_ARGUMENT);
  EXPECT_EQ(ect_select(20, nullptr, 1, nullptr, nullptr, &winner, nullptr), ECT_BAD_ARGUMENT);
  EXPECT_EQ(ect_select(0, nullptr, 1, judge, &judged, &winner, nullptr), ECT_BAD_ARGUMENT);
}

TEST(CApi, TellsTheVersion) { EXPECT_STREQ(ect_version(), "0.1.0"); }

}  // namespace
}  // namespace ect
