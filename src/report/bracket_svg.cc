// The picture of a tournament, as planned or as played. Lines are drawn first and boxes over them.
// In a picture of a played tournament the boxes have the players' names, the winner in bold, and
// the score of a series, and the colours are those of the HTML page. Tests: report_test,
// select_report_test.
#include "report/bracket_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "ect/count.h"
#include "ect/error.h"
#include "report/bracket_layout.h"
#include "report/drawn_bracket.h"
#include "report/markup.h"
#include "report/table.h"
#include "util/display_width.h"

namespace ect::report {
namespace {

constexpr double kHeader = 92;
constexpr double kPlayedHeader = 26;
constexpr double kChampion = 90;         // width of the word "champion"
constexpr double kPlayedChampion = 150;  // width of the champion's name
constexpr std::size_t kBracketNameLength = 14;

struct Palette {
  const char* back;
  const char* ink;
  const char* soft;
  const char* line;
  const char* number;
  const char* later;  // players who are not known yet
  const char* title;  // the match that decides a bracket
  const char* coin;
};
constexpr Palette kPaper = {"#ffffff", "#222831", "#5b6572", "#e3e7ec",
                            "#8a94a0", "#7a8490", "#fff8e1", "#9a5b00"};
constexpr Palette kPage = {"var(--back)", "var(--text)", "var(--soft)",  "var(--line)",
                           "var(--soft)", "var(--soft)", "var(--title)", "var(--coin)"};

class Picture {
 public:
  Picture(const DrawnBracket& bracket, const std::vector<std::string>& names, bool played)
      : bracket_(bracket),
        names_(names),
        played_(played),
        palette_(played ? kPage : kPaper),
        header_(played ? kPlayedHeader : kHeader),
        layout_(bracket, header_, played ? kPlayedChampion : kChampion) {}

  std::string draw_plan(const Counts& counts) {
    const std::string title = fmt::format(
        "Error-correcting tournament: {}, {}", plural(counts.players, "player", "players"),
        plural(counts.eliminations, "elimination", "eliminations"));
    begin(title, R"(xmlns="http://www.w3.org/2000/svg" )");
    add(R"(<text x="{}" y="34" font-size="19" font-weight="600" fill="{}">{}</text>)"
        "\n",
        kPictureMargin, palette_.ink, title);
    add(R"(<text x="{}" y="56" font-size="13" fill="{}">{}, first phase of {}, )"
        R"(importance depth {}. {}</text>)"
        "\n",
        kPictureMargin, palette_.soft, plural(counts.matches, "match", "matches"),
        plural(counts.first_phase_rounds, "round", "rounds"), counts.importance_depth,
        counts.eliminations == 1
            ? std::string("One wrong result can unseat the best player.")
            : fmt::format("To unseat the best player takes at least {} wrong results.",
                          counts.eliminations));
    return finish();
  }

  std::string draw_played() {
    begin("The tournament as it was played", "");
    return finish();
  }

 private:
  using Box = BracketLayout::Box;

  template <class... Arguments>
  void add(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(svg_), text, std::forward<Arguments>(arguments)...);
  }

  bool is_final(std::uint32_t match) const { return match >= bracket_.first_phase_matches; }

  std::string series(std::uint32_t bracket) const {
    if (!played_) return series_colour(bracket - 1);
    return fmt::format("var(--series-{})", (bracket - 1) % kSeriesColours);
  }

  std::string colour(std::uint32_t match) const {
    return is_final(match) ? palette_.ink : series(bracket_.matches[match].bracket);
  }

  void begin(const std::string& title, const char* attributes) {
    add(R"(<svg {2}viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" )"
        R"(height="{1:.0f}" role="img" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', )"
        R"(sans-serif">)"
        "\n",
        layout_.width(), layout_.height(), attributes);
    add("<title>{}</title>\n", title);
    add(R"(<rect width="100%" height="100%" fill="{}"/>)"
        "\n",
        palette_.back);
  }

  std::string finish() {
    draw_headings();
    for (std::uint32_t n = 0; n < bracket_.matches.size(); ++n) draw_arrivals(n);
    for (std::uint32_t n = 0; n < bracket_.matches.size(); ++n) draw_box(n);
    draw_champion();
    add("</svg>\n");
    return std::move(svg_);
  }

