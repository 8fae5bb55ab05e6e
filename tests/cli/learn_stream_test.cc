// Training on streams, with a file of labels, and with a seeding file.
#include <fmt/format.h>
#include <sys/stat.h>

#include <thread>

#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/sanitized.h"

namespace ect::cli {
namespace {

class LearnStream : public LearnCli {
 protected:
  // Synthetic examples as svmlight.
  static std::string synth(const std::string& part) {
    const Outcome outcome = ect({"synth", "--classes", "6", "--examples", "2000", "--noise", "none",
                                 "--part", part, "--quiet"});
    EXPECT_EQ(outcome.status, 0);
    return outcome.out;
  }
};

TEST_F(LearnStream, LearnsFromStandardInputInOnePass) {
  const std::string model = train("-", {"--stream"}, "a.model", synth("1"));
  const nlohmann::json info = json_of({"info", model});
  EXPECT_EQ(info["learner"], "logistic");
  EXPECT_EQ(info["classes"], 6);
  EXPECT_EQ(info["trained_on"]["passes"], 1);
  EXPECT_EQ(info["trained_on"]["examples"], 2000);
  EXPECT_LT(json_of({"test", model, write("test.svm", synth("2"))})["error"], 0.1);
}

// Words of thirty topics; every text has two of its own topic and three of any.
std::string topics(std::uint64_t seed, int texts) {
  Random random(seed);
  std::string lines;
  for (int i = 0; i < texts; ++i) {
    const auto topic = random.below(30);
    lines +=
        fmt::format("topic{0}\tword{0}x{1} word{0}x{2}", topic, random.below(20), random.below(20));
    for (int word = 0; word < 3; ++word) {
      lines += fmt::format(" word{}x{}", random.below(30), random.below(20));
    }
    lines += '\n';
  }
  return lines;
}

TEST_F(LearnStream, TextHasJointFinalsWithFewerMistakesThanTheTournamentAlone) {
  const std::string data = write("a.tsv", topics(1, 3000));
  const std::string test = write("b.tsv", topics(2, 1000));
  const std::string joint = train(data, {"--stream"}, "joint.model");
  const nlohmann::json info = json_of({"info", joint});
  EXPECT_TRUE(has(info["finals"], "contested by joint")) << info;
  EXPECT_EQ(info["seeding"], "similar");
  EXPECT_FALSE(info.contains("guarantee") && info["guarantee"].is_string() &&
               !info["guarantee"].get<std::string>().empty());
  const std::string charged = train(data, {"--stream", "--finals", "charged"}, "charged.model");
  const nlohmann::json with = json_of({"test", joint, test});
  const nlohmann::json without = json_of({"test", charged, test});
  EXPECT_LT(with["error"].get<double>(), without["error"].get<double>() - 0.05);
  EXPECT_LT(with["log_loss"].get<double>(), without["log_loss"].get<double>());
}

TEST_F(LearnStream, JointFinalsDoNotDependOnThreads) {
  const std::string data = write("a.tsv", topics(1, 1500));
  const std::string one = train(data, {"--stream", "--threads", "1"}, "one.model");
  const std::string two = train(data, {"--stream", "--threads", "2"}, "two.model");
  EXPECT_EQ(read(one), read(two));
}

TEST_F(LearnStream, EveryFormatIsStreamed) {
  for (const auto& [name, text] :
       std::vector<std::pair<std::string, std::string>>{{"a.svm", "p 1:1\nq 2:1\n"},
                                                        {"a.csv", "x,class\n1,p\n5,q\n"},
                                                        {"a.vw", "p | a\nq | b\n"},
                                                        {"a.tsv", "p\tgood\nq\tbad\n"}}) {
    SCOPED_TRACE(name);
    const std::string data = write(name, text);
    std::vector<std::string> more = few_bits(name);
    more.emplace_back("--stream");
    EXPECT_EQ(ect({"predict", train(data, more), data}).out, "p\nq\n");
  }
}

TEST_F(LearnStream, ExamplesOfUnknownClassesAreLeftOutWithOneWarning) {
  const std::string labels = write("labels.txt", "0\n1\n2\n3\n");
  const Outcome outcome =
      ect({"train", "-", "-o", path("a.model"), "--stream", "--labels", labels}, synth("1"));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(lines_in(outcome.err), 1) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "label is not among the 4 known classes")) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "in line ")) << outcome.err;
  const nlohmann::json info = json_of({"info", path("a.model")});
  EXPECT_EQ(info["classes"], 4);
  EXPECT_LT(info["trained_on"]["examples"], 2000);
}

