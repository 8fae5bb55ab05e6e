#ifndef ECT_CLI_SELECT_RESULT_H_
#define ECT_CLI_SELECT_RESULT_H_

#include <optional>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "ect/select.h"
#include "report/select_report.h"

namespace ect::cli {

// How a selection's result is told.
struct ResultOptions {
  std::string html;  // a file, or empty
  bool json = false;
  bool accept_coins = false;
};

// Writes the HTML page, if one is wanted, then prints text or JSON.
void tell(const ResultOptions& options, const Selection& selection,
          const std::vector<std::string>& names, const report::SelectionSpent& spent,
          report::PathShown shown, const Streams& streams);

// Throws if coin flips decided half of the games or more, unless that is accepted.
void refuse_coins(const ResultOptions& options, const Selection& selection);

// Checks a journal and prints its result. If the tournament is unfinished, prints the standings and
// throws.
void audit(const ResultOptions& options, const std::string& journal, const Streams& streams);

// Warns, while a selection is played, that coin flips decide many of its games.
class CoinAlarm {
 public:
  // Returns the warning once, as soon as it is certain that coin flips will have decided a tenth of
  // the games at the end; else nothing.
  std::optional<std::string> take(const Selection& selection,
                                  const std::vector<std::string>& names);

 private:
  bool raised_ = false;
};

}  // namespace ect::cli

#endif  // ECT_CLI_SELECT_RESULT_H_
