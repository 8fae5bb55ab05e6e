// The HTML page of a selection. Tests: select_report_test.
#include "report/select_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "ect/format.h"
#include "ect/schedule.h"
#include "report/bracket_svg.h"
#include "report/markup.h"
#include "report/select_style.h"
#include "report/selection_facts.h"
#include "report/table.h"
#include "util/display_width.h"

namespace ect::report {
namespace {

constexpr Player kMaxDrawnItems = 64;
constexpr std::uint64_t kMaxDrawnGames = 1000;
constexpr std::size_t kPageNameLength = 80;
constexpr std::size_t kRanked = 20;
constexpr std::size_t kListedGames = 1000;
constexpr std::size_t kLastGames = 20;
constexpr std::size_t kListedItems = 100;  // items that can still win
constexpr std::size_t kListedPairs = 100;

class SelectPage {
 public:
  SelectPage(const Selection& selection, const std::vector<std::string>& names,
             const SelectionSpent& spent, const std::string& command)
      : selection_(selection), names_(names), spent_(spent), command_(command) {}

  std::string html() {
    head();
    if (!selection_.champion()) standing();
    const std::vector<PathStep> path = path_of(selection_, selection_.leader());
    if (!path.empty()) path_section(path);
    if (selection_.items() > 1) {
      runners();
      const bool drawn = bracket();
      strongest();
      unanswered();
      judges();
      games(drawn);
    }
    if (!command_.empty()) {
      add("<h2>How it was made</h2>\n<pre><code>{}</code></pre>\n", escaped(command_));
    }
    add("</main>\n</body>\n</html>\n");
    return std::move(html_);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(html_), text, std::forward<Arguments>(arguments)...);
  }

  std::string name(Player item) const {
    return escaped(util::shortened_inside(names_[item], kPageNameLength));
  }

  void head() {
    const Player leader = selection_.leader();
    const bool over = selection_.champion().has_value();
    const bool is_long = util::display_width(names_[leader]) > kPageNameLength;
    add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<title>{}: {}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n",
        over ? "Winner" : "Ahead", name(leader), kSelectStyle);
    add("<h1>{}: item {} of {}</h1>\n<p class=\"winner{}\">{}</p>\n",
        over ? "The winner" : "No winner yet; ahead is", leader + 1, selection_.items(),
        is_long ? " long" : "", escaped(names_[leader]));
    if (const auto warning = coin_warning(selection_)) {
      add("<p class=\"statement warning\"><strong>Warning:</strong> {}</p>\n", escaped(*warning));
    }
    add("<p class=\"statement\">{}</p>\n", escaped(what_it_withstands(selection_)));
    add("<p class=\"soft\">{}, {}: {}.</p>\n", plural(selection_.items(), "item", "items"),
        escaped(selection_.options().tournament), what_it_took(selection_, spent_));
  }

  bool has_brackets() const { return !selection_.titles().empty(); }
  // Inserts the column of brackets after the first column.
  std::vector<std::string> with_brackets(std::vector<std::string> columns) const {
    if (has_brackets()) columns.insert(columns.begin() + 1, "bracket");
    return columns;
  }

  // Names of columns that begin with '#' are of numbers.
  void begin_table(const std::vector<std::string>& columns) {
    add("<div class=\"wide\"><table>\n<thead><tr>");
    for (const std::string& column : columns) {
      const bool number = column.starts_with('#');
      add("<th scope=\"col\"{}>{}</th>", number ? " class=\"number\"" : "",
          number ? column.substr(1) : column);
    }
    add("</tr></thead>\n<tbody>\n");
  }
  void end_table() { add("</tbody>\n</table></div>\n"); }

  void number_cell(const std::string& text) { add("<td class=\"number\">{}</td>", text); }
  void name_cell(Player item) { add("<td class=\"name\">{}</td>", name(item)); }
  void judge_cell(std::uint32_t judge, bool coin) {
    if (coin) {
      add("<td><span class=\"coin\">coin</span></td>");
    } else {
      add("<td>{}</td>",
          escaped(util::shortened_inside(judge_name(spent_, judge), kPageNameLength)));
    }
  }

