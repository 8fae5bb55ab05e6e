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
// move along solid lines within the band, losers along dashed ones into the next. The finals are to
// the right of the brackets, each side with its charge and the games that it needs. `names` has an
// entry per player. Throws ect::Error for more than kMaxDrawnMatches matches.
std::string bracket_svg(const Schedule& schedule, const std::vector<std::string>& names);

// The tournament as it was played: with the players of each match, the winner bold, coins marked,
// and the finals between the holders of titles. It is meant for an HTML page that defines the
// colours by the variables --back, --text, --soft, --line, --title, --coin and --series-0 to
// --series-6. `schedule` may have any seeding. Nothing if the games do not belong to such a
// schedule. Throws as bracket_svg().
std::optional<std::string> played_svg(const Schedule& schedule,
                                      const std::vector<std::string>& names,
                                      std::span<const SelectedGame> games);

}  // namespace ect::report

#endif  // ECT_REPORT_BRACKET_SVG_H_
