#ifndef ECT_TOURNAMENT_SCHEDULE_BUILDER_H_
#define ECT_TOURNAMENT_SCHEDULE_BUILDER_H_

#include <cstdint>
#include <span>

#include "ect/schedule.h"

namespace ect::tournament {

// Builds a Schedule match by match, in the order of the numbers of matches, with the forward edges.
// Usage: range() for each bracket and round in turn, add() for its matches, title() after a
// bracket's final; then finals(), then finish(). Entrants are not checked.
class ScheduleBuilder {
 public:
  static constexpr std::uint32_t kNowhere = 0xffffffff;

  // Throws ect::Error for 0 eliminations or games, and for Schedule::kMaxMatches matches or more.
  ScheduleBuilder(Player players, std::uint32_t eliminations, std::uint32_t games_to_win,
                  FinalsSeries series = FinalsSeries::kCharged);

  // Begins the matches of this bracket and round.
  void range(std::uint32_t bracket, std::uint32_t round);
  // Adds a match and returns its number.
  std::uint32_t add(Entrant left, Entrant right);
  // Records which entrant takes the title of the next bracket, from bracket 1 on.
  void title(Entrant winner);
  // Adds the finals: a single elimination over the titles, split in balanced halves.
  void finals();
  Schedule finish();

 private:
  void arrive(Entrant entrant, Place at);
  const Schedule::BracketRound& range_near(std::uint32_t match);

  Schedule schedule_;
  std::size_t near_ = 0;  // the range that range_near() found last
};

}  // namespace ect::tournament

#endif  // ECT_TOURNAMENT_SCHEDULE_BUILDER_H_
