#ifndef ECT_REDUCTIONS_ARRIVALS_H_
#define ECT_REDUCTIONS_ARRIVALS_H_

#include <cstdint>
#include <optional>

#include "ect/schedule.h"
#include "reductions/importance.h"

namespace ect::reductions {

// Calls `arrive(place)` for every place where the winner, or the loser, of a match plays next. The
// winner of a bracket's final both takes the title and goes on in the next bracket.
template <class Arrive>
void go_on(const Schedule& schedule, std::uint32_t match, bool won, Arrive&& arrive) {
  const std::optional<Place> next = won ? schedule.winner_goes(match) : schedule.loser_goes(match);
  if (next) arrive(*next);
  if (!won || schedule.eliminations() == 1 || !schedule.is_bracket_final(match)) return;
  if (const std::optional<Place> final = schedule.title_goes(schedule.bracket(match))) {
    arrive(*final);
  }
}

// The importance of an example at a match: its own weight times the charge.
inline float importance(const Schedule& schedule, std::uint32_t match, float weight) {
  return capped_importance(static_cast<float>(schedule.match(match).weight()) * weight);
}

// Whether winning a match is winning the tournament.
inline bool decides(const Schedule& schedule, std::uint32_t match) {
  return schedule.champion() == Entrant{From::kWinnerOf, match};
}

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_ARRIVALS_H_
