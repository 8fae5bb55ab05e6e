// train --expand as a user calls it, and how much it lowers the error.
#include <cmath>

#include "ect/random.h"
#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/sanitized.h"

namespace ect::cli {
namespace {

// Rings around each other, which no line tells apart.
std::string rings(std::uint64_t seed, bool table = true, int rows = all_or_enough(900, 300)) {
  Random random(seed);
  std::string text = table ? "x,y,class\n" : "";
  for (int i = 0; i < rows; ++i) {
    const double angle = 6.2831853 * random.uniform();
    const double radius = 1 + i % 3 + 0.4 * (random.uniform() - 0.5);
    const std::string x = std::to_string(radius * std::cos(angle));
    const std::string y = std::to_string(radius * std::sin(angle));
    const std::string label = "ring " + std::to_string(i % 3);
    text += table ? x + ',' + y + ',' + label + '\n'
                  : "ring" + std::to_string(i % 3) + " 1:" + x + " 2:" + y + '\n';
  }
  return text;
}

class ExpandCli : public LearnCli {
 protected:
  double error(const std::string& model, const std::string& data) {
    return json_of({"test", model, data})["error"];
  }
};

TEST_F(ExpandCli, CurvedClassesAreLearntByLinearLearners) {
  const std::string data = write("a.csv", rings(1));
  const std::string test = write("b.csv", rings(2));
  for (const char* learner : {"hinge", "logistic-batch", "logistic"}) {
    SCOPED_TRACE(learner);
    EXPECT_GT(error(train(data, {"--learner", learner, "--expand", "none"}), test), 0.3);
    for (const char* expand : {"quadratic", "fourier:200"}) {
      EXPECT_LT(error(train(data, {"--learner", learner, "--expand", expand}), test), 0.05)
          << expand;
    }
  }
}

TEST_F(ExpandCli, SaysWhatItMade) {
  const std::string data = write("a.csv", rings(1));
  const std::string model = train(data, {"--expand", "quadratic"});
  EXPECT_TRUE(has(ect({"info", model}).out, "expanded    quadratic, 5 features\n"));
  EXPECT_EQ(json_of({"info", model})["expand"], "quadratic");
  EXPECT_EQ(json_of({"info", model})["features"], 2);
  // What nobody says is found out: no line tells rings apart.
  EXPECT_FALSE(json_of({"info", train(data)})["expand"].is_null());
  const std::string plain = train(data, {"--fast"});
  EXPECT_TRUE(json_of({"info", plain})["expand"].is_null());
  EXPECT_FALSE(has(ect({"info", plain}).out, "expanded"));
  EXPECT_EQ(json_of({"train", data, "-o", model, "--expand", "fourier:9"})["expand"], "fourier:9");
}

TEST_F(ExpandCli, SameSeedSameBytesWhateverTheThreads) {
  const std::string data = write("a.csv", rings(1));
  const auto bytes = [&](const char* threads, const char* seed) {
    return read(train(data, {"--expand", "fourier:70", "--threads", threads, "--seed", seed}));
  };
  EXPECT_EQ(bytes("1", "1"), bytes("3", "1"));
  EXPECT_NE(bytes("1", "1"), bytes("1", "2"));
}

TEST_F(ExpandCli, TablesAreExpandedAsTheyStream) {
  const std::string test = write("b.csv", rings(2));
  const std::string stream = rings(1, true, 12000);  // more than the first that are kept
  for (const char* expand : {"quadratic", "fourier:200"}) {
    const std::string model =
        train("-", {"--stream", "--format", "csv", "--expand", expand}, "a.model", stream);
    EXPECT_LT(error(model, test), 0.05) << expand;
  }
  const std::string svm = write("c.svm", rings(1, false));
  const Outcome refused =
      ect({"train", svm, "-o", path("c.model"), "--stream", "--expand", "quadratic"});
  expect_one_line_error(refused, 2);
  EXPECT_TRUE(has(refused.err, "which must be a table")) << refused.err;
}

TEST_F(ExpandCli, TooMuchIsRefusedInOneLine) {
  const std::string text = write("a.vw", "1 |f good day\n2 |f bad night\n");
  for (const char* expand : {"quadratic", "fourier:10"}) {
    const Outcome refused = ect({"train", text, "-o", path("a.model"), "--expand", expand});
    expect_one_line_error(refused, 2);
    EXPECT_TRUE(has(refused.err, "features (the data has")) << refused.err;
  }
}

}  // namespace
}  // namespace ect::cli
