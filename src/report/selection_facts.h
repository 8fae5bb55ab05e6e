#ifndef ECT_REPORT_SELECTION_FACTS_H_
#define ECT_REPORT_SELECTION_FACTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ect/select.h"
#include "report/select_report.h"

// What a selection has come to, for its reports as text, JSON and HTML.
namespace ect {

// A game of one item.
struct PathStep {
  Player opponent = 0;
  bool won = false;
  std::optional<std::uint32_t> bracket;  // from 1; none in the finals and where there are none
  bool final = false;                    // between those who hold titles
  bool title = false;                    // by this game it took its bracket's title
  std::uint32_t judge = 0;
  bool coin = false;
};

// Its games in the order in which they were played.
std::vector<PathStep> path_of(const Selection& selection, Player item);
// "1", "1, title", "finals", or nothing.
std::string bracket_of(const PathStep& step);

// Who else holds titles, and which, most titles first.
struct RunnerUp {
  Player item = 0;
  std::vector<std::uint32_t> titles;  // brackets, from 1
};
std::vector<RunnerUp> runners_up(const Selection& selection);

// The strongest items by Bradley and Terry's model, to a millionth.
struct RankedItem {
  Player item = 0;
  double strength = 0;
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
};
std::vector<RankedItem> ranking(const Selection& selection, std::size_t most);

// What the result withstands, in sentences.
std::string what_it_withstands(const Selection& selection);
// "48 games, 62 questions, ...".
std::string what_it_took(const Selection& selection, const SelectionSpent& spent);

std::string judge_name(const SelectionSpent& spent, std::size_t judge);
// Of the answers that named a winner, those that named the item shown first; nothing without any.
std::optional<double> first_share(const JudgeCount& judge);
// A sentence for each judge who leans to what is shown first, or second, further than three
// standard errors, with at least 30 such answers.
std::vector<std::string> judge_notes(const Selection& selection, const SelectionSpent& spent);

// Without characters that a terminal would obey.
std::string printable(const std::string& text);

}  // namespace ect

#endif  // ECT_REPORT_SELECTION_FACTS_H_
