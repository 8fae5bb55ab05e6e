#ifndef ECT_TOURNAMENT_FORMATS_H_
#define ECT_TOURNAMENT_FORMATS_H_

#include <cstdint>
#include <memory>

#include "ect/format.h"

// A factory for each kind of format; the table in format.cc names them. All throw ect::Error for a
// number that the format cannot have, or not with that many players.
namespace ect::tournament {

// Formats with a Schedule.
std::unique_ptr<Format> single_format(Player players);
std::unique_ptr<Format> best_of_format(Player players, std::uint32_t games);
std::unique_ptr<Format> error_correcting_format(Player players, std::uint32_t eliminations,
                                                FinalsSeries series);

// Formats that are paired round by round.
std::unique_ptr<Format> bracketed_elimination(Player players, std::uint32_t eliminations);
std::unique_ptr<Format> swiss(Player players, std::uint32_t rounds);
std::unique_ptr<Format> round_robin(Player players);
std::unique_ptr<Format> independent(Player players, std::uint32_t tournaments);

}  // namespace ect::tournament

#endif  // ECT_TOURNAMENT_FORMATS_H_
