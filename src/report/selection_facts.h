#ifndef ECT_REPORT_SELECTION_FACTS_H_
#define ECT_REPORT_SELECTION_FACTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ect/select.h"
#include "report/select_report.h"

// Facts about a selection, for its reports as text, JSON and HTML.
namespace ect::report {

// A game of one item.
struct PathStep {
  Player opponent = 0;
  bool won = false;
  std::optional<std::uint32_t> bracket;  // from 1; nothing in finals and formats without brackets
  bool final = false;                    // between holders of titles
  bool title = false;                    // by this game the item took the title of the bracket
  std::uint32_t judge = 0;
  bool coin = false;
  bool unanswered = false;  // as SelectedGame::unanswered
};

// The games of an item, in the order in which they were played.
std::vector<PathStep> path_of(const Selection& selection, Player item);
// The bracket of a game: "1", "1, title", "finals", or empty.
std::string bracket_of(const PathStep& step);

// An item other than the champion that holds titles. runners_up() has those with most titles first.
struct RunnerUp {
  Player item = 0;
  std::vector<std::uint32_t> titles;  // brackets, from 1
};
std::vector<RunnerUp> runners_up(const Selection& selection);

// The strongest items by Bradley and Terry's model, strengths rounded to a millionth.
struct RankedItem {
  Player item = 0;
  double strength = 0;
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
};
std::vector<RankedItem> ranking(const Selection& selection, std::size_t most);

// The items that can still win: fewest losses first, then most wins.
std::vector<Player> still_in(const Selection& selection);
// A sentence: "23 of at most 50 games are played; 12 of 16 items are still in."
std::string standing_sentence(const Selection& selection);

// The kinds of coins: "2 after ties, 7 because no judge answered".
std::string coin_kinds(const Selection& selection);
// A warning if coins decided many games (CoinCount::many).
std::optional<std::string> coin_warning(const Selection& selection);

// Selection::overturned_by() for losses that judges decided, without coins, which are no evidence.
std::optional<std::uint64_t> overturned_by_judges(const Selection& selection);
// How many wrong results the outcome withstands, in sentences.
std::string what_it_withstands(const Selection& selection);
// The effort: "48 games, 62 questions, ...".
std::string what_it_took(const Selection& selection, const SelectionSpent& spent);

std::string judge_name(const SelectionSpent& spent, std::size_t judge);
// The share of answers with a winner that named the item shown first; nothing if there are none.
std::optional<double> first_share(const JudgeCount& judge);
// A sentence for each judge who prefers the item shown first, or second, by more than three
// standard errors, with at least 30 such answers.
std::vector<std::string> judge_notes(const Selection& selection, const SelectionSpent& spent);

}  // namespace ect::report

#endif  // ECT_REPORT_SELECTION_FACTS_H_
