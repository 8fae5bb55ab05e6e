#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ect/error.h"
#include "report/bracket_report.h"
#include "report/bracket_svg.h"
#include "report/table.h"

namespace ect {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

std::vector<std::string> numbered(Player players) {
  std::vector<std::string> names;
  for (Player p = 1; p <= players; ++p) names.push_back(std::to_string(p));
  return names;
}

TEST(Table, AlignsNumbersRightAndNamesLeft) {
  Table table;
  table.column("name", Table::Align::kLeft);
  table.column("n");
  table.row({"Ödön", "7"});
  table.row({"Al", "123"});
  EXPECT_EQ(table.text(), "  name    n\n  Ödön    7\n  Al    123\n");
}

TEST(Table, ShortensByCodePoints) {
  EXPECT_EQ(shortened("Ödön", 4), "Ödön");
  EXPECT_EQ(shortened("Ödönke", 4), "Ödö…");
}

TEST(Svg, DrawsEveryMatchOnce) {
  for (const auto& [k, m] :
       {std::pair(1U, 1U), {1U, 3U}, {2U, 1U}, {8U, 3U}, {13U, 2U}, {64U, 4U}}) {
    const Schedule schedule = error_correcting(k, m);
    const std::string svg = bracket_svg(schedule, numbered(k));
    EXPECT_EQ(count(svg, "<g>"), schedule.matches());
    EXPECT_EQ(count(svg, "<g>"), count(svg, "</g>"));
    EXPECT_EQ(count(svg, "<text"), count(svg, "</text>"));
    EXPECT_EQ(count(svg, "<circle"), 2 * (m - 1));  // a charge for each side of the finals
    EXPECT_EQ(count(svg, "nan"), 0U);
    EXPECT_EQ(count(svg, "inf"), 0U);
  }
}

TEST(Svg, EscapesNames) {
  const std::string svg = bracket_svg(error_correcting(2, 1), {"<b>&", "Zoë"});
  EXPECT_EQ(count(svg, "&lt;b&gt;&amp;"), 1U);
  EXPECT_EQ(count(svg, "<b>"), 0U);
  EXPECT_EQ(count(svg, "Zoë"), 1U);
}

TEST(Svg, RefusesWhatNobodyCouldLookAt) {
  EXPECT_THROW(bracket_svg(error_correcting(20'002, 1), numbered(20'002)), Error);
}

TEST(BracketReport, FitsEightyColumns) {
  for (const auto& [k, m] : {std::pair(8U, 3U), {1000U, 6U}, {1000U, 7U}, {4096U, 20U}}) {
    const Schedule schedule = error_correcting(k, m);
    for (const std::string& text :
         {bracket_text(count_error_correcting(k, m)), rounds_text(schedule),
          schedule_text(error_correcting(13, m),
                        std::vector<std::string>(13, std::string(60, 'x')))}) {
      std::size_t start = 0;
      while (start < text.size()) {
        const std::size_t end = text.find('\n', start);
        EXPECT_LE(display_width(text.substr(start, end - start)), 80U) << text;
        start = end + 1;
      }
    }
  }
}

}  // namespace
}  // namespace ect
