// `ect synth`, called in-process as a user would call it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/helpers/cli_helpers.h"

namespace ect::cli {
namespace {

class SynthCli : public InFolder {};

TEST_F(SynthCli, WritesTheSameToAFileAsToStandardOutput) {
  const std::string file = folder_ / "data.svm";
  const Outcome out = ect({"synth", "--classes", "64", "--examples", "3000"});
  EXPECT_EQ(out.status, 0);
  EXPECT_EQ(out.err, "ect: 3000 examples, 64 classes, Bayes error 10.00 %\n");
  EXPECT_EQ(std::count(out.out.begin(), out.out.end(), '\n'), 3000);
  const Outcome into =
      ect({"synth", "--classes", "2^6", "--examples", "3000", "-o", file, "--quiet"});
  EXPECT_EQ(into.status, 0);
  EXPECT_EQ(into.out + into.err, "");
  EXPECT_EQ(read(file), out.out);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);  // no temporary file left
}

TEST_F(SynthCli, JsonSaysWhatWasWritten) {
  const std::string file = folder_ / "data.svm";
  const Outcome outcome = ect({"synth", "--classes", "10", "--examples", "100", "--noise",
                               "neighbour:0.25", "--seed", "9", "-o", file, "--json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const nlohmann::json report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["examples"], 100);
  EXPECT_EQ(report["classes"], 10);
  EXPECT_EQ(report["features"], 1000);
  EXPECT_EQ(report["nonzeros"], 20);
  EXPECT_EQ(report["bayes_error"], 0.25);
  EXPECT_EQ(report["distribution"], "words");
  EXPECT_EQ(report["noise"], "neighbour:0.25");
  EXPECT_EQ(report["seed"], 9);
  EXPECT_EQ(report["part"], 1);
}

TEST_F(SynthCli, AnotherPartIsOtherExamples) {
  const std::vector<std::string> base{"synth", "--classes", "5", "--examples", "50"};
  auto with = [&](const char* option, const char* value) {
    std::vector<std::string> arguments = base;
    arguments.insert(arguments.end(), {option, value});
    return ect(arguments).out;
  };
  EXPECT_EQ(with("--part", "1"), ect(base).out);
  EXPECT_EQ(with("--part", "2"), with("--part", "2"));
  EXPECT_NE(with("--part", "2"), ect(base).out);
  EXPECT_NE(with("--seed", "2"), ect(base).out);
}

TEST_F(SynthCli, WrongUsageIsOneLineAndStatus2) {
  const std::vector<std::vector<std::string>> wrong{
      {"synth"},
      {"synth", "--classes", "1"},
      {"synth", "--classes", "x"},
      {"synth", "--classes", "2^25"},
      {"synth", "--classes", "8", "--json"},
      {"synth", "--classes", "8", "--examples", "0"},
      {"synth", "--classes", "8", "--examples", "2^63"},
      {"synth", "--classes", "8", "--features", "0"},
      {"synth", "--classes", "8", "--features", "2"},
      {"synth", "--classes", "8", "--nonzeros", "900"},
      {"synth", "--classes", "8", "--noise", "frob"},
      {"synth", "--classes", "8", "--distribution", "frob"},
      {"synth", "--classes", "2", "--distribution", "inconsistent"},
      {"synth", "--classes", "8", "--part", "0"},
      {"synth", "--classes", "8", "-o", "-"}};
  for (const auto& arguments : wrong) {
    const Outcome outcome = ect(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments.back();
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("ect: ")) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

TEST_F(SynthCli, AFailureLeavesTheOldFileAsItWas) {
  const Outcome missing = ect({"synth", "--classes", "8", "-o", folder_ / "no" / "x"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_TRUE(fs::is_empty(folder_));
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  const Outcome full = ect({"synth", "--classes", "8", "-o", "/dev/full"});
  EXPECT_EQ(full.status, 1);
  EXPECT_EQ(std::count(full.err.begin(), full.err.end(), '\n'), 1) << full.err;
}

}  // namespace
}  // namespace ect::cli
