// Reading members of a JSON object.
#include "selection/json_object.h"

#include <gtest/gtest.h>

#include <array>

namespace ect::selection {
namespace {

TEST(JsonObject, TellsTheMembersThatAreLookedFor) {
  std::array<JsonMember, 6> members{{{.name = "a"},
                                     {.name = "b"},
                                     {.name = "c"},
                                     {.name = "d"},
                                     {.name = "e"},
                                     {.name = "missing"}}};
  EXPECT_EQ(
      read_members(R"( {"a":"x\n","b":-12,"c":0.50,"d":null,"e":[1,{"a":2}],"f":{"missing":1}} )",
                   members),
      "");
  EXPECT_TRUE(members[0].is_string());
  EXPECT_EQ(members[0].text, "x\n");
  EXPECT_TRUE(members[1].is_number());
  EXPECT_EQ(members[1].text, "-12");
  EXPECT_EQ(members[1].number, -12);
  EXPECT_EQ(members[2].text, "0.50");
  EXPECT_EQ(members[2].number, 0.5);
  EXPECT_TRUE(members[3].is_null());
  EXPECT_EQ(members[4].kind, JsonMember::Kind::kOther);
  EXPECT_TRUE(members[5].is_absent());
}

TEST(JsonObject, OfMembersThatComeTwiceTheLastCountsUnlessThatIsForbidden) {
  JsonMember a{.name = "a"};
  EXPECT_EQ(read_members(R"({"a":"one","a":"two"})", {&a, 1}), "");
  EXPECT_EQ(a.text, "two");
  EXPECT_EQ(read_members(R"({"a":"one","a":null})", {&a, 1}), "");
  EXPECT_TRUE(a.is_null());
  EXPECT_EQ(a.text, "");
  JsonMember once{.name = "a"};
  EXPECT_EQ(read_members(R"({"b":1,"b":2,"a":1})", {&once, 1}, {.unique = true}), "");
  JsonMember twice{.name = "a"};
  EXPECT_EQ(read_members(R"({"a":null,"a":1})", {&twice, 1}, {.unique = true}),
            "two fields are called 'a'");
}

TEST(JsonObject, SaysWhatIsWrong) {
  const auto problem = [](const std::string& text) {
    JsonMember a{.name = "a"};
    return read_members(text, {&a, 1}, {.max_depth = 3});
  };
  EXPECT_EQ(problem("{}"), "");
  EXPECT_EQ(problem("[]"), "'[]' is not a JSON object (expected one on each line)");
  EXPECT_EQ(problem("7"), "'7' is not a JSON object (expected one on each line)");
  EXPECT_EQ(problem(""), "the JSON does not end on its line");
  EXPECT_EQ(problem("{\"a\":1"), "the JSON does not end on its line");
  EXPECT_EQ(problem("{\"a\":}"), "this is not JSON, at byte 6 of the line");
  EXPECT_EQ(problem("{\"a\":1e999}"), "a number is too large");
  EXPECT_EQ(problem("{\"a\":[[]]}"), "");
  EXPECT_EQ(problem("{\"a\":[[["), "the JSON is nested more than 3 levels deep");
}

}  // namespace
}  // namespace ect::selection
