#ifndef ECT_SCHEDULE_H_
#define ECT_SCHEDULE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ect/export.h"
#include "ect/seeding.h"

namespace ect {

namespace tournament {
class ScheduleBuilder;
}

// Where a side of a match comes from.
enum class From : std::uint8_t { kPlayer, kWinnerOf, kLoserOf };

// A player, or the winner or loser of an earlier match.
struct Entrant {
  From from;
  std::uint32_t index;  // of a player, or of an earlier match
  bool operator==(const Entrant&) const = default;
};

enum class Side : std::uint8_t { kLeft, kRight };

inline Side other(Side side) { return side == Side::kLeft ? Side::kRight : Side::kLeft; }

// A side of a match, as a destination.
struct Place {
  std::uint32_t match;
  Side side;
  bool operator==(const Place&) const = default;
};

// How many games decide a match of the finals between two sides with their charges.
enum class FinalsSeries : std::uint8_t {
  kCharged,   // Section 6: a side must win as many games as the charge of the other side
  kMajority,  // Section 7: the majority of 2i - 1 games, i the greater charge
};

struct GamesNeeded {
  std::uint32_t left;
  std::uint32_t right;
};

// The side that first wins its number of games wins the match.
inline GamesNeeded games_needed(FinalsSeries series, std::uint32_t left_charge,
                                std::uint32_t right_charge) {
  const std::uint32_t most = std::max(left_charge, right_charge);
  return series == FinalsSeries::kMajority ? GamesNeeded{most, most}
                                           : GamesNeeded{right_charge, left_charge};
}

// One match of a schedule, as a view: a Schedule stores it packed.
struct Match {
  Entrant left;
  Entrant right;
  std::uint32_t bracket;      // from 1; the finals are bracket eliminations + 1
  std::uint32_t round;        // from 1
  std::uint32_t left_needs;   // games that the left side must win to win the match
  std::uint32_t right_needs;  // the same for the right side; in the finals see games_needed()

  // Importance weight of an example at this match, for both labels.
  std::uint32_t weight() const { return std::max(left_needs, right_needs); }
};

// A fixed plan of matches, made before any outcome is known. Learning, prediction, adversaries,
// tournaments of real players and pictures all use this one structure.
//
// Invariants:
//  1. A match refers only to earlier matches, and to those of earlier rounds.
//  2. Matches are numbered by round, within a round by bracket.
//  3. The first phase has `eliminations` brackets of players - 1 matches each; the finals are
//     eliminations - 1 matches over the winners of the brackets.
//  4. In the first phase no player is in two matches of a round, whatever the outcomes.
//
// Memory: 16 bytes per match (two entrants, two forward edges), and 16 bytes for each bracket in
// each round it plays, which matter only in small tournaments (8 players, 3 eliminations: 30 bytes
// per match; 2^20 and 20: 16.0007). Immutable; threads may share it. Numbers of matches, players,
// brackets and rounds are not checked: those passed must be in range.
class ECT_EXPORT Schedule {
 public:
  static constexpr std::uint32_t kMaxMatches = 1U << 30;

  struct Range {  // matches first to last - 1
    std::uint32_t first;
    std::uint32_t last;
  };

  Player players() const { return players_; }
  std::uint32_t eliminations() const { return static_cast<std::uint32_t>(titles_.size()); }
  std::uint32_t games_to_win() const { return games_to_win_; }  // a match of the first phase
  FinalsSeries finals_series() const { return finals_series_; }
  std::uint32_t matches() const { return static_cast<std::uint32_t>(entrants_.size() / 2); }
  std::uint32_t first_phase_matches() const { return first_phase_matches_; }
  std::uint32_t rounds() const { return static_cast<std::uint32_t>(round_starts_.size()) - 1; }
  std::uint32_t first_phase_rounds() const { return first_phase_rounds_; }

