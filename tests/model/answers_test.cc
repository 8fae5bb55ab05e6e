// Predictions and evaluations of a file do not depend on the number of threads.
#include "model/answers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/sanitized.h"

namespace ect::cli {
namespace {

class Answers : public LearnCli {
 protected:
  // Each command comes to the same on any number of threads, the time left aside.
  static Outcome same_for_all(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--threads", "1"});
    const Outcome alone = ect(arguments);
    const std::vector<std::string> numbers =
        all_or_enough<std::vector<std::string>>({"2", "3", "8"}, {"3"});
    for (const std::string& threads : numbers) {
      arguments.back() = threads;
      const Outcome together = ect(arguments);
      EXPECT_EQ(together.status, alone.status);
      EXPECT_EQ(without_time(together.out), without_time(alone.out));
      EXPECT_EQ(together.err, alone.err);
    }
    return alone;
  }

  static std::string without_time(const std::string& text) {
    return text.substr(0, text.find("\"microseconds_per_example\""));
  }

  // So long that it has many blocks.
  static std::string repeated(const std::string& head, const std::vector<std::string>& lines) {
    std::string text = head;
    for (std::size_t i = 0; text.size() < all_or_enough(400'000U, 200'000U); ++i)
      text += lines[(i * i + i) % 13 % lines.size()];
    return text;
  }
};

TEST_F(Answers, AreTheSameAndInOrder) {
  const std::string text =
      repeated("", {"a\train today\n", "b\tsun all day\n", "c\tsnow\n", "a\tmore rain\n", "\n"});
  const std::string data = write("a.tsv", text);
  const std::string model = train(data, {"--fast"});
  const Outcome answers = same_for_all({"predict", model, data});
  EXPECT_EQ(answers.status, 1);  // blank lines have no answer
  EXPECT_EQ(lines_in(answers.out), lines_in(text));
  EXPECT_TRUE(answers.out.starts_with("a\nc\nb\n")) << answers.out.substr(0, 20);
  same_for_all({"predict", model, data, "--top", "2", "--probabilities"});
  const Outcome tested = same_for_all({"test", model, data, "--json", "--confusion"});
  EXPECT_EQ(nlohmann::json::parse(tested.out)["error"], 0);

  same_for_all({"predict", model, data, "-o", path("answers")});
  EXPECT_TRUE(read(path("answers")) == answers.out);
}

TEST_F(Answers, CountWhatIsOddTheSame) {
  const std::string data =
      write("a.csv", repeated("size,colour,class\n",
                              {"1,red,apple\n", "5,yellow,banana\n", "3,green,kiwi fruit\n"}));
  const std::string model = train(data, {"--fast"});
  const std::string odd =
      write("odd.csv", repeated("size,colour,class\n",
                                {"1,red,apple\n", "1,\"r\ned\",apple\n", "5,yellow,melon\n"}));
  const Outcome tested = same_for_all({"test", model, odd, "--json", "--confusion"});
  EXPECT_EQ(tested.status, 0);
  EXPECT_TRUE(has(tested.err, "nominal values are ignored")) << tested.err;
  EXPECT_TRUE(has(tested.err, "the first 'melon'")) << tested.err;
  EXPECT_TRUE(has(same_for_all({"predict", model, odd}).err, "odd.csv:7")) << tested.err;
}

TEST_F(Answers, CostsAddUpTheSame) {
  const std::string data =
      write("a.vw", repeated("", {"1:0.1 2:0.7 | a\n", "2:0.3 1:0.9 | b\n", "1:0.25 2:1 | a c\n"}));
  const std::string model = train(data, {"--fast", "--costs"});
  const Outcome tested = same_for_all({"test", model, data, "--json"});
  EXPECT_EQ(tested.status, 0) << tested.err;
  EXPECT_GT(nlohmann::json::parse(tested.out)["mean_cost"], 0.1);
}

TEST_F(Answers, OfRecordsThatCannotBeReadAreTheSameAndInOrder) {
  const std::string good = repeated("", {"a\train today\n", "b\tsun all day\n"});
  const std::string model = train(write("a.tsv", good), {"--fast"});
  const std::string mixed =
      write("mixed.tsv", repeated("", {"rain\n", "\n", "__label__ x\n", "sun\n", " \n"}));
  const Outcome answers = same_for_all({"predict", model, mixed});
  EXPECT_EQ(answers.status, 1);
  EXPECT_EQ(lines_in(answers.out), lines_in(read(mixed)));
  EXPECT_EQ(lines_in(answers.err), 21);
  const Outcome json = same_for_all({"predict", model, mixed, "--json", "--top", "2"});
  EXPECT_EQ(lines_in(json.out), lines_in(answers.out));
  EXPECT_EQ(json.err, answers.err);
}

TEST_F(Answers, EndAtTheFirstErrorWithItsLine) {
  const std::string good = repeated("", {"a 1:1\n", "b 2:1\n"});
  const std::string model = train(write("a.svm", good), {"--fast"});
  const std::string bad = write("bad.svm", good + "a 1:x\n" + good + "b 1:1 1:1\n");
  const long lines = lines_in(good);
  const std::string place = fmt::format("ect: {}:{}: ", bad, lines + 1);
  const Outcome predicted = same_for_all({"predict", model, bad, "--strict"});
  EXPECT_EQ(predicted.status, 1);
  EXPECT_EQ(lines_in(predicted.out), lines);  // those before it are answered
  EXPECT_EQ(predicted.err, place + "'x' is not a number\n");
  EXPECT_EQ(same_for_all({"test", model, bad}).err, predicted.err);
  EXPECT_EQ(same_for_all({"train", bad, "-o", path("b.model"), "--fast"}).err, predicted.err);
  same_for_all({"predict", model, bad, "--strict", "-o", path("answers")});
  EXPECT_FALSE(fs::exists(path("answers")));

  const std::string unlabelled = write("a.tsv", repeated("", {"a\tx\n", "b\ty\n"}) + "z\n");
  const std::string of_text = train(write("b.tsv", "a\tx\nb\ty\na\tx\nb\ty\n"), {"--fast"});
  EXPECT_TRUE(
      has(same_for_all({"test", of_text, unlabelled}).err, "no label (required for evaluation)"));
}

TEST_F(Answers, ModelsAreTheSameWhoeverReadTheData) {
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"a.svm", repeated("", {"b 1:1 5:2\n", "a 2:1\n", "c 3:1\n"})},
           {"a.tsv", repeated("", {"b\train\n", "a\tsun\n", "c\tmore rain\n"})},
           {"a.vw", repeated("", {"b | rain\n", "a 2 | sun\n", "c | more rain\n"})},
           {"a.csv", repeated("n,c,class\n", {"1,x,b\n", "2,\"y\n\",a\n", "3,z,c\n"})}}) {
    const std::string data = write(name, text);
    const std::string alone = read(train(data, {"--fast", "--threads", "1"}, "alone.model"));
    const std::string together = read(train(data, {"--fast", "--threads", "3"}, "together.model"));
    EXPECT_TRUE(alone == together) << name;
  }
}

}  // namespace
}  // namespace ect::cli