  void draw_headings() {
    for (std::uint32_t round = 1; round <= bracket_.rounds; ++round) {
      const bool final = round > bracket_.first_phase_rounds;
      add(R"(<text x="{:.1f}" y="{}" font-size="12" fill="{}" text-anchor="middle">{}</text>)"
          "\n",
          layout_.column_x(round) + (final ? kFinalWidth : kBoxWidth) / 2, header_ - 8,
          palette_.soft,
          final ? fmt::format("Finals {}", round - bracket_.first_phase_rounds)
                : fmt::format("Round {}", round));
    }
    for (std::uint32_t bracket = 1; bracket <= bracket_.brackets; ++bracket) {
      const double top = layout_.band(bracket).top;
      if (bracket > 1) {
        add(R"(<line x1="{0}" y1="{1:.1f}" x2="{2:.1f}" y2="{1:.1f}" stroke="{3}"/>)"
            "\n",
            kPictureMargin, top - kBandGap / 2,
            layout_.column_x(bracket_.first_phase_rounds + 1) - kColumnGap, palette_.line);
      }
      add(R"(<text x="{}" y="{:.1f}" font-size="13" font-weight="600" fill="{}">Bracket {}</text>)"
          "\n",
          kPictureMargin, top + (bracket == 1 ? -2 : 6), series(bracket), bracket);
    }
  }

  // Draws the lines along which the two sides come to a match.
  void draw_arrivals(std::uint32_t match) {
    for (const Side side : {Side::kLeft, Side::kRight}) {
      for (const Entrant& entrant : bracket_.matches[match].side(side).from) {
        if (entrant.from != From::kPlayer) draw_arrival(entrant, {match, side});
      }
    }
  }

