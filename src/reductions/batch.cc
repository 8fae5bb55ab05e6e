// All examples through a tournament, round by round. The examples that come to a match of a round
// are its binary problem; the matches of a round are fitted in parallel, each by one thread, and
// then every example goes on by the learner's honest margin for it, as winner or loser. So a round
// is one step of a bulk-synchronous program: between rounds only the examples' places move. The
// Tree reduction lets every label win, so only the first bracket is played.
//
// Places are kept by the round in which they are played. A round's are sorted by match, then row,
// so that what is learnt does not depend on threads. Cost: O((eliminations + log labels) examples)
// places in all; those of one time at most eliminations + 1 an example, 12 bytes each. Tests:
// reduction_test.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <vector>

#include "reductions/arrivals.h"
#include "reductions/tournament_reduction.h"
#include "util/parallel.h"

namespace ect {
namespace {

struct Standing {
  std::uint32_t match;
  std::uint32_t row;
  Side side;
};

bool operator<(const Standing& a, const Standing& b) {
  return a.match != b.match ? a.match < b.match : a.row != b.row ? a.row < b.row : a.side < b.side;
}

// The standings of one match: [first, last) of a round's.
struct Group {
  std::size_t first;
  std::size_t last;
};

std::vector<Group> groups_of(const std::vector<Standing>& standings) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    if (i == 0 || standings[i].match != standings[i - 1].match) groups.push_back({i, i});
    groups.back().last = i + 1;
  }
  return groups;
}

// Whether this row stands on both sides of the match.
bool on_both_sides(std::span<const Standing> group, std::size_t i) {
  return (i > 0 && group[i - 1].row == group[i].row) ||
         (i + 1 < group.size() && group[i + 1].row == group[i].row);
}

}  // namespace

double TournamentReduction::fit(BatchLearner& learner, const Dataset& data,
                                std::span<const std::uint32_t> rows, unsigned threads,
                                const OnProgress& progress) const {
  std::vector<std::vector<Standing>> of_round(schedule_.rounds() + 1);
  const auto stand = [&](Place place, std::uint32_t row) {
    of_round[schedule_.match(place.match).round].push_back({place.match, row, place.side});
  };
  for (const std::uint32_t row : rows) {
    if (!(data.weight(row) > 0)) continue;
    if (const auto start = schedule_.player_starts(data.label(row))) stand(*start, row);
  }
  std::vector<bool> wrong(data.size(), true);
  if (routing_ == Routing::kAlways) wrong.assign(data.size(), false);

  for (std::uint32_t round = 1; round <= schedule_.rounds(); ++round) {
    std::vector<Standing> standings = std::move(of_round[round]);
    std::sort(standings.begin(), standings.end());
    std::vector<Group> groups = groups_of(standings);
    // The largest first, so that no thread is left with a large one at the end.
    std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
      const std::size_t size_a = a.last - a.first;
      const std::size_t size_b = b.last - b.first;
      return size_a != size_b ? size_a > size_b : a.first < b.first;
    });
    std::vector<std::uint8_t> won(standings.size(), 1);
    LearnProgress done{true, round, schedule_.rounds(), 0, standings.size(), -1};
    std::mutex done_mutex;
    parallel_for(groups.size(), threads, [&](std::uint64_t g) {
      const Group& group = groups[g];
      const std::span<const Standing> here =
          std::span<const Standing>(standings).subspan(group.first, group.last - group.first);
      const std::uint32_t match = here.front().match;
      const auto charge = static_cast<float>(schedule_.match(match).weight());
      std::vector<BinaryExample> examples;
      std::vector<std::size_t> places;
      for (std::size_t i = 0; i < here.size(); ++i) {
        if (on_both_sides(here, i)) continue;
        examples.push_back({here[i].row, here[i].side, charge * data.weight(here[i].row)});
        places.push_back(group.first + i);
      }
      std::vector<float> margins(examples.size());
      learner.fit(match, data, examples, margins);
      for (std::size_t i = 0; i < examples.size(); ++i) {
        won[places[i]] = side_of(margins[i]) == examples[i].side ? 1 : 0;
      }
      if (!progress) return;
      const std::lock_guard<std::mutex> lock(done_mutex);
      done.examples += here.size();
      progress(done);
    });

    for (std::size_t i = 0; i < standings.size(); ++i) {
      const auto [match, row, side] = standings[i];
      // Of a row on both sides one goes on.
      if (i > 0 && standings[i - 1].match == match && standings[i - 1].row == row) continue;
      if (routing_ == Routing::kAlways) {
        if (won[i] == 0) wrong[row] = true;
        won[i] = 1;
      } else if (won[i] == 1 && decides(schedule_, match)) {
        wrong[row] = false;
      }
      go_on(schedule_, match, won[i] == 1, [&, row = row](Place place) { stand(place, row); });
    }
  }
  std::size_t mistakes = 0;
  for (const std::uint32_t row : rows) mistakes += wrong[row] ? 1 : 0;
  return rows.empty() ? 0 : static_cast<double>(mistakes) / static_cast<double>(rows.size());
}

}  // namespace ect
