#ifndef ECT_REPORT_DRAWN_BRACKET_H_
#define ECT_REPORT_DRAWN_BRACKET_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ect/schedule.h"
#include "ect/select.h"

namespace ect::report {

// What a picture of a tournament shows, planned or played.
struct DrawnSide {
  // A player, or the match that it comes from; several where it comes with several titles.
  std::vector<Entrant> from;
  std::uint32_t needs = 1;   // games to win the match
  std::uint32_t charge = 1;  // titles that it stands for
  std::optional<Player> player;
  std::uint32_t wins = 0;
};

struct DrawnMatch {
  DrawnSide left;
  DrawnSide right;
  std::uint32_t bracket = 1;  // from 1; the finals are behind the last
  std::uint32_t round = 1;
  bool title = false;  // the final of a bracket
  std::uint32_t coins = 0;

  std::optional<Side> winner() const;
  const DrawnSide& side(Side side) const { return side == Side::kLeft ? left : right; }
};

struct DrawnBracket {
  std::uint32_t brackets = 0;  // without the finals
  std::uint32_t first_phase_matches = 0;
  std::uint32_t first_phase_rounds = 0;
  std::uint32_t rounds = 0;
  std::vector<DrawnMatch> matches;  // each behind those that its sides come from
  std::optional<Entrant> champion;
};

DrawnBracket drawn_plan(const Schedule& schedule);

// As far as the games go, and with the finals as they were played: between those who hold titles,
// each of them once. `schedule` may be of any seeding, and who stood where is told by the games.
// Nothing where these are not games of such a schedule.
std::optional<DrawnBracket> drawn_games(const Schedule& schedule,
                                        std::span<const SelectedGame> games);

}  // namespace ect::report

#endif  // ECT_REPORT_DRAWN_BRACKET_H_
