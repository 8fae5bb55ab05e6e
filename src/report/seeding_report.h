#ifndef ECT_REPORT_SEEDING_REPORT_H_
#define ECT_REPORT_SEEDING_REPORT_H_

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "ect/schedule.h"

namespace ect::report {

using PlayerName = std::function<std::string(Player)>;

// The tree of the first bracket, in lines of at most `width` columns: for up to 64 players all of
// it, for more the first levels, with the number of players on each side and some of their names.
std::string seeding_text(const Schedule& schedule, const PlayerName& name, std::size_t width);

constexpr Player kMaxInSeedingTree = 4096;

// The same as nested lists of names, [["a", "b"], "c"], which is what --seeding given:FILE takes;
// null for more than kMaxInSeedingTree players.
nlohmann::ordered_json seeding_json(const Schedule& schedule, const PlayerName& name);

}  // namespace ect::report

#endif  // ECT_REPORT_SEEDING_REPORT_H_
