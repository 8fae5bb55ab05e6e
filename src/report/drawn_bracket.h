#ifndef ECT_REPORT_DRAWN_BRACKET_H_
#define ECT_REPORT_DRAWN_BRACKET_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ect/schedule.h"
#include "ect/select.h"

namespace ect::report {

// What the picture of a planned or played tournament shows: sides, matches and the whole.
struct DrawnSide {
  // A player, or the match that it comes from; several if it enters with several titles.
  std::vector<Entrant> from;
  std::uint32_t needs = 1;   // games to win the match
  std::uint32_t charge = 1;  // titles that it holds
  std::optional<Player> player;
  std::uint32_t wins = 0;
};

struct DrawnMatch {
  DrawnSide left;
  DrawnSide right;
  std::uint32_t bracket = 1;  // from 1; the finals come after the last
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
  std::vector<DrawnMatch> matches;  // each after those that its sides come from
  std::optional<Entrant> champion;
};

DrawnBracket drawn_plan(const Schedule& schedule);

// The tournament as it was played so far, with finals between the holders of titles, each of whom
// enters once. `schedule` may have any seeding; the games tell which players met. Nothing if the
// games do not belong to such a schedule.
std::optional<DrawnBracket> drawn_games(const Schedule& schedule,
                                        std::span<const SelectedGame> games);

}  // namespace ect::report

#endif  // ECT_REPORT_DRAWN_BRACKET_H_
