// Tables that are not what they seem: read right, or with a line that says what to type.
#include "data/formats/table_warnings.h"

#include <gtest/gtest.h>

#include "data/load.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/shared_data.h"

namespace ect::data {
namespace {

using Role = TableColumn::Role;
using Texts = std::vector<std::string>;

// A table with its columns and warnings.
struct Learnt {
  explicit Learnt(const std::string& text, const TableOptions& options = {},
                  Header header = Header::kGuess) {
    const auto open = [&] { return csv_records(lines_of(text), header); };
    columns = learn_columns(open, options, &warnings);
    reader = table_reader(open(), columns);
  }
  std::vector<float> first_values() const {
    std::vector<float> result;
    for (Example example; reader->next(example);) {
      result.push_back(example.values.empty() ? -1 : example.values.front());
    }
    return result;
  }
  // All warnings in one string; empty if there are none.
  std::string warning() const {
    std::string all;
    for (const std::string& one : warnings) all += (all.empty() ? "" : "\n") + one;
    return all;
  }

  std::vector<TableColumn> columns;
  Texts warnings;
  std::unique_ptr<Reader> reader;
};

// A table with rows of `cell(i)`, followed by one of two labels.
template <class Cell>
std::string rows(const std::string& header, int count, Cell cell) {
  std::string text = header + "\n";
  for (int i = 0; i < count; ++i) {
    text += cell(i) + (i % 2 == 0 ? ",x\n" : ",y\n");
  }
  return text;
}

TEST(Notation, NumbersAreReadAsTheirColumnWritesThem) {
  float value = 0;
  const auto reads = [&](const char* text, const Notation& notation) {
    value = -1;
    return read_written(text, notation, value);
  };
  EXPECT_TRUE(reads("-3,14", {true, false}));
  EXPECT_FLOAT_EQ(value, -3.14F);
  EXPECT_TRUE(reads("7", {true, false}));
  EXPECT_FALSE(reads("3.14", {true, false}));
  EXPECT_FALSE(reads("1,2,3", {true, false}));
  EXPECT_TRUE(reads("13.2 %", {false, true}));
  EXPECT_FLOAT_EQ(value, 13.2F);
  EXPECT_TRUE(reads("13,2\xc2\xa0%", {true, true}));
  EXPECT_FLOAT_EQ(value, 13.2F);
  EXPECT_FALSE(reads("13.2", {false, true}));
  EXPECT_FALSE(reads("%", {false, true}));
  EXPECT_FALSE(reads("3,14", {}));
}

TEST(TableNotation, AColumnOfDecimalCommasIsNumeric) {
  const Learnt table("size;class\n3,14;x\n-0,5;y\n2;x\n;y\nNA;x\n");
  EXPECT_EQ(table.columns[0].role, Role::kNumeric);
  EXPECT_EQ(table.first_values(), (std::vector<float>{3.14F, -0.5F, 2, -1, -1}));
  EXPECT_EQ(table.warning(), "");
  // In quotes also where fields are separated by commas.
  EXPECT_EQ(Learnt("size,class\n\"3,14\",x\n\"2,5\",y\n").columns[0].role, Role::kNumeric);
  const auto later = table_reader(csv_records(lines_of("size;class\n3.14;x\n")), table.columns);
  EXPECT_EQ(error_of([&] { all_examples(*later); }),
            "file:2: '3.14' in column 'size' is not a number (expected a decimal comma, as in the "
            "training data)");
}

TEST(TableNotation, AColumnOfPercentagesIsNumeric) {
  const Learnt table("share,class\n13.2 %,x\n7%,y\n");
  EXPECT_EQ(table.columns[0].role, Role::kNumeric);
  EXPECT_EQ(table.first_values(), (std::vector<float>{13.2F, 7}));
  EXPECT_EQ(table.warning(), "");
  const auto later = table_reader(csv_records(lines_of("share,class\n0.13,x\n")), table.columns);
  EXPECT_EQ(error_of([&] { all_examples(*later); }),
            "file:2: '0.13' in column 'share' is not a number (expected a percentage, as in the "
            "training data)");
}

TEST(TableNotation, NumbersThatAreNotWrittenAlikeMakeAColumnNominalWithAWarning) {
  const std::string end = "; write them as 1234.5, or list the column in --nominal to confirm";
  const auto warning = [](const std::string& text) {
    const Learnt table(text);
    EXPECT_EQ(table.columns[0].role, Role::kNominal) << text;
    return table.warning();
  };
  const std::string begin =
      "column 'a' is read as nominal: the notation of its numbers is ambiguous, such as ";
  // It is not clear whether the comma separates thousands or decimals.
  EXPECT_EQ(warning("a,class\n\"1,234\",x\n950,y\n12,y\n"), begin + "'1,234' (file:2)" + end);
  EXPECT_EQ(warning("a;class\n3,5;x\n3.5;y\n4,5;y\n"), begin + "'3.5' (file:3)" + end);
  EXPECT_EQ(warning("a;class\n1.234,5;x\n3,5;y\n4,5;y\n"), begin + "'1.234,5' (file:2)" + end);
  EXPECT_EQ(warning("a;class\n10 %;x\n30;y\n40;y\n"), begin + "'10 %' (file:2)" + end);
  TableOptions meant;
  meant.kinds["a"] = Declared::Kind::kNominal;
  EXPECT_EQ(Learnt("a;class\n3,5;x\n3.5;y\n", meant).warning(), "");
}

TEST(TableNotation, WhatProgramsWriteForAMissingNumberIsMissing) {
  const Learnt table(
      "a,class\n1,x\nnull,y\nNULL,x\nN/A,y\n#N/A,x\n<NA>,y\nNone,x\nNaN,y\n-nan,x\n");
  EXPECT_EQ(table.columns[0].role, Role::kNumeric);
  EXPECT_EQ(table.first_values(), (std::vector<float>{1, -1, -1, -1, -1, -1, -1, -1, -1}));
  // In a column of names such a word is a name like any other.
  EXPECT_EQ(Learnt("a,class\nred,x\nNone,y\n").columns[0].values, (Texts{"red", "None"}));
}

TEST(TableWarnings, OneWordAmongManyNumbersIsProbablyAMissingValue) {
  const auto cell = [](int i) { return i % 4 == 0 ? std::string("-") : std::to_string(i); };
  EXPECT_EQ(Learnt(rows("a,class", 40, cell)).warning(),
            "column 'a' is read as nominal: 10 of 40 values are the word '-' (file:2), all others "
            "numbers; write ? for a missing value, or list the column in --nominal to confirm");
  const auto few = [](int i) { return i % 4 == 0 ? std::string("more") : std::to_string(i % 4); };
  EXPECT_EQ(Learnt(rows("children,class", 40, few)).warning(), "");
}

TEST(TableWarnings, AFirstLineOfDataIsNoHeader) {
  const std::string warning =
      "file:1: the first line is read as column names but looks like data; --no-header reads it as "
      "a row";
  EXPECT_EQ(Learnt("5.1,3.5,setosa\n4.9,3,setosa\n7,3.2,versicolor\n").warning(), warning);
  EXPECT_EQ(Learnt("5.1,3.5,1.4,unique\n4.9,3,1.4,x\n7,3.2,4.7,y\n").warning(), warning);
  EXPECT_EQ(Learnt("usual,proper,recommend\nusual,less,priority\nbad,proper,recommend\n").warning(),
            warning);
  EXPECT_EQ(Learnt("5,1;3,5;setosa\n4,9;3,0;setosa\n7,1;3,2;versicolor\n").warning(), warning);
  // Names that count the columns are names.
  EXPECT_EQ(Learnt("0,1,2,class\n1,2,3,x\n0,2,7,y\n").warning(), "");
  EXPECT_EQ(Learnt("2010,2012,2015,class\n1,2,3,x\n0,2,7,y\n").warning(), "");
  EXPECT_EQ(Learnt("size,colour,class\n1,red,x\n2,blue,y\n").warning(), "");
  EXPECT_EQ(Learnt("5.1,3.5,setosa\n4.9,3,setosa\n", {}, Header::kNo).warning(), "");
}

TEST(TableWarnings, TwoColumnsCalledByTheSameNumberAreProbablyARow) {
  EXPECT_EQ(error_of([] { Learnt("5,5,x\n1,2,y\n"); }),
            "file:1: two columns are called '5' (is this a row? --no-header reads it as one)");
}

TEST(TableWarnings, AColumnWithoutANameIsLeftOutWhereItIsAnIndex) {
  const auto index = [](int i) { return std::to_string(i) + "," + std::to_string(i % 3); };
  for (const std::string& header : {std::string(",a,class"), std::string("Unnamed: 0,a,class")}) {
    const Learnt table(rows(header, 6, index));
    EXPECT_EQ(table.columns[0].role, Role::kIgnored);
    const std::string name = header[0] == ',' ? "'1'" : "'Unnamed: 0'";
    EXPECT_EQ(table.warning(),
              "file:1: column 1 has no name and is ignored as a row index; to learn from it, name "
              "it in the file, or list it as " +
                  name + " in --nominal or --types");
  }
  // Names of rows, as R writes them, and an index of rows that were drawn.
  EXPECT_EQ(Learnt("\"\",a,class\nr1,1,x\nr2,1,y\n").columns[0].role, Role::kIgnored);
  EXPECT_EQ(Learnt(",a,class\n17,1,x\n3,1,y\n").columns[0].role, Role::kIgnored);
  // A column with a duplicate value is not an index.
  EXPECT_EQ(Learnt(",a,class\n3,1,x\n3,1,y\n").columns[0].role, Role::kNumeric);
  TableOptions meant;
  meant.types["1"] = Declared::Kind::kNumeric;
  const Learnt kept(rows(",a,class", 6, index), meant);
  EXPECT_EQ(kept.columns[0].role, Role::kNumeric);
  EXPECT_EQ(kept.warning(), "");
  // A separator at the end of each line does not make a column.
  const Learnt empty("a,class,\n1,x,\n2,y,\n");
  EXPECT_EQ(empty.columns[2].role, Role::kIgnored);
  EXPECT_EQ(empty.warning(), "");
}

TEST(TableWarnings, AColumnThatCountsTheRowsTellsNothing) {
  const auto counted = [](int i) { return std::to_string(i + 1); };
  EXPECT_EQ(Learnt(rows("Id,class", 150, counted)).warning(),
            "file:1: column 'Id' only counts the rows; exclude it with --ignore 'Id'");
  EXPECT_EQ(Learnt(rows("size,class", 20, counted)).warning(), "");
  const auto twice = [](int i) { return std::to_string(2 * i); };
  EXPECT_EQ(Learnt(rows("size,class", 150, twice)).warning(), "");
}

TEST(TableWarnings, MeasurementsAreProbablyNoLabels) {
  const auto table = [](int count, auto last) {
    std::string text = "kind,amount\n";
    for (int i = 0; i < count; ++i) text += (i % 2 == 0 ? "a," : "b,") + last(i) + "\n";
    return text;
  };
  const auto many = [](int i) { return std::to_string(i % 7 * 100 + i % 11); };
  EXPECT_EQ(Learnt(table(100, many)).warning(),
            "file:1: the last column, 'amount', is read as the label and has 77 distinct numbers "
            "in 100 rows (are these classes?); --label COLUMN names the label column");
  const auto halves = [](int i) { return i % 2 == 0 ? std::string("1.5") : std::string("2"); };
  EXPECT_EQ(Learnt(table(100, halves)).warnings.size(), 1U);
  const auto names = [](int i) { return "n" + std::to_string(i); };
  EXPECT_EQ(Learnt(table(100, names)).warnings.size(), 1U);
  TableOptions meant;
  meant.label = "amount";
  EXPECT_EQ(Learnt(table(100, many), meant).warning(), "");
  std::string arff = "@attribute x numeric\n@attribute amount numeric\n@data\n";
  for (int i = 0; i < 20; ++i) arff += "1," + std::to_string(i) + "\n";
  std::vector<std::string> warnings;
  learn_columns([&] { return arff_records(lines_of(arff)); }, {}, &warnings);
  EXPECT_EQ(warnings.size(), 1U);
  // Classes that are numbers.
  const auto few = [](int i) { return std::to_string(i % 5) + ".0"; };
  EXPECT_EQ(Learnt(table(100, few)).warning(), "");
  EXPECT_EQ(Learnt(table(4, names)).warning(), "");
}

TEST(TableWarnings, IdsAndDatesAreNoFeatures) {
  const auto id = [](int i) { return "id" + std::to_string(i); };
  EXPECT_EQ(Learnt(rows("id,class", 30, id)).warning(),
            "file:1: column 'id' has 30 distinct values in 30 rows (an id or a date?); exclude it "
            "with --ignore 'id'");
  EXPECT_EQ(Learnt(rows("id,class", 19, id)).warning(), "");
  const auto day = [](int i) {
    return "2024-0" + std::to_string(i % 3 + 1) + "-" + std::to_string(i % 10 + 10);
  };
  EXPECT_EQ(
      Learnt(rows("day,class", 300, day)).warning(),
      "file:1: column 'day' has 30 distinct values in 300 rows (an id or a date?); exclude it "
      "with --ignore 'day'");
  const auto word = [](int i) { return "word" + std::to_string(i % 30); };
  EXPECT_EQ(Learnt(rows("word,class", 300, word)).warning(), "");
  TableOptions meant;
  meant.kinds["id"] = Declared::Kind::kNominal;
  EXPECT_EQ(Learnt(rows("id,class", 30, id), meant).warning(), "");
}

// A warning on clean data would teach people not to read them.
TEST(RealData, CleanTablesHaveNoWarnings) {
  for (const char* name :
       {"arrhythmia", "audiology", "ecoli", "flare", "glass", "isolet-train", "kropt", "letter",
        "lymph", "nursery", "optdigits-train", "page-blocks", "pendigits-train", "satimage-train",
        "soybean-train", "vehicle", "vowel", "yeast"}) {
    ECT_NEEDS_FILE(path, data_file(std::string("table1/") + name + ".csv.gz"));
    std::istringstream none;
    Texts warnings;
    learn_layout(DataFile(path, none), {}, &warnings);
    EXPECT_EQ(warnings, Texts{}) << name;
  }
}

}  // namespace
}  // namespace ect::data
