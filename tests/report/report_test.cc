// Tables, pictures and the text reports of tournaments.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "ect/error.h"
#include "report/bounds_report.h"
#include "report/bracket_report.h"
#include "report/bracket_svg.h"
#include "report/simulation_report.h"
#include "report/table.h"
#include "util/display_width.h"

namespace ect::report {
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
  EXPECT_EQ(util::shortened("Ödön", 4), "Ödön");
  EXPECT_EQ(util::shortened("Ödönke", 4), "Ödö…");
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

void expect_eighty_columns(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(util::display_width(line), 80U) << line;
}

TEST(Report, FitsEightyColumns) {
  const std::vector<std::string> long_names(13, std::string(60, 'x'));
  for (const std::uint32_t m : {1U, 3U, 6U, 7U, 20U}) {
    expect_eighty_columns(rounds_text(error_correcting(1000, m)));
    expect_eighty_columns(schedule_text(error_correcting(13, m), long_names));
  }
  for (const std::uint64_t k : {std::uint64_t{1}, std::uint64_t{8}, kMaxCountedPlayers}) {
    for (const std::uint64_t m : {1U, 3U, 248U}) {
      expect_eighty_columns(bracket_text(count_error_correcting(k, m)));
      expect_eighty_columns(bounds_text(bounds(k, m)));
    }
  }
}

TEST(Report, ShowsARepeatedNoiseTwice) {
  SimulationGrid grid{{8}, {"iid:0.1", "iid:0.1", "none"}, {"single", "ect:2"}, 5, {}};
  grid.results.resize(6);
  grid.results[5].success = 1;
  EXPECT_EQ(simulation_json(grid)["rows"].size(), 6U);
  const std::string text = simulation_text(grid);
  EXPECT_NE(text.find("  iid     games  rounds  depth  0.1  0.1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("100.0"), std::string::npos);
  expect_eighty_columns(text);
}

}  // namespace
}  // namespace ect::report
