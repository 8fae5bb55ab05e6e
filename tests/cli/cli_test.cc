// The command line, called in-process as a user would call it.
#include "cli/cli.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/places.h"

namespace ect::cli {
namespace {

nlohmann::json json_of(const std::vector<std::string>& arguments) {
  const Outcome outcome = ect(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

class Cli : public InFolder {};

// All that the help names, so that none is forgotten.
std::vector<std::string> verbs() {
  std::vector<std::string> result;
  std::istringstream lines(ect({"--help"}).out);
  bool listed = false;
  for (std::string line; std::getline(lines, line);) {
    if (listed && line.empty()) break;
    if (listed && line[2] != ' ') result.push_back(line.substr(2, line.find(' ', 2) - 2));
    listed = listed || line == "Subcommands:";
  }
  EXPECT_EQ(result.size(), 11U);
  return result;
}

TEST_F(Cli, BracketJsonHasTheKeysOfTheInterface) {
  const nlohmann::json report = json_of({"bracket", "8", "-m", "3", "--json"});
  EXPECT_EQ(report["players"], 8);
  EXPECT_EQ(report["eliminations"], 3);
  EXPECT_EQ(report["matches"], 23);
  EXPECT_EQ(report["first_phase"]["matches"], 21);
  EXPECT_EQ(report["first_phase"]["rounds"], 7);
  EXPECT_EQ(report["finals"]["matches"], 2);
  EXPECT_EQ(report["finals"]["importance_depth"], 3);
  EXPECT_EQ(report["importance_depth"], 10);
  EXPECT_FALSE(report.contains("schedule"));
}

TEST_F(Cli, BracketListsTheScheduleOnRequest) {
  const std::string file = write("names",
                                 "\xef\xbb\xbf"
                                 "Ann\r\nBob\r\n\r\n  Zoë  \r\n");
  const nlohmann::json report = json_of({"bracket", file, "-m", "2", "--schedule", "--json"});
  EXPECT_EQ(report["players"], 3);
  ASSERT_EQ(report["schedule"].size(), 5U);
  const nlohmann::json& first = report["schedule"][0];
  EXPECT_EQ(first["match"], 1);
  EXPECT_EQ(first["left"]["player"], "Ann");
  EXPECT_EQ(first["right"]["player"], "Bob");
  EXPECT_EQ(report["schedule"][1]["left"]["player"], "Zoë");
  EXPECT_EQ(report["schedule"][1]["right"]["winner_of"], 1);
  EXPECT_EQ(report["schedule"][2]["right"]["loser_of"], 1);
  EXPECT_EQ(report["schedule"][4]["bracket"], "finals");
  EXPECT_NE(ect({"bracket", file, "--schedule"}).out.find("loser of 1"), std::string::npos);
}

TEST_F(Cli, BracketReadsNamesFromStandardInput) {
  EXPECT_NE(ect({"bracket", "-", "--schedule"}, "x\ny\n").out.find("x  y"), std::string::npos);
}

TEST_F(Cli, BracketSeedsByTheSeed) {
  const std::vector<std::string> base{"bracket", "20", "--schedule", "--seeding", "random"};
  auto with_seed = [&](const char* seed) {
    std::vector<std::string> arguments = base;
    arguments.insert(arguments.end(), {"--seed", seed});
    return ect(arguments).out;
  };
  EXPECT_EQ(with_seed("5"), with_seed("5"));
  EXPECT_NE(with_seed("5"), with_seed("6"));
  EXPECT_EQ(ect(base).out, with_seed("1"));
}

TEST_F(Cli, BracketDrawsAndReplacesAPicture) {
  const std::string file = write("b.svg", "old");
  const Outcome outcome = ect({"bracket", "8", "-m", "3", "--svg", file});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(read(file).starts_with("<svg"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);  // no temporary file left
}

TEST_F(Cli, WritesThroughLinksKeepsTheModeAndLeavesPipesAlone) {
  const std::string file = write("b.svg", "old");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(file, folder_ / "link.svg");
  EXPECT_EQ(ect({"bracket", "8", "--svg", folder_ / "link.svg"}).status, 0);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.svg"));
  EXPECT_TRUE(read(file).starts_with("<svg"));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);

  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = read(pipe); });
  EXPECT_EQ(ect({"bracket", "8", "--svg", pipe}).status, 0);
  reader.join();
  EXPECT_TRUE(received.starts_with("<svg"));
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(Cli, ThePictureInTheReadmeIsTheOneThatIsDrawn) {
  const std::string file = folder_ / "b.svg";
  ect({"bracket", "8", "-m", "3", "--svg", file});
  EXPECT_EQ(read(file), read(source_path("docs/images/bracket-8-3.svg")));
}

TEST_F(Cli, CountsWithoutBuilding) {
  const nlohmann::json report = json_of({"bracket", "2^62", "-m", "248", "--json"});
  EXPECT_NEAR(report["matches"].get<double>(), 1.1437e21, 1e17);
  EXPECT_EQ(report["importance_depth"], 986);
}

TEST_F(Cli, BoundsJsonHasTheKeysOfTheInterface) {
  const nlohmann::json report = json_of({"bounds", "8", "-m", "13", "--json"});
  EXPECT_EQ(report["depth"]["first_phase"].size(), 4U);
  EXPECT_TRUE(report["depth"]["first_phase"][3].is_null());
  EXPECT_EQ(report["depth"]["importance"].size(), 4U);
  EXPECT_TRUE(report["depth"]["measured"].is_number());
  EXPECT_TRUE(report["regret_ratio"]["measured_d_over_m"].is_number());
  EXPECT_EQ(report["regret_ratio"]["theorem"].size(), 2U);
  EXPECT_EQ(report["second_phase"], 15);
  EXPECT_TRUE(report["structural"].is_number());
  EXPECT_EQ(report["filter_tree"]["log_k"], 3);
  EXPECT_EQ(report["filter_tree"]["k_half"], 4);
  EXPECT_EQ(report["filter_tree"]["k_minus_one"], 7);
  EXPECT_EQ(report["lower_bound"]["any"], 2);
  EXPECT_EQ(report["lower_bound"]["fixed_rounds"], 2.75);
}

TEST_F(Cli, SimulateShowsAGridAndItsJson) {
  const std::vector<std::string> grid{"simulate",
                                      "--players",
                                      "4,8",
                                      "--tournament",
                                      "single,ect:2",
                                      "--noise",
                                      "none,iid:0.2,referee:0.5,adversary:0.2",
                                      "--trials",
                                      "20"};
  const Outcome text = ect(grid);
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("8 players, 20 trials"), std::string::npos);
  std::vector<std::string> arguments = grid;
  arguments.emplace_back("--json");
  const nlohmann::json report = json_of(arguments);
  ASSERT_EQ(report["rows"].size(), 16U);
  const nlohmann::json& row = report["rows"][15];
  EXPECT_EQ(row["players"], 8);
  EXPECT_EQ(row["tournament"], "ect:2");
  EXPECT_EQ(row["noise"], "adversary:0.2");
  EXPECT_EQ(row["trials"], 20);
  for (const char* key :
       {"success", "success_error", "games", "rounds", "importance_depth", "budget"}) {
    EXPECT_TRUE(row[key].is_number()) << key;
  }
  EXPECT_TRUE(report["rows"][0]["budget"].is_null());  // nobody turns anything
}

// A fifth of two rounds is less than a game: that the best player wins then shows nothing.
TEST_F(Cli, SimulateMarksAnAdversaryThatCannotTurnAGame) {
  const auto shown = [](const char* share) {
    return ect({"simulate", "--players", "4", "--tournament", "single", "--trials", "5", "--noise",
                share})
        .out;
  };
  const std::string none = shown("adversary:0.2");
  EXPECT_NE(none.find("single         3     2.0      2    -\n"), std::string::npos) << none;
  EXPECT_NE(none.find("  - : this share of the depth is less than one game"), std::string::npos);
  EXPECT_EQ(none.find("100.0"), std::string::npos) << none;
  const std::string one = shown("adversary:0.5");
  EXPECT_NE(one.find("single         3     2.0      2  0.0\n"), std::string::npos) << one;
  EXPECT_EQ(one.find("  - :"), std::string::npos) << one;
}

TEST_F(Cli, BoundsSayWhatHoldsAtASingleInputAndForWhichCosts) {
  const std::string text = ect({"bounds", "9", "-m", "3"}).out;
  for (const char* line :
       {"Main Theorem, case 1     4.83  a single input; m >= 2, k > 2\n",
        "Main Theorem, case 2     7.18  a single input; k <= 2^62, m <= 4 log2 k\n",
        "Filter Tree, costs          5  m = 1: ceil(k/2), if the input fixes costs\n",
        "Filter Tree, any costs      8  m = 1: k - 1, costs random given the input\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

TEST_F(Cli, WrongUsageIsOneLineAndStatus2) {
  const std::vector<std::vector<std::string>> wrong{
      {"frob"},
      {"bracket"},
      {"bracket", "0"},
      {"bracket", "-5"},
      {"bracket", "2^63"},
      {"bracket", "99999999999999999999999"},
      {"bracket", "8", "-m", "0"},
      {"bracket", "8", "-m", "-1"},
      {"bracket", "8", "-m", "x"},
      {"bracket", "8", "-m", "99999999999999"},
      {"bracket", "8", "--seeding", "foo"},
      {"bracket", "8", "--frob"},
      {"bracket", "8", "--svg", ""},
      {"bracket", "8", "--svg", "-"},
      {"bracket", "2^40", "--schedule"},
      {"bracket", "2^29", "-m", "3", "--svg", (folder_ / "x.svg").string()},
      {"bracket", "100000", "--svg", (folder_ / "x.svg").string()},
      {"bounds", "0"},
      {"bounds", "4", "-m", "0"},
      {"bounds", "2^62", "-m", "10000000"},
      {"simulate"},
      {"simulate", "--players", "8"},
      {"simulate", "--players", "0", "--tournament", "single"},
      {"simulate", "--players", "8", "--tournament", "foo"},
      {"simulate", "--players", "8x", "--tournament", "single"},
      {"simulate", "--players", "2^40", "--tournament", "single"},
      {"simulate", "--players", "4000000000", "--tournament", "swiss:2"},
      {"simulate", "--players", "2^20", "--tournament", "single,round-robin"},
      {"simulate", "--players", "8", "--tournament", "ect:0"},
      {"simulate", "--players", "8", "--tournament", "single", "--noise", "iid:7"},
      {"simulate", "--players", "8", "--tournament", "single", "--trials", "0"}};
  for (const auto& arguments : wrong) {
    std::string line;
    for (const std::string& argument : arguments) line += argument + ' ';
    SCOPED_TRACE(line);
    expect_one_line_error(ect(arguments), 2);
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(Cli, NumbersOutOfRangeAreRefusedWithTheRange) {
  const std::vector<std::string> simulated = {"simulate", "--players=8", "--tournament=single"};
  const auto refusal = [](std::vector<std::string> arguments, const std::string& option) {
    arguments.push_back(option);
    const Outcome outcome = ect(arguments);
    expect_one_line_error(outcome, 2);
    return outcome.err;
  };
  EXPECT_EQ(refusal(simulated, "--trials=18446744073709551615"),
            "ect: --trials: '18446744073709551615' is not a whole number from 1 to 100000000 (see "
            "'ect simulate --help')\n");
  EXPECT_EQ(refusal(simulated, "--threads=4294967296"),
            "ect: --threads: '4294967296' is not a whole number from 1 to 4294967295 (see 'ect "
            "simulate --help')\n");
  EXPECT_EQ(refusal({"simulate", "--tournament=single"}, "--players=4294967296"),
            "ect: --players: '4294967296' is not a whole number from 1 to 4294967295\n");
  for (const char* verb : {"bracket", "bounds"}) {
    EXPECT_EQ(refusal({verb, "8"}, "-m18446744073709551615"),
              fmt::format("ect: -m: '18446744073709551615' is not a whole number from 1 to 65536 "
                          "(see 'ect {} --help')\n",
                          verb));
  }
  const std::vector<std::string> train = {"train", "x.csv", "-o", "m", "--checkpoint=c"};
  for (const char* wrong : {"nan", "inf", "-1"}) {
    EXPECT_EQ(refusal(train, fmt::format("--checkpoint-every={}", wrong)),
              fmt::format("ect: --checkpoint-every: '{}' is not a number from 0 to 1000000000 (see "
                          "'ect train --help')\n",
                          wrong));
  }
}

TEST_F(Cli, FailedWorkIsOneLineAndStatus1) {
  expect_one_line_error(ect({"bracket", folder_ / "missing"}), 1);
  expect_one_line_error(ect({"bracket", folder_}), 1);  // a folder, not a file
  expect_one_line_error(ect({"bracket", "8", "--svg", folder_ / "no" / "x.svg"}), 1);
  expect_one_line_error(ect({"bracket", "8", "--svg", folder_}), 1);
  expect_one_line_error(ect({"bracket", write("empty", "")}), 1);
  const Outcome latin = ect({"bracket", write("latin1", "Ann\nZo\xeb\n")});
  expect_one_line_error(latin, 1);
  EXPECT_NE(latin.err.find("latin1:2: "), std::string::npos);
  expect_one_line_error(ect({"bracket", write("binary", std::string("a\0b\n", 4))}), 1);
  const Outcome twice = ect({"bracket", write("twice", "a\nb\n\na\n")});
  expect_one_line_error(twice, 1);
  EXPECT_NE(twice.err.find("twice:4: duplicate name 'a' (first in line 1)"), std::string::npos);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 4);  // only what was written here
}

RC_GTEST_PROP(CliProperty, AnyBytesAsNamesAreATournamentOrOneLine, ()) {
  // Arbitrary bytes, and also texts that look like a list of names.
  const auto bytes = *rc::gen::oneOf(
      rc::gen::arbitrary<std::string>(),
      rc::gen::container<std::string>(rc::gen::element('a', 'b', '\n', '\r', ' ', '\t', '\xc3')));
  const Outcome outcome = ect({"bracket", "-", "-m", "2", "--schedule", "--json"}, bytes);
  RC_ASSERT(outcome.status == 0 || outcome.status == 1);
  if (outcome.status == 1) {
    RC_ASSERT(outcome.err.starts_with("ect: standard input:"));
    RC_ASSERT(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  }
}

TEST_F(Cli, HelpAndVersionSucceed) {
  const Outcome all = ect({"--help"});
  EXPECT_EQ(all.status, 0);
  std::istringstream all_lines(all.out);
  for (std::string line; std::getline(all_lines, line);) EXPECT_LE(line.size(), 80U) << line;
  EXPECT_EQ(ect({"--version"}).out.substr(0, 4), "ect ");
  EXPECT_EQ(ect({}).status, 2);
  for (const std::string& verb : verbs()) {
    const Outcome help = ect({verb, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_NE(help.out.find("Example"), std::string::npos);
    std::istringstream lines(help.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  }
}

// What stands between two marks.
std::string section(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t start = text.find(from);
  EXPECT_NE(start, std::string::npos) << from;
  return text.substr(start, text.find(to, start + from.size()) - start);
}

TEST_F(Cli, ManPageAndCompletionsKnowEveryOptionOfEveryVerb) {
  const std::string man = read(source_path("man/ect.1"));
  const std::string bash = read(source_path("completions/ect.bash"));
  const std::string zsh = read(source_path("completions/_ect"));
  const std::regex option("\n  (-h,)?(--?[a-z0-9-]+)");
  for (const std::string& verb : verbs()) {
    const std::string in_bash = section(bash, "\n    " + verb + ")", ";;");
    const std::string in_zsh = section(zsh, "\n      " + verb + ")", ";;");
    const std::string synopsis = section(man, ".B ect " + verb, "\n.br");
    const std::string help = ect({verb, "--help"}).out;
    int options = 0;
    for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at) {
      const std::string name = (*at)[2];
      SCOPED_TRACE(testing::Message() << verb << ' ' << name);
      ++options;
      EXPECT_TRUE(std::regex_search(in_zsh, std::regex("'" + name + "\\[")));
      if (name == "--help") continue;  // bash and man have it once for all verbs
      EXPECT_TRUE(std::regex_search(in_bash, std::regex("[\" ]" + name + "[\" ]")));
      const std::string roff = std::regex_replace(name, std::regex("-"), "\\-");
      const auto is_end = [](char c) { return c == ' ' || c == '\n'; };
      std::size_t found = synopsis.find(roff);
      while (found != std::string::npos && !is_end(synopsis[found + roff.size()])) {
        found = synopsis.find(roff, found + 1);
      }
      EXPECT_NE(found, std::string::npos) << synopsis;
    }
    EXPECT_GE(options, 3);
  }
}

}  // namespace
}  // namespace ect::cli
