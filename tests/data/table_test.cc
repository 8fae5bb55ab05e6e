// csv and arff files, and how their columns become features.
#include "data/formats/table.h"

#include <gtest/gtest.h>

#include "tests/helpers/data_helpers.h"

namespace ect::data {
namespace {

using Cells = std::vector<Cell>;
using Open = std::unique_ptr<Records> (*)(Lines);

std::unique_ptr<Records> csv(Lines lines) { return csv_records(std::move(lines)); }

std::vector<Cells> all_records(const std::string& text, Open open = &csv) {
  const auto records = open(lines_of(text));
  std::vector<Cells> result;
  for (Cells cells; records->next(cells);) result.push_back(cells);
  return result;
}

std::vector<TableColumn> learn(const std::string& text, const TableOptions& options = {},
                               Open open = &csv) {
  return learn_columns([&] { return open(lines_of(text)); }, options);
}

std::vector<Example> read_table(const std::string& text, const TableOptions& options = {},
                                Open open = &csv) {
  const auto reader = table_reader(open(lines_of(text)), learn(text, options, open));
  return all_examples(*reader);
}

std::string table_error(const std::string& text, const TableOptions& options = {},
                        Open open = &csv) {
  return error_of([&] { read_table(text, options, open); });
}

TEST(Csv, ReadsQuotedFieldsAndMissingOnes) {
  EXPECT_EQ(all_records("a,b,c\r\n1, x y ,\r\n\"q, \"\"r\"\"\",\"two\nlines\",?\r\n"),
            (std::vector<Cells>{{"1", "x y", {}}, {"q, \"r\"", "two\nlines", {}}}));
}

TEST(Csv, TakesTheSeparatorOfTheHeader) {
  EXPECT_EQ(all_records("a;b\n1,5;2\n"), (std::vector<Cells>{{"1,5", "2"}}));
  EXPECT_EQ(all_records("a\tb\n1\t2\n"), (std::vector<Cells>{{"1", "2"}}));
}

TEST(Csv, AQuotedNothingIsMissing) {
  EXPECT_EQ(all_records("\"a\",\"b\"\n\"\",\"x\"\n"), (std::vector<Cells>{{{}, "x"}}));
  EXPECT_EQ(all_records("\"a;b;c\",class\n1,x\n"), (std::vector<Cells>{{"1", "x"}}));
}

TEST(Csv, ALineOfNumbersIsNoHeader) {
  const auto said = csv_records(lines_of("1,2\n3,4\n"), Header::kYes);
  EXPECT_EQ(said->columns()[1].name, "2");
  Cells cells;
  EXPECT_TRUE(said->next(cells));
  EXPECT_EQ(cells[0], "3");

  EXPECT_EQ(all_records("1,2\n3,4\n"), (std::vector<Cells>{{"1", "2"}, {"3", "4"}}));
  EXPECT_EQ(all_records("1,5;2 %\n3;4 %\n"), (std::vector<Cells>{{"1,5", "2 %"}, {"3", "4 %"}}));
}

TEST(Csv, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(table_error("a,class\n1,x\n1,2,x\n"), "file:3: 3 fields (expected 2)");
  EXPECT_EQ(table_error("a,class\n1\n"), "file:2: 1 field (expected 2)");
  EXPECT_EQ(table_error("a,a\n1,2\n"), "file:1: two columns are called 'a'");
  EXPECT_EQ(table_error("a,class\n\"1,x\n2,y\n"), "file:2: a quote is never closed");
  EXPECT_EQ(table_error("a,class\n\"1\"2,x\n"),
            "file:2: text after a closing quote (a quote inside a quoted field is written twice)");
  TableOptions numeric;
  numeric.kinds["a"] = Declared::Kind::kNumeric;
  EXPECT_EQ(table_error("a,class\n1,x\ninf,y\n", numeric),
            "file:3: 'inf' in column 'a' is not a finite number");
  EXPECT_EQ(table_error("a,class\n1,x\n\"x\ny\",y\n", numeric),
            "file:4: 'x\\x0ay' in column 'a' is not a number");
  EXPECT_EQ(table_error(""), "file: no header (is the file empty?)");
}

TEST(Table, NumericColumnsAreAFeatureAndNominalOnesOneForEachValue) {
  const auto examples =
      read_table("size,colour,class\n1.5,red,x\n0,blue,y\n,red,x\n-nan,,y\nNA,,y\n");
  ASSERT_EQ(examples.size(), 5U);
  EXPECT_EQ(examples[0].label, "x");
  EXPECT_EQ(examples[0].indices, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(examples[0].values, (std::vector<float>{1.5, 1}));
  EXPECT_EQ(examples[1].indices, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(examples[1].values,
            (std::vector<float>{0, 1}));  // a zero is there, a missing value not
  EXPECT_EQ(examples[2].indices, std::vector<std::uint32_t>{1});
  EXPECT_TRUE(examples[3].indices.empty());
  EXPECT_TRUE(examples[4].indices.empty());
}

TEST(Table, ANumberColumnWithOneWordIsNominal) {
  const auto columns = learn("children,class\n1,x\n2,x\nmore,y\n1,y\n");
  EXPECT_EQ(columns[0].role, TableColumn::Role::kNominal);
  EXPECT_EQ(columns[0].values, (std::vector<std::string>{"1", "2", "more"}));
}

TEST(Table, TheUserChoosesLabelIgnoredAndNominalColumns) {
  TableOptions options;
  options.label = "kind";
  options.ignore = {"id"};
  options.kinds["code"] = Declared::Kind::kNominal;
  const auto examples = read_table("id,kind,code,class\n7,a,1,5\n8,b,2,6\n", options);
  EXPECT_EQ(examples[1].label, "b");
  EXPECT_EQ(examples[1].indices, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(examples[1].values, (std::vector<float>{1, 6}));
  options.ignore = {"nothing"};
  EXPECT_EQ(table_error("kind,code\na,1\n", options), "there is no column 'nothing'");
}

TEST(Table, CostColumnsAreCosts) {
  const auto columns = learn("f,cost:a,cost:b,class\n1,5,-2,b\n");
  const auto reader =
      table_reader(csv_records(lines_of("f,cost:a,cost:b,class\n1,5,-2,b\n")), columns);
  Example example;
  ASSERT_TRUE(reader->next(example));
  EXPECT_EQ(example.costs, (std::vector<float>{5, -2}));
  EXPECT_EQ(example.indices.size(), 1U);
  EXPECT_EQ(reader->cost_labels()[1], "b");
  EXPECT_EQ(table_error("f,cost:a,class\n1,,a\n"), "file:2: no cost in column 'cost:a'");
  EXPECT_EQ(table_error("f,cost:a,class\n1,y,a\n"),
            "file:2: 'y' in column 'cost:a' is not a number");
  EXPECT_EQ(table_error("f,cost:a,class\n1,2,z\n"), "file:2: the label 'z' has no cost column");
  EXPECT_EQ(read_table("f,cost:a,cost:b\n1,5,2\n")[0].label, "b");  // the cheapest
  const auto some = [&] { table_reader(csv(lines_of("f,cost:b\n1,5\n")), columns); };
  EXPECT_EQ(error_of(some), "file:1: only 1 of 2 cost columns are present");
  EXPECT_TRUE(all_examples(*table_reader(csv(lines_of("f\n1\n")), columns))[0].costs.empty());
}

TEST(Table, AFileToPredictMayLackTheLabelAndHaveUnseenValues) {
  const auto columns = learn("size,colour,class\n1,red,x\n2,blue,y\n");
  const auto reader = table_reader(csv_records(lines_of("colour,more,size\ngreen,9,4\n")), columns);
  Example example;
  ASSERT_TRUE(reader->next(example));
  EXPECT_FALSE(example.label);
  EXPECT_EQ(example.indices, std::vector<std::uint32_t>{0});
  EXPECT_EQ(example.values, std::vector<float>{4});
  EXPECT_EQ(error_of([&] { table_reader(csv_records(lines_of("colour\nred\n")), columns); }),
            "file:1: there is no column 'size'");
}

std::vector<std::string> learning_warnings(const std::string& text,
                                           const TableOptions& options = {}, Open open = &csv) {
  std::vector<std::string> warnings;
  learn_columns([&] { return open(lines_of(text)); }, options, &warnings);
  return warnings;
}

// A table of numbers, 20 records, with words where `words` says so.
std::string numbers_with(const std::vector<std::pair<int, std::string>>& words) {
  std::string text = "a,b,class\n";
  for (int i = 0; i < 20; ++i) {
    std::string value = std::to_string(i);
    for (const auto& [record, word] : words) value = record == i ? word : value;
    text.append(value).append(",").append(value).append(",x\n");
  }
  return text;
}

TEST(TableWarnings, AFewWordsAmongNumbersAreProbablySlips) {
  EXPECT_TRUE(learning_warnings(numbers_with({})).empty());
  EXPECT_EQ(learning_warnings(numbers_with({{3, "1O"}})),
            std::vector<std::string>{
                "column 'a' is read as nominal: 1 of 20 values is not a number, the first is '1O' "
                "(file:5); correct the file, or list the column in --nominal to confirm (and 1 "
                "more such column)"});
  EXPECT_TRUE(learning_warnings(numbers_with({{3, "1O"}, {4, "x"}})).empty());  // a tenth
  EXPECT_TRUE(learning_warnings(numbers_with({{3, "NA"}, {4, "nan"}, {5, "?"}})).empty());
}

TEST(TableWarnings, WhatTheUserOrTheFileSaysIsMeant) {
  TableOptions options;
  options.kinds["a"] = Declared::Kind::kNominal;
  options.types["b"] = Declared::Kind::kNominal;
  EXPECT_TRUE(learning_warnings(numbers_with({{3, "1O"}}), options).empty());
  std::string arff = "@attribute a {1,2,x}\n@attribute class {x,y}\n@data\nx,x\n";
  for (int i = 0; i < 30; ++i) arff += "1,y\n";
  EXPECT_TRUE(learning_warnings(arff, {}, &arff_records).empty());
}

TEST(TableWarnings, TypesOfColumnsThatAreNotThereAreCounted) {
  TableOptions options;
  options.types["b"] = Declared::Kind::kNumeric;
  EXPECT_TRUE(learning_warnings(numbers_with({}), options).empty());
  options.types["c"] = Declared::Kind::kNumeric;
  EXPECT_EQ(learning_warnings(numbers_with({}), options),
            std::vector<std::string>{
                "types are given for 1 column that is not in the data, the first 'c'"});
  options.types["d"] = Declared::Kind::kNumeric;
  EXPECT_EQ(learning_warnings(numbers_with({}), options),
            std::vector<std::string>{
                "types are given for 2 columns that are not in the data, the first 'c'"});
}

TEST(TableWarnings, ValuesNeverSeenAreCountedOnce) {
  const auto columns = learn("size,colour,class\n1,red,x\n2,blue,y\n");
  const auto warnings = [&](const std::string& text) {
    const auto reader = table_reader(csv(lines_of(text)), columns);
    all_examples(*reader);
    return reader->warnings();
  };
  EXPECT_TRUE(warnings("size,colour\n1,red\n2,?\n").empty());
  EXPECT_EQ(warnings("size,colour\n1,red\n2,green\n3,pink\n4,green\n"),
            std::vector<std::string>{
                "3 nominal values are ignored because they were not seen in training; the "
                "first is 'green' in column 'colour' (file:3)"});
  EXPECT_EQ(warnings("colour,size\ngreen,1\n"),
            std::vector<std::string>{
                "1 nominal value is ignored because it was not seen in training; the first is "
                "'green' in column 'colour' (file:2)"});
}

constexpr const char* kArff = R"(% a comment
@RELATION weather
@attribute 'wind speed' REAL
@attribute outlook {sunny, 'light rain', "it's \"odd\""}
@attribute class {yes,no}

@data
5.5, 'light rain', yes
?,sunny,no
% between
{0 3, 2 no}
{}
)";

TEST(Arff, ReadsDenseAndSparseRecords) {
  EXPECT_EQ(all_records(kArff, &arff_records), (std::vector<Cells>{{"5.5", "light rain", "yes"},
                                                                   {{}, "sunny", "no"},
                                                                   {"3", "sunny", "no"},
                                                                   {"0", "sunny", "yes"}}));
  const auto columns = learn(kArff, {}, &arff_records);
  EXPECT_EQ(columns[0].name, "wind speed");
  EXPECT_EQ(columns[1].values, (std::vector<std::string>{"sunny", "light rain", "it's \"odd\""}));
  const auto examples = read_table(kArff, {}, &arff_records);
  EXPECT_EQ(examples[0].indices, (std::vector<std::uint32_t>{0, 2}));
}

TEST(Arff, SparseRecordsHaveZerosWhereTheyNameNothingAndDataMayBeCommented) {
  const auto examples = read_table(std::string(kArff) + "7,sunny,? % a note\n", {}, &arff_records);
  EXPECT_EQ(examples[3].indices, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(examples[3].values, (std::vector<float>{0, 1}));  // no wind, sunny
  EXPECT_EQ(examples[4].indices, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_FALSE(examples[4].label);
}

TEST(Arff, SaysWhatIsWrongAndWhere) {
  const auto failing = [](const std::string& text) { return table_error(text, {}, &arff_records); };
  const std::string head = "@relation r\n@attribute a real\n@attribute class {x,y}\n@data\n";
  EXPECT_EQ(failing(head + "1\n"), "file:5: 1 value (expected 2)");
  EXPECT_EQ(failing(head + "1,x,3\n"), "file:5: 3 values (expected 2)");
  EXPECT_EQ(failing(head + "b,x\n"), "file:5: 'b' in column 'a' is not a number");
  EXPECT_EQ(failing(head + "{7 x}\n"), "file:5: '7' is not a column number (expected 0 to 1)");
  EXPECT_EQ(failing(head + "{0 1}, {2}\n"),
            "file:5: ', {2}' after '}' (weights of records are not supported)");
  EXPECT_EQ(failing(head + "{1 x, 0 3}\n"),
            "file:5: column 0 after 1 (expected increasing columns)");
  EXPECT_EQ(failing("@relation r\n@attribute o {u,v}\n@attribute class {x,y}\n@data\nw,x\n"),
            "file:5: 'w' is not one of the values listed for 'o'");
  EXPECT_EQ(failing("@relation r\n@attribute a {x,x}\n@data\n"), "file:2: 'x' is listed twice");
  EXPECT_EQ(failing(head + "{0 1\n"), "file:5: a sparse record without '}'");
  EXPECT_EQ(failing(head + "'1,x\n"), "file:5: a quote is never closed");
  EXPECT_EQ(failing("@relation r\n@attribute a {x\n@data\n"),
            "file:2: the list of values has no '}'");
  EXPECT_EQ(failing("@relation r\n@data\n"), "file:2: @data before any @attribute");
  EXPECT_EQ(failing("@relation r\nfoo\n"), "file:2: expected @relation, @attribute or @data");
  EXPECT_EQ(failing("@relation r\n"), "file: no @data (is this an arff file?)");
  EXPECT_EQ(failing("@relation r\n@attribute a string\n@attribute class {x}\n@data\nb,x\n"),
            "column 'a' is neither numeric nor nominal (exclude it with --ignore)");
}

}  // namespace
}  // namespace ect::data
