// External programs as learners: the protocol, the use of their answers, and all kinds of failures.
#include "learners/program/command.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "ect/random.h"
#include "learners/blobs.h"
#include "model/asked_program.h"
#include "reductions/reductions.h"
#include "reductions/tournament/tournament_reduction.h"
#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/places.h"
#include "util/child_process.h"

namespace ect::cli {
namespace {

using Json = nlohmann::json;

const std::string kProgram = command_program();

// Three clouds that do not touch, large enough for every example to be left out once.
std::string points(int from, int to) {
  std::string text = "x,y,class\n";
  for (int i = from; i < to; ++i) {
    const int label = i % 3;
    const int x = (label == 1 ? 30 : 0) + i * 7 % 9;
    const int y = (label == 2 ? 30 : 0) + i * 5 % 11;
    text += fmt::format("{},{},c{}\n", x, y, label);
  }
  return text;
}

std::size_t open_files() {
  const fs::directory_iterator files("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(files, {}));
}

// Whatever a test does, it leaves no file open and no child, dead or alive.
class Command : public LearnCli {
 protected:
  void SetUp() override {
    LearnCli::SetUp();
    files_before_ = open_files();
    data_ = write("points.csv", points(0, 90));
  }
  void TearDown() override {
    EXPECT_EQ(open_files(), files_before_);
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
    LearnCli::TearDown();
  }

  std::string program(const std::string& how) const {
    return '\'' + kProgram + "' " + how + " '" + path("log") + '\'';
  }
  std::string learner(const std::string& how) const { return "command:" + program(how); }
  std::string learn(const std::string& how, std::vector<std::string> more = {},
                    const std::string& model = "a.model") const {
    more.insert(more.end(), {"--learner", learner(how)});
    return train(data_, more, model);
  }
  // The requests that the last program got, examples left aside.
  std::vector<Json> requests() const {
    std::vector<Json> result;
    for (const std::string& line : parts_of(read(path("log")), '\n')) {
      Json json = Json::parse(line);
      if (json.contains("do")) result.push_back(std::move(json));
    }
    return result;
  }

  std::string data_;

 private:
  std::size_t files_before_ = 0;
};

TEST_F(Command, LearnsIsKeptAndPredicts) {
  const std::string model = learn("good");
  const Json info = json_of({"info", model});
  EXPECT_EQ(info["learner"], "command");
  EXPECT_EQ(info["program"], "centroids");
  EXPECT_EQ(info["costing"], 0);
  EXPECT_EQ(info["trained_on"]["error"], 0);
  EXPECT_FALSE(has(read(model), kProgram));  // what was typed is not in the file
  const std::string more = write("more.csv", points(90, 120));
  EXPECT_EQ(json_of({"test", model, more, "--program", program("good")})["error"], 0);
  const Outcome outcome = ect({"predict", model, more, "--program", program("good")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("c0\nc1\nc2\nc0\n")) << outcome.out;
}

TEST_F(Command, GoesWithEveryReductionAndIsToldWhoStandsWhere) {
  for (const reductions::ReductionKind& kind : reductions::reduction_kinds()) {
    const std::string model = learn("good", {"--reduction", std::string(kind.name)});
    for (const Json& said : requests()) {
      if (said["do"] != "fit") continue;
      EXPECT_GE(said["left"]["count"], 1) << kind.name;
      EXPECT_GE(said["right"]["count"], 1) << kind.name;
    }
    const double error = json_of({"test", model, data_, "--program", program("good")})["error"];
    EXPECT_LT(error, 0.4) << kind.name;  // of three on a line: not all halves can be told apart
  }
}

TEST_F(Command, IsToldWhatTheProtocolSays) {
  learn("good", {"-m", "1"});
  std::vector<Json> said = requests();
  ASSERT_GE(said.size(), 10U);
  EXPECT_EQ(said.front(), Json::parse(R"({"v":1,"id":1,"do":"hello"})"));
  EXPECT_EQ(said.back(), Json::parse(R"({"v":1,"do":"bye"})"));
  std::map<int, int> fits;
  for (std::size_t i = 1; i + 1 < said.size(); ++i) {
    EXPECT_EQ(said[i]["id"], i + 1);
    if (said[i]["do"] != "fit") continue;
    ++fits[said[i]["problem"].get<int>()];
    EXPECT_GE(said[i]["examples"], 20);
    const std::size_t labels =
        said[i]["left"]["count"].get<std::size_t>() + said[i]["right"]["count"].get<std::size_t>();
    EXPECT_EQ(said[i]["left"]["labels"].size() + said[i]["right"]["labels"].size(), labels);
    EXPECT_EQ(labels, said[i]["problem"] == 0 ? 2U : 3U);
  }
  EXPECT_EQ(fits, (std::map<int, int>{{0, 4}, {1, 4}}));  // three folds and all

  const std::string one = write("one.csv", "y,x\n4,13.25\n");
  ASSERT_EQ(ect({"predict", path("a.model"), one, "--program", program("good")}).status, 0);
  said = requests();
  ASSERT_GE(said.size(), 4U);
  EXPECT_EQ(said[1]["do"], "load");
  EXPECT_EQ(said[2]["do"], "ask");
  EXPECT_EQ(said[2]["show"], Json::parse(R"([["x","13.25"],["y","4"]])"));
  EXPECT_EQ(said[2]["features"].size(), 2U);
}

TEST_F(Command, SidesAndProbabilitiesAreAnswersToo) {
  const std::string model = learn("good");
  const auto predict = [&](const std::string& how) {
    return ect({"predict", model, data_, "--program", program(how)}).out;
  };
  EXPECT_EQ(predict("sides"), predict("good"));
  EXPECT_EQ(predict("probabilities"), predict("good"));
  const std::string probed = learn("sides", {"--probing", "5"}, "b.model");
  EXPECT_EQ(json_of({"test", probed, data_, "--program", program("sides")})["error"], 0);
}

TEST_F(Command, OneThatKnowsNoWeightsGetsPlainExamples) {
  EXPECT_EQ(json_of({"info", learn("weightless")})["costing"], 10);
  EXPECT_EQ(json_of({"info", learn("weightless", {"--costing", "2"})})["costing"], 2);
  std::string weighted;
  for (int i = 0; i < 60; ++i) {
    weighted += std::to_string(1 + i % 2) + ' ' + std::to_string(1 + i % 4) + " | a" +
                std::to_string(i % 2) + '\n';
  }
  train(write("w.vw", weighted), {"--learner", learner("weightless"), "--costing", "2"});
  EXPECT_TRUE(has(read(path("log")), "\"weight\":1,"));
  EXPECT_FALSE(has(read(path("log")), "\"weight\":2,"));
  train(write("w.vw", weighted), {"--learner", learner("good")});
  EXPECT_TRUE(has(read(path("log")), "\"weight\":2,"));
}

TEST_F(Command, OneThatDoesNotLearnIsAskedOnlyToPredict) {
  const std::string fruit = write("fruit.csv", kFruit);
  const std::string model = train(fruit, {"--learner", learner("person"), "-m", "1"});
  EXPECT_EQ(requests().size(), 2U);  // hello, bye
  const Json info = json_of({"info", model});
  EXPECT_TRUE(info["trained_on"]["error"].is_null());
  EXPECT_EQ(info["costing"], 0);
  const Outcome outcome = ect({"predict", model, fruit, "--program", program("person")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const Json& request : requests()) EXPECT_NE(request["do"], "load");
  EXPECT_EQ(lines_in(outcome.out), 9);
}

TEST_F(Command, TheModelDoesNotDependOnThreads) {
  const std::string one = read(learn("good", {"--threads", "1", "--costing", "2"}));
  EXPECT_EQ(read(learn("good", {"--threads", "4", "--costing", "2"})), one);
}

TEST_F(Command, NothingRunsThatTheUserDidNotName) {
  const std::string model = learn("good");
  fs::remove(path("log"));
  for (const char* verb : {"predict", "test"}) {
    const Outcome outcome = ect({verb, model, data_});
    expect_one_line_error(outcome, 2);
    EXPECT_TRUE(has(outcome.err, "'centroids'")) << outcome.err;
  }
  EXPECT_EQ(ect({"info", model, "--verify"}).status, 0);
  EXPECT_FALSE(fs::exists(path("log")));
  expect_one_line_error(ect({"predict", model, data_, "--program", program("other")}), 1);
  const std::string hinge = train(data_, {}, "hinge.model");
  expect_one_line_error(ect({"predict", hinge, data_, "--program", program("good")}), 2);
}

TEST_F(Command, WrongUsageIsSaidAtOnce) {
  const auto wrong = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"train", data_, "-o", path("a.model")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    expect_one_line_error(ect(arguments), 2);
  };
  wrong({"--learner", "command"});
  wrong({"--learner", "command: "});
  wrong({"--learner", "command:'x"});
  wrong({"--learner", "commando:x"});
  wrong({"--learner", learner("good"), "--timeout", "0"});
  wrong({"--learner", learner("good"), "--timeout", "nan"});
  wrong({"--learner", learner("good"), "--passes", "2"});
  wrong({"--learner", learner("good"), "--l2", "1"});
  wrong({"--learner", learner("good"), "--stream"});
  wrong({"--timeout", "5"});
  EXPECT_EQ(files(), 1);
}

TEST_F(Command, EveryFaultWhileLearningIsOneLineAndLeavesNothing) {
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"hello-hang", "does not answer in time"},
      {"hello-exit", "ended with status 7"},
      {"hello-nonsense", "'hello world' (expected a JSON object)"},
      {"hello-novel", "a line of more than 65536 bytes"},
      {"hello-says", "says: 'I do not feel like it'"},
      {"nameless", "does not give its name"},
      {"fit-hang", "does not answer in time"},
      {"fit-exit", "ended with status 7"},
      {"mid-fit-exit", "ended with status 4"},
      {"fit-killed", "was killed by signal 9"},
      {"fit-nonsense", "answers 'hello world'"},
      {"fit-novel", "a line of more than 67108864 bytes"},
      {"fit-closes", "closed its output"},
      {"fit-wrong-id", "sends an unexpected reply"},
      {"fit-twice", "sends an unexpected reply"},
      {"ask-exit", "ended with status 7"},
      {"ask-killed", "was killed by signal 9"},
      {"ask-twice", "sends an unexpected reply"},
      {"ask-nan", "expected a JSON object"},
      {"at-once", "ended with status 5"}};
  for (const auto& [how, what] : faults) {
    SCOPED_TRACE(how);
    const Outcome outcome = ect({"train", data_, "-o", path("a.model"), "--learner", learner(how),
                                 "--timeout", how.ends_with("hang") ? "0.1" : "30"});
    expect_one_line_error(outcome, 1);
    EXPECT_TRUE(has(outcome.err, what)) << outcome.err;
    EXPECT_FALSE(fs::exists(path("a.model")));
  }
  EXPECT_EQ(files(), 2);  // the data and the log
  expect_one_line_error(
      ect({"train", data_, "-o", path("a.model"), "--learner", "command:no/such/program"}), 1);
}

TEST_F(Command, EveryFaultWhilePredictingIsOneLineAndLeavesNothing) {
  const std::string model = learn("good");
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"load-exit", "ended with status 7"},
      {"load-hang", "does not answer in time"},
      {"load-nonsense", "answers 'hello world'"},
      {"ask-hang", "does not answer in time"},
      {"ask-novel", "a line of more than 65536 bytes"},
      {"ask-closes", "closed its output"},
      {"ask-wrong-id", "sends an unexpected reply"},
      {"ask-infinite", "expected a JSON object"},
      {"ask-large", "expected a finite margin"},
      {"ask-text", "expected a finite margin"},
      {"ask-nothing", "expected a finite margin"},
      {"ask-improbable", "expected a finite margin"},
      {"ask-middle", "expected a finite margin"},
      {"ask-says", "says: 'I do not feel like it'"}};
  for (const auto& [how, what] : faults) {
    SCOPED_TRACE(how);
    const Outcome outcome = ect({"predict", model, data_, "-o", path("out"), "--program",
                                 program(how), "--timeout", how.ends_with("hang") ? "0.1" : "30"});
    expect_one_line_error(outcome, 1);
    EXPECT_TRUE(has(outcome.err, what)) << outcome.err;
    EXPECT_FALSE(fs::exists(path("out")));
  }
  EXPECT_EQ(files(), 3);  // the data, the model and the log
}

