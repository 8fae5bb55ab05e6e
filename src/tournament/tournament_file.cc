// A tournament as a JSON file, so that it can stop after any game and go on in another program:
//
//     {"ect_tournament": 1,
//      "players": ["Ann", "Bob", "Cleo"],
//      "finals": "charged",
//      "schedule": [3, 2, 1, ...],
//      "games": [{"match": 0, "winner": "Bob"}, ...]}
//
// `schedule` is pack()'s words. Games are recorded again in their order, so that a file can only
// lead where games could have led, whatever is in it. Tests: tournament_file_test, fuzz_tournament.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "ect/error.h"
#include "ect/tournament.h"
#include "tournament/pack.h"
#include "util/file.h"
#include "util/file_bytes.h"
#include "util/text.h"

namespace ect {
namespace {

using Json = nlohmann::json;

constexpr int kVersion = 1;
constexpr std::string_view kCharged = "charged";
constexpr std::string_view kMajority = "majority";

std::string_view series_name(FinalsSeries series) {
  return series == FinalsSeries::kMajority ? kMajority : kCharged;
}

Error damaged(const std::string& file, const std::string& what) {
  return {Error::Kind::kParse, fmt::format("{}: {}", file, what)};
}

Json parsed(std::string_view text, const std::string& file) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    // Bytes are counted from 1; the one that is wrong may be behind the end.
    const std::size_t before =
        std::min(error.byte - std::min<std::size_t>(error.byte, 1), text.size());
    const auto newlines = std::count(text.begin(), text.begin() + before, '\n');
    throw Error::parse(file, static_cast<std::uint64_t>(newlines) + 1,
                       "this is not JSON (expected a saved tournament)");
  } catch (const Json::out_of_range&) {
    throw damaged(file, "a number is too large");
  }
}

const Json& field(const Json& object, const char* name, const std::string& file) {
  const auto found = object.find(name);
  if (found == object.end()) throw damaged(file, fmt::format("there is no \"{}\"", name));
  return *found;
}

// A list whose entries have type T.
template <class T>
std::vector<T> list(const Json& object, const char* name, bool (Json::*is)() const noexcept,
                    const std::string& file) {
  const Json& found = field(object, name, file);
  const bool right = found.is_array() && std::all_of(found.begin(), found.end(),
                                                     [is](const Json& v) { return (v.*is)(); });
  if (!right) throw damaged(file, fmt::format("\"{}\" is not a list as expected", name));
  return found.get<std::vector<T>>();
}

Schedule schedule_in(const Json& json, const std::string& file) {
  const Json& finals = field(json, "finals", file);
  if (finals != kCharged && finals != kMajority) {
    throw damaged(file, "\"finals\" is neither \"charged\" nor \"majority\"");
  }
  std::vector<std::uint32_t> words;
  for (const std::uint64_t word :
       list<std::uint64_t>(json, "schedule", &Json::is_number_unsigned, file)) {
    if (word > 0xffffffff) throw damaged(file, "the schedule is damaged: a number is too large");
    words.push_back(static_cast<std::uint32_t>(word));
  }
  // One player has no matches, and no words that say anything but the number of titles.
  constexpr std::uint32_t kMaxAlone = 1U << 20;
  if (words.size() >= 2 && words[0] == 1 && words[1] <= kMaxAlone) {
    return error_correcting(1, words[1]);
  }
  try {
    return tournament::unpack_schedule(
        words, finals == kMajority ? FinalsSeries::kMajority : FinalsSeries::kCharged);
  } catch (const Error& error) {
    throw damaged(file, error.what());
  }
}

}  // namespace

void Tournament::set_names(std::vector<std::string> names) {
  if (!names.empty() && names.size() != schedule_->players()) {
    throw Error::bad_argument(
        fmt::format("there are {} names for {} players", names.size(), schedule_->players()));
  }
  std::map<std::string, Player, std::less<>> numbers;
  for (Player p = 0; p < names.size(); ++p) {
    if (names[p].empty()) throw Error::bad_argument(fmt::format("player {} has no name", p + 1));
    if (!numbers.emplace(names[p], p).second) {
      throw Error::bad_argument(fmt::format("two players are called {}", util::quoted(names[p])));
    }
  }
  names_ = std::move(names);
  numbers_ = std::move(numbers);
}

std::string Tournament::name(Player player) const {
  return names_.empty() ? fmt::format("player {}", player + 1) : names_[player];
}

std::optional<Player> Tournament::find(std::string_view name) const {
  const auto found = numbers_.find(name);
  if (found == numbers_.end()) return std::nullopt;
  return found->second;
}

std::string Tournament::to_json() const {
  nlohmann::ordered_json json;
  json["ect_tournament"] = kVersion;
  json["players"] = names_;
  json["finals"] = series_name(schedule_->finals_series());
  json["schedule"] = tournament::pack(*schedule_);
  json["games"] = nlohmann::ordered_json::array();
  for (const Result& result : history_) {
    const State& match = states_[result.match];
    const Player winner = result.winner == Side::kLeft ? match.left : match.right;
    json["games"].push_back({{"match", result.match}, {"winner", winner}});
    if (!names_.empty()) json["games"].back()["winner"] = names_[winner];
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Tournament Tournament::from_json(std::string_view text, const std::string& file) {
  const Json json = parsed(text, file);
  if (!json.is_object() || field(json, "ect_tournament", file) != kVersion) {
    throw damaged(file, fmt::format("this is not a saved tournament of version {}", kVersion));
  }
  Tournament tournament(schedule_in(json, file));
  try {
    tournament.set_names(list<std::string>(json, "players", &Json::is_string, file));
  } catch (const Error& error) {
    throw error.kind() == Error::Kind::kParse ? error : damaged(file, error.what());
  }
  for (const Json& game : list<Json>(json, "games", &Json::is_object, file)) {
    const Json& match = field(game, "match", file);
    const Json& winner = field(game, "winner", file);
    std::optional<Player> player;
    if (winner.is_string()) player = tournament.find(winner.get<std::string>());
    if (winner.is_number_unsigned() && tournament.names_.empty()) player = winner.get<Player>();
    const bool numbered = match.is_number_unsigned() && match.get<std::uint64_t>() <= 0xffffffff;
    const std::optional<Game> playable =
        numbered ? tournament.playable(match.get<std::uint32_t>()) : std::nullopt;
    if (!playable || !player || (player != playable->left && player != playable->right)) {
      throw damaged(file, fmt::format("game {} cannot have been played by then",
                                      tournament.history_.size() + 1));
    }
    tournament.record(playable->match, player == playable->left ? Side::kLeft : Side::kRight);
  }
  return tournament;
}

void Tournament::save(const std::string& path) const { util::write_file(path, to_json()); }

Tournament Tournament::load(const std::string& path) {
  const std::shared_ptr<const util::FileBytes> file = util::FileBytes::read(path);
  return from_json({reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size()},
                   path);
}

}  // namespace ect
