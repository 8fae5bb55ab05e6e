// Files of class names, and reading data with classes that are known beforehand.
#include "data/formats/label_file.h"

#include <gtest/gtest.h>

#include "tests/helpers/data_helpers.h"

namespace ect::data {
namespace {

Labels labels(const std::string& text) {
  return read_labels(util::open_memory(std::make_shared<const std::string>(text), "labels"),
                     "labels");
}

std::string labels_error(const std::string& text) {
  return error_of([&] { labels(text); });
}

TEST(LabelFile, IsANameALine) {
  const Labels read = labels("red\r\nlight blue\nblue");
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(read.name(0), "red");
  EXPECT_EQ(read.find("light blue"), 1U);
  EXPECT_EQ(read.find("blue"), 2U);
}

TEST(LabelFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(labels_error(""), "labels: no class names (is the file empty?)");
  EXPECT_EQ(labels_error("a\n\nb\n"), "labels:2: an empty line (expected the name of a class)");
  EXPECT_EQ(labels_error("a\n \t\n"), "labels:2: an empty line (expected the name of a class)");
  EXPECT_EQ(labels_error("a\nb\nc\nb\n"), "labels:4: duplicate label 'b' (first on line 2)");
  EXPECT_EQ(labels_error("a\n\xff\n"), "labels:2: the label '\\xff' is not valid UTF-8");
}

TEST(KnownLabels, NumberTheClassesOfADataset) {
  const auto reader = svmlight_reader(lines_of("c 1:1\na 1:2\n"));
  const Dataset data = read_dataset(*reader, "file", labels("a\nb\nc\n"));
  EXPECT_EQ(data.label_names().size(), 3U);
  EXPECT_EQ(data.label(0), 2U);
  EXPECT_EQ(data.label(1), 0U);
}

TEST(KnownLabels, AreAllThatThereMayBe) {
  const auto read = [](std::unique_ptr<Reader> reader) {
    return error_of([&] { read_dataset(*reader, "file", labels("a\nb\n")); });
  };
  EXPECT_EQ(read(svmlight_reader(lines_of("a 1:1\n\nc 1:2\n"))),
            "file:3: the label 'c' is not among the known labels");
  EXPECT_EQ(read(vw_reader(lines_of("a | x\n| x\n"), 10)), "file:2: the example has no label");
  EXPECT_EQ(read(vw_reader(lines_of("a:1 b:2 c:3 | x\n"), 10)),
            "file:1: costs for 'c', which is not among the known labels");
  EXPECT_EQ(read(vw_reader(lines_of("a:1 | x\n"), 10)), "file:1: no costs for the label 'b'");
}

TEST(KnownLabels, CostsAreNumberedAlike) {
  const auto reader = vw_reader(lines_of("c:3 a:1 b:2 | x\na:6 b:5 c:4 | y\n"), 10);
  const Dataset data = read_dataset(*reader, "file", labels("a\nb\nc\n"));
  const auto costs = [&](std::size_t i) {
    return std::vector<float>(data.costs(i).begin(), data.costs(i).end());
  };
  EXPECT_EQ(costs(0), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(costs(1), (std::vector<float>{6, 5, 4}));
  EXPECT_EQ(data.label(0), 0U);
  EXPECT_EQ(data.label(1), 2U);
}

}  // namespace
}  // namespace ect::data