TEST_F(Command, TheExampleInPythonLearns) {
  if (std::system("python3 -c '' 2>/dev/null") != 0) GTEST_SKIP() << "needs python3";
  const std::string python = "python3 '" + source_path("examples/command_learner.py") + "'";
  const std::string model = train(data_, {"--learner", "command:" + python});
  EXPECT_EQ(json_of({"test", model, data_, "--program", python})["error"], 0);
}

}  // namespace
}  // namespace ect::cli

namespace ect::learners {
namespace {

TEST(CommandClassifiers, BytesThatNoProgramGaveAreDamage) {
  const auto load = [](const std::vector<unsigned char>& blob) {
    std::vector<std::byte> bytes(blob.size());
    std::transform(blob.begin(), blob.end(), bytes.begin(),
                   [](unsigned char byte) { return std::byte{byte}; });
    BlobBuilder builder(1);
    builder.set(0, bytes);
    return load_command(builder.finish(), 1, Verify::kNow, {});
  };
  EXPECT_EQ(load({})->margin(0, {}), 0);
  EXPECT_EQ(load({1, 0, 0, 0x80, 0x3f})->margin(0, {}), 1);
  EXPECT_THROW(load({1, 0, 0, 0x80}), Error);
  EXPECT_THROW(load({0}), Error);
  EXPECT_THROW(load({3, 'a'}), Error);
  EXPECT_THROW(load({2, 0xff}), Error);                // no UTF-8
  EXPECT_THROW(load({2, 'a'})->margin(0, {}), Error);  // nobody to ask
}

// All that random results bring to a side, and nobody else.
TEST(LabelsOfSides, AreThoseThatCanComeThere) {
  const Schedule schedule = error_correcting(5, 2);
  const std::vector<std::string> names{"0", "1", "2", "3", "4"};
  const reductions::TournamentReduction reduction(schedule, reductions::Routing::kFiltered);
  const auto sides = model::labels_of_sides(reduction, names);
  std::vector<std::array<std::set<std::string>, 2>> came(schedule.matches());
  Random random(1);
  for (int trial = 0; trial < 3000; ++trial) {
    std::vector<std::array<std::uint32_t, 2>> ends(schedule.matches());  // winner, loser
    const auto player = [&](Entrant entrant) {
      return entrant.from == From::kPlayer ? entrant.index
                                           : ends[entrant.index][entrant.from == From::kLoserOf];
    };
    for (std::uint32_t match = 0; match < schedule.matches(); ++match) {
      const std::uint32_t left = player(schedule.left(match));
      const std::uint32_t right = player(schedule.right(match));
      came[match][0].insert(names[left]);
      came[match][1].insert(names[right]);
      ends[match] = {left, right};
      if (random.chance(0.5)) std::swap(ends[match][0], ends[match][1]);
    }
  }
  for (std::uint32_t match = 0; match < schedule.matches(); ++match) {
    for (const std::size_t side : {0U, 1U}) {
      const SideLabels labels = sides(match)[side];
      EXPECT_EQ(std::set<std::string>(labels.some.begin(), labels.some.end()), came[match][side]);
      EXPECT_EQ(labels.count, came[match][side].size());
    }
  }
}

}  // namespace
}  // namespace ect::learners
