// Reading items from lines, csv and JSON lines, and what is refused.
#include "selection/items.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/fuzz/read_item_bytes.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/places.h"
#include "tests/helpers/temp_folder.h"
#include "util/sha256.h"

namespace ect::selection {
namespace {

using Json = nlohmann::json;

std::vector<Item> items_in(const std::string& text, ItemFormat format = ItemFormat::kGuess,
                           const std::string& id_field = "") {
  std::istringstream in(text);
  return read_items("-", in, format, id_field);
}

std::string refusal(const std::string& text, ItemFormat format = ItemFormat::kGuess,
                    const std::string& id_field = "") {
  return error_of([&] { items_in(text, format, id_field); });
}

std::vector<std::string> ids(const std::vector<Item>& items) {
  std::vector<std::string> result;
  for (const Item& item : items) result.push_back(item.id);
  return result;
}

using Ids = std::vector<std::string>;

TEST(Items, ALineIsAnItem) {
  const std::vector<Item> items = items_in("\xef\xbb\xbf one \"1\"\r\n\n \t\ntwo\tÖ\nthree");
  EXPECT_EQ(ids(items), (Ids{"one \"1\"", "two\tÖ", "three"}));
  EXPECT_EQ(items[0].text, "one \"1\"");
  EXPECT_EQ(items[0].json, R"({"id":"one \"1\"","text":"one \"1\""})");
  EXPECT_EQ(items[1].json, R"({"id":"two\tÖ","text":"two\tÖ"})");
}

TEST(Items, OneIsEnough) {
  EXPECT_EQ(ids(items_in("one")), Ids{"one"});
  EXPECT_EQ(ids(items_in("{\"id\":1}")), Ids{"1"});
  EXPECT_EQ(ids(items_in("id\nx\n", ItemFormat::kCsv)), Ids{"x"});
}

TEST(Items, NoneIsNotEnough) {
  for (const char* text : {"", "\n", " \n\t\r\n", "\xef\xbb\xbf"}) {
    EXPECT_EQ(refusal(text), "standard input: no items (expected one per line)") << text;
    EXPECT_EQ(refusal(text, ItemFormat::kJsonl), refusal(text)) << text;
    EXPECT_EQ(refusal(text, ItemFormat::kCsv), "standard input: no header (is the file empty?)")
        << text;
  }
  EXPECT_EQ(refusal("id\n\n\n", ItemFormat::kCsv), refusal(""));
}

TEST(Items, AJsonObjectStaysAsItStands) {
  const std::string first = R"({"n": 1.10, "id" : "a\u00e9", "deep":{"id":[1e2, -0]} ,"x":1E+2})";
  const std::vector<Item> items = items_in("  " + first + " \t\r\n\n{\"id\":\r-7}\n{ }\n");
  EXPECT_EQ(ids(items), (Ids{"aé", "-7", "3"}));
  EXPECT_EQ(items[0].json, first);
  EXPECT_EQ(items[0].text, first);
  EXPECT_EQ(items[1].json, "{\"id\": -7}");
  EXPECT_EQ(items[2].text, "{ }");
}

TEST(Items, IdsOfObjectsAreStringsOrNumbersOfAnyField) {
  const std::string text =
      "{\"id\":1,\"name\":\"x\"}\n{\"name\":2.50}\n{\"name\":123456789012345678901234567890}\n";
  EXPECT_EQ(ids(items_in(text, ItemFormat::kGuess, "name")),
            (Ids{"x", "2.50", "123456789012345678901234567890"}));
  EXPECT_EQ(ids(items_in(text)), (Ids{"1", "2", "3"}));
  EXPECT_EQ(refusal(text, ItemFormat::kGuess, "nam"), "standard input:1: no field 'nam'");
}

TEST(Items, WhatBeginsAsAnObjectIsTakenForJson) {
  for (const char* text : {"{\"id\":1}", "{ \"a\"", "{}", "{ }"}) {
    EXPECT_EQ(refusal(text), refusal(text, ItemFormat::kJsonl)) << text;
  }
  for (const char* text : {"{name}", "{{x}} is", "{", "[1]", "1", "\"a\""}) {
    EXPECT_EQ(ids(items_in(text)), Ids{text});
    EXPECT_NE(refusal(text, ItemFormat::kJsonl), "") << text;
  }
  EXPECT_EQ(ids(items_in("{\"id\":1}", ItemFormat::kLines)), Ids{"{\"id\":1}"});
  EXPECT_EQ(ids(items_in("one\n{\"id\":1}")), (Ids{"one", "{\"id\":1}"}));
}

TEST(Items, BadJsonIsOneLineThatSaysWhere) {
  const std::string good = "{\"id\":\"a\"}\n";
  const auto problem = [&](const std::string& line) {
    const std::string message = refusal(good + line + "\n" + good);
    EXPECT_TRUE(message.starts_with("standard input:2: ")) << message;
    EXPECT_EQ(message.find("json.exception"), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message.substr(std::min<std::size_t>(message.size(), 18));
  };
  EXPECT_EQ(problem("{\"id\":1"), "the JSON does not end on its line");
  EXPECT_EQ(problem("{\"id\":}"), "this is not JSON, at byte 7 of the line");
  EXPECT_EQ(problem("{\"id\":1} x"), "this is not JSON, at byte 10 of the line");
  EXPECT_EQ(problem("{'id':1}"), "this is not JSON, at byte 2 of the line");
  EXPECT_EQ(problem("{\"id\":1e999}"), "a number is too large");
  EXPECT_EQ(problem("[1, 2]"), "'[1, 2]' is not a JSON object (expected one on each line)");
  EXPECT_EQ(problem("7"), "'7' is not a JSON object (expected one on each line)");
  EXPECT_EQ(problem("\xef\xbb\xbf{}").substr(0, 1), "'");
  EXPECT_EQ(problem("{\"id\":null}"), "the field 'id' is neither a string nor a number");
  EXPECT_EQ(problem("{\"id\":true}"), "the field 'id' is neither a string nor a number");
  EXPECT_EQ(problem("{\"id\":[1]}"), "the field 'id' is neither a string nor a number");
  EXPECT_EQ(problem("{\"id\":{}}"), "the field 'id' is neither a string nor a number");
  EXPECT_EQ(problem("{\"id\":1,\"id\":2}"), "two fields are called 'id'");
  EXPECT_EQ(problem("{\"id\":\"\"}"), "an item without an id");
  EXPECT_EQ(problem("{\"id\":\"a\\nb\"}"), "a control character in the id 'a\\x0ab'");
  EXPECT_EQ(problem("{\"id\":\"a\\u0000\"}"), "a control character in the id 'a\\x00'");
  EXPECT_EQ(problem("{\"id\":\"\\u009b31m\"}").substr(0, 27), "a control character in the ");
  EXPECT_EQ(problem("{\"id\":\"\\ud800\"}").substr(0, 24), "this is not JSON, at byt");
}

TEST(Items, NestingHasALimit) {
  const auto nested = [](int levels) {  // with the object itself
    return "{\"a\":" + std::string(static_cast<std::size_t>(levels - 1), '[') +
           std::string(static_cast<std::size_t>(levels - 1), ']') + "}";
  };
  EXPECT_EQ(refusal(nested(100)), "");
  EXPECT_EQ(refusal(nested(101)), "standard input:1: the JSON is nested more than 100 levels deep");
  EXPECT_EQ(refusal("{\"a\":" + std::string(1000000, '[')),
            "standard input:1: the JSON is nested more than 100 levels deep");
}

TEST(Items, WhatIsNoTextIsRefused) {
  using std::string_literals::operator""s;
  EXPECT_EQ(refusal("one\ntw\xffo\n"), "standard input:2: this is not valid UTF-8");
  EXPECT_EQ(refusal("{}\n{\"a\":\"\xc3\"}"), "standard input:2: this is not valid UTF-8");
  EXPECT_EQ(refusal("id\n\xc0\x80\n", ItemFormat::kCsv),
            "standard input:2: this is not valid UTF-8");
  EXPECT_EQ(refusal("id,\xff\n1,2\n", ItemFormat::kCsv),
            "standard input:1: a column name is not valid UTF-8");
  EXPECT_EQ(refusal("one\ntw\0o\n"s), "standard input:2: a zero byte (is this a text file?)");
  EXPECT_EQ(refusal("one\n\x1b[31m\n"),
            "standard input:2: a control character in the id '\\x1b[31m'");
  EXPECT_EQ(refusal("one\n\x7f\n"), "standard input:2: a control character in the id '\\x7f'");
  EXPECT_NE(refusal("one\n\xc2\x9b"), "");
  EXPECT_EQ(refusal("one\n\xc2\xa0"), "");
}

TEST(Items, NoTwoHaveOneId) {
  EXPECT_EQ(refusal("a\n\nb\na \n"), "standard input:4: duplicate item 'a' (first on line 1)");
  EXPECT_EQ(refusal("{\"id\":2}\n{}\n"), "standard input:2: duplicate item '2' (first on line 1)");
  EXPECT_EQ(refusal("{\"id\":2}\n{\"id\":\"2\"}\n").substr(0, 17), "standard input:2:");
  EXPECT_EQ(refusal("id,x\na,1\nb,2\na,3\n", ItemFormat::kCsv),
            "standard input:4: duplicate item 'a' (first on line 2)");
}

TEST(Items, ACsvRecordIsAnObjectOfItsColumnsInTheirOrder) {
  const std::vector<Item> items = items_in(
      "zeta;id;year;title;code\n"
      "1.50;b;-2;\"War; \"\"and\"\"\npeace\";007\n"
      "2e3;a;;1917;8\n",
      ItemFormat::kCsv);
  EXPECT_EQ(ids(items), (Ids{"b", "a"}));
  EXPECT_EQ(items[0].json,
            R"({"zeta":1.50,"id":"b","year":-2,"title":"War; \"and\"\npeace","code":"007"})");
  EXPECT_EQ(items[1].json, R"({"zeta":2e3,"id":"a","year":null,"title":"1917","code":"8"})");
  EXPECT_EQ(items[0].text, items[0].json);
}

TEST(Items, EveryByteOfACsvFieldIsInItsObject) {
  std::string field;
  for (int c = 1; c < 128; ++c) {
    field += c == '"' ? std::string("\"\"") : std::string(1, static_cast<char>(c));
  }
  field += "Ö🏆";
  const Item item = items_in("id,x\n1,\"" + field + "\"\n", ItemFormat::kCsv)[0];
  field.erase(field.find('"'), 1);
  EXPECT_EQ(Json::parse(item.json)["x"], field);
  for (const char c : item.json) EXPECT_TRUE(c < 0 || (c >= ' ' && c < 0x7f));
}

TEST(Items, NumbersOfCsvAreNumbersOfJson) {
  for (const char* text : {"+1", ".5", "1.", "0x1", "nan", "inf", "01", "1e999", "-", "\"1 \"",
                           "\" 1\"", "\"1\n2\"", "1,2", "true", "null"}) {
    const Item item = items_in(fmt::format("x;y\n{};1\n", text), ItemFormat::kCsv)[0];
    EXPECT_TRUE(Json::parse(item.json)["x"].is_string()) << item.json;
  }
  for (const char* text : {"0", "-0", "1.25", "1e5", "-3E-7", "123456789012345678901234567890"}) {
    const Item item = items_in(fmt::format("x,y\n{},1\n", text), ItemFormat::kCsv)[0];
    EXPECT_EQ(item.json, fmt::format(R"({{"x":{},"y":1}})", text));
  }
}

TEST(Items, IdsOfCsvComeFromAColumnOrAreNumbers) {
  const std::string text = "name,x\nb,1\na,2\n";
  EXPECT_EQ(ids(items_in(text, ItemFormat::kCsv)), (Ids{"1", "2"}));
  EXPECT_EQ(ids(items_in(text, ItemFormat::kCsv, "name")), (Ids{"b", "a"}));
  EXPECT_EQ(refusal(text, ItemFormat::kCsv, "id"), "standard input:1: no column 'id'");
  EXPECT_EQ(refusal("id,x\na,1\n,2\n", ItemFormat::kCsv),
            "standard input:3: an item without an id");
  EXPECT_EQ(refusal("id,x\na,1\n\"b\nc\",2\n", ItemFormat::kCsv),
            "standard input:4: a control character in the id 'b\\x0ac'");
}

TEST(Items, TheNameSaysWhichFormat) {
  const TempFolder temp;
  const std::filesystem::path& folder = temp.path();
  const auto read = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder / name, std::ios::binary) << text;
    std::istringstream none;
    return read_items(folder / name, none);
  };
  EXPECT_EQ(ids(read("a.csv", "id,x\n7,1\n")), Ids{"7"});
  EXPECT_EQ(ids(read("a.CSV", "id,x\n7,1\n")), Ids{"7"});
  EXPECT_EQ(ids(read("a.tsv", "id\tx\n7\t1\n")), Ids{"7"});
  EXPECT_EQ(ids(read("a.csv.gz", "id,x\n7,1\n")), Ids{"7"});
  EXPECT_EQ(ids(read("a.txt", "id,x\n7,1\n")), (Ids{"id,x", "7,1"}));
  for (const char* name : {"a.jsonl", "a.ndjson.zst", "a.json"}) {
    EXPECT_EQ(error_of([&] { read(name, "{\n\"id\": 7}\n"); }),
              (folder / name).string() + ":1: the JSON does not end on its line");
  }
  EXPECT_NE(error_of([&] {
              std::istringstream none;
              read_items(folder / "missing", none);
            }),
            "");
}

