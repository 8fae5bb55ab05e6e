#ifndef ECT_SELECT_VOTES_H_
#define ECT_SELECT_VOTES_H_

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ect/seeding.h"
#include "selection/items.h"

namespace ect::selection {

// FILE, or FILE?column=value&column=value: only the records that have these values. A `?` without
// a `=` behind it belongs to the file's name.
struct VotesSource {
  std::string path;
  std::vector<std::pair<std::string, std::string>> filters;  // column and value
};
VotesSource parse_votes_source(std::string_view text);

// How many votes a pair has: for the item of the lower number, for the other one, and ties.
enum VoteOutcome : std::uint8_t { kForLower, kForHigher, kForNeither };
using VoteCounts = std::array<std::uint32_t, 3>;

inline std::uint64_t pair_key(Player lower, Player higher) {
  return std::uint64_t{lower} << 32 | higher;
}

// Records that are wrong in the same way.
struct SkippedVotes {
  std::string kind;  // "votes between an item and itself"
  std::uint64_t count = 0;
  std::string first;  // what is wrong with the first of them: FILE:LINE: ...
};

struct RecordedVotes {
  std::unordered_map<std::uint64_t, VoteCounts> pairs;  // by pair_key; no pair without votes
  std::uint64_t records = 0;                            // that were read and pass the filters
  std::uint64_t left_out = 0;                           // of these, about other items
  std::vector<SkippedVotes> skipped;                    // of these, wrong in themselves
};

// Reads a csv file, or `in` where the path is "-". Its columns have names, in lower or upper case
// and in any order, and those not named here are ignored:
// - the ids of two items: `a` and `b`, `first` and `second`, `left` and `right`, or X_a and X_b for
//   any X (`item_a` and `item_b` before others, then the first in the file);
// - what came of it: `winner` (the id, `a`, `b`, `first`, `second`, `left`, `right`, or the name of
//   the item's column; `tie`, `tie ...` or nothing for a tie), or `vote` (1, -1, or 0 for a tie),
//   or the counts `a_over_b`, `b_over_a` and, if there is one, `ties`;
// - `weight` or `count`, if there is one: so many such votes.
// A record that has anything else is skipped; so is a vote between an item and itself. Throws where
// there is no other record, where the columns are not there, where a quote is never closed, and
// where no vote is about two of the items.
RecordedVotes read_votes(const VotesSource& source, std::istream& in,
                         const std::vector<Item>& items);

}  // namespace ect::selection

#endif  // ECT_SELECT_VOTES_H_
