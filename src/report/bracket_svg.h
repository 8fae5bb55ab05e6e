#ifndef ECT_REPORT_BRACKET_SVG_H_
#define ECT_REPORT_BRACKET_SVG_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ect/schedule.h"
#include "ect/select.h"

namespace ect::report {

inline constexpr std::uint32_t kMaxDrawnMatches = 20'000;

// The tournament as a picture: rounds are columns, each bracket has a band and a colour, winners
// move along solid lines within the band, losers along dashed ones into the next. The finals stand
// behind the brackets, each side with its charge and the games that it needs.
// `names` has an entry a player. Throws for more than kMaxDrawnMatches matches.
std::string bracket_svg(const Schedule& schedule, const std::vector<std::string>& names);

// The same as it was played: who stood where, the winner bold, coins marked, the finals between
// those who held titles. To stand in an HTML page, from whose variables --back, --text, --soft,
// --line, --title, --coin and --series-0 to --series-6 the colours come. `schedule` may be of any
// seeding. Nothing where the games are not of such a schedule. Throws as above.
std::optional<std::string> played_svg(const Schedule& schedule,
                                      const std::vector<std::string>& names,
                                      std::span<const SelectedGame> games);

}  // namespace ect::report

#endif  // ECT_REPORT_BRACKET_SVG_H_
