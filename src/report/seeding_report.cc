// The tree of the first bracket as text and as JSON. A subtree that fits on a line is printed on
// one:
//
//   6 meet
//     [a, [b, c]]
//     [[d, e], f]
//
// Trees may be very deep: only small or shallow parts are visited by recursion.
// Tests: seeding_report_test.
#include "report/seeding_report.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "util/display_width.h"

namespace ect::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr Player kAllShown = 64;      // trees of up to this many players are shown completely
constexpr std::size_t kLevels = 3;    // levels of larger trees that are shown
constexpr std::size_t kOnALine = 16;  // the most players of a subtree on one line
constexpr std::size_t kLabelNameWidth = 24;

class FirstBracket {
 public:
  FirstBracket(const Schedule& schedule, const PlayerName& name)
      : schedule_(schedule), name_(name), players_(schedule.first_phase_matches()) {
    for (std::uint32_t match = 0; match < schedule.first_phase_matches(); ++match) {
      if (schedule.bracket(match) != 1) continue;
      players_[match] = players(schedule.left(match)) + players(schedule.right(match));
    }
  }

  Json json(Entrant part) const {
    if (part.from == From::kPlayer) return name_(part.index);
    Json sides = Json::array();
    sides.push_back(json(schedule_.left(part.index)));
    sides.push_back(json(schedule_.right(part.index)));
    return sides;
  }

  void print(Entrant part, std::size_t level, std::size_t width, std::string& text) const {
    const std::string indent(2 * level, ' ');
    const std::size_t room = width - std::min(width, indent.size());
    std::optional<std::string> line;
    if (players(part) <= kOnALine) line = nested(part);
    if (line && util::display_width(*line) <= room) {
      text += indent + *line + "\n";
    } else if (schedule_.players() > kAllShown && level > kLevels) {
      text += indent + some_of(part, room) + "\n";
    } else if (part.from == From::kPlayer) {
      text += indent + util::shortened(*line, room) + "\n";
    } else {
      text += fmt::format("{}{} meet\n", indent, players(part));
      print(schedule_.left(part.index), level + 1, width, text);
      print(schedule_.right(part.index), level + 1, width, text);
    }
  }

 private:
  Player players(Entrant part) const {
    return part.from == From::kPlayer ? 1 : players_[part.index];
  }

  std::string nested(Entrant part) const {
    if (part.from == From::kPlayer) return util::shortened(name_(part.index), kLabelNameWidth);
    return fmt::format("[{}, {}]", nested(schedule_.left(part.index)),
                       nested(schedule_.right(part.index)));
  }

  // The number of players and the first names: "12: a, b, c ..."
  std::string some_of(Entrant part, std::size_t room) const {
    constexpr std::string_view kMore = " ...";
    std::string text = fmt::format("{}: ", players(part));
    std::vector<Entrant> to_come{part};
    bool first = true;
    while (!to_come.empty()) {
      const Entrant next = to_come.back();
      to_come.pop_back();
      if (next.from != From::kPlayer) {
        to_come.push_back(schedule_.right(next.index));
        to_come.push_back(schedule_.left(next.index));
        continue;
      }
      const std::string name =
          (first ? "" : ", ") + util::shortened(name_(next.index), kLabelNameWidth);
      if (util::display_width(text) + util::display_width(name) + kMore.size() > room) {
        return text.append(kMore);
      }
      text += name;
      first = false;
    }
    return text;
  }

  const Schedule& schedule_;
  const PlayerName& name_;
  std::vector<Player> players_;  // the number of players below each match of the bracket
};

}  // namespace

std::string seeding_text(const Schedule& schedule, const PlayerName& name, std::size_t width) {
  std::string text;
  FirstBracket(schedule, name).print(schedule.title(1), 1, width, text);
  return text;
}

nlohmann::ordered_json seeding_json(const Schedule& schedule, const PlayerName& name) {
  if (schedule.players() > kMaxInSeedingTree) return {};
  return FirstBracket(schedule, name).json(schedule.title(1));
}

}  // namespace ect::report