  Match match(std::uint32_t match) const;
  Entrant left(std::uint32_t match) const { return unpack(entrants_[2 * std::size_t{match}]); }
  Entrant right(std::uint32_t match) const { return unpack(entrants_[2 * std::size_t{match} + 1]); }
  Entrant entrant(Place at) const {
    return unpack(entrants_[2 * std::size_t{at.match} + static_cast<std::size_t>(at.side)]);
  }
  std::uint32_t bracket(std::uint32_t match) const { return range_of(match).bracket; }
  // The matches of a round, 1 <= round <= rounds(): independent of each other.
  Range round(std::uint32_t round) const {
    return {round_starts_[round - 1], round_starts_[round]};
  }

  // The winner of the tournament, and the winner of a bracket, 1 <= bracket <= eliminations().
  Entrant champion() const;
  Entrant title(std::uint32_t bracket) const { return titles_[bracket - 1]; }
  bool is_bracket_final(std::uint32_t match) const;

  // Forward edges: where a player begins, and where the winner and the loser of a match play next.
  // The winner of a bracket's final goes on in the next bracket, and also takes the title;
  // title_goes() is where the title enters the finals. Nothing if there is no next match.
  std::optional<Place> player_starts(Player player) const;
  std::optional<Place> winner_goes(std::uint32_t match) const;
  std::optional<Place> loser_goes(std::uint32_t match) const;
  std::optional<Place> title_goes(std::uint32_t bracket) const;

  std::size_t bytes() const;  // memory that the schedule takes

 private:
  friend class tournament::ScheduleBuilder;

  // The matches of one bracket in one round, whose numbers are consecutive.
  struct BracketRound {
    std::uint32_t first;    // match
    std::uint32_t bracket;  // from 1
    std::uint32_t round;    // from 1
    std::uint32_t out;      // how many earlier matches eliminate their loser
  };

  Schedule() = default;
  const BracketRound& range_of(std::uint32_t match) const;
  static Entrant unpack(std::uint32_t word) {
    return {static_cast<From>(word >> 30), word & (kMaxMatches - 1)};
  }

  Player players_ = 0;
  std::uint32_t games_to_win_ = 1;
  FinalsSeries finals_series_ = FinalsSeries::kCharged;
  std::uint32_t first_phase_matches_ = 0;
  std::uint32_t first_phase_rounds_ = 0;
  std::vector<std::uint32_t> entrants_;     // two per match: kind in the upper 2 bits, then index
  std::vector<std::uint32_t> winner_goes_;  // per match: match * 2 + side, or kNowhere
  std::vector<std::uint32_t> loser_goes_;  // per match of the first phase, without the last bracket
  std::vector<std::uint32_t> player_starts_;
  std::vector<std::uint32_t> title_goes_;
  std::vector<Entrant> titles_;
  std::vector<BracketRound> ranges_;         // by first match
  std::vector<std::uint32_t> round_starts_;  // matches of round r: [r-1] to [r]
  std::vector<Range> final_titles_;          // per final: the titles that meet there, from 0
};

// The paper's tournament (Section 6): `eliminations` brackets side by side and weighted finals.
// Linear in the number of matches. Throws ect::Error for 0 players, 0 eliminations, or more than
// Schedule::kMaxMatches matches. Learning uses charged finals: their matches have weighted examples
// instead of several games.
ECT_EXPORT Schedule error_correcting(const Seeding& seeding, std::uint32_t eliminations,
                                     FinalsSeries series = FinalsSeries::kCharged);
ECT_EXPORT Schedule error_correcting(Player players, std::uint32_t eliminations);

// One bracket: the Filter Tree's plan. Each match is won by the first to win `games_to_win` games.
// Throws ect::Error for 0 players, 0 games, or too many matches.
ECT_EXPORT Schedule single_elimination(const Seeding& seeding, std::uint32_t games_to_win = 1);
ECT_EXPORT Schedule single_elimination(Player players, std::uint32_t games_to_win = 1);

// How many of `titles` titles are in the left half of the finals; an odd one is on the left.
inline std::uint32_t left_half(std::uint32_t titles) { return titles - titles / 2; }

}  // namespace ect

#endif  // ECT_SCHEDULE_H_
