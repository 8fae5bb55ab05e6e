// The picture of a schedule. Layout: a match box stands in the column of its round and in the band
// of its bracket. Boxes of one bracket and round are spread evenly over the band, which makes the
// familiar tree of the first bracket; a band is as high as its fullest round. Lines are drawn first
// and boxes over them.
#include "report/bracket_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "ect/count.h"
#include "ect/error.h"
#include "report/markup.h"
#include "report/table.h"

namespace ect {
namespace {

constexpr double kBoxWidth = 124;
constexpr double kFinalWidth = 164;
constexpr double kBoxHeight = 34;
constexpr double kColumnGap = 42;
constexpr double kRowGap = 12;
constexpr double kBandGap = 30;
constexpr double kMargin = 28;
constexpr double kHeader = 92;
constexpr double kLeastWidth = 760;  // the title and what stands below it
constexpr std::size_t kNameLength = 14;
constexpr const char* kFinalsColour = "#222831";

class Picture {
 public:
  Picture(const Schedule& schedule, const std::vector<std::string>& names)
      : schedule_(schedule), names_(names), finals_(schedule.eliminations() + 1) {
    place_boxes();
  }

  std::string draw() {
    const Counts counts = count(schedule_);
    add(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" )"
        R"(height="{1:.0f}" role="img" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', )"
        R"(sans-serif">)"
        "\n",
        width_, height_);
    const std::string title = fmt::format(
        "Error-correcting tournament: {}, {}", plural(counts.players, "player", "players"),
        plural(counts.eliminations, "elimination", "eliminations"));
    add("<title>{}</title>\n", title);
    add(R"(<rect width="100%" height="100%" fill="#ffffff"/>)"
        "\n");
    add(R"(<text x="{}" y="34" font-size="19" font-weight="600" fill="#222831">{}</text>)"
        "\n",
        kMargin, title);
    add(R"(<text x="{}" y="56" font-size="13" fill="#5b6572">{}, first phase of {}, )"
        R"(importance depth {}. {}</text>)"
        "\n",
        kMargin, plural(counts.matches, "match", "matches"),
        plural(counts.first_phase_rounds, "round", "rounds"), counts.importance_depth,
        counts.eliminations == 1
            ? std::string("One wrong result can unseat the best player.")
            : fmt::format("To unseat the best player takes at least {} wrong results.",
                          counts.eliminations));
    draw_headings();
    for (std::uint32_t n = 0; n < schedule_.matches(); ++n) draw_arrivals(n);
    for (std::uint32_t n = 0; n < schedule_.matches(); ++n) draw_box(n);
    draw_champion();
    add("</svg>\n");
    return std::move(svg_);
  }

 private:
  struct Box {
    double x = 0;
    double y = 0;  // of the middle
    double width = kBoxWidth;
    double bend = 0.5;  // where in the gap before it lines turn: not where its neighbours' do
  };

  template <class... Arguments>
  void add(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(svg_), text, std::forward<Arguments>(arguments)...);
  }

  bool is_final(std::uint32_t match) const { return match >= schedule_.first_phase_matches(); }

  const char* colour(std::uint32_t match) const {
    return is_final(match) ? kFinalsColour : series_colour(schedule_.bracket(match) - 1);
  }

  double column_x(std::uint32_t round) const {
    const double first_phase = std::min(round - 1, schedule_.first_phase_rounds());
    const double finals = round - 1 - first_phase;
    return kMargin + first_phase * (kBoxWidth + kColumnGap) + finals * (kFinalWidth + kColumnGap);
  }

  struct Band {
    double top = 0;
    double height = 0;
  };

  // The matches of one bracket in one round.
  template <class Visit>
  void for_each_run(Visit visit) {
    for (std::uint32_t round = 1; round <= schedule_.rounds(); ++round) {
      const Schedule::Range matches = schedule_.round(round);
      for (std::uint32_t n = matches.first; n < matches.last;) {
        std::uint32_t end = n;
        const std::uint32_t bracket = schedule_.bracket(n);
        while (end < matches.last && schedule_.bracket(end) == bracket) ++end;
        visit(bracket, Schedule::Range{n, end});
        n = end;
      }
    }
  }

