#ifndef ECT_REPORT_SELECT_REPORT_H_
#define ECT_REPORT_SELECT_REPORT_H_

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ect/select.h"

namespace ect::report {

// The effort of a selection, and its judges: what the selection itself does not know.
struct SelectionSpent {
  std::uint64_t questions = 0;  // answered
  double cost = 0;              // in the judges' own currency
  double seconds = 0;
  std::uint64_t retries = 0;
  std::vector<std::string> judges = {};  // names; judges without one are "judge 1" and so on
  std::string journal_hash = {};         // of the last line; empty without a journal
};

// The report before the first question: games, rounds, questions, and the guarantee.
std::string plan_text(Player items, const SelectOptions& options, const SelectionPlan& plan);
nlohmann::ordered_json plan_json(Player items, const SelectOptions& options,
                                 const SelectionPlan& plan);

// The report at the end: the winner, a warning if coins decided many games, how many wrong results
// the winner withstands, its games, the runners-up, the ranking, the pairs without an answer, the
// judges, and the effort. `names` has an entry per item. In 80 columns, except the first line,
// which has the winner in full. If the winner has very many games, PathShown::kInShort lists only
// those that it lost or that a coin decided. If the selection is not over: the same for the leading
// item, and the items that can still win.
enum class PathShown : unsigned char { kInShort, kWhole };
std::string selection_text(const Selection& selection, const std::vector<std::string>& names,
                           const SelectionSpent& spent, PathShown shown = PathShown::kInShort);
// The same as JSON, with all games of the winner and the first 1000 entries of each list. Names are
// not changed, and need not be UTF-8.
nlohmann::ordered_json selection_json(const Selection& selection,
                                      const std::vector<std::string>& names,
                                      const SelectionSpent& spent);

}  // namespace ect::report

#endif  // ECT_REPORT_SELECT_REPORT_H_
