#ifndef ECT_TOURNAMENT_FORMATS_H_
#define ECT_TOURNAMENT_FORMATS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "ect/format.h"

// A factory for each format; make_format chooses among them by name.
namespace ect {

// What `ect:M` and `ect:M:majority` say; nothing for other names. Throws where M is no number.
struct EctFormat {
  std::uint32_t eliminations;
  FinalsSeries series;
};
std::optional<EctFormat> parse_ect(std::string_view name);

std::unique_ptr<Format> schedule_format(Schedule schedule);
std::unique_ptr<Format> bracketed_elimination(Player players, std::uint32_t eliminations);
std::unique_ptr<Format> swiss(Player players, std::uint32_t rounds);
std::unique_ptr<Format> round_robin(Player players);
std::unique_ptr<Format> independent(Player players, std::uint32_t tournaments);

}  // namespace ect

#endif  // ECT_TOURNAMENT_FORMATS_H_
