// Shortening and wrapping of UTF-8 text by its display width.
#include "util/display_width.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ect::util {
namespace {

TEST(DisplayWidth, NamesAreCutByColumns) {
  EXPECT_EQ(shortened("日本語", 6), "日本語");
  EXPECT_EQ(shortened("日本語", 5), "日本…");
  EXPECT_EQ(shortened("日本語", 4), "日…");  // half a character cannot be shown
  EXPECT_EQ(shortened("e\xcc\x81t\xc3\xa9s", 4), "e\xcc\x81t\xc3\xa9s");
  EXPECT_EQ(shortened("e\xcc\x81t\xc3\xa9s", 3), "e\xcc\x81t…");
  EXPECT_EQ(shortened_inside("日本語の名前", 6), "日…前");
  EXPECT_EQ(shortened_inside("日本語の名前", 7), "日…前");
  EXPECT_EQ(shortened_inside("ab日本語の名前", 8), "ab日…前");
}

TEST(DisplayWidth, AParagraphHasItsWordsInLines) {
  EXPECT_EQ(wrapped("", 10), "\n");
  EXPECT_EQ(wrapped(" one\n two  three ", 9), "one two\n  three\n");
  EXPECT_EQ(wrapped("日本 語の 名前", 9), "日本 語の\n  名前\n");
  EXPECT_EQ(wrapped("1234567890123 5", 10), "1234567890\n  123 5\n");
}

// Characters that take one, two and no columns, of one to four bytes.
std::string any_text(const std::vector<int>& choices) {
  const std::vector<std::string> signs = {"a", "é", "語", "🏆", "\xcc\x81", "\xff"};
  std::string text;
  for (const int choice : choices) text += signs[static_cast<std::size_t>(choice)];
  return text;
}

TEST(DisplayWidth, CutsAreAsWideAsTheyMayBe) {
  rc::check([] {
    const auto choices = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
    const std::string text = any_text(choices);
    const auto width = *rc::gen::inRange<std::size_t>(1, 20);
    for (const std::string& cut : {shortened(text, width), shortened_inside(text, width)}) {
      RC_ASSERT(display_width(cut) <= width);
      RC_ASSERT((cut == text) == (display_width(text) <= width));
      // Only a wide sign that did not fit, at either end, leaves columns free.
      if (cut != text) RC_ASSERT(display_width(cut) + 2 >= width);
    }
  });
}

}  // namespace
}  // namespace ect::util
