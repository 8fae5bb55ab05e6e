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

// Answers with votes that were recorded before, in a csv file (see read_votes), which is read here;
// `in` where the path is "-". Votes about items that are not in the list are left out and bad ones
// skipped, with a warning. The source is FILE or FILE?column=value&column=value. Throws as
// read_votes.
//
// A question is answered by one of the pair's votes, whichever item was shown first, and with an
// abstention where there is none. Which one depends on `seed`, which is the selection's, and on the
// question's match, game and ask only: so a run that was resumed gets the answers of one that was
// not. For each match an order of the pair's votes is drawn. The first asks of its games get the
// votes from the front, later asks from the end: neither the games of a match nor the asks of a
// game get a vote again before all were used. (Only a game's third ask and the next game's second
// may be the same; another match of the same pair draws anew: for more, judges would have to
// remember what they were asked before they were killed.)
std::unique_ptr<Judge> votes_judge(const std::string& source, std::istream& in,
                                   const std::vector<Item>& items, std::uint64_t seed);

}  // namespace ect::selection

#endif  // ECT_SELECT_VOTES_JUDGE_H_