  void place_boxes() {
    bands_.resize(finals_);
    for_each_run([&](std::uint32_t bracket, Schedule::Range run) {
      const double row = kBoxHeight + (bracket == finals_ ? 3 : 1) * kRowGap;
      bands_[bracket - 1].height =
          std::max(bands_[bracket - 1].height, row * (run.last - run.first));
    });
    const double first_top = kHeader + 22;
    double top = first_top;
    for (std::uint32_t bracket = 1; bracket < finals_; ++bracket) {
      bands_[bracket - 1].top = top;
      top += bands_[bracket - 1].height + kBandGap;
    }
    // The finals stand in the middle of all bands.
    Band& finals = bands_[finals_ - 1];
    finals.top = first_top + std::max(0.0, (top - kBandGap - first_top - finals.height) / 2);
    height_ = std::max(top - kBandGap, finals.top + finals.height) + kMargin;
    width_ = std::max(kLeastWidth, column_x(schedule_.rounds() + 1) + 90 + kMargin);

    boxes_.resize(schedule_.matches());
    for_each_run(
        [&](std::uint32_t bracket, Schedule::Range run) { place_run(run, bands_[bracket - 1]); });
  }

  // Matches stand in the order in which their players stood in the bands that they come from, so
  // that lines are short and seldom cross.
  void place_run(Schedule::Range run, const Band& band) {
    std::vector<std::pair<double, std::uint32_t>> order;
    for (std::uint32_t n = run.first; n < run.last; ++n) {
      const std::optional<double> left = came_from(schedule_.left(n));
      const std::optional<double> right = came_from(schedule_.right(n));
      const double either = left.value_or(right.value_or(0));
      order.emplace_back((either + right.value_or(either)) / 2, n);
    }
    std::sort(order.begin(), order.end());
    const double step = band.height / static_cast<double>(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::uint32_t n = order[i].second;
      boxes_[n] = {column_x(schedule_.match(n).round),
                   band.top + step * (static_cast<double>(i) + 0.5),
                   is_final(n) ? kFinalWidth : kBoxWidth, 0.3 + 0.2 * static_cast<double>(i % 3)};
    }
  }

  // Where in its last band somebody was, from 0 at its top to 1 at its end. New players were
  // nowhere.
  std::optional<double> came_from(const Entrant& entrant) const {
    if (entrant.from == From::kPlayer) return std::nullopt;
    const Band& band = bands_[schedule_.bracket(entrant.index) - 1];
    return (boxes_[entrant.index].y - band.top) / band.height;
  }

  void draw_headings() {
    for (std::uint32_t round = 1; round <= schedule_.rounds(); ++round) {
      const bool final = round > schedule_.first_phase_rounds();
      add(R"(<text x="{:.1f}" y="{}" font-size="12" fill="#5b6572" text-anchor="middle">{}</text>)"
          "\n",
          column_x(round) + (final ? kFinalWidth : kBoxWidth) / 2, kHeader - 8,
          final ? fmt::format("Finals {}", round - schedule_.first_phase_rounds())
                : fmt::format("Round {}", round));
    }
    for (std::uint32_t bracket = 1; bracket < finals_; ++bracket) {
      const double top = bands_[bracket - 1].top;
      if (bracket > 1) {
        add(R"(<line x1="{0}" y1="{1:.1f}" x2="{2:.1f}" y2="{1:.1f}" stroke="#e3e7ec"/>)"
            "\n",
            kMargin, top - kBandGap / 2, column_x(schedule_.first_phase_rounds() + 1) - kColumnGap);
      }
      add(R"(<text x="{}" y="{:.1f}" font-size="13" font-weight="600" fill="{}">Bracket {}</text>)"
          "\n",
          kMargin, top + (bracket == 1 ? -2 : 6), series_colour(bracket - 1), bracket);
    }
  }

