#ifndef ECT_REPORT_BRACKET_SVG_H_
#define ECT_REPORT_BRACKET_SVG_H_

#include <cstdint>
#include <string>
#include <vector>

#include "ect/schedule.h"

namespace ect {

inline constexpr std::uint32_t kMaxDrawnMatches = 20'000;

// The tournament as a picture: rounds are columns, each bracket has a band and a colour, winners
// move along solid lines within the band, losers along dashed ones into the next. The finals stand
// behind the brackets, each side with its charge and the games that it needs.
// `names` has an entry a player. Throws for more than kMaxDrawnMatches matches.
std::string bracket_svg(const Schedule& schedule, const std::vector<std::string>& names);

}  // namespace ect

#endif  // ECT_REPORT_BRACKET_SVG_H_