  void and_more(std::size_t all, std::size_t listed) {
    if (all > listed) add("<p>And {} more.</p>\n", all - listed);
  }

  void standing() {
    const std::vector<Player> in = still_in(selection_);
    add("<h2>Still in</h2>\n<p>{}</p>\n", standing_sentence(selection_));
    begin_table({"#number", "item", "#lost", "#won", "#games"});
    for (std::size_t i = 0; i < std::min(in.size(), kListedItems); ++i) {
      add("<tr>");
      number_cell(fmt::format("{}", in[i] + 1));
      name_cell(in[i]);
      number_cell(fmt::format("{}", selection_.losses(in[i])));
      number_cell(fmt::format("{}", selection_.wins(in[i])));
      number_cell(fmt::format("{}", selection_.wins(in[i]) + selection_.losses(in[i])));
      add("</tr>\n");
    }
    end_table();
    and_more(in.size(), kListedItems);
  }

  void unanswered() {
    const std::vector<UnansweredPair> pairs = unanswered_pairs(selection_.games());
    if (pairs.empty()) return;
    add("<h2>Pairs without an answer: {}</h2>\n<p class=\"soft\">Every judge who was asked "
        "abstained, and a coin decided.</p>\n<details><summary>Which they are</summary>\n",
        pairs.size());
    begin_table({"item", "against", "#games"});
    for (std::size_t i = 0; i < std::min(pairs.size(), kListedPairs); ++i) {
      add("<tr>");
      name_cell(pairs[i].first);
      name_cell(pairs[i].second);
      number_cell(fmt::format("{}", pairs[i].games));
      add("</tr>\n");
    }
    end_table();
    and_more(pairs.size(), kListedPairs);
    add("</details>\n");
  }

  void path_section(const std::vector<PathStep>& path) {
    add("<h2>Its games: {} won, {} lost</h2>\n", selection_.wins(selection_.leader()),
        selection_.losses(selection_.leader()));
    begin_table(with_brackets({"#game", "result", "against", "decided by"}));
    for (std::size_t i = 0; i < std::min(path.size(), kListedGames); ++i) {
      const PathStep& step = path[i];
      add("<tr>");
      number_cell(fmt::format("{}", i + 1));
      if (has_brackets()) add("<td>{}</td>", bracket_of(step));
      add("<td class=\"{0}\">{0}</td>", step.won ? "won" : "lost");
      name_cell(step.opponent);
      judge_cell(step.judge, step.coin);
      add("</tr>\n");
    }
    end_table();
    and_more(path.size(), kListedGames);
  }

  void runners() {
    const std::vector<RunnerUp> runners = runners_up(selection_);
    if (runners.empty()) return;
    add("<h2>Runners-up</h2>\n<p class=\"soft\">They hold titles: each won a bracket.</p>\n");
    begin_table({"item", "titles", "#won", "#lost"});
    for (const RunnerUp& runner : runners) {
      add("<tr>");
      name_cell(runner.item);
      add("<td>{}</td>", fmt::join(runner.titles, ", "));
      number_cell(fmt::format("{}", selection_.wins(runner.item)));
      number_cell(fmt::format("{}", selection_.losses(runner.item)));
      add("</tr>\n");
    }
    end_table();
  }

  void strongest() {
    add("<h2>The strongest by all games</h2>\n<p class=\"soft\">Strength by Bradley and Terry's "
        "model: the logarithm of the odds against an average item. It promises nothing about wrong "
        "results.</p>\n");
    begin_table({"#", "item", "#strength", "#won", "#lost"});
    std::size_t place = 0;
    for (const RankedItem& ranked : ranking(selection_, kRanked)) {
      add("<tr>");
      number_cell(fmt::format("{}", ++place));
      name_cell(ranked.item);
      number_cell(fmt::format("{:.2f}", ranked.strength));
      number_cell(fmt::format("{}", ranked.wins));
      number_cell(fmt::format("{}", ranked.losses));
      add("</tr>\n");
    }
    end_table();
  }

