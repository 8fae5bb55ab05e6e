#ifndef ECT_TOURNAMENT_PACK_H_
#define ECT_TOURNAMENT_PACK_H_

#include <cstdint>
#include <span>
#include <vector>

#include "ect/schedule.h"

namespace ect::tournament {

// A schedule as words that can be stored in a file, without its forward edges, which follow from
// the rest: players, eliminations, games to win, number of ranges; for each range (the matches of
// one bracket in one round) bracket, round and matches; two entrants for each match of the first
// phase, the kind in the upper 2 bits; the entrant that takes each title.
std::vector<std::uint32_t> pack(const Schedule& schedule);

// The inverse of pack(). Throws ect::Error for words that are not a valid schedule: a match that
// refers to itself or a later one, a player who enters twice or never, a winner who enters two
// matches, ...
Schedule unpack_schedule(std::span<const std::uint32_t> words,
                         FinalsSeries series = FinalsSeries::kCharged);

}  // namespace ect::tournament

#endif  // ECT_TOURNAMENT_PACK_H_
