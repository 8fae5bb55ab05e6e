#include "data/types.h"

#include <gtest/gtest.h>

#include <memory>

#include "data/table.h"
#include "tests/data_helpers.h"
#include "tests/shared_data.h"

namespace ect {
namespace {

std::map<std::string, Declared::Kind> types(const std::string& text) {
  return read_types(*open_memory(std::make_shared<const std::string>(text), "types"), "types");
}

std::string error(const std::string& text) {
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
  EXPECT_EQ(error("{\"a\": \"num\",\n \"b\" \"nom\"}"),
            "types:2: this is no JSON (expected {\"column\": \"num\" or \"nom\", ...})");
  EXPECT_EQ(error(""), "types:1: this is no JSON (expected {\"column\": \"num\" or \"nom\", ...})");
  EXPECT_EQ(error("{\"a\": \"num\",\n"),
            "types:2: this is no JSON (expected {\"column\": \"num\" or \"nom\", ...})");
  EXPECT_EQ(error("[1]"), "types: no JSON object (expected {\"column\": \"num\" or \"nom\", ...})");
  EXPECT_EQ(error(R"({"a": "numeric"})"),
            "types: column 'a' has 'numeric' for a type (expected \"num\" or \"nom\")");
  EXPECT_EQ(error(R"({"a": 1})"),
            "types: column 'a' has a JSON number for a type (expected \"num\" or \"nom\")");
  EXPECT_EQ(error("{\"a\": " + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}"),
            "types: column 'a' has a JSON array for a type (expected \"num\" or \"nom\")");
  EXPECT_EQ(error(R"({"a": "num", "a": "nom"})"), "types: 'a' is named twice");
}

TEST(Types, OfSeveralTablesAreRefusedWithWhatWasExpected) {
  EXPECT_EQ(error(R"({"letter": {"x": "num"}})"),
            "types: 'letter' is not one column but an object of several (expected {\"column\": "
            "\"num\" or \"nom\", ...}, the types of one table and nothing around them)");
  ECT_NEEDS_FILE(path, data_file("table1/feature_types.json"));
  EXPECT_NE(error_of([&] { read_types(*open_file(path), path); }).find("object of several"),
            std::string::npos);
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
}  // namespace ect
