#ifndef ECT_SELECT_VOTES_JUDGE_H_
#define ECT_SELECT_VOTES_JUDGE_H_

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "selection/items.h"
#include "selection/judge.h"

namespace ect::selection {

// A judge that answers with votes recorded in a csv file (see read_votes), which is read here; `in`
// is read if the path is "-". Votes about items that are not in the list are ignored and bad
// records skipped, with a warning. The source is FILE or FILE?column=value&column=value. Throws as
// read_votes().
//
// A question is answered by one of the pair's votes, whichever item is shown first, or by an
// abstention if there is none. Which vote depends only on `seed`, which is the selection's, and on
// the question's match, game and ask: so a resumed run gets the same answers as an uninterrupted
// one. For each match an order of the pair's votes is drawn. The first asks of its games get the
// votes from the front, later asks from the end: neither the games of a match nor the asks of a
// game get the same vote twice before all were used. (Only a game's third ask and the next game's
// second may be the same, and other matches of the same pair draw again: to avoid that, judges
// would have to remember earlier questions across restarts.)
std::unique_ptr<Judge> votes_judge(const std::string& source, std::istream& in,
                                   const std::vector<Item>& items, std::uint64_t seed);

}  // namespace ect::selection

#endif  // ECT_SELECT_VOTES_JUDGE_H_
