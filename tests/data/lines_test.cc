// Lines of a text: line ends, long lines, and text that is refused.
#include "data/formats/lines.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/helpers/data_helpers.h"

namespace ect::data {
namespace {

std::vector<std::string> all_lines(const std::string& text) {
  Lines lines = lines_of(text);
  std::vector<std::string> result;
  for (std::string_view line; lines.next(line);) result.emplace_back(line);
  EXPECT_EQ(lines.number(), result.size());
  return result;
}

using Texts = std::vector<std::string>;

TEST(Lines, AreSplitAtNewlines) {
  EXPECT_EQ(all_lines(""), Texts{});
  EXPECT_EQ(all_lines("a"), Texts{"a"});
  EXPECT_EQ(all_lines("a\nb"), (Texts{"a", "b"}));
  EXPECT_EQ(all_lines("a\n\nb\n"), (Texts{"a", "", "b"}));
}

TEST(Lines, LeaveOutByteOrderMarksAndCarriageReturns) {
  EXPECT_EQ(all_lines("\xef\xbb\xbf"
                      "a\r\nb\r\n"),
            (Texts{"a", "b"}));
  EXPECT_EQ(all_lines("\xef\xbb\xbf"), Texts{});
  EXPECT_EQ(all_lines("\xef\xbb"), Texts{"\xef\xbb"});
}

TEST(Lines, MayBeLongerThanTheBuffer) {
  const std::string text(1'000'000, 'x');
  EXPECT_EQ(all_lines(text + '\n' + text + "\nb"), (Texts{text, text, "b"}));
}

TEST(Lines, RefuseWhatIsNoText) {
  const std::string long_line(Lines::kMaxLineBytes + 1, 'x');
  EXPECT_EQ(error_of([] { all_lines(std::string("a\nb\0c\n", 6)); }),
            "file:2: a zero byte (is this a text file?)");
  EXPECT_EQ(error_of([&] { all_lines("a\n" + long_line); }),
            "file:2: a line of more than 64 MiB (is this a text file?)");
}

TEST(Lines, ComeAgainWhenTheyArePutBack) {
  Lines lines = lines_of("a\r\nb\nc\n");
  std::string_view line;
  lines.next(line);
  lines.next(line);
  lines.put_back("a\nb");
  EXPECT_EQ(lines.number(), 0U);
  for (const char* text : {"a", "b", "c"}) {
    ASSERT_TRUE(lines.next(line));
    EXPECT_EQ(line, text);
  }
  EXPECT_EQ(lines.number(), 3U);
  EXPECT_FALSE(lines.next(line));
}

TEST(Lines, AfterOneThatIsNoTextOthersCome) {
  Lines lines = lines_of(std::string("a\nb\0c\nd\n", 8));
  std::string_view line;
  ASSERT_TRUE(lines.next(line));
  EXPECT_THROW(lines.next(line), RecordError);
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "d");
}

RC_GTEST_PROP(LinesProperty, AreTheTextAgain, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::element('a', 'b', '\n'));
  std::string joined;
  for (const std::string& line : all_lines(text)) joined += line + '\n';
  RC_ASSERT(joined == text + (text.empty() || text.back() == '\n' ? "" : "\n"));
}

}  // namespace
}  // namespace ect::data