  static std::string of_all(std::uint64_t part, std::uint64_t all) {
    return all == 0 ? "-" : fmt::format("{} of {}", part, all);
  }

  void judges() {
    add("<h2>Judges</h2>\n");
    begin_table({"judge", "#answers", "#chose the first shown", "#ties", "#abstentions",
                 "#changed with the order", "#disagreed with most others"});
    const std::vector<JudgeCount> judges = selection_.judges();
    for (std::size_t i = 0; i < judges.size(); ++i) {
      const JudgeCount& judge = judges[i];
      const std::optional<double> share = first_share(judge);
      add("<tr><td class=\"name\">{}</td>",
          escaped(util::shortened_inside(judge_name(spent_, i), kPageNameLength)));
      number_cell(fmt::format("{}", judge.answers));
      number_cell(share ? fmt::format("{:.1f} %", 100 * *share) : "-");
      number_cell(fmt::format("{}", judge.ties));
      number_cell(fmt::format("{}", judge.abstentions));
      number_cell(of_all(judge.changed_mind, judge.both_orders));
      number_cell(of_all(judge.disagreed, judge.shared));
      add("</tr>\n");
    }
    end_table();
    for (const std::string& note : judge_notes(selection_, spent_)) {
      add("<p>{}</p>\n", escaped(note));
    }
  }

  std::optional<std::string> picture() const {
    if (selection_.items() > kMaxDrawnItems || selection_.most_games() > kMaxDrawnGames) {
      return std::nullopt;
    }
    const auto schedule =
        make_format(selection_.options().tournament, selection_.items())->schedule(std::nullopt);
    if (!schedule) return std::nullopt;
    return played_svg(*schedule, names_, selection_.games());
  }

  // Adds the picture of the bracket; false if it cannot be drawn.
  bool bracket() {
    const std::optional<std::string> drawn = picture();
    if (!drawn) return false;
    add("<h2>The bracket</h2>\n<p class=\"soft\">Winners are bold and move along solid lines, "
        "losers along dashed ones into the next bracket. A number in a circle is how many titles "
        "that side stands for.</p>\n<div class=\"wide full\">{}</div>\n",
        *drawn);
    return true;
  }

  void games(bool drawn) {
    const std::size_t all = selection_.games().size();
    if (!drawn && all > kLastGames) {
      add("<h2>The last {} games</h2>\n", kLastGames);
      game_table(kLastGames);
    }
    const std::size_t count = std::min(all, kListedGames);
    add("<h2>Games</h2>\n<details><summary>{}</summary>\n",
        count == all ? fmt::format("All {}, in the order in which they were decided",
                                   plural(count, "game", "games"))
                     : fmt::format("The last {} of {} games", count, all));
    game_table(count);
    add("</details>\n");
  }

  // A table of the last `count` games.
  void game_table(std::size_t count) {
    begin_table(with_brackets({"#game", "winner", "loser", "decided by"}));
    const std::span<const SelectedGame> games = selection_.games();
    const std::size_t brackets = selection_.titles().size();
    for (std::size_t i = games.size() - count; i < games.size(); ++i) {
      const SelectedGame& game = games[i];
      add("<tr>");
      number_cell(fmt::format("{}", i + 1));
      if (has_brackets()) {
        add("<td>{}</td>", game.bracket > brackets ? "finals" : fmt::format("{}", game.bracket));
      }
      name_cell(game.winner);
      name_cell(game.loser);
      judge_cell(game.judge, game.coin);
      add("</tr>\n");
    }
    end_table();
  }

  const Selection& selection_;
  const std::vector<std::string>& names_;
  const SelectionSpent& spent_;
  const std::string& command_;
  std::string html_;
};

}  // namespace

std::string selection_html(const Selection& selection, const std::vector<std::string>& names,
                           const SelectionSpent& spent, const std::string& command) {
  return SelectPage(selection, names, spent, command).html();
}

}  // namespace ect::report