TEST(Items, LinesMayBeLong) {
  const std::string text(5000000, 'x');
  EXPECT_EQ(items_in(text + "\ny\n")[0].id, text);
  EXPECT_EQ(items_in("{\"id\":1,\"x\":\"" + text + "\"}\n")[0].text.size(), text.size() + 15);
  EXPECT_LT(refusal(text + "\n" + text + "\n").size(), 200U);
}

TEST(Items, EveryTextGoesThroughLinesAndBack) {
  EXPECT_TRUE(rc::check("lines", [] {
    const auto words = *rc::gen::unique<std::vector<std::string>>(
        rc::gen::nonEmpty(rc::gen::string<std::string>()));
    std::string text = "x\n";
    Ids expected{"x"};
    for (const std::string& word : words) {
      // Printable ASCII without blanks at the ends.
      std::string line = "w";
      for (const char c : word) line += static_cast<char>(' ' + (c & 0x7f) % 95);
      line += 'w';
      if (std::find(expected.begin(), expected.end(), line) != expected.end()) continue;
      expected.push_back(line);
      text += line + '\n';
    }
    const std::vector<Item> items = items_in(text);
    RC_ASSERT(ids(items) == expected);
    for (const Item& item : items) {
      const Json json = Json::parse(item.json);
      RC_ASSERT(json["id"] == item.id);
      RC_ASSERT(json["text"] == item.text);
    }
  }));
}

