// Untrusted text on a terminal: nothing in it can control the terminal.
#include "util/terminal_text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "util/display_width.h"
#include "util/text.h"

namespace ect::util {
namespace {

using Lines = std::vector<std::string>;

TEST(TerminalText, NothingSteersTheTerminal) {
  EXPECT_EQ(printable_lines("a\x1b[31mb"), Lines{"a\\x1b[31mb"});
  EXPECT_EQ(printable_lines("\x07\x08\x7f\xc2\x9b"), Lines{"\\x07\\x08\\x7f\\x9b"});
  EXPECT_EQ(printable_lines(std::string_view("\0", 1)), Lines{"\\x00"});
  EXPECT_EQ(printable_lines("a\xe2\x80\xae"
                            "b\xe2\x81\xa6"),
            Lines{"a\\u202eb\\u2066"});
  EXPECT_EQ(printable_lines("\xff\xc3"
                            "a\xe2\x82"),
            Lines{"\\xff\\xc3a\\xe2\\x82"});
  EXPECT_EQ(printable_lines("a\rb"), Lines{"a\\x0db"});
}

TEST(TerminalText, LinesStayLines) {
  EXPECT_EQ(printable_lines(""), Lines{""});
  EXPECT_EQ(printable_lines("a\r\n\nÖ\tb\n"), (Lines{"a", "", "Ö  b", ""}));
}

TEST(TerminalText, AMessageIsOneLineAndAReportKeepsItsLines) {
  EXPECT_EQ(printable_line("a\nb\x1b"), "a\\x0ab\\x1b");
  EXPECT_EQ(printable("a\nb\x1b\n"), "a\nb\\x1b\n");
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("no end"), "no end");
}

TEST(TerminalText, JsonMeansTheSameAndSteersNothing) {
  EXPECT_EQ(printable_json("{\"Ö\": \"\x7f\xc2\x9b\xe2\x80\xae\"}"),
            "{\"Ö\": \"\\u007f\\u009b\\u202e\"}");
}

TEST(TerminalText, SomeSignsAreWide) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("Ödön"), 4U);
  EXPECT_EQ(display_width("日本語"), 6U);
  EXPECT_EQ(display_width("🏆"), 2U);
  EXPECT_EQ(display_width("e\xcc\x81"), 1U);  // an accent that joins
}

TEST(TerminalText, BreaksAtBlanksElseWithinWords) {
  EXPECT_EQ(broken_lines("", 5), Lines{""});
  EXPECT_EQ(broken_lines("12345", 5), Lines{"12345"});
  EXPECT_EQ(broken_lines("12345 78", 5), (Lines{"12345", "78"}));
  EXPECT_EQ(broken_lines("1 2 3 4 5", 5), (Lines{"1 2 3", "4 5"}));
  EXPECT_EQ(broken_lines("123456789012", 5), (Lines{"12345", "67890", "12"}));
  EXPECT_EQ(broken_lines("1 23456789", 5), (Lines{"1", "23456", "789"}));
  EXPECT_EQ(broken_lines("  1  2     3", 5), (Lines{"  1", "2", "3"}));
  EXPECT_EQ(broken_lines("1234     ", 5), Lines{"1234"});
  EXPECT_EQ(broken_lines("key: some words", 9, 2), (Lines{"key: some", "  words"}));
  EXPECT_EQ(broken_lines("日本語", 5), (Lines{"日本", "語"}));
  EXPECT_EQ(broken_lines("日 本語", 4), (Lines{"日", "本語"}));
}

TEST(TerminalText, WhateverItIsNoLineIsTooLongAndNothingIsLost) {
  EXPECT_TRUE(rc::check("broken lines", [] {
    const auto text = *rc::gen::container<std::string>(rc::gen::weightedOneOf<char>(
        {{3, rc::gen::element(' ', 'a', '\t')}, {1, rc::gen::arbitrary<char>()}}));
    const auto columns = *rc::gen::inRange<std::size_t>(4, 20);
    const auto indent = *rc::gen::inRange<std::size_t>(0, 3);
    for (const std::string& line : printable_lines(text)) {
      RC_ASSERT(is_utf8(line));
      RC_ASSERT(!has_control_character(line));
      std::string together;
      for (const std::string& part : broken_lines(line, columns, indent)) {
        RC_ASSERT(display_width(part) <= columns);
        together += part;
      }
      std::string expected = line;
      std::erase(together, ' ');
      std::erase(expected, ' ');
      RC_ASSERT(together == expected);
    }
  }));
}

}  // namespace
}  // namespace ect::util
