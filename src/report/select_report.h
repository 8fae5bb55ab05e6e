#ifndef ECT_REPORT_SELECT_REPORT_H_
#define ECT_REPORT_SELECT_REPORT_H_

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ect/select.h"

namespace ect {

// What a selection took, and who was asked: what the selection itself does not know.
struct SelectionSpent {
  std::uint64_t questions = 0;  // answered
  double cost = 0;              // in the judges' own money
  double seconds = 0;
  std::uint64_t retries = 0;
  std::vector<std::string> judges = {};  // names; those that have none are "judge 1" and so on
  std::string journal_hash = {};         // of its last line; empty where there is no journal
};

// Before the first question: games, rounds, what wrong results cannot do, and questions.
std::string plan_text(Player items, const std::string& tournament, const SelectionPlan& plan,
                      unsigned judges, bool both_orders);

// At the end: the winner, what the result withstands, the winner's games, the runners-up or the
// ranking, the judges, and what it took. `names` has an entry an item. In 80 columns; the path of a
// winner of very many games is cut, in short, to those that it lost and to coins. Of a selection
// that is not over: the same of the item that leads.
enum class PathShown : unsigned char { kInShort, kWhole };
std::string selection_text(const Selection& selection, const std::vector<std::string>& names,
                           const SelectionSpent& spent, PathShown shown = PathShown::kInShort);
// The whole path, and the first 1000 of the ranking. Names are as they are, which need not be
// UTF-8.
nlohmann::ordered_json selection_json(const Selection& selection,
                                      const std::vector<std::string>& names,
                                      const SelectionSpent& spent);

}  // namespace ect

#endif  // ECT_REPORT_SELECT_REPORT_H_
