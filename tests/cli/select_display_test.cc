// The progress line of ect select.
#include "cli/verbs/select_display.h"

#include <gtest/gtest.h>

#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/select_helpers.h"
#include "util/display_width.h"

namespace ect::cli {
namespace {

Selection after(std::size_t answers, Player items) {
  Selection selection(items, {.tournament = "ect:2"});
  for (std::size_t i = 0; i < answers; ++i) {
    const Question question = *selection.next();
    selection.answer(question.key, smaller_wins(question), 0);
  }
  return selection;
}

TEST(SelectDisplay, SaysHowFarItIs) {
  const std::vector<std::string> names = {"zero", "one", "two", "three"};
  const Selection begun = after(3, 4);
  EXPECT_EQ(select_line({begun, 3, 3, 2, 0, 0.25}, names, 6),
            "round 2 of 5  games 3 of 7  asking 2  spent 0.25  8 s left  leads: zero");
  EXPECT_EQ(select_line({begun, 3, 0, 0, 0, 0}, names, 0),
            "round 2 of 5  games 3 of 7  leads: zero");
  EXPECT_EQ(game_line({begun, 3, 3, 2, 0, 0}), "Game 4 of at most 7, round 2");
}

TEST(SelectDisplay, FitsALineWhateverTheNames) {
  std::string name(500, 'x');
  name += "é";
  const std::vector<std::string> names(50, name);
  const Selection begun = after(20, 50);
  const std::string line = select_line({begun, 20, 20, 8, 0, 1234.5}, names, 100000);
  EXPECT_LE(util::display_width(line), 79U) << line;
}

TEST(SelectDisplay, IsSilentWithoutATerminal) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{in, out, err, false};
  const std::vector<std::string> names(4, "x");
  const Selection begun = after(1, 4);
  {
    SelectDisplay display(streams, false, names);
    display.show({begun, 1, 1, 1, 0, 0});
    EXPECT_EQ(err.str(), "");
    display.warn("odd");
    EXPECT_EQ(err.str(), "ect: warning: odd\n");
  }
  const Streams terminal{in, out, err, true};
  SelectDisplay display(terminal, false, names);
  display.show({begun, 1, 1, 1, 0, 0});
  display.clear();
  EXPECT_NE(err.str().find("games 1 of 7"), std::string::npos);
  EXPECT_TRUE(err.str().ends_with("\r\x1b[K"));
}

}  // namespace
}  // namespace ect::cli
