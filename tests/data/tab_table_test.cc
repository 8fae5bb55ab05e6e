// Tables with tabs, and labelled text, which has tabs too.
#include "data/formats/tab_table.h"

#include <gtest/gtest.h>

#include <sstream>

#include "data/load.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/shared_data.h"

namespace ect::data {
namespace {

using TabKind = TabTable::Kind;

TabKind judged(const std::string& text, const TableOptions& options = {}, bool no_header = false) {
  return judge_tabs(lines_of(text), options, no_header).kind;
}

constexpr const char* kTable = "size\tcolour\tclass\n1.5\tred\tapple\n5\tyellow\tbanana\n";

TEST(TabTable, ColumnsOfNumbersBelowNamesAreATable) {
  EXPECT_EQ(judged(kTable), TabKind::kTable);
  EXPECT_EQ(judged("\tsize\tkind\n0\t1,5\ta\n1\tNA\tb\n"), TabKind::kTable);
  EXPECT_EQ(judged("name\tage\nann\t7\nbob\t9\n"), TabKind::kTable);
  EXPECT_EQ(judged("colour\tshape\tclass\nred\tround\tapple\n"), TabKind::kTable);
  EXPECT_EQ(judged("5.1\t3.5\tsetosa\n4.9\t3.0\tsetosa\n"), TabKind::kTable);  // no names
}

TEST(TabTable, LabelledTextIsText) {
  EXPECT_EQ(judged("greet\thello there\nleave\tgood bye\n"), TabKind::kText);
  EXPECT_EQ(judged("1\thello there\n2\tgood bye\n"), TabKind::kText);
  EXPECT_EQ(judged("label\ttext\n1\thello there\n2\tgood bye\n"), TabKind::kText);
  EXPECT_EQ(judged("hello there\ngood bye\n"), TabKind::kText);
  EXPECT_EQ(judged("greet\thello\tthere\nleave\tgood bye\n"), TabKind::kText);
  EXPECT_EQ(judged("__label__a\tb\t1\n__label__b\tb\t2\n"), TabKind::kText);
  EXPECT_EQ(judged(""), TabKind::kText);
}

TEST(TabTable, MoreThanTwoFieldsWithoutNumbersAreDoubtful) {
  EXPECT_EQ(judged("greet\thello\tyou\nleave\tgood\tbye\n"), TabKind::kDoubtful);
  EXPECT_EQ(judged("greet\thello\t5\nleave\tgood\t7\n"), TabKind::kDoubtful);
  // Columns of sentences are text: a table could not learn from them.
  EXPECT_EQ(judged("kind\ttext\tstars\ngood\ta film that I liked\t5\nbad\tnot worth the long way "
                   "there\t1\n"),
            TabKind::kDoubtful);
}

TEST(TabTable, WhatTheUserSaysOfColumnsDecides) {
  TableOptions options;
  options.label = "label";
  EXPECT_EQ(judged("label\ttext\na\tb\nb\tc\n", options), TabKind::kTable);
  EXPECT_EQ(judged("a\tb\nb\tc\n", options), TabKind::kText);
  options = {};
  options.ignore = {"id"};
  EXPECT_EQ(judged("id\tx\ty\n1\ta\tb\n", options), TabKind::kTable);
  EXPECT_EQ(judged("5.1\t3.5\tsetosa\n4.9\t3.0\tsetosa\n", {}, true), TabKind::kTable);
}

TEST(TabTable, IsReadAsCsvAndTheLayoutKeepsTheSeparator) {
  std::istringstream none;
  const auto file = [](const std::string& name, const std::string& text) {
    return DataFile(name, std::make_shared<const std::string>(text));
  };
  std::vector<std::string> warnings;
  const Layout layout = learn_layout(file("a.tsv", kTable), {}, &warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(layout.format, FileFormat::kCsv);
  EXPECT_EQ(layout.separator, '\t');
  EXPECT_EQ(layout.columns[0].role, TableColumn::Role::kNumeric);
  // Of one column, which names no separator, and with decimal commas.
  const Layout semicolons = learn_layout(file("a.csv", "a;class\n1,5;x\n2,5;y\n"), {});
  EXPECT_EQ(semicolons.separator, ';');
  const auto one = all_examples(*open_reader(lines_of("a\n3,5\n"), semicolons));
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].values, std::vector<float>{3.5});
  // Names are found whatever is between them.
  const auto commas = all_examples(*open_reader(lines_of("class,a\nx,7\n"), semicolons));
  ASSERT_EQ(commas.size(), 1U);
  EXPECT_EQ(commas[0].values, std::vector<float>{7});
  EXPECT_FALSE(learn_layout(file("a.csv", "a,class\n1,x\n2,y\n"), {}).separator);
}

TEST(TabTable, DoubtsAreAWarningUnlessTheFormatIsGiven) {
  const DataFile file("a.tsv", std::make_shared<const std::string>("a\tb\tc\nd\te\tf\n"));
  std::vector<std::string> warnings;
  LoadOptions options;
  EXPECT_EQ(find_format(file, options, &warnings), FileFormat::kText);
  EXPECT_EQ(warnings,
            std::vector<std::string>{
                "a.tsv: lines of 3 tab-separated fields are read as labelled text; --format csv "
                "reads them as a table, --format text confirms that they are text"});
  warnings.clear();
  options.format = FileFormat::kText;
  EXPECT_EQ(find_format(file, options, &warnings), FileFormat::kText);
  EXPECT_TRUE(warnings.empty());
}

TEST(RealData, LabelledTextsAreNoTables) {
  for (const char* name : {"many-class/20newsgroups-bydate-train", "many-class/banking77-train",
                           "many-class/clinc150-train", "many-class/udhr-langid-train",
                           "long-tail/debian-contents-train", "long-tail/debian-maintainer-train",
                           "long-tail/debian-section-train"}) {
    ECT_NEEDS_FILE(path, data_file(std::string(name) + ".tsv.gz"));
    EXPECT_EQ(judge_tabs(Lines(util::open_file(path), path), {}, false).kind, TabKind::kText)
        << name;
  }
}

}  // namespace
}  // namespace ect::data
