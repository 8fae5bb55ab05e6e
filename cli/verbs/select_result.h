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

// Writes the report: the page where one is wanted, then text or JSON.
void tell(const ResultOptions& options, const Selection& selection,
          const std::vector<std::string>& names, const report::SelectionSpent& spent,
          report::PathShown shown, const Streams& streams);

// Throws where coins decided half of the games or more, unless that is accepted.
void refuse_coins(const ResultOptions& options, const Selection& selection);

// Checks a journal and tells its result again; of one that is not over the standing, and throws.
void audit(const ResultOptions& options, const std::string& journal, const Streams& streams);

// Notices, while a selection is played, that coins decide many of its games.
class CoinAlarm {
 public:
  // Once, and nothing before: a line that says so, as soon as it is sure that coins will have
  // decided a tenth of the games in the end.
  std::optional<std::string> take(const Selection& selection,
                                  const std::vector<std::string>& names);

 private:
  bool raised_ = false;
};

}  // namespace ect::cli

#endif  // ECT_CLI_SELECT_RESULT_H_