TEST_F(LearnStream, AStreamOfOneClassOrNoneIsRefused) {
  const std::string labels = write("labels.txt", "p\nq\n");
  const std::string model = path("a.model");
  expect_one_line_error(ect({"train", "-", "-o", model, "--stream"}, ""), 1);
  expect_one_line_error(ect({"train", "-", "-o", model, "--stream"}, "p 1:1\np 2:1\n"), 1);
  expect_one_line_error(ect({"train", "-", "-o", model, "--stream", "--labels", labels}, "x 1:1\n"),
                        1);
  EXPECT_FALSE(fs::exists(model));
}

TEST_F(LearnStream, LabelsMayNameClassesThatNeverOccur) {
  const std::string labels = write("labels.txt", "kiwi fruit\nplum\nbanana\napple\nfig\n");
  const std::string data = write("fruit.csv", kFruit);
  const std::string model = train(data, {"--labels", labels});
  const nlohmann::json info = json_of({"info", model, "--labels"});
  EXPECT_EQ(info["labels"], nlohmann::json({"kiwi fruit", "plum", "banana", "apple", "fig"}));
  EXPECT_EQ(json_of({"test", model, data})["error"], 0);

  const Outcome strange =
      ect({"train", data, "-o", path("b.model"), "--labels", write("few.txt", "apple\nplum\n")});
  expect_one_line_error(strange, 1);
  EXPECT_TRUE(has(strange.err, "fruit.csv:5: the label 'banana' is not among the known"));
  for (const char* wrong : {"", "a\na\n", "a\n\nb\n"}) {
    expect_one_line_error(
        ect({"train", data, "-o", path("b.model"), "--labels", write("wrong.txt", wrong)}), 1);
  }
  EXPECT_FALSE(fs::exists(path("b.model")));
}

TEST_F(LearnStream, SeedingIsReadAsAnOrderOrAsATree) {
  const std::string data = write("fruit.csv", kFruit + "4,blue,plum\n4.5,blue,plum\n");
  const std::string order = write("order.txt", "banana\nkiwi fruit\n\napple\nplum\n");
  const std::string tree = write("tree.json", R"([["banana", "kiwi fruit"], ["apple", "plum"]])");
  const std::string list = write("list.json", R"(["banana", "kiwi fruit", "apple", "plum"])");
  const std::string other = write("other.json", R"([["banana", "apple"], ["kiwi fruit", "plum"]])");
  const auto learnt = [&](const std::string& file) {
    return read(train(data, {"--seeding", "given:" + file}));
  };
  EXPECT_TRUE(learnt(order) == learnt(tree));
  EXPECT_TRUE(learnt(order) == learnt(list));  // halved
  EXPECT_FALSE(learnt(order) == learnt(other));
  const nlohmann::json info = json_of({"info", path("a.model")});
  EXPECT_EQ(info["seeding"], "given");  // the path of the file is nobody's business
  EXPECT_FALSE(has(read(path("a.model")), folder_.string()));
}

// Eleven labels, each around its own number.
std::string many_labels() {
  std::string text = "x,y,class\n";
  for (int i = 0; i < all_or_enough(220, 110); ++i) {
    const int label = i % 11;
    text += fmt::format("{},{},label {}\n", label + 0.04 * (i % 7),
                        (label * label) % 7 + 0.1 * (i % 5), label);
  }
  return text;
}

TEST_F(LearnStream, TheSeedingTreeOfAModelIsAFileThatGivesTheSameTournament) {
  const std::string data = write("many.csv", many_labels());
  for (const char* seeding : {"random", "similar"}) {
    const std::string model = train(data, {"--seeding", seeding, "-m", "3"});
    const std::string answers = ect({"predict", model, data, "--probabilities"}).out;
    const nlohmann::json tree = json_of({"info", model})["seeding_tree"];
    const std::string file = write("tree.json", tree.dump());
    const std::string again = train(data, {"--seeding", "given:" + file, "-m", "3"});
    EXPECT_EQ(ect({"predict", again, data, "--probabilities"}).out, answers) << seeding;
    EXPECT_EQ(json_of({"info", again})["seeding_tree"], tree) << seeding;
  }
}