TEST(Items, TheirDigestKnowsAllOfThemAndTheirOrder) {
  const auto digest = [](const std::string& text) { return items_digest(items_in(text)); };
  const std::string known = digest("a\nb\n");
  EXPECT_EQ(known, util::sha256_hex("1:a1:a21:{\"id\":\"a\",\"text\":\"a\"}"
                                    "1:b1:b21:{\"id\":\"b\",\"text\":\"b\"}"));
  EXPECT_EQ(digest("a\n\n b"), known);
  for (const char* other : {"b\na\n", "a\n", "a\nb\nc\n", "a\nc\n",
                            "{\"id\":\"a\",\"text\":\"a\"}\n{\"id\":\"b\",\"text\":\"b\"}\n"}) {
    EXPECT_NE(digest(other), known) << other;
  }
  EXPECT_EQ(items_digest({}), util::sha256_hex(""));
}

TEST(Items, AHundredThousandAreReadAtOnce) {
  std::string lines;
  std::string objects;
  std::string table = "id,name,x,y\n";
  for (int i = 0; i < 100000; ++i) {
    lines += fmt::format("item number {} of many\n", i);
    objects += fmt::format("{{\"id\":\"item {0}\",\"x\":{0},\"name\":\"a name\"}}\n", i);
    table += fmt::format("item {0},a name,{0}.5,\"quoted {0}\"\n", i);
  }
  for (const auto& [text, format] : {std::pair(&lines, ItemFormat::kLines),
                                     {&objects, ItemFormat::kJsonl},
                                     {&table, ItemFormat::kCsv}}) {
    const std::clock_t start = std::clock();  // of this process alone
    const std::vector<Item> items = items_in(*text, format);
    const std::string digest = items_digest(items);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_EQ(items.size(), 100000U);
    EXPECT_LT(seconds, 5.0);  // below 0.2 without sanitizers
    RecordProperty(fmt::format("seconds_{}", static_cast<int>(format)),
                   fmt::format("{:.3f}", seconds));
  }
}

TEST(Items, EveryFileOfTheCorpusAndEveryCutOfItIsReadOrRefused) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_path("tests/fuzz/corpus_items"))) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      read_item_bytes(bytes.substr(0, size));
    }
    ++files;
  }
  EXPECT_GE(files, 4);
}

}  // namespace
}  // namespace ect::selection
