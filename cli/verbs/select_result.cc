// Prints the result of `ect select`, replays journals, and warns of games decided by coin flips.
// Tests: select_cli_test, select_coins_test.
#include "cli/verbs/select_result.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/print.h"
#include "cli/verbs/select_judges.h"
#include "ect/error.h"
#include "report/select_html.h"
#include "report/selection_facts.h"
#include "selection/journal.h"
#include "util/file.h"
#include "util/text.h"

namespace ect::cli {

void tell(const ResultOptions& options, const Selection& selection,
          const std::vector<std::string>& names, const report::SelectionSpent& spent,
          report::PathShown shown, const Streams& streams) {
  if (!options.html.empty())
    util::write_file(options.html, selection_html(selection, names, spent));
  if (options.json) {
    print_json(streams, selection_json(selection, names, spent));
  } else {
    print(streams, selection_text(selection, names, spent, shown));
  }
}

void refuse_coins(const ResultOptions& options, const Selection& selection) {
  const CoinCount& coins = selection.coin_count();
  if (!coins.most() || options.accept_coins) return;
  throw Error::input_output(fmt::format(
      "{} of {} games were decided by a coin: {} (--accept-coins accepts such a winner)",
      coins.coins(), coins.games, report::coin_kinds(selection)));
}

void audit(const ResultOptions& options, const std::string& journal, const Streams& streams) {
  const selection::JournalContent content = selection::read_journal(journal);
  const selection::Replayed replayed = replay(content, journal);
  report::SelectionSpent spent;
  spent.questions = content.answers.size();
  spent.judges = short_names(content.head.judges);
  for (const selection::JournalAnswer& answer : content.answers) spent.cost += answer.cost;
  spent.journal_hash = content.hash;
  tell(options, replayed.selection, content.head.ids, spent, report::PathShown::kWhole, streams);
  if (!replayed.selection.over()) {
    throw Error::input_output(
        fmt::format("{}: the tournament is not finished: {} answers, {} open questions (the hash "
                    "chain is intact; its last hash is {})",
                    journal, content.answers.size(), replayed.waiting.size(), content.hash));
  }
  refuse_coins(options, replayed.selection);
}

std::optional<std::string> CoinAlarm::take(const Selection& selection,
                                           const std::vector<std::string>& names) {
  CoinCount coins = selection.coin_count();
  if (!selection.over()) coins.games = selection.most_games();  // a lower bound on the final share
  if (raised_ || !coins.many()) return std::nullopt;
  raised_ = true;
  std::string text = (selection.over() ? "" : "so far ") + *report::coin_warning(selection);
  const std::vector<UnansweredPair> pairs = unanswered_pairs(selection.games());
  if (!pairs.empty()) {
    text += fmt::format(" Without an answer: {} and {}", util::quoted(names[pairs[0].first]),
                        util::quoted(names[pairs[0].second]));
    text += pairs.size() == 1 ? "." : fmt::format("; pairs in all: {}.", pairs.size());
  }
  return text;
}

}  // namespace ect::cli
