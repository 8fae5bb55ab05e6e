// ect select as a user types it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/helpers/cli_helpers.h"

namespace ect::cli {
namespace {

using Json = nlohmann::json;

class SelectCli : public InFolder {
 protected:
  // The longer line is better.
  const std::string longer_ = R"(sh -c 'test ${#1} -gt ${#2} && echo A || echo B' judge {a} {b})";
  const std::string items_ = "a\nbb\ncccc\nddd\n";
  const std::vector<std::string> quick_ = {"--retries", "0", "--quiet"};

  Outcome select(std::vector<std::string> arguments, const std::string& input = "") const {
    arguments.insert(arguments.begin(), "select");
    arguments.insert(arguments.end(), quick_.begin(), quick_.end());
    return ect(arguments, input);
  }

  // Fails with one line that says so.
  void expect_failure(const std::string& judge, const std::string& says) const {
    const std::string file = path("items.txt");
    const Outcome outcome = select({file, "--judge", judge, "--timeout", "0.3"});
    expect_one_line_error(outcome, 1);
    EXPECT_NE(outcome.err.find(says), std::string::npos) << outcome.err;
  }
};

TEST_F(SelectCli, FindsTheBest) {
  const std::string file = write("items.txt", items_);
  for (const std::string format :
       {"single", "best-of-3", "elimination:2", "ect:1", "ect:3", "swiss:3", "round-robin"}) {
    const Outcome outcome = select({file, "--judge", longer_, "--tournament", format, "--json"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(Json::parse(outcome.out)["winner"], "cccc") << format;
    EXPECT_EQ(Json::parse(outcome.out)["tournament"], format);
  }
}

TEST_F(SelectCli, ReadsItemsFromStandardInput) {
  const Outcome outcome = select({"-", "--judge", longer_, "--json"}, items_);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out)["winner"], "cccc");
}

TEST_F(SelectCli, SizesItselfByWhatIsFearedOrPaid) {
  const std::string file = write("items.txt", items_);
  const auto tournament = [&](const std::vector<std::string>& size) {
    std::vector<std::string> arguments = {file, "--judge", longer_, "--json"};
    arguments.insert(arguments.end(), size.begin(), size.end());
    return Json::parse(select(arguments).out)["tournament"].get<std::string>();
  };
  EXPECT_EQ(tournament({}), "ect:2");
  EXPECT_EQ(tournament({"-m", "4"}), "ect:4");
  EXPECT_EQ(tournament({"--withstand", "2"}), "ect:3");
  EXPECT_EQ(tournament({"--budget", "3"}), "ect:1");
  expect_one_line_error(select({file, "--judge", longer_, "--budget", "2"}), 2);
  EXPECT_EQ(select({file, "--judge", longer_, "-m", "2", "--budget", "9"}).status, 2);
}

TEST_F(SelectCli, TellsThePlanAndAsksNobody) {
  const std::string file = write("items.txt", items_);
  const Outcome outcome = select({file, "--plan", "-m", "3"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("9"), std::string::npos) << outcome.out;
}

TEST_F(SelectCli, UsesAProgramThatRunsAllTheTime) {
  const std::string file = write("items.txt", items_);
  const std::string program =
      write("judge.py",
            "import sys, json\n"
            "for line in sys.stdin:\n"
            "    q = json.loads(line)\n"
            "    long = len(q['first']['text']) > len(q['second']['text'])\n"
            "    print(json.dumps({'id': q['id'], 'winner': 'first' if "
            "long else 'second', 'cost': 0.5}), flush=True)\n");
  const Outcome outcome = select({file, "--judge-jsonl", "python3 " + program, "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json result = Json::parse(outcome.out);
  EXPECT_EQ(result["winner"], "cccc");
  EXPECT_EQ(result["cost"].get<double>(), 0.5 * result["questions"].get<double>());
}

TEST_F(SelectCli, JudgesThatFailEndItInOneLine) {
  write("items.txt", items_);
  expect_failure("false", "status 1");
  expect_failure("true", "");
  expect_failure("sh -c 'kill -9 $$'", "signal 9");
  expect_failure("sleep 100", "in time");
  expect_failure("sh -c 'exit 126'", "");
  expect_failure("/no/such/program {a}", "");
  expect_failure("echo perhaps", "perhaps");
  expect_failure("sh -c 'yes novel | head -c 1000000'", "novel");
}

TEST_F(SelectCli, NothingInAnItemIsExecuted) {
  const std::string mark = path("mark");
  const std::string file = write("items.txt", "'; touch " + mark + " #\n$(touch " + mark +
                                                  ")\n`touch " + mark + "`\n{b} {a}\n\"x\n");
  const Outcome outcome = select({file, "--judge", longer_});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_FALSE(fs::exists(mark));
}

TEST_F(SelectCli, OddItemLists) {
  const std::string one = write("one.txt", "alone\n");
  const Outcome alone = select({one, "--judge", "false", "--json"});
  ASSERT_EQ(alone.status, 0) << alone.err;
  EXPECT_EQ(Json::parse(alone.out)["winner"], "alone");
  const std::string none = write("none.txt", "\n");
  expect_one_line_error(select({none, "--judge", longer_}), 1);
  const std::string twice = write("twice.txt", "a\nb\na\n");
  const Outcome outcome = select({twice, "--judge", longer_});
  expect_one_line_error(outcome, 1);
  EXPECT_NE(outcome.err.find("twice.txt:3"), std::string::npos) << outcome.err;
}

TEST_F(SelectCli, JournalsAreGoneOnWithAndReplayed) {
  const std::string file = write("items.txt", items_);
  const std::string journal = path("run.jsonl");
  // The judge stops everything at the fourth question, unless it may go on.
  const std::string judge =
      R"(sh -c 'echo x >> $3; test ! -e $3.on -a $(wc -l < $3) -gt 3 && exit 126; test ${#1} -gt ${#2} && echo A || echo B' judge {a} {b} )" +
      path("count");
  const auto again = [&] {
    return select({file, "--judge", judge, "--journal", journal, "--jobs", "1", "-m", "2"});
  };
  const Outcome stopped = again();
  EXPECT_EQ(stopped.status, 1);
  EXPECT_EQ(lines_in(stopped.err), 1) << stopped.err;
  EXPECT_TRUE(stopped.out.starts_with("No winner yet; ahead is: ")) << stopped.out;
  EXPECT_EQ(lines_in(read(journal)), 4);  // the head and three answers
  Outcome replayed = ect({"select", "--replay", journal});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_NE(replayed.err.find("not finished"), std::string::npos) << replayed.err;
  write("count.on", "");
  const Outcome done = again();
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_NE(done.out.find("cccc"), std::string::npos);
  replayed = ect({"select", "--replay", journal, "--json"});
  ASSERT_EQ(replayed.status, 0) << replayed.err;
  EXPECT_EQ(Json::parse(replayed.out)["winner"], "cccc");
  // Another list of items, or another size, is another selection.
  write("items.txt", items_ + "eeeee\n");
  const Outcome other = again();
  expect_one_line_error(other, 1);
  EXPECT_NE(other.err.find("other items"), std::string::npos);
}

TEST_F(SelectCli, UsageErrorsSayWhatIsMissing) {
  const std::string file = write("items.txt", items_);
  expect_one_line_error(select({file}), 2);
  expect_one_line_error(select({"--judge", longer_}), 2);
  expect_one_line_error(select({file, "--judge", "ask", "--judge", longer_}), 2);
  expect_one_line_error(select({file, "--judge", longer_, "--tournament", "cup"}), 2);
  expect_one_line_error(ect({"select", "--replay", path("none")}), 1);
}

TEST_F(SelectCli, NumbersOutOfRangeAreRefusedInALineThatNamesTheRange) {
  const std::string file = write("items.txt", items_);
  const std::string whole = " is not a whole number from ";
  const std::string real = " is not a number from ";
  const std::vector<std::vector<std::string>> refused = {
      {"--rate", real + "0.0001 to 1000000", "nan", "1e-10", "inf", "-inf", "0", "-1", "1e7", "x"},
      {"--timeout", real + "0 to 1000000", "-1", "nan", "inf", "1e300", "1e999", "-0.5"},
      {"--withstand", whole + "0 to 65535", "18446744073709551615", "4294967295", "-1", "nan"},
      {"-m", whole + "1 to 65536", "4294967296", "0", "-1", "1e3", "18446744073709551616"},
      {"--jobs", whole + "1 to 4294967295", "0", "-1", "4294967296", "inf"},
      {"--retries", whole + "0 to 4294967295", "-1", "4294967296", "0.5"},
      {"--budget", whole + "0", "-1", "nan", "1.5"},
      {"--budget", whole + "0 to 18446744073709551615", "18446744073709551616"},
      {"--seed", whole + "0 to 18446744073709551615", "18446744073709551616"},
  };
  for (const std::vector<std::string>& row : refused) {
    const std::string equals = row[0] == "-m" ? "" : "=";
    for (std::size_t i = 2; i < row.size(); ++i) {
      const Outcome outcome = select({file, "--judge", longer_, row[0] + equals + row[i]});
      expect_one_line_error(outcome, 2);
      EXPECT_EQ(outcome.err,
                "ect: " + row[0] + ": '" + row[i] + "'" + row[1] + " (see 'ect select --help')\n");
    }
  }
  EXPECT_EQ(select({file, "--plan", "--tournament=best-of-4294967295"}).status, 0);
  const Outcome too_many = select({file, "--plan", "--tournament=best-of-4294967297"});
  expect_one_line_error(too_many, 2);
  EXPECT_NE(too_many.err.find("needs a number from 1 to 4294967295"), std::string::npos);
  for (const char* taken : {"--rate=0.5e6", "--timeout=0", "--timeout=2.5", "--withstand=0"}) {
    EXPECT_EQ(select({file, "--judge", longer_, taken}).status, 0) << taken;
  }
}

TEST_F(SelectCli, WritesAPage) {
  const std::string file = write("items.txt", items_);
  const std::string page = path("page.html");
  ASSERT_EQ(select({file, "--judge", longer_, "--html", page}).status, 0);
  EXPECT_NE(read(page).find("cccc"), std::string::npos);
}

TEST_F(SelectCli, VotesAreReplayed) {
  const std::string file = write("items.txt", "x\ny\nz\n");
  const std::string votes = write("votes.csv", "a,b,winner\nx,y,y\nz,y,y\nx,z,x\n");
  const Outcome outcome = select({file, "--judge", "votes:" + votes, "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out)["winner"], "y");
}

}  // namespace
}  // namespace ect::cli
