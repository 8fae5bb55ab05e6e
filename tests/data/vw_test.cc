// Vowpal Wabbit's format and its errors.
#include <gtest/gtest.h>

#include "data/features/hashed.h"
#include "tests/helpers/data_helpers.h"

namespace ect::data {
namespace {

std::vector<Example> read_vw(const std::string& text) {
  return all_examples(*vw_reader(lines_of(text), 22));
}

std::string vw_error(const std::string& text) {
  return error_of([&] { read_vw(text); });
}

// The value of a feature, by its full name.
float value_of(const Example& example, const std::string& name) {
  const std::uint32_t place = NameHash(name).place(22);
  for (std::size_t i = 0; i < example.indices.size(); ++i) {
    if (example.indices[i] == place) return example.values[i];
  }
  return 0;
}

TEST(Vw, ReadsLabelsImportancesTagsAndNamespaces) {
  const auto examples =
      read_vw("3 2.5 'tag|pixels a:0.5 b |words:2 rain a:3\ncat | a\n1 1.0 0.3 t| x:-1 x:2\n");
  ASSERT_EQ(examples.size(), 3U);
  EXPECT_EQ(examples[0].label, "3");
  EXPECT_EQ(examples[0].weight, 2.5F);
  EXPECT_EQ(value_of(examples[0], "pixels^a"), 0.5F);
  EXPECT_EQ(value_of(examples[0], "pixels^b"), 1);
  EXPECT_EQ(value_of(examples[0], "words^rain"), 2);
  EXPECT_EQ(value_of(examples[0], "words^a"), 6);
  EXPECT_EQ(examples[1].label, "cat");
  EXPECT_EQ(examples[1].weight, 1);
  EXPECT_EQ(value_of(examples[1], "^a"), 1);
  EXPECT_EQ(value_of(examples[2], "^x"), 1);  // added up
}

TEST(Vw, ReadsATagThatTouchesTheBar) {
  const auto examples = read_vw("1 tag|a b\n2 'x |a b\n");
  EXPECT_EQ(examples[0].weight, 1);
  EXPECT_EQ(examples[1].weight, 1);
  EXPECT_EQ(value_of(examples[0], "a^b"), 1);
}

TEST(Vw, ReadsLinesToPredictAndLeavesOutZeros) {
  const auto examples = read_vw("| a\n'tag | a:1 b:1 a:-1\n");
  EXPECT_FALSE(examples[0].label);
  EXPECT_FALSE(examples[1].label);
  EXPECT_EQ(examples[1].indices.size(), 1U);
}

TEST(Vw, ReadsCostsInAnyOrder) {
  const auto reader = vw_reader(lines_of("1:0.3 2:1 3:-2 | a\n3:5 1:4 2:0 | b\n"), 22);
  const auto examples = all_examples(*reader);
  EXPECT_EQ(std::vector<std::string>(reader->cost_labels().begin(), reader->cost_labels().end()),
            (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(examples[0].costs, (std::vector<float>{0.3F, 1, -2}));
  EXPECT_EQ(examples[0].label, "3");
  EXPECT_EQ(examples[1].costs, (std::vector<float>{4, 0, 5}));
  EXPECT_EQ(examples[1].label, "2");
}

TEST(Vw, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(vw_error("1 a b\n"), "file:1: no '|' (expected label | features)");
  EXPECT_EQ(vw_error("1 1 0.3 foo bar | a\n"), "file:1: 'foo' where '|' was expected");
  EXPECT_EQ(vw_error("1 | a:3e38 a:3e38\n"), "file:1: a feature's values add up to infinity");
  EXPECT_EQ(vw_error("1 |n:1e30 a:1e30\n"), "file:1: a feature's values add up to infinity");
  EXPECT_EQ(vw_error("1 | a:x\n"), "file:1: 'x' is not a number");
  EXPECT_EQ(vw_error("1 | a:inf\n"), "file:1: 'inf' is not a finite number");
  EXPECT_EQ(vw_error("1 -2 'x| a\n"), "file:1: a negative importance");
  EXPECT_EQ(vw_error("1:1 2:2 | a\n1:1 | a\n"), "file:2: no cost for '2'");
  EXPECT_EQ(vw_error("1:1 2:2 | a\n1:1 2:2 4:1 | a\n"),
            "file:2: a cost for '4', which the first example does not have");
  EXPECT_EQ(vw_error("1:1 1:2 | a\n"), "file:1: two costs for '1'");
  EXPECT_EQ(vw_error("1:1 2 | a\n"), "file:1: '2' where class:cost was expected");
  EXPECT_EQ(vw_error("1:1 2:nan | a\n"), "file:1: 'nan' is not a finite number");
  EXPECT_EQ(vw_error("1 | a\n1:1 2:2 | a\n"), "file:2: costs (earlier lines have labels)");
  EXPECT_EQ(vw_error("1:1 2:2 | a\n1 | a\n"), "file:2: no costs (earlier lines have class:cost)");
}

}  // namespace
}  // namespace ect::data
