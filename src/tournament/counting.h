#ifndef ECT_TOURNAMENT_COUNTING_H_
#define ECT_TOURNAMENT_COUNTING_H_

#include <cstdint>

#include "ect/count.h"
#include "ect/schedule.h"

namespace ect::tournament {

// count(error_correcting(Seeding::listed(players), eliminations, series)) without building the
// schedule, for any number of eliminations that could be built. Requires players and eliminations
// >= 1.
Counts count_schedule(Player players, std::uint32_t eliminations, FinalsSeries series);

}  // namespace ect::tournament

#endif  // ECT_TOURNAMENT_COUNTING_H_
