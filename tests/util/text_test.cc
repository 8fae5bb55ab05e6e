// Parsing numbers, splitting, and UTF-8.
#include "util/text.h"

#include <gtest/gtest.h>

namespace ect::util {
namespace {

TEST(Text, NumbersAreWholeOrNothing) {
  EXPECT_EQ(parse_number<unsigned>("42"), 42U);
  EXPECT_EQ(parse_number<double>("0.25"), 0.25);
  for (const char* text : {"", " 4", "4 ", "4x", "-4", "+4", "0x4", "4.0", "99999999999"}) {
    EXPECT_FALSE(parse_number<unsigned>(text)) << text;
  }
}

TEST(Text, SplitKeepsEmptyParts) {
  using Parts = std::vector<std::string_view>;
  EXPECT_EQ(split("", ','), Parts{""});
  EXPECT_EQ(split("a,,b,", ','), (Parts{"a", "", "b", ""}));
}

TEST(Text, Utf8IsWellFormed) {
  for (const char* good :
       {"", "a", "\xc3\xab", "\xe2\x82\xac", "\xf0\x9f\x8f\x86", "\xef\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(good)) << good;
  }
  for (const char* bad : {"\xeb", "a\xc3", "\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80",
                          "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x80\x80\x80",
                          "\xf5\x80\x80\x80", "\xff", "\xe2\x82", "\xe2\x28\xa1"}) {
    EXPECT_FALSE(is_utf8(bad)) << bad;
  }
}

}  // namespace
}  // namespace ect::util