  void draw_arrival(const Entrant& entrant, const Place& at) {
    const Box& source = layout_.box(entrant.index);
    const Box& target = layout_.box(at.match);
    const double from_x = source.x + source.width;
    const double to_y = target.y + (at.side == Side::kLeft ? -kBoxHeight / 4 : kBoxHeight / 4);
    const bool within =
        bracket_.matches[entrant.index].bracket == bracket_.matches[at.match].bracket;
    if (entrant.from == From::kWinnerOf && within) {
      const double bend = target.x - kColumnGap * target.bend;
      add(R"(<path d="M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}" fill="none" stroke="{}" )"
          R"(stroke-width="1.8"/>)"
          "\n",
          from_x, source.y, bend, to_y, target.x, colour(at.match));
      return;
    }
    const bool title = is_final(at.match);
    const bool lost = entrant.from == From::kLoserOf;
    const double from_y = source.y + (lost ? kBoxHeight / 4 : 0);
    const double pull = std::max(kColumnGap, (target.x - from_x) / 2);
    add(R"(<path d="M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}" fill="none" )"
        R"(stroke="{}" stroke-width="{}" stroke-opacity="{}"{}/>)"
        "\n",
        from_x, from_y, from_x + pull, from_y, target.x - pull, to_y, target.x, to_y,
        colour(title ? entrant.index : at.match), title ? 2.4 : 1.1, title ? 0.9 : 0.45,
        lost ? R"( stroke-dasharray="4 3")" : "");
  }

  void draw_box(std::uint32_t n) {
    const DrawnMatch& match = bracket_.matches[n];
    const Box& box = layout_.box(n);
    const double top = box.y - kBoxHeight / 2;
    add(R"(<g><title>{}</title><rect x="{:.1f}" y="{:.1f}" width="{}" height="{}" rx="4" )"
        R"(fill="{}" stroke="{}" stroke-width="{}"/>)"
        "\n",
        played_ ? told(n) : fmt::format("Match {}", n + 1), box.x, top, box.width, kBoxHeight,
        match.title ? palette_.title : palette_.back, colour(n),
        match.title || is_final(n) ? 2.4 : 1.3);
    if (!played_) {
      add(R"(<text x="{:.1f}" y="{:.1f}" font-size="9" fill="{}" text-anchor="end">{}</text>)"
          "\n",
          box.x + box.width - 4, top + 10.5, palette_.number, n + 1);
    }
    draw_side(n, Side::kLeft, top + 13.5);
    draw_side(n, Side::kRight, top + 28);
    if (match.coins > 0) draw_coins(box, match.coins);
    add("</g>\n");
  }

  void draw_side(std::uint32_t n, Side side, double baseline) {
    const DrawnMatch& match = bracket_.matches[n];
    const DrawnSide& drawn = match.side(side);
    const Box& box = layout_.box(n);
    double x = box.x + 7;
    if (is_final(n)) {
      add(R"(<circle cx="{0:.1f}" cy="{1:.1f}" r="7" fill="{2}"/><text x="{0:.1f}" y="{3:.1f}" )"
          R"(font-size="9" font-weight="600" fill="{5}" text-anchor="middle">{4}</text>)"
          "\n",
          box.x + 12, baseline - 4, palette_.ink, baseline - 0.8, drawn.charge, palette_.back);
      x += 17;
    }
    const std::optional<Side> winner = match.winner();
    const bool known = drawn.from.front().from == From::kPlayer || is_final(n);
    const bool dark = played_ && winner ? *winner == side : known || drawn.player;
    add(R"(<text x="{:.1f}" y="{:.1f}" font-size="11"{} fill="{}">{}</text>)"
        "\n",
        x, baseline, winner == side ? R"( font-weight="700")" : "",
        dark ? palette_.ink : palette_.later, escaped(side_text(n, drawn)));
    if (match.left.wins + match.right.wins > 1) {
      add(R"(<text x="{:.1f}" y="{:.1f}" font-size="11"{} fill="{}" text-anchor="end">{}</text>)"
          "\n",
          box.x + box.width - 7, baseline, winner == side ? R"( font-weight="700")" : "",
          dark ? palette_.ink : palette_.later, drawn.wins);
    }
  }

  std::string side_text(std::uint32_t n, const DrawnSide& side) const {
    if (side.player) {
      const DrawnMatch& match = bracket_.matches[n];
      const bool scored = match.left.wins + match.right.wins > 1;
      return util::shortened(names_[*side.player],
                             kBracketNameLength - (scored && !is_final(n) ? 2 : 0));
    }
    const Entrant& entrant = side.from.front();
    const bool player = entrant.from == From::kPlayer;
    if (player && played_) return "?";
    std::string text =
        player ? util::shortened(names_[entrant.index], kBracketNameLength)
               : fmt::format("{} {}", entrant.from == From::kWinnerOf ? "winner" : "loser",
                             entrant.index + 1);
    if (!is_final(n)) return text;
    if (!player && !is_final(entrant.index)) {
      text = fmt::format("title {}", bracket_.matches[entrant.index].bracket);
    }
    return text + fmt::format(", needs {}", side.needs);
  }

  // The result of a match in words, for the tooltip and for screen readers.
  std::string told(std::uint32_t n) const {
    const DrawnMatch& match = bracket_.matches[n];
    const std::optional<Side> winner = match.winner();
    if (!winner) return fmt::format("Match {}, not over", n + 1);
    const DrawnSide& won = match.side(*winner);
    const DrawnSide& lost = match.side(other(*winner));
    return escaped(fmt::format(
        "{}{} beat {}, {} to {}{}", is_final(n) ? "Finals: " : "", names_[*won.player],
        names_[*lost.player], won.wins, lost.wins,
        match.coins == 0 ? "" : ", " + plural(match.coins, "of them a coin", "of them coins")));
  }

  void draw_coins(const Box& box, std::uint32_t coins) {
    const double width = coins == 1 ? 28 : 42;
    const double right = box.x + box.width - 5;
    const double y = box.y - kBoxHeight / 2;
    add(R"(<rect x="{:.1f}" y="{:.1f}" width="{}" height="12" rx="6" fill="{}"/>)"
        R"(<text x="{:.1f}" y="{:.1f}" font-size="9" font-weight="600" fill="{}" )"
        R"(text-anchor="middle">{}</text>)"
        "\n",
        right - width, y - 10, width, palette_.coin, right - width / 2, y - 0.8, palette_.back,
        coins == 1 ? std::string("coin") : fmt::format("{} coins", coins));
  }

  void draw_champion() {
    if (!bracket_.champion || bracket_.champion->from == From::kPlayer) return;
    const std::uint32_t match = bracket_.champion->index;
    const Box& last = layout_.box(match);
    const double x = last.x + last.width;
    const std::optional<Side> winner = bracket_.matches[match].winner();
    const std::string text =
        winner ? escaped(util::shortened(names_[*bracket_.matches[match].side(*winner).player],
                                         kBracketNameLength))
               : "champion";
    add(R"(<path d="M{0:.1f} {1:.1f}H{2:.1f}" stroke="{3}" stroke-width="2.4"/><text x="{4:.1f}" )"
        R"(y="{5:.1f}" font-size="13" font-weight="600" fill="{3}">{6}</text>)"
        "\n",
        x, last.y, x + 22, colour(match), x + 28, last.y + 4.5, text);
  }

  const DrawnBracket& bracket_;
  const std::vector<std::string>& names_;
  bool played_;
  const Palette& palette_;
  double header_;
  BracketLayout layout_;
  std::string svg_;
};

void check_size(std::size_t matches) {
  if (matches <= kMaxDrawnMatches) return;
  throw Error::bad_argument(
      fmt::format("{} matches are too many to draw (at most {})", matches, kMaxDrawnMatches));
}

}  // namespace

std::string bracket_svg(const Schedule& schedule, const std::vector<std::string>& names) {
  check_size(schedule.matches());
  const DrawnBracket bracket = drawn_plan(schedule);
  return Picture(bracket, names, false).draw_plan(count(schedule));
}

std::optional<std::string> played_svg(const Schedule& schedule,
                                      const std::vector<std::string>& names,
                                      std::span<const SelectedGame> games) {
  check_size(schedule.matches());
  const std::optional<DrawnBracket> bracket = drawn_games(schedule, games);
  if (!bracket) return std::nullopt;
  return Picture(*bracket, names, true).draw_played();
}

}  // namespace ect::report
