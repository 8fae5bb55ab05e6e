// Column types from JSON files.
#include "data/features/types.h"

#include <gtest/gtest.h>

#include <memory>

#include "data/formats/table.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/shared_data.h"

namespace ect::data {
namespace {

Types all_types(const std::string& text) {
  return read_types(*util::open_memory(std::make_shared<const std::string>(text), "types"),
                    "types");
}

ColumnTypes types(const std::string& text) { return all_types(text).columns; }

std::string types_error(const std::string& text) {
  return error_of([&] { types(text); });
}

TEST(Types, AreNumericOrNominalByColumn) {
  const auto read = types("{\"size\": \"num\",\n \"colour\": \"nom\"}\n");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read.at("size"), Declared::Kind::kNumeric);
  EXPECT_EQ(read.at("colour"), Declared::Kind::kNominal);
  EXPECT_TRUE(types("{}").empty());
}

TEST(Types, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(types_error("{\"a\": \"num\",\n \"b\" \"nom\"}"),
            "types:2: this is not JSON (expected {\"column\": \"num\" or \"nom\", ...})");
  EXPECT_EQ(types_error(""),
            "types:1: this is not JSON (expected {\"column\": \"num\" or \"nom\", ...})");
  EXPECT_EQ(types_error("{\"a\": \"num\",\n"),
            "types:2: this is not JSON (expected {\"column\": \"num\" or \"nom\", ...})");
  EXPECT_EQ(types_error("[1]"),
            "types: not a JSON object (expected {\"column\": \"num\" or \"nom\", ...})");
  EXPECT_EQ(types_error(R"({"a": "numeric"})"),
            "types: column 'a' has 'numeric' for a type (expected \"num\" or \"nom\")");
  EXPECT_EQ(types_error(R"({"a": 1})"),
            "types: column 'a' has a JSON number for a type (expected \"num\" or \"nom\")");
  EXPECT_EQ(
      types_error("{\"a\": " + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}"),
      "types: column 'a' has a JSON array for a type (expected \"num\" or \"nom\")");
  EXPECT_EQ(types_error(R"({"a": "num", "a": "nom"})"), "types: 'a' is named twice");
}

TEST(Types, OfSeveralTablesAreFoundByName) {
  const Types read = all_types(R"({"letter": {"x": "num"}, "kropt": {"x": "nom"}, "none": {}})");
  EXPECT_TRUE(read.several);
  ASSERT_NE(read.of("kropt"), nullptr);
  EXPECT_EQ(read.of("kropt")->at("x"), Declared::Kind::kNominal);
  EXPECT_EQ(read.of("letter")->at("x"), Declared::Kind::kNumeric);
  EXPECT_TRUE(read.of("none")->empty());
  EXPECT_EQ(read.of("glass"), nullptr);
  const Types one = all_types(R"({"x": "num"})");
  EXPECT_EQ(one.of("letter"), one.of("glass"));  // whatever the name
}

TEST(Types, OfSeveralTablesSayWhatIsWrong) {
  EXPECT_EQ(
      types_error(R"({"letter": {"x": "num"}, "y": "num"})"),
      "types: 'y' is not a table, unlike the others (expected {\"column\": \"num\" or \"nom\", "
      "...}, or one such object for each table)");
  EXPECT_EQ(types_error(R"({"a": "num", "letter": {"x": "num"}})"),
            "types: column 'letter' has a JSON object for a type (expected \"num\" or \"nom\")");
  EXPECT_EQ(types_error(R"({"t": {"a": "num", "a": "nom"}})"), "types: 'a' is named twice");
  EXPECT_EQ(types_error(R"({"t": {"a": "num"}, "t": {}})"), "types: 't' is named twice");
  EXPECT_EQ(types_error(R"({"t": {"a": "num"}, "u": {"a": "nom"}})"), "");
  EXPECT_EQ(types_error(R"({"t": {"a": {}}})"),
            "types: column 'a' has a JSON object for a type (expected \"num\" or \"nom\")");
}

TEST(Types, OfTheDataOfThePaperCanBeRead) {
  ECT_NEEDS_FILE(path, data_file("table1/feature_types.json"));
  const Types read = read_types(*util::open_file(path), path);
  ASSERT_NE(read.of("arrhythmia"), nullptr);
  EXPECT_EQ(read.of("arrhythmia")->at("sex"), Declared::Kind::kNominal);
}

TEST(Types, AreForgottenWhereTheTableHasNoSuchColumn) {
  const std::string text = "zip,class\n12,x\n34,y\n";
  const auto open = [&] { return csv_records(lines_of(text)); };
  TableOptions options;
  options.types = types(R"({"zip": "nom", "size": "num"})");
  EXPECT_EQ(learn_columns(open, options)[0].role, TableColumn::Role::kNominal);
  options.kinds["zip"] = Declared::Kind::kNumeric;
  EXPECT_EQ(learn_columns(open, options)[0].role, TableColumn::Role::kNumeric);
}

}  // namespace
}  // namespace ect::data
