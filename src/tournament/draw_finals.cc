// Drawing the finals between merged title holders. The depth of a set S of holders with charge c(S)
// is  depth(S) = min over splits A + B = S of  max(depth(A), depth(B)) + max(c(A), c(B)),
// zero for a single holder. Three holders with charges 3, 3, 2: (3+2) then 3 gives 3 + 5 = 8, as
// does every other draw, one more than the fixed finals of eight titles.
// No draw is deeper than 2m for m titles. By induction: balanced halves have at most 2m/3 each
// unless one holder has more than m/3; then 2m/3 + 2 * 2m/3 = 2m. A holder of L > m/3 set against
// the rest gives max(L, m-L) + 2(m-L), which is at most 2m too. A series takes at most 2
// max(charges) - 1 games, so no finals take more than 4m. Where the majority of 2 max(charges) - 1
// games decides, that number stands for max(charges) above, and the same bound holds.
// Tests: tournament_test (against every tree), majority_test.
#include "tournament/draw_finals.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace ect::tournament {
namespace {

constexpr std::size_t kMaxExact = 12;

// The most games of a match: one less than both sides together need to win.
std::uint64_t longest_series(FinalsSeries series, std::uint32_t left_charge,
                             std::uint32_t right_charge) {
  const GamesNeeded needs = games_needed(series, left_charge, right_charge);
  return std::uint64_t{needs.left} + needs.right - 1;
}

class Draw {
 public:
  Draw(std::span<const std::uint32_t> charges, FinalsSeries series)
      : charges_(charges), series_(series) {}

  DrawnFinals run() {
    std::vector<std::uint32_t> holders(charges_.size());
    std::iota(holders.begin(), holders.end(), 0U);
    // Largest charge first, so that the draw does not depend on the order of the holders.
    std::stable_sort(holders.begin(), holders.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return charges_[a] > charges_[b]; });
    const Part all = holders.size() <= kMaxExact ? exactly(holders) : balanced(holders);
    finals_.importance_depth = all.depth;
    finals_.most_games = all.games;
    return std::move(finals_);
  }

 private:
  struct Part {
    std::uint32_t side;
    std::uint32_t charge;
    std::uint64_t depth;
    std::uint64_t games;
  };

  Part single(std::uint32_t holder) const { return {holder, charges_[holder], 0, 0}; }

  Part meet(const Part& a, const Part& b) {
    finals_.meetings.push_back({a.side, b.side, a.charge, b.charge});
    return {static_cast<std::uint32_t>(charges_.size() + finals_.meetings.size() - 1),
            a.charge + b.charge,
            std::max(a.depth, b.depth) + importance_of(series_, std::max(a.charge, b.charge)),
            std::max(a.games, b.games) + longest_series(series_, a.charge, b.charge)};
  }

  Part exactly(const std::vector<std::uint32_t>& holders) {
    const std::uint32_t all = (1U << holders.size()) - 1;
    std::vector<std::uint64_t> charge(all + 1, 0);
    std::vector<std::uint64_t> depth(all + 1, 0);
    std::vector<std::uint32_t> left(all + 1, 0);  // the best split's part with the lowest holder
    for (std::uint32_t set = 1; set <= all; ++set) {
      const std::uint32_t lowest = set & (~set + 1);
      charge[set] = charge[set ^ lowest] + charges_[holders[std::countr_zero(set)]];
      for (std::uint32_t part = (set - 1) & set; part != 0; part = (part - 1) & set) {
        if ((part & lowest) == 0) continue;
        const std::uint32_t rest = set ^ part;
        const std::uint64_t value = std::max(depth[part], depth[rest]) +
                                    importance_of(series_, std::max(charge[part], charge[rest]));
        if (left[set] == 0 || value < depth[set]) {
          depth[set] = value;
          left[set] = part;
        }
      }
    }
    return follow(holders, left, all);
  }

  Part follow(const std::vector<std::uint32_t>& holders, const std::vector<std::uint32_t>& left,
              std::uint32_t set) {
    if (left[set] == 0) return single(holders[std::countr_zero(set)]);
    const Part a = follow(holders, left, left[set]);
    const Part b = follow(holders, left, set ^ left[set]);
    return meet(a, b);
  }

  // Puts each holder in turn into the half with the smaller charge.
  Part balanced(const std::vector<std::uint32_t>& holders) {
    if (holders.size() <= kMaxExact) return exactly(holders);
    std::vector<std::uint32_t> halves[2];
    std::uint64_t charge[2] = {0, 0};
    for (const std::uint32_t holder : holders) {
      const int lighter = charge[1] < charge[0] ? 1 : 0;
      halves[lighter].push_back(holder);
      charge[lighter] += charges_[holder];
    }
    const Part a = balanced(halves[0]);
    const Part b = balanced(halves[1]);
    return meet(a, b);
  }

  std::span<const std::uint32_t> charges_;
  FinalsSeries series_;
  DrawnFinals finals_;
};

std::uint64_t games_one_after_the_other(const DrawnFinals& finals, FinalsSeries /*series*/) {
  return finals.most_games;
}

std::uint64_t games_in_all(const DrawnFinals& finals, FinalsSeries series) {
  std::uint64_t games = 0;
  for (const DrawnFinals::Meeting& meeting : finals.meetings) {
    games += longest_series(series, meeting.left_charge, meeting.right_charge);
  }
  return games;
}

using Measure = std::uint64_t (*)(const DrawnFinals&, FinalsSeries);

// The largest measure over all ways to give `left` more titles to players, charges in decreasing
// order.
std::uint64_t most_of(Measure measure, FinalsSeries series, std::vector<std::uint32_t>& charges,
                      std::uint32_t left, std::uint32_t players) {
  if (left == 0) return measure(draw_finals(charges, series), series);
  std::uint64_t most = 0;
  if (charges.size() == players) return most;
  for (std::uint32_t next = charges.empty() ? left : std::min(left, charges.back()); next > 0;
       --next) {
    charges.push_back(next);
    most = std::max(most, most_of(measure, series, charges, left - next, players));
    charges.pop_back();
  }
  return most;
}

}  // namespace

std::uint64_t most_finals_games(std::uint32_t titles, std::uint32_t players, FinalsSeries series) {
  if (titles == 1) return 0;
  if (titles > kMaxExact) return 4 * std::uint64_t{titles};
  std::vector<std::uint32_t> charges;
  return most_of(games_one_after_the_other, series, charges, titles, players);
}

std::uint64_t most_finals_games_in_all(std::uint32_t titles, std::uint32_t players,
                                       FinalsSeries series) {
  if (titles == 1 || players == 1) return 0;
  // A level of the tree has at most as many games as there are titles, by majority twice as many,
  // and halves are balanced.
  const std::uint64_t of_level = titles * (series == FinalsSeries::kMajority ? 2ULL : 1ULL);
  if (titles > kMaxExact) return of_level * (std::uint64_t{std::bit_width(titles - 1)} + 2);
  std::vector<std::uint32_t> charges;
  return most_of(games_in_all, series, charges, titles, players);
}

DrawnFinals draw_finals(std::span<const std::uint32_t> charges, FinalsSeries series) {
  return Draw(charges, series).run();
}

}  // namespace ect::tournament