  // The lines by which the two sides of a match come.
  void draw_arrivals(std::uint32_t match) {
    for (const Side side : {Side::kLeft, Side::kRight}) {
      const Entrant entrant = schedule_.entrant({match, side});
      if (entrant.from == From::kPlayer) continue;
      const Box& source = boxes_[entrant.index];
      const Box& target = boxes_[match];
      const double from_x = source.x + source.width;
      const double to_y = target.y + (side == Side::kLeft ? -kBoxHeight / 4 : kBoxHeight / 4);
      const bool within = schedule_.bracket(entrant.index) == schedule_.bracket(match);
      if (entrant.from == From::kWinnerOf && within) {
        const double bend = target.x - kColumnGap * target.bend;
        add(R"(<path d="M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}" fill="none" stroke="{}" )"
            R"(stroke-width="1.8"/>)"
            "\n",
            from_x, source.y, bend, to_y, target.x, colour(match));
      } else {
        const bool title = is_final(match);
        const bool lost = entrant.from == From::kLoserOf;
        const double from_y = source.y + (lost ? kBoxHeight / 4 : 0);
        const double pull = std::max(kColumnGap, (target.x - from_x) / 2);
        add(R"(<path d="M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}" fill="none" )"
            R"(stroke="{}" stroke-width="{}" stroke-opacity="{}"{}/>)"
            "\n",
            from_x, from_y, from_x + pull, from_y, target.x - pull, to_y, target.x, to_y,
            colour(title ? entrant.index : match), title ? 2.4 : 1.1, title ? 0.9 : 0.45,
            lost ? R"( stroke-dasharray="4 3")" : "");
      }
    }
  }

  void draw_box(std::uint32_t n) {
    const Match match = schedule_.match(n);
    const Box& box = boxes_[n];
    const double top = box.y - kBoxHeight / 2;
    const bool title = schedule_.is_bracket_final(n);
    add(R"(<g><title>Match {}</title><rect x="{:.1f}" y="{:.1f}" width="{}" height="{}" rx="4" )"
        R"(fill="{}" stroke="{}" stroke-width="{}"/>)"
        "\n",
        n + 1, box.x, top, box.width, kBoxHeight, title ? "#fff8e1" : "#ffffff", colour(n),
        title || is_final(n) ? 2.4 : 1.3);
    add(R"(<text x="{:.1f}" y="{:.1f}" font-size="9" fill="#8a94a0" text-anchor="end">{}</text>)"
        "\n",
        box.x + box.width - 4, top + 10.5, n + 1);
    draw_side(box, match.left, match.left_needs, match.right_needs, top + 13.5, is_final(n));
    draw_side(box, match.right, match.right_needs, match.left_needs, top + 28, is_final(n));
    add("</g>\n");
  }

  void draw_side(const Box& box, const Entrant& entrant, std::uint32_t needs, std::uint32_t charge,
                 double baseline, bool final) {
    double x = box.x + 7;
    if (final) {
      add(R"(<circle cx="{0:.1f}" cy="{1:.1f}" r="7" fill="{2}"/><text x="{0:.1f}" y="{3:.1f}" )"
          R"(font-size="9" font-weight="600" fill="#ffffff" text-anchor="middle">{4}</text>)"
          "\n",
          box.x + 12, baseline - 4, kFinalsColour, baseline - 0.8, charge);
      x += 17;
    }
    const bool player = entrant.from == From::kPlayer;
    std::string text =
        player ? shortened(names_[entrant.index], kNameLength)
               : fmt::format("{} {}", entrant.from == From::kWinnerOf ? "winner" : "loser",
                             entrant.index + 1);
    if (final && !player && !is_final(entrant.index)) {
      text = fmt::format("title {}", schedule_.bracket(entrant.index));
    }
    if (final) text += fmt::format(", needs {}", needs);
    add(R"(<text x="{:.1f}" y="{:.1f}" font-size="11" fill="{}">{}</text>)"
        "\n",
        x, baseline, player || final ? "#222831" : "#7a8490", escaped(text));
  }

  void draw_champion() {
    const Entrant champion = schedule_.champion();
    if (champion.from == From::kPlayer) return;
    const Box& last = boxes_[champion.index];
    const double x = last.x + last.width;
    add(R"(<path d="M{0:.1f} {1:.1f}H{2:.1f}" stroke="{3}" stroke-width="2.4"/><text x="{4:.1f}" )"
        R"(y="{5:.1f}" font-size="13" font-weight="600" fill="{3}">champion</text>)"
        "\n",
        x, last.y, x + 22, colour(champion.index), x + 28, last.y + 4.5);
  }

  const Schedule& schedule_;
  const std::vector<std::string>& names_;
  std::uint32_t finals_;  // the number that stands for the finals among the brackets
  std::vector<Box> boxes_;
  std::vector<Band> bands_;  // a bracket each, then the finals
  double width_ = 0;
  double height_ = 0;
  std::string svg_;
};

}  // namespace

std::string bracket_svg(const Schedule& schedule, const std::vector<std::string>& names) {
  if (schedule.matches() > kMaxDrawnMatches) {
    throw Error::bad_argument(fmt::format("{} matches are too many to draw (at most {})",
                                          schedule.matches(), kMaxDrawnMatches));
  }
  return Picture(schedule, names).draw();
}

}  // namespace ect
