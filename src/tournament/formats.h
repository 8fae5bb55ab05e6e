#ifndef ECT_TOURNAMENT_FORMATS_H_
#define ECT_TOURNAMENT_FORMATS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "ect/format.h"

// A factory for each format; make_format chooses among them by name.
namespace ect {

// Of the formats that have one: single, best-of-N and ect:M, with players drawn by `seed`, or as
// they are listed. Throws as make_format, but has nothing for a name that it does not know.
std::optional<Schedule> make_schedule(std::string_view name, Player players,
                                      std::optional<std::uint64_t> seed);
std::unique_ptr<Format> schedule_format(Schedule schedule);
std::unique_ptr<Format> bracketed_elimination(Player players, std::uint32_t eliminations);
std::unique_ptr<Format> swiss(Player players, std::uint32_t rounds);
std::unique_ptr<Format> round_robin(Player players);

}  // namespace ect

#endif  // ECT_TOURNAMENT_FORMATS_H_
