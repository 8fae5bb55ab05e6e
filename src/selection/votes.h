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

// A file of votes: FILE, or FILE?column=value&column=value for only the records with these values.
// A
// `?` without a `=` after it belongs to the file name.
struct VotesSource {
  std::string path;
  std::vector<std::pair<std::string, std::string>> filters;  // column and value
};
VotesSource parse_votes_source(std::string_view text);

// The votes of a pair: for the item with the lower number, for the other one, and ties.
enum VoteOutcome : std::uint8_t { kForLower, kForHigher, kForNeither };
using VoteCounts = std::array<std::uint32_t, 3>;

inline std::uint64_t pair_key(Player lower, Player higher) {
  return std::uint64_t{lower} << 32 | higher;
}

// Records that were skipped for the same reason.
struct SkippedVotes {
  std::string kind;  // "votes between an item and itself"
  std::uint64_t count = 0;
  std::string first;  // the error of the first of them: FILE:LINE: ...
};

struct RecordedVotes {
  std::unordered_map<std::uint64_t, VoteCounts> pairs;  // by pair_key; no pair without votes
  std::uint64_t records = 0;                            // records that pass the filters
  std::uint64_t left_out = 0;                           // of these: about other items
  std::vector<SkippedVotes> skipped;                    // of these: bad records
};

// Reads a csv file, or `in` if the path is "-". Its columns, in any order, have these names, in
// lower or upper case; others are ignored:
// - the ids of two items: `a` and `b`, `first` and `second`, `left` and `right`, or X_a and X_b for
//   any X (`item_a` and `item_b` before others, then the first in the file);
// - the result: `winner` (the id, `a`, `b`, `first`, `second`, `left`, `right`, or the name of
//   the item's column; `tie`, `tie ...` or nothing for a tie), or `vote` (1, -1, or 0 for a tie),
//   or the counts `a_over_b`, `b_over_a` and, if there is one, `ties`;
// - `weight` or `count`, optional: the number of such votes.
// A record with other values is skipped; so is a vote between an item and itself. Throws ect::Error
// if all records are skipped, if columns are missing, if a quote is never closed, and if no vote is
// between two of the items.
RecordedVotes read_votes(const VotesSource& source, std::istream& in,
                         const std::vector<Item>& items);

}  // namespace ect::selection

#endif  // ECT_SELECT_VOTES_H_
