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
namespace ect::report {

// A game of one item.
struct PathStep {
  Player opponent = 0;
  bool won = false;
  std::optional<std::uint32_t> bracket;  // from 1; none in the finals and where there are none
  bool final = false;                    // between those who hold titles
  bool title = false;                    // by this game it took its bracket's title
  std::uint32_t judge = 0;
  bool coin = false;
  bool unanswered = false;  // as SelectedGame
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

// Who can still win: fewest losses first, then most wins.
std::vector<Player> still_in(const Selection& selection);
// "23 of at most 50 games are played; 12 of 16 items are still in."
std::string standing_sentence(const Selection& selection);

// "2 after ties, 7 because no judge answered".
std::string coin_kinds(const Selection& selection);
// A sentence where coins decided many games (CoinCount::many).
std::optional<std::string> coin_warning(const Selection& selection);

// Selection::overturned_by(), of losses that a judge decided alone: coins are no evidence.
std::optional<std::uint64_t> overturned_by_judges(const Selection& selection);
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

}  // namespace ect::report

#endif  // ECT_REPORT_SELECTION_FACTS_H_
