#ifndef ECT_REPORT_SELECT_REPORT_H_
#define ECT_REPORT_SELECT_REPORT_H_

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ect/select.h"

namespace ect::report {

// What a selection took, and who was asked: what the selection itself does not know.
struct SelectionSpent {
  std::uint64_t questions = 0;  // answered
  double cost = 0;              // in the judges' own money
  double seconds = 0;
  std::uint64_t retries = 0;
  std::vector<std::string> judges = {};  // names; those that have none are "judge 1" and so on
  std::string journal_hash = {};         // of its last line; empty where there is no journal
};

// Before the first question: games, rounds, questions, and what wrong results cannot do.
std::string plan_text(Player items, const SelectOptions& options, const SelectionPlan& plan);
nlohmann::ordered_json plan_json(Player items, const SelectOptions& options,
                                 const SelectionPlan& plan);

// At the end: the winner, a warning where coins decided many games, what the result withstands, the
// winner's games, the runners-up, the ranking, the pairs without an answer, the judges, and what it
// took. `names` has an entry an item. In 80 columns, but for the first line, which has the winner
// in full; the path of a winner of very many games is cut, in short, to those that it lost and to
// coins. Of a selection that is not over: the same of the item that leads, and who is still in.
enum class PathShown : unsigned char { kInShort, kWhole };
std::string selection_text(const Selection& selection, const std::vector<std::string>& names,
                           const SelectionSpent& spent, PathShown shown = PathShown::kInShort);
// The whole path, and the first 1000 of each list. Names are as they are, which need not be
// UTF-8.
nlohmann::ordered_json selection_json(const Selection& selection,
                                      const std::vector<std::string>& names,
                                      const SelectionSpent& spent);

}  // namespace ect::report

#endif  // ECT_REPORT_SELECT_REPORT_H_
