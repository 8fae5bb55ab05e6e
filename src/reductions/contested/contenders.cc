// The contenders of contested finals: a beam over the schedule. Let every match be decided by
// chance with its classifier's probability, as in predict.cc; the descent from the champion is then
// a random walk. The beam follows its likeliest ways, round by round from the last: all matches of
// a round that ways lead to are asked, ways that meet in one place add up, and the likeliest places
// go on, as many as the limits allow, unless they have less than a share of the likeliest one's
// probability. So an easy example has few contenders, and costs hardly more than the plain descent.
//
// The plain descent is one of these ways and is never given up: that its winner is a contender is
// what the guarantee of pairwise finals needs.
//
// Example: 8 labels, one bracket, every answer 0.9 sure. One way has 0.729, three have 0.081, three
// 0.009, one 0.001: with a least share of 0.02 four contenders, found with 7 questions at most.
// Cost: at most limits.most questions a round. Tests: contenders_test.
#include "reductions/contested/contenders.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

namespace ect::reductions {
namespace {

constexpr double kMinMass = 1e-30;  // smallest mass whose logarithm is taken
// Matches are less sure than they say: so much may always be elsewhere.
constexpr double kMinOutside = 1e-6;

}  // namespace

void Contenders::enter(Entrant entrant, double mass) {
  const bool player = entrant.from == From::kPlayer;
  const std::size_t which = entrant.from == From::kLoserOf ? 1 : 0;
  for (Way& way : ways_) {
    if (way.player != player || way.index != entrant.index) continue;
    way.mass[which] += mass;
    return;
  }
  ways_.push_back({player, entrant.index, {0, 0}});
  ways_.back().mass[which] = mass;
}

void Contenders::prune(const FinalsLimits& limits) {
  if (ways_.size() <= limits.most) {  // none are too many: only the share matters
    double greatest = 0;
    for (const Way& way : ways_) greatest = std::max(greatest, way.all());
    const double least = limits.least_share * greatest;
    std::erase_if(ways_, [&](const Way& way) { return way.all() < least && !is_plain(way); });
    return;
  }
  masses_.clear();
  for (const Way& way : ways_) masses_.push_back(way.all());
  const auto last =
      masses_.begin() + std::min<std::ptrdiff_t>(limits.most, std::ssize(masses_)) - 1;
  std::nth_element(masses_.begin(), last, masses_.end(), std::greater<>());
  const double least =
      std::max(*last, limits.least_share * *std::max_element(masses_.begin(), last + 1));
  // Of several with exactly the least mass the first go on. A place is reserved for the plain way.
  std::size_t room = limits.most;
  for (const Way& way : ways_) room -= way.all() > least || is_plain(way) ? 1 : 0;
  const auto rest = std::remove_if(ways_.begin(), ways_.end(), [&](const Way& way) {
    if (is_plain(way) || way.all() > least) return false;
    if (way.all() < least || room == 0) return true;
    --room;
    return false;
  });
  ways_.erase(rest, ways_.end());
}

std::span<const Contender> Contenders::gather(const Schedule& schedule,
                                              const learners::Classifiers& classifiers, Features x,
                                              const FinalsLimits& limits,
                                              std::uint64_t& questions) {
  // The maximum of a round, so that memory is allocated once.
  masses_.reserve(2 * std::size_t{limits.most} + 2);
  ways_.clear();
  plain_ = schedule.champion();
  enter(plain_, 1);
  for (;;) {
    // Matches are numbered by round, so the last one determines the round to be asked.
    const auto latest =
        std::max_element(ways_.begin(), ways_.end(), [](const Way& a, const Way& b) {
          return a.player != b.player ? a.player : a.index < b.index;
        });
    if (latest->player) break;
    const std::uint32_t first = schedule.round(schedule.match(latest->index).round).first;
    // The entrants of a match come from earlier rounds and are appended.
    const std::size_t known = ways_.size();
    for (std::size_t i = 0; i < known; ++i) {
      const Way way = ways_[i];
      if (way.player || way.index < first) continue;
      const float margin = classifiers.margin(way.index, x);
      ++questions;
      const auto [left, right] = chances_of(margin);
      enter(schedule.left(way.index), way.mass[0] * left + way.mass[1] * right);
      enter(schedule.right(way.index), way.mass[0] * right + way.mass[1] * left);
      if (is_plain(way)) {
        const Side won = learners::side_of(margin);
        plain_ = schedule.entrant({way.index, plain_.from == From::kWinnerOf ? won : other(won)});
      }
    }
    std::erase_if(ways_, [&](const Way& way) { return !way.player && way.index >= first; });
    prune(limits);
  }
  found_.clear();
  mass_ = 0;
  for (const Way& way : ways_) {
    mass_ += way.mass[0];
    found_.push_back({way.index, static_cast<float>(std::log(std::max(way.mass[0], kMinMass)))});
  }
  std::sort(found_.begin(), found_.end(), [](const Contender& a, const Contender& b) {
    return a.path != b.path ? a.path > b.path : a.label < b.label;
  });
  return found_;
}

float path_of_others(double mass, std::size_t others) {
  const auto count = static_cast<double>(std::max<std::size_t>(others, 1));
  return static_cast<float>(std::log(std::max(1 - mass, kMinOutside) / count));
}

std::span<const Contender> Contenders::add(std::span<const std::uint32_t> labels,
                                           std::uint32_t classes) {
  const std::size_t by_path = found_.size();
  const float path = path_of_others(mass_, classes - by_path);
  for (const std::uint32_t label : labels) {
    const bool known =
        std::any_of(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(by_path),
                    [&](const Contender& contender) { return contender.label == label; });
    if (!known) found_.push_back({label, path});
  }
  return found_;
}

}  // namespace ect::reductions
