// Numbers, and the svmlight format with its errors.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdlib>

#include "data/formats/number.h"
#include "tests/helpers/data_helpers.h"

namespace ect::data {
namespace {

std::vector<Example> read_svmlight(const std::string& text) {
  return all_examples(*svmlight_reader(lines_of(text)));
}

std::string svmlight_error(const std::string& text) {
  return error_of([&] { read_svmlight(text); });
}

TEST(Number, IsTheNearestAsStrtodGivesIt) {
  for (const char* text :
       {"0", "1", "-1", "+2.5", "0.1", "123456789", "1e-3", "1E5", ".5", "5.", "-0.0",
        "3.4028235e38", "1e-40", "0.30000000000000004", "12345678901234567890",
        "0.000000000000000000000001", "1.7976931348623157e308", "-1e-999"}) {
    float value = -7;
    ASSERT_TRUE(is_number(text, value)) << text;
    EXPECT_EQ(value, static_cast<float>(std::strtod(text, nullptr))) << text;
  }
  for (const char* text :
       {"", "-", "+", ".", "+-1", "-+1", "e5", "1x", "1 ", " 1", "--1", "0x10", "1e"}) {
    float value = 0;
    EXPECT_FALSE(is_number(text, value)) << text;
  }
  float value = 1;
  EXPECT_TRUE(is_number("1e-999", value));
  EXPECT_EQ(value, 0);
  EXPECT_TRUE(is_number("0." + std::string(400, '0') + "1", value));
  EXPECT_EQ(value, 0);
  EXPECT_TRUE(is_number("-1e999", value));
  EXPECT_TRUE(std::isinf(value) && value < 0);
}

RC_GTEST_PROP(NumberProperty, RoundTripsAnyPrintedDouble, ()) {
  const auto number = *rc::gen::arbitrary<double>();
  char text[64];
  std::snprintf(text, sizeof text, "%.17g", number);
  float value = 0;
  RC_ASSERT(is_number(text, value));
  RC_ASSERT(value == static_cast<float>(number) || std::isinf(value));
}

TEST(Svmlight, ReadsLabelsAndFeatures) {
  const auto examples =
      read_svmlight("3 1:0.25 7:1e-3\n+1 2:-4 # a comment\n\ncat qid:5 1:1\n-1\n# only this\n");
  ASSERT_EQ(examples.size(), 4U);
  EXPECT_EQ(examples[0].label, "3");
  EXPECT_EQ(examples[0].indices, (std::vector<std::uint32_t>{0, 6}));
  EXPECT_EQ(examples[0].values, (std::vector<float>{0.25F, 1e-3F}));
  EXPECT_EQ(examples[1].label, "1");
  EXPECT_EQ(examples[1].values, std::vector<float>{-4});
  EXPECT_EQ(examples[2].label, "cat");
  EXPECT_EQ(examples[2].indices, std::vector<std::uint32_t>{0});
  EXPECT_EQ(examples[3].label, "-1");
  EXPECT_TRUE(examples[3].indices.empty());
}

TEST(Svmlight, ACommentBeginsBehindABlank) {
  const auto examples = read_svmlight("C# 1:2 #x\n+abc 1:1\n");
  EXPECT_EQ(examples[0].label, "C#");
  EXPECT_EQ(examples[0].indices.size(), 1U);
  EXPECT_EQ(examples[1].label, "+abc");
}

TEST(Svmlight, LeavesOutZeros) {
  EXPECT_EQ(read_svmlight("1 1:0 2:5 3:-0.0\n")[0].indices, std::vector<std::uint32_t>{1});
}

TEST(Svmlight, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(svmlight_error("1 1:1\n2 1:x\n"), "file:2: 'x' is not a number");
  EXPECT_EQ(svmlight_error("1 1:1x 2:2\n"), "file:1: '1x' is not a number");
  EXPECT_EQ(svmlight_error("1 1:\n"), "file:1: '' is not a number");
  EXPECT_EQ(svmlight_error("1 0:1\n"),
            "file:1: feature index out of range in '0:1' (expected 1 to 2147483647)");
  EXPECT_EQ(svmlight_error("1 3000000000:1\n"),
            "file:1: feature index out of range in '3000000000:1' (expected 1 to 2147483647)");
  EXPECT_EQ(svmlight_error("1 99999999999999999999999:1\n"),
            "file:1: feature index out of range in '99999999999999999999999:1' (expected 1 to "
            "2147483647)");
  EXPECT_EQ(svmlight_error("a\xff 1:1\n"), "file:1: the label 'a\\xff' is not valid UTF-8");
  EXPECT_EQ(svmlight_error("1 1:+-3\n"), "file:1: '+-3' is not a number");
  EXPECT_EQ(svmlight_error("1 5:1 4:1\n"),
            "file:1: feature index 4 after 5 (expected increasing indices)");
  EXPECT_EQ(svmlight_error("1 5:1 5:1\n"),
            "file:1: feature index 5 after 5 (expected increasing indices)");
  EXPECT_EQ(svmlight_error("1 a:1\n"), "file:1: 'a:1' where index:value was expected");
  EXPECT_EQ(svmlight_error("1 5\n"), "file:1: '5' where index:value was expected");
  EXPECT_EQ(svmlight_error("1:1 2:2\n"), "file:1: '1:1' where a label was expected");
  EXPECT_EQ(svmlight_error("1 1:nan\n"), "file:1: 'nan' is not a finite number");
  EXPECT_EQ(svmlight_error("1 1:-inf\n"), "file:1: '-inf' is not a finite number");
  EXPECT_EQ(svmlight_error("1 1:1e99\n"), "file:1: '1e99' is not a finite number");
}

TEST(Svmlight, AnEmptyFileHasNoExamples) {
  EXPECT_EQ(error_of([] { read_dataset(*svmlight_reader(lines_of("\n\n")), "file"); }),
            "file: no examples (is the file empty?)");
}

RC_GTEST_PROP(SvmlightProperty, WhatIsWrittenIsReadAgain, ()) {
  const auto values = *rc::gen::container<std::vector<float>>(rc::gen::map(
      rc::gen::inRange(-1'000'000, 1'000'000), [](int n) { return static_cast<float>(n) / 1000; }));
  std::string line = "label";
  std::vector<std::uint32_t> indices;
  std::vector<float> kept;
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    char text[32];
    std::snprintf(text, sizeof text, " %u:%.9g", 3 * i + 1, static_cast<double>(values[i]));
    line += text;
    if (values[i] == 0) continue;
    indices.push_back(3 * i);
    kept.push_back(values[i]);
  }
  const auto examples = read_svmlight(line);
  RC_ASSERT(examples.size() == 1U);
  RC_ASSERT(examples[0].indices == indices);
  RC_ASSERT(examples[0].values == kept);
}

}  // namespace
}  // namespace ect::data
