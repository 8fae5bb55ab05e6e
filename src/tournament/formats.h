#ifndef ECT_TOURNAMENT_FORMATS_H_
#define ECT_TOURNAMENT_FORMATS_H_

#include <cstdint>
#include <memory>

#include "ect/format.h"

// A factory for each format; make_format chooses among them by name.
namespace ect {

std::unique_ptr<Format> schedule_format(Schedule schedule);
std::unique_ptr<Format> bracketed_elimination(Player players, std::uint32_t eliminations);
std::unique_ptr<Format> swiss(Player players, std::uint32_t rounds);
std::unique_ptr<Format> round_robin(Player players);

}  // namespace ect

#endif  // ECT_TOURNAMENT_FORMATS_H_