TEST_F(LearnStream, LabelsThatAreAlikeInTheFirstExamplesMeetFirst) {
  const std::string data = write("many.csv", many_labels());
  const std::string names = write("names.txt",
                                  "label 0\nlabel 1\nlabel 2\nlabel 3\nlabel 4\n"
                                  "label 5\nlabel 6\nlabel 7\nlabel 8\nlabel 9\n"
                                  "label 10\nnever seen\n");
  const std::string model =
      train(data, {"--stream", "--labels", names, "--seeding", "similar", "-m", "1"});
  const nlohmann::json info = json_of({"info", model});
  EXPECT_EQ(info["seeding"], "similar");
  EXPECT_EQ(info["depth"], 4);
  EXPECT_TRUE(has(info["seeding_tree"].dump(), "never seen"));
}

TEST_F(LearnStream, SeedingThatIsNotOfTheseLabelsIsRefused) {
  const std::string data = write("fruit.csv", kFruit);
  const std::pair<const char*, const char*> wrong[] = {
      {"apple\nbanana\n", "the label 'kiwi fruit' is missing"},
      {"apple\nbanana\nplum\nkiwi fruit\n", "'plum' is not a label of the data"},
      {"apple\nbanana\napple\nkiwi fruit\n", "the label 'apple' is listed twice"},
      {"[\"apple\", \"banana\"]", "the label 'kiwi fruit' is missing"},
      {"[\"apple\", [\"banana\", \"kiwi fruit\", \"plum\"]]", "'plum' is not a label"},
      {"[\"apple\", [\"banana\", \"kiwi fruit\", \"banana\"]]", "is listed twice"},
      {"[\"apple\", [\"banana\", \"kiwi fruit\"", "invalid JSON"},
      {"[\"apple\", 3, \"banana\", \"kiwi fruit\"]", "expected a label in quotes"},
      {"[[], \"apple\", \"banana\", \"kiwi fruit\"]", "expected a label in quotes"},
      {"", "is missing"}};
  for (const auto& [text, says] : wrong) {
    SCOPED_TRACE(text);
    const Outcome outcome = ect(
        {"train", data, "-o", path("a.model"), "--seeding", "given:" + write("seeds.txt", text)});
    expect_one_line_error(outcome, 1);
    EXPECT_TRUE(has(outcome.err, "/seeds.txt: ")) << outcome.err;
    EXPECT_TRUE(has(outcome.err, says)) << outcome.err;
  }
  const Outcome missing =
      ect({"train", data, "-o", path("a.model"), "--seeding", "given:" + path("no.txt")});
  expect_one_line_error(missing, 1);
  EXPECT_TRUE(has(missing.err, "no.txt: ")) << missing.err;
  EXPECT_FALSE(fs::exists(path("a.model")));
}

TEST_F(LearnStream, ADeepHierarchyIsTakenWithAWarning) {
  std::string data = "x,class\n";
  std::string chain = std::string(15, '[') + "\"0\"";  // [["0","1"],"2"] and so on
  for (int i = 0; i < 16; ++i) {
    data += std::to_string(i) + ',' + std::to_string(i) + '\n';
    if (i > 0) chain += ",\"" + std::to_string(i) + "\"]";
  }
  const Outcome outcome = ect({"train", write("a.csv", data), "-o", path("a.model"), "--seeding",
                               "given:" + write("chain.json", chain)});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(lines_in(outcome.err), 1) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "chain.json: the hierarchy has depth 15, a balanced one 4"))
      << outcome.err;
}

TEST_F(LearnStream, AModelGoesThroughAPipe) {
  const std::string data = write("fruit.csv", kFruit);
  const std::string expected = read(train(data));
  const std::string pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = read(pipe); });
  EXPECT_EQ(ect({"train", data, "-o", pipe}).status, 0);
  reader.join();
  EXPECT_EQ(received, expected);
}

}  // namespace
}  // namespace ect::cli
