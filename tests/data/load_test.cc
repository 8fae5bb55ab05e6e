// From files to data sets: detection of formats, layouts, labels and errors.
#include "data/load.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include "tests/helpers/data_helpers.h"
#include "tests/helpers/shared_data.h"
#include "tests/helpers/temp_folder.h"

namespace ect::data {
namespace {

Dataset load(const std::string& path, std::istream& in = std::cin,
             const LoadOptions& options = {}) {
  const DataFile file(path, in);
  const auto reader = open_reader(file, learn_layout(file, options));
  return read_dataset(*reader, file.name());
}

TEST(Load, KnowsTheFormatByNameOrFirstLine) {
  EXPECT_EQ(format_by_name("a.svm.gz"), FileFormat::kSvmlight);
  EXPECT_EQ(format_by_name("a.tsv.zst"), FileFormat::kText);
  EXPECT_EQ(format_by_name("A.CSV"), FileFormat::kCsv);
  EXPECT_FALSE(format_by_name("-"));
  EXPECT_EQ(format_by_line("@relation x"), FileFormat::kArff);
  EXPECT_EQ(format_by_line("1 | x"), FileFormat::kVw);
  EXPECT_EQ(format_by_line("3 1:4 5:6"), FileFormat::kSvmlight);
  EXPECT_EQ(format_by_line("3  1:4"), FileFormat::kSvmlight);
  EXPECT_EQ(format_by_line("# made by"), FileFormat::kSvmlight);
  EXPECT_EQ(format_by_line("__label__a text"), FileFormat::kText);
  EXPECT_EQ(format_by_line("label\ttext, with | and commas"), FileFormat::kText);
  EXPECT_EQ(format_by_line("a,b,class"), FileFormat::kCsv);
  EXPECT_THROW(parse_format("xls"), Error);
}

TEST(Load, APipeIsReadAsOftenAsNeeded) {
  const TempFolder folder;
  const std::string pipe = folder.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe) << "size,class\n1,x\n2,y\n"; });
  EXPECT_EQ(load(pipe).size(), 2U);
  writer.join();
}

TEST(Load, AnotherFileIsReadWithTheHeaderOfTheFirst) {
  std::istringstream in("1,2,class\n5,6,x\n");
  const DataFile train("-", in);
  const Layout layout = learn_layout(train, {});
  std::istringstream more("1,2\n7,8\n");
  const DataFile predict("-", more);
  const auto examples = all_examples(*open_reader(predict, layout));
  ASSERT_EQ(examples.size(), 1U);
  EXPECT_EQ(examples[0].values, (std::vector<float>{7, 8}));
}

TEST(Layout, IsLearntWithItsWarnings) {
  std::istringstream in("size,class\n1,x\n2,y\n");
  LoadOptions options;
  options.table.types["colour"] = Declared::Kind::kNominal;
  std::vector<std::string> warnings;
  learn_layout(DataFile("-", in), options, &warnings);
  EXPECT_EQ(warnings.size(), 1U);
}

TEST(Layout, KnowsHowManyFeaturesThereCanBe) {
  const auto features = [](const std::string& text, const LoadOptions& options = {}) {
    std::istringstream in(text);
    return features_of(learn_layout(DataFile("-", in), options));
  };
  EXPECT_EQ(features("size,colour,class\n1,red,x\n2,blue,y\n"), 3U);
  EXPECT_EQ(features("@attribute o {u,v,w}\n@attribute class {x,y}\n@data\nu,x\n"), 3U);
  EXPECT_EQ(features("x 1:1 7:1\n"), 0U);
  LoadOptions options;
  options.text.bits = 10;
  options.vw_bits = 30;
  EXPECT_EQ(features("x\ttext\n", options), 1U << 10);
  EXPECT_EQ(features("x | text\n", options), 1U << 30);
}

TEST(Dataset, KnowsTheLabelsOfAModelOnly) {
  Labels known;
  known.add("x");
  Dataset data(std::move(known));
  Example example;
  example.label = "x";
  data.add(example);
  example.label = "y";
  data.add(example);
  example.label.reset();
  data.add(example);
  EXPECT_EQ(data.label(0), 0U);
  EXPECT_EQ(data.label(1), Dataset::kNoLabel);
  EXPECT_EQ(data.label(2), Dataset::kNoLabel);
  EXPECT_EQ(data.label_names().size(), 1U);
}

TEST(Load, LearningNeedsLabels) {
  std::istringstream in("1 | a\n| b\n");
  EXPECT_EQ(error_of([&] { load("-", in); }), "standard input:2: the example has no label");
}

TEST(Load, LearningNeedsTwoClasses) {
  const auto error = [](const std::string& text) {
    std::istringstream in(text);
    return error_of([&] { load("-", in); });
  };
  EXPECT_EQ(error("1 | a\n1 | b\n1 | c\n"),
            "standard input: all 3 examples have the label '1' (at least two classes are needed)");
  EXPECT_EQ(error("a:1 b:2 | x\na:0 b:2 | x\n"), "");  // costs tell two classes apart
  EXPECT_EQ(error("a:1 | x\n"),
            "standard input: the only example has the label 'a' (at least two classes are needed)");
}

TEST(Load, ClassesWithoutEndAreRefusedWhereTheyBecomeTooMany) {
  const auto read = [](std::uint32_t most) {
    const auto reader = svmlight_reader(lines_of("a 1:1\nb 1:1\na 1:1\nc 1:1\nb 1:1\n"));
    return error_of([&] { read_dataset(*reader, "file", 1, most); });
  };
  EXPECT_EQ(read(3), "");
  EXPECT_EQ(read(2),
            "file:4: 'c' is one label too many (at most 2 are supported; are these labels?)");
}

