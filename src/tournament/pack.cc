// Schedules to and from 32-bit words, for model files. Nothing in a file is trusted: every entrant
// must be one that a valid schedule can have, so that walks end and stay within bounds whatever the
// file holds. Cost: linear. Tests: pack_test (every small schedule; every single word changed).
#include "tournament/pack.h"

#include <algorithm>
#include <string>

#include "ect/error.h"
#include "tournament/schedule_builder.h"

namespace ect::tournament {
namespace {

constexpr std::size_t kHead = 4;        // words before the ranges
constexpr std::size_t kRangeWords = 3;  // bracket, round, matches
constexpr std::uint32_t kIndexMask = Schedule::kMaxMatches - 1;

std::uint32_t pack(Entrant entrant) {
  return static_cast<std::uint32_t>(entrant.from) << 30 | entrant.index;
}

Error damaged(const std::string& what) {
  return {Error::Kind::kModelFormat, "the schedule is damaged: " + what};
}

struct Range {
  std::uint32_t bracket;
  std::uint32_t round;
  std::uint32_t matches;
};

// Takes words from the front; throws when there are none left.
class Words {
 public:
  explicit Words(std::span<const std::uint32_t> words) : words_(words) {}

  std::uint32_t next() {
    if (words_.empty()) throw damaged("it ends too early");
    const std::uint32_t word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }
  std::size_t left() const { return words_.size(); }

 private:
  std::span<const std::uint32_t> words_;
};

// Checks each entrant of the first phase against all entrants before it.
class Entrants {
 public:
  Entrants(Player players, std::uint32_t eliminations, std::uint32_t matches)
      : eliminations_(eliminations),
        started_(players),
        won_(matches),
        lost_(matches),
        bracket_(matches) {}

  // Requires that match `round_first` is the first of the current round.
  Entrant read(std::uint32_t word, std::uint32_t round_first) {
    const Entrant entrant{static_cast<From>(word >> 30), word & kIndexMask};
    switch (entrant.from) {
      case From::kPlayer:
        if (entrant.index >= started_.size()) throw damaged("an unknown player");
        take(started_, entrant.index, "a player enters twice");
        break;
      case From::kWinnerOf:
        if (entrant.index >= round_first) throw damaged("a match depends on a later one");
        take(won_, entrant.index, "a winner enters two matches");
        break;
      case From::kLoserOf:
        if (entrant.index >= round_first) throw damaged("a match depends on a later one");
        if (bracket_[entrant.index] == eliminations_) {
          throw damaged("a loser of the last bracket plays on");
        }
        take(lost_, entrant.index, "a loser enters two matches");
        break;
      default:
        throw damaged("an unknown kind of entrant");
    }
    return entrant;
  }
  bool everybody_began() const {
    return std::find(started_.begin(), started_.end(), false) == started_.end();
  }
  void set_bracket(std::uint32_t match, std::uint32_t bracket) { bracket_[match] = bracket; }
  std::uint32_t bracket(std::uint32_t match) const { return bracket_[match]; }

 private:
  static void take(std::vector<bool>& taken, std::uint32_t index, const char* message) {
    if (taken[index]) throw damaged(message);
    taken[index] = true;
  }

  std::uint32_t eliminations_;
  std::vector<bool> started_;
  std::vector<bool> won_;
  std::vector<bool> lost_;
  std::vector<std::uint32_t> bracket_;
};

std::vector<Range> read_ranges(Words& words, std::uint32_t count, Player players,
                               std::uint32_t eliminations) {
  if (count > words.left() / kRangeWords) throw damaged("it ends too early");
  std::vector<Range> ranges(count);
  Range before{0, 0, 0};
  std::vector<std::uint64_t> of_bracket(eliminations);
  for (Range& range : ranges) {
    range = {words.next(), words.next(), words.next()};
    const bool same_round = range.round == before.round && range.bracket > before.bracket;
    const bool next_round = range.round == before.round + 1;
    if (!(same_round || next_round) || range.round == 0 || range.bracket == 0 ||
        range.bracket > eliminations || range.matches == 0) {
      throw damaged("rounds and brackets out of order");
    }
    of_bracket[range.bracket - 1] += range.matches;
    before = range;
  }
  for (const std::uint64_t matches : of_bracket) {
    if (matches != players - 1) throw damaged("a bracket has the wrong number of matches");
  }
  return ranges;
}

}  // namespace

std::vector<std::uint32_t> pack(const Schedule& schedule) {
  std::vector<std::uint32_t> words = {schedule.players(), schedule.eliminations(),
                                      schedule.games_to_win(), 0};
  Range range{0, 0, 0};
  const auto end_range = [&] {
    if (range.matches == 0) return;
    words.insert(words.end(), {range.bracket, range.round, range.matches});
    ++words[kHead - 1];
  };
  for (std::uint32_t n = 0; n < schedule.first_phase_matches(); ++n) {
    const Match match = schedule.match(n);
    if (match.bracket != range.bracket || match.round != range.round) {
      end_range();
      range = {match.bracket, match.round, 0};
    }
    ++range.matches;
  }
  end_range();
  words.reserve(words.size() + 2 * std::size_t{schedule.first_phase_matches()} +
                schedule.eliminations());
  for (std::uint32_t n = 0; n < schedule.first_phase_matches(); ++n) {
    words.push_back(pack(schedule.left(n)));
    words.push_back(pack(schedule.right(n)));
  }
  for (std::uint32_t b = 1; b <= schedule.eliminations(); ++b) {
    words.push_back(pack(schedule.title(b)));
  }
  return words;
}

Schedule unpack_schedule(std::span<const std::uint32_t> all, FinalsSeries series) {
  Words words(all);
  const std::uint32_t players = words.next();
  const std::uint32_t eliminations = words.next();
  const std::uint32_t games_to_win = words.next();
  const std::uint32_t range_count = words.next();
  if (players < 2 || eliminations == 0 || games_to_win == 0)
    throw damaged("it has no players, eliminations or games");
  const std::uint64_t matches = (std::uint64_t{players} - 1) * eliminations;
  // Checked before memory is allocated for the matches.
  if (matches > words.left() / 2) throw damaged("it ends too early");
  const std::vector<Range> ranges = read_ranges(words, range_count, players, eliminations);
  if (words.left() != 2 * matches + eliminations)
    throw damaged("its length does not match its counts");

  ScheduleBuilder builder(players, eliminations, games_to_win, series);
  Entrants entrants(players, eliminations, static_cast<std::uint32_t>(matches));
  std::uint32_t round = 0;
  std::uint32_t round_first = 0;
  std::uint32_t match = 0;
  for (const Range& range : ranges) {
    if (range.round != round) round_first = match;
    round = range.round;
    builder.range(range.bracket, range.round);
    for (std::uint32_t i = 0; i < range.matches; ++i, ++match) {
      entrants.set_bracket(match, range.bracket);
      const Entrant left = entrants.read(words.next(), round_first);
      const Entrant right = entrants.read(words.next(), round_first);
      builder.add(left, right);
    }
  }
  if (!entrants.everybody_began()) throw damaged("a player never enters");
  for (std::uint32_t b = 1; b <= eliminations; ++b) {
    const std::uint32_t word = words.next();
    const Entrant title{static_cast<From>(word >> 30), word & kIndexMask};
    if (title.from != From::kWinnerOf || title.index >= matches ||
        entrants.bracket(title.index) != b) {
      throw damaged("a title does not belong to its bracket");
    }
    builder.title(title);
  }
  builder.finals();
  return builder.finish();
}

}  // namespace ect::tournament
