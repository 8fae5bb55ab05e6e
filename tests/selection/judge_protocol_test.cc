// What is said to programs that judge, and what is made of their answers.
#include "selection/judge_protocol.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "ect/error.h"
#include "tests/fuzz/parse_verdicts.h"
#include "tests/helpers/judge_helpers.h"
#include "tests/helpers/places.h"

namespace ect::selection {
namespace {

std::string verdict_in(const std::string& line) {
  const std::optional<Answer> answer = parse_verdict(line);
  return answer ? said_in({{}, *answer}) : "refused";
}

TEST(Verdicts, AreWordsInAnyCase) {
  for (const char* line : {"A", "a", " A \r", "first", "First"}) {
    EXPECT_EQ(verdict_in(line), "first") << line;
  }
  for (const char* line : {"B", "b", "\tB", "second"}) EXPECT_EQ(verdict_in(line), "second");
  for (const char* line : {"tie", "Tie", "TIE"}) EXPECT_EQ(verdict_in(line), "tie");
  for (const char* line : {"abstain", "ABSTAIN"}) EXPECT_EQ(verdict_in(line), "abstain");
  for (const char* line : {"", " ", "AB", "A B", "A.", "\"A\"", "0", "1", "draw", "winner: A",
                           "null", "[\"A\"]", "A\n"}) {
    EXPECT_EQ(verdict_in(line), "refused") << line;
  }
  EXPECT_EQ(verdict_in(std::string("A\0", 2)), "refused");
}

TEST(Verdicts, AreObjectsWithAWinner) {
  EXPECT_EQ(verdict_in(R"({"winner":"A"})"), "first");
  EXPECT_EQ(verdict_in(R"( {"winner": "second", "why": {"deep": [1, 2]}} )"), "second");
  EXPECT_EQ(verdict_in(R"({"winner":"tie","note":null,"cost":null})"), "tie");
  const std::optional<Answer> full =
      parse_verdict(R"({"winner":"B","note":"so \"good\"\nindeed","cost":0.25})");
  ASSERT_TRUE(full);
  EXPECT_EQ(full->note, "so \"good\"\nindeed");
  EXPECT_EQ(full->cost, 0.25);
  for (const char* line :
       {"{}", R"({"winner":""})", R"({"winner":"C"})", R"({"winner":1})", R"({"winner":null})",
        R"({"winner":["A"]})", R"({"Winner":"A"})", R"({"winner":"A")", R"({"winner":"A"}})",
        R"({"winner":"A"} A)", R"({"winner":"A","note":1})", R"({"winner":"A","cost":"1"})",
        R"({"winner":"A","cost":-1})", R"({"winner":"A","cost":1e999})",
        R"({"winner":"A","cost":NaN})", R"({"winner":"A","cost":true})",
        "{\"winner\":\"A\",\"note\":\"\xff\"}"}) {
    EXPECT_EQ(verdict_in(line), "refused") << line;
  }
  using std::string_literals::operator""s;
  EXPECT_EQ(verdict_in("{\"winner\":\"A\"}\0"s), "refused");
  EXPECT_EQ(verdict_in(std::string(50'000, '{')), "refused");
  EXPECT_EQ(verdict_in("{\"winner\":\"A\",\"x\":" + std::string(30'000, '[') +
                       std::string(30'000, ']') + "}"),
            "first");
}

TEST(Answers, NameTheirQuestion) {
  const std::optional<AnswerLine> said =
      parse_answer(R"({"id":"12.3.4","winner":"second","note":"short","cost":1.5})");
  ASSERT_TRUE(said);
  EXPECT_EQ(said->question, (QuestionKey{12, 3, 4}));
  EXPECT_EQ(said->answer.verdict, Verdict::kSecond);
  EXPECT_EQ(said->answer.note, "short");
  EXPECT_EQ(said->answer.cost, 1.5);
  for (const char* line :
       {R"({"winner":"A"})", R"({"id":12,"winner":"A"})", R"({"id":"1.1.1"})",
        R"({"id":null,"winner":"A"})", "A", "", "hello", "[]", R"({"id":"1.1.1","winner":"me"})"}) {
    EXPECT_FALSE(parse_answer(line)) << line;
  }
  for (const char* id : {"", "1", "1.1", "1.1.1.1", "01.1.1", "1.1.01", " 1.1.1", "1.1.1 ",
                         "-1.1.1", "+1.1.1", "4294967296.1.1", "1..1", "a.b.c", "1.1."}) {
    const auto unknown = parse_answer(nlohmann::json{{"id", id}, {"winner", "A"}}.dump());
    ASSERT_TRUE(unknown) << id;
    EXPECT_FALSE(unknown->question) << id;
  }
}

TEST(Answers, OfThePlainFormAreReadQuickly) {
  for (const char* line :
       {R"({"id":"0.1.1","winner":"first"})", R"({"winner":"B","id":"0.1.1"})",
        " { \"id\" : \"0.1.1\" , \"cost\" : 0.5 , \"winner\" : \"tie\" } \r",
        R"({"id":"x","winner":"abstain","note":""})", R"({"id":"0.1.1","winner":"A","cost":12})"}) {
    const auto plain = parse_plain_answer(line);
    const auto any = parse_any_answer(line);
    ASSERT_TRUE(plain && any) << line;
    EXPECT_EQ(plain->question, any->question) << line;
    EXPECT_EQ(plain->answer.verdict, any->answer.verdict) << line;
    EXPECT_EQ(plain->answer.cost, any->answer.cost) << line;
  }
  for (const char* line :
       {R"({"id":"0.1.1","winner":"A","more":1})", R"({"id":"0.1.1","id":"0.1.2","winner":"A"})",
        R"({"id":"0.1.1","winner":"A","note":"é"})", R"({"id":"0.1.1","winner":"A","note":"\n"})",
        R"({"id":"0.1.1","winner":"A","cost":1e-3})",
        R"({"id":"0.1.1","winner":"A","cost":null})"}) {
    EXPECT_FALSE(parse_plain_answer(line)) << line;
    EXPECT_TRUE(parse_answer(line)) << line;
  }
}

TEST(Answers, ComeBackAsTheyWereWritten) {
  rc::check([] {
    const QuestionKey key{*rc::gen::arbitrary<std::uint32_t>(),
                          *rc::gen::arbitrary<std::uint32_t>(),
                          *rc::gen::arbitrary<std::uint32_t>()};
    std::string id;
    append_id(id, key);
    RC_ASSERT(parse_id(id) == key);
    const auto cost = std::abs(*rc::gen::arbitrary<double>());
    const auto note = *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127));
    nlohmann::json line{{"id", id}, {"winner", "first"}, {"note", note}, {"cost", cost}};
    const auto said = parse_answer(line.dump());
    RC_ASSERT(said.has_value());
    RC_ASSERT(said->question == key);
    RC_ASSERT(said->answer.note == note);
    RC_ASSERT(said->answer.cost == cost);
  });
}

TEST(Answers, AreReadOrRefusedWhateverTheBytes) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_path("tests/fuzz/corpus_verdict"))) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      parse_verdicts(bytes.substr(0, size));
    }
    ++files;
  }
  EXPECT_GE(files, 5);
}

TEST(Questions, AreOneLineOfJson) {
  const std::vector<Item> items = items_of({"plain", "a \"quoted\"\nitem {b} \xc3\xa9"});
  Question question = question_of(3, 1, 0);
  question.key = {4294967295, 2, 3};
  question.seed = std::numeric_limits<std::uint64_t>::max();
  std::string text;
  append_question(text, question, items);
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  const auto line = nlohmann::json::parse(text);
  EXPECT_EQ(line.at("v"), 1);
  EXPECT_EQ(line.at("id"), "4294967295.2.3");
  EXPECT_EQ(line.at("first"), nlohmann::json::parse(items[1].json));
  EXPECT_EQ(line.at("second").at("text"), "plain");
  EXPECT_EQ(line.at("seed"), question.seed);
  EXPECT_EQ(line.size(), 5U);
}

TEST(TimeLimits, AreSeconds) {
  EXPECT_FALSE(time_limit(0));
  EXPECT_FALSE(time_limit(1e300));
  EXPECT_FALSE(time_limit(std::numeric_limits<double>::infinity()));
  EXPECT_EQ(time_limit(0.25), std::chrono::milliseconds(250));
  EXPECT_THROW(time_limit(-1), Error);
  EXPECT_THROW(time_limit(std::numeric_limits<double>::quiet_NaN()), Error);
}

}  // namespace
}  // namespace ect::selection