TEST(Load, ReadsStandardInputAsOftenAsNeeded) {
  std::istringstream in("size,class\n1,x\n2,y\n");
  const Dataset data = load("-", in);
  EXPECT_EQ(data.size(), 2U);
  EXPECT_EQ(data.label_names().name(1), "y");
  std::istringstream empty("\n\n");
  EXPECT_EQ(error_of([&] { load("-", empty); }),
            "standard input: no examples (is the file empty?)");
}

struct Known {
  const char* file;
  std::size_t examples;
  std::uint32_t features;
  std::uint32_t classes;
};

void expect_known(const Known& known) {
  ECT_NEEDS_FILE(path, data_file(known.file));
  SCOPED_TRACE(known.file);
  const Dataset data = load(path);
  EXPECT_EQ(data.size(), known.examples);
  EXPECT_EQ(data.label_names().size(), known.classes);
  if (known.features > 0) {
    EXPECT_EQ(data.features(), known.features);
  }
}

// Rows, features and classes as the data's own pages state them.
TEST(RealData, TableOneFilesLoad) {
  for (const Known& known :
       std::initializer_list<Known>{{"table1/arrhythmia.csv.gz", 452, 279, 13},
                                    {"table1/audiology.csv.gz", 226, 0, 24},
                                    {"table1/ecoli.csv.gz", 336, 7, 8},
                                    {"table1/flare.csv.gz", 1389, 0, 6},
                                    {"table1/glass.csv.gz", 214, 9, 6},
                                    {"table1/isolet-test.csv.gz", 1559, 617, 26},
                                    {"table1/isolet-train.csv.gz", 6238, 617, 26},
                                    {"table1/kropt.csv.gz", 28056, 0, 18},
                                    {"table1/letter.csv.gz", 20000, 16, 26},
                                    {"table1/lymph.csv.gz", 148, 0, 4},
                                    {"table1/nursery.csv.gz", 12960, 0, 5},
                                    {"table1/optdigits-test.csv.gz", 1797, 64, 10},
                                    {"table1/optdigits-train.csv.gz", 3823, 64, 10},
                                    {"table1/page-blocks.csv.gz", 5473, 10, 5},
                                    {"table1/pendigits-test.csv.gz", 3498, 16, 10},
                                    {"table1/pendigits-train.csv.gz", 7494, 16, 10},
                                    {"table1/satimage-test.csv.gz", 2000, 36, 6},
                                    {"table1/satimage-train.csv.gz", 4435, 36, 6},
                                    {"table1/soybean-test.csv.gz", 376, 0, 19},
                                    {"table1/soybean-train.csv.gz", 307, 0, 19},
                                    {"table1/vehicle.csv.gz", 846, 18, 4},
                                    {"table1/vowel.csv.gz", 990, 0, 11},
                                    {"table1/yeast.csv.gz", 1484, 8, 10}}) {
    expect_known(known);
    if (HasFatalFailure() || IsSkipped()) return;
  }
}

TEST(RealData, ManyClassFilesLoad) {
  for (const Known& known : std::initializer_list<Known>{
           {"many-class/mnist-train.svm.gz", 60000, 780, 10},
           {"many-class/mnist-test.svm.gz", 10000, 778, 10},
           {"many-class/quickdraw345-train.svm.gz", 27600, 784, 345},
           {"many-class/clinc150-train.tsv.gz", 15000, 0, 150},
           {"many-class/banking77-train.tsv.gz", 10003, 0, 77},
           {"many-class/udhr-langid-train.tsv.gz", 38207, 0, 532},
           {"many-class/20newsgroups-bydate-train.tsv.gz", 11314, 0, 20}}) {
    expect_known(known);
    if (HasFatalFailure() || IsSkipped()) return;
  }
}

TEST(RealData, CostFilesLoadWithTheirCosts) {
  struct Scenario {
    const char* name;
    std::size_t examples;
    std::uint32_t classes;
  };
  for (const Scenario& scenario :
       std::initializer_list<Scenario>{{"ASP-POTASSCO", 1294, 11},
                                       {"BNSL-2016", 1179, 8},
                                       {"CPMP-2015", 527, 4},
                                       {"CSP-2010", 2024, 2},
                                       {"CSP-Minizinc-Time-2016", 100, 20},
                                       {"GRAPHS-2015", 5725, 7},
                                       {"IPC2018", 240, 15},
                                       {"MAXSAT12-PMS", 876, 6},
                                       {"OPENML-WEKA-2017", 105, 30},
                                       {"SAT11-HAND", 296, 15},
                                       {"SAT12-HAND", 767, 31}}) {
    ECT_NEEDS_FILE(path, data_file(std::string("costs/aslib-") + scenario.name + ".csv.gz"));
    SCOPED_TRACE(scenario.name);
    LoadOptions options;
    options.table.ignore = {"instance_id"};
    const Dataset data = load(path, std::cin, options);
    EXPECT_EQ(data.size(), scenario.examples);
    EXPECT_EQ(data.label_names().size(), scenario.classes);
    ASSERT_TRUE(data.has_costs());
    // The label is the cheapest choice.
    for (std::size_t i = 0; i < data.size(); ++i) {
      const auto costs = data.costs(i);
      ASSERT_EQ(costs[data.label(i)], *std::min_element(costs.begin(), costs.end())) << i;
    }
  }
}

TEST(RealData, MemoryIsThatOfTheRows) {
  ECT_NEEDS_FILE(path, data_file("many-class/mnist-train.svm.gz"));
  const Dataset data = load(path);
  EXPECT_EQ(data.nonzeros(), 8'994'156U);
  EXPECT_LE(data.bytes(), 8 * data.nonzeros() + 16 * data.size() + 8);
}

}  // namespace
}  // namespace ect::data
