#ifndef ECT_TOURNAMENT_SCHEDULE_BUILDER_H_
#define ECT_TOURNAMENT_SCHEDULE_BUILDER_H_

#include <cstdint>
#include <span>

#include "ect/schedule.h"

namespace ect::tournament {

// Fills a Schedule match by match, in the order of its numbering, and keeps the forward edges in
// step with the entrants. Usage: range() for each bracket and round in turn, add() for its matches,
// title() after a bracket's final; then finals(), then finish().
class ScheduleBuilder {
 public:
  static constexpr std::uint32_t kNowhere = 0xffffffff;

  // Throws when that many matches cannot be numbered.
  ScheduleBuilder(Player players, std::uint32_t eliminations, std::uint32_t games_to_win,
                  FinalsSeries series = FinalsSeries::kCharged);

  // The next matches are of this bracket and round.
  void range(std::uint32_t bracket, std::uint32_t round);
  // Adds a match and returns its number.
  std::uint32_t add(Entrant left, Entrant right);
  // The next bracket's title goes to this entrant.
  void title(Entrant winner);
  // Adds the finals: a single elimination over the titles, split in balanced halves.
  void finals();
  Schedule finish();

 private:
  void arrive(Entrant entrant, Place at);
  const Schedule::BracketRound& range_near(std::uint32_t match);

  Schedule schedule_;
  std::size_t near_ = 0;  // the range of the last loser that arrived
};

}  // namespace ect::tournament

#endif  // ECT_TOURNAMENT_SCHEDULE_BUILDER_H_
