// Names of judges: their syntax, and their use in journals.
#include "cli/verbs/select_judges.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "ect/error.h"
#include "tests/helpers/cli_helpers.h"

namespace ect::cli {
namespace {

using Json = nlohmann::json;

TEST(JudgeNames, StandBeforeAnEqualsSignAtTheVeryStart) {
  const auto parsed = [](const std::string& said) {
    const JudgeOption judge = parse_judge(said);
    return judge.name + '|' + judge.command;
  };
  EXPECT_EQ(parsed("mine=./judge {a} {b}"), "mine|./judge {a} {b}");
  EXPECT_EQ(parsed("gpt-4.1_x=python3 j.py --price=3"), "gpt-4.1_x|python3 j.py --price=3");
  EXPECT_EQ(parsed("crowd=votes:FILE?column=value"), "crowd|votes:FILE?column=value");
  EXPECT_EQ(parsed("me=ask"), "me|ask");
  EXPECT_EQ(parsed("a="), "a|");
  EXPECT_EQ(parsed("a=b=c"), "a|b=c");
  for (const std::string said :
       {"env A=1 ./judge {a}", "votes:FILE?column=value", "./a=b {a}", "'a=b' {a}", "ask",
        "judge --price=3", "4=judge", "_a=judge", "=judge", "é=judge", ""}) {
    EXPECT_EQ(parse_judge(said).name, "") << said;
    EXPECT_EQ(parse_judge(said).command, said);
  }
}

TEST(JudgeNames, AVariableOfTheEnvironmentIsNoName) {
  EXPECT_NO_THROW(check_named_program({"mine", "sh -c true"}));
  EXPECT_NO_THROW(check_named_program({"", "value ./judge {a}"}));
  EXPECT_THROW(check_named_program(parse_judge("KEY=no-such-value-1 sh {a}")), Error);
  EXPECT_THROW(check_named_program(parse_judge("KEY=/no/such/value sh {a}")), Error);
  EXPECT_THROW(check_named_program(parse_judge("KEY=")), Error);
}

class NamedJudges : public InFolder {
 protected:
  // The longer line is better. It does not look at its price.
  static std::string judge(int price) {
    return "sh -c 'test ${#1} -gt ${#2} && echo A || echo B' judge {a} {b} " +
           std::to_string(price);
  }

  Outcome select(const std::vector<std::string>& judges,
                 const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"select",    write("items.txt", "a\nbb\nccc\n"),
                                          "--journal", path("j"),
                                          "--jobs",    "1",
                                          "--retries", "0",
                                          "--quiet"};
    for (const std::string& judge : judges) arguments.insert(arguments.end(), {"--judge", judge});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ect(arguments);
  }
};

TEST_F(NamedJudges, MayChangeTheirFlagsBetweenTwoRunsOfAJournal) {
  ASSERT_EQ(select({"mine=" + judge(3)}).status, 0);
  std::string lines = read(path("j"));
  lines.resize(lines.find('\n', lines.find('\n') + 1) + 1);  // the head and an answer
  write("j", lines);
  const Outcome done = select({"mine=" + judge(4)}, {"--json"});
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(Json::parse(done.out)["winner"], "ccc");
  EXPECT_EQ(Json::parse(done.out)["judges"][0]["name"], "mine");
  EXPECT_TRUE(read(path("j")).starts_with(lines));  // nothing was asked again
  EXPECT_EQ(ect({"select", "--replay", path("j")}).status, 0);
  const Outcome other = select({"yours=" + judge(4)});
  expect_one_line_error(other, 1);
  EXPECT_NE(other.err.find("'mine' there, 'yours' here"), std::string::npos) << other.err;
}

// As it was written before judges had names.
TEST_F(NamedJudges, OldJournalsGoOn) {
  const std::string old =
      R"({"v":1,"journal":"ect select","items":["a","bb","ccc"],"items_sha256":"e3d21b3a2b07ee1b657ef70be204076d741439f44fa76bce74c135e3d911a01e","tournament":"ect:2","seed":1,"both_orders":false,"judges":["sh -c 'test ${#1} -gt ${#2} && echo A || echo B' judge {a} {b} 3"],"prev":""}
{"q":"0.1.1","first":"bb","second":"a","judge":1,"winner":"first","prev":"5bf3ecb39e9870878a190ecdc4c5398ec3a7ff1f57d874a58b7f90ed3506ebd1"}
{"q":"1.1.1","first":"bb","second":"ccc","judge":1,"winner":"second","prev":"9151aed218f626ed72659e7fee3b4bf11e441b503b7b2613f4353f62ea84238e"}
)";
  for (const std::string name : {"", "mine="}) {
    write("j", old);
    const Outcome done = select({name + judge(3)});
    ASSERT_EQ(done.status, 0) << done.err;
    EXPECT_TRUE(read(path("j")).starts_with(old));
    EXPECT_EQ(ect({"select", "--replay", path("j")}).status, 0);
  }
  write("j", old);
  expect_one_line_error(select({judge(4)}), 1);
  expect_one_line_error(select({"mine=" + judge(4)}), 1);
}

TEST_F(NamedJudges, AreToldApart) {
  expect_one_line_error(select({"a=" + judge(1), "a=" + judge(2)}), 2);
  expect_one_line_error(select({"me=ask", judge(2)}), 2);
  expect_one_line_error(select({"KEY=value " + judge(1)}), 2);
  const Outcome done = select({"a=" + judge(1), "b=" + judge(2)}, {"--json"});
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(Json::parse(done.out)["judges"][0]["name"], "a");
  EXPECT_EQ(Json::parse(done.out)["judges"][1]["name"], "b");
}

TEST_F(NamedJudges, MayBeVotesOrRunAllTheTime) {
  const std::string votes = write("votes.csv", "a,b,winner\na,bb,bb\nccc,bb,bb\na,ccc,a\n");
  const Outcome by_votes = select({"crowd=votes:" + votes}, {"--json"});
  ASSERT_EQ(by_votes.status, 0) << by_votes.err;
  EXPECT_EQ(Json::parse(by_votes.out)["winner"], "bb");
  EXPECT_NE(read(path("j")).find(R"("judges":["crowd"])"), std::string::npos);
  fs::remove(path("j"));
  const std::string program = write("judge.py",
                                    "import sys, json\n"
                                    "for line in sys.stdin:\n"
                                    "    print(json.dumps({'id': json.loads(line)['id'],"
                                    " 'winner': 'first'}), flush=True)\n");
  const Outcome running = select({}, {"--judge-jsonl", "long=python3 " + program, "--json"});
  ASSERT_EQ(running.status, 0) << running.err;
  EXPECT_EQ(Json::parse(running.out)["judges"][0]["name"], "long");
}

}  // namespace
}  // namespace ect::cli
