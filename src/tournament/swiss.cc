// A Swiss tournament, for comparison: a fixed number of rounds, in each of which players of equal
// or nearly equal score meet, and no two players meet twice if that can be avoided. With an odd
// number of players the last one in the table who has had no bye gets one, which counts as a win.
// Ties are broken by the sum of the opponents' scores (Buchholz), then by the draw.
//
// Pairing: each player in the order of the table takes the nearest one below whom it has not met.
// If that leaves a pair a, b who have met before, it exchanges partners with the nearest pair c, d
// with which that is possible. There is one in the first k/2 rounds: a pair with which it is not
// possible takes up two of the at most 2(r-1) games that a and b have played against others in r
// rounds, and there are k/2 - 1 pairs.
//
// Cost: O(k log k) per round, and more if many have met before. Tests: format_test.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "ect/error.h"
#include "tournament/formats.h"

namespace ect::tournament {
namespace {

class SwissPlay final : public FormatPlay {
 public:
  SwissPlay(Player players, std::uint32_t rounds)
      : rounds_(rounds), score_(players, 0), met_(players), had_bye_(players, false) {
    pair();
  }

  std::unique_ptr<FormatPlay> clone() const override { return std::make_unique<SwissPlay>(*this); }
  std::vector<Pairing> next_round() const override { return round_; }

  void finish_round(std::span<const Player> winners) override {
    for (std::size_t i = 0; i < round_.size(); ++i) {
      ++score_[winners[i]];
      met_[round_[i].first].push_back(round_[i].second);
      met_[round_[i].second].push_back(round_[i].first);
    }
    ++finished_;
    pair();
  }

  Player champion() const override {
    const auto buchholz = [&](Player p) {
      std::uint64_t sum = 0;
      for (const Player opponent : met_[p]) sum += score_[opponent];
      return sum;
    };
    Player best = 0;
    for (Player p = 1; p < score_.size(); ++p) {
      if (std::pair(score_[p], buchholz(p)) > std::pair(score_[best], buchholz(best))) best = p;
    }
    return best;
  }

 private:
  void pair() {
    round_.clear();
    if (finished_ == rounds_ || score_.size() == 1) return;
    std::vector<Player> waiting(score_.size());
    std::iota(waiting.begin(), waiting.end(), Player{0});
    std::stable_sort(waiting.begin(), waiting.end(),
                     [&](Player a, Player b) { return score_[a] > score_[b]; });
    if (waiting.size() % 2 == 1) give_bye(waiting);
    std::vector<bool> paired(score_.size(), false);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (paired[waiting[i]]) continue;
      const Player opponent = find_opponent(waiting, i, paired);
      paired[waiting[i]] = paired[opponent] = true;
      round_.push_back({waiting[i], opponent});
    }
    for (std::size_t i = round_.size(); i-- > 0;) {
      if (met(round_[i].first, round_[i].second)) exchange_partners(i);
    }
  }

  bool met(Player a, Player b) const {
    return std::find(met_[a].begin(), met_[a].end(), b) != met_[a].end();
  }

  void exchange_partners(std::size_t i) {
    Pairing& pair = round_[i];
    for (std::size_t distance = 1; distance < round_.size(); ++distance) {
      for (const std::size_t j : {i - distance, i + distance}) {
        if (j >= round_.size()) continue;  // also true if i - distance wraps below 0
        Pairing& other = round_[j];
        if (!met(other.first, pair.first) && !met(other.second, pair.second)) {
          std::swap(other.second, pair.first);
          return;
        }
        if (!met(other.first, pair.second) && !met(other.second, pair.first)) {
          std::swap(other.second, pair.second);
          return;
        }
      }
    }
  }

  void give_bye(std::vector<Player>& waiting) {
    auto last =
        std::find_if(waiting.rbegin(), waiting.rend(), [&](Player p) { return !had_bye_[p]; });
    if (last == waiting.rend()) last = waiting.rbegin();
    had_bye_[*last] = true;
    ++score_[*last];
    waiting.erase(std::next(last).base());
  }

  // The nearest player below in the table whom waiting[i] has not met; if there is none, the
  // nearest one.
  Player find_opponent(const std::vector<Player>& waiting, std::size_t i,
                       const std::vector<bool>& paired) const {
    std::optional<Player> nearest;
    for (std::size_t j = i + 1; j < waiting.size(); ++j) {
      const Player other = waiting[j];
      if (paired[other]) continue;
      if (!nearest) nearest = other;
      if (!met(waiting[i], other)) return other;
    }
    return *nearest;
  }

  std::uint32_t rounds_;
  std::uint32_t finished_ = 0;
  std::vector<std::uint32_t> score_;
  std::vector<std::vector<Player>> met_;
  std::vector<bool> had_bye_;
  std::vector<Pairing> round_;
};

class Swiss final : public Format {
 public:
  Swiss(Player players, std::uint32_t rounds) : Format(players), rounds_(rounds) {}

  std::string name() const override { return fmt::format("swiss:{}", rounds_); }
  GameRange games() const override {
    const std::uint64_t games = std::uint64_t{players() / 2} * rounds_;
    return {games, games};
  }
  std::uint64_t importance_depth() const override { return rounds_; }
  std::uint64_t most_rounds() const override { return rounds_; }
  Guarantee guarantee() const override { return Guarantee::kNone; }
  std::optional<std::uint64_t> games_to_unseat() const override { return std::nullopt; }
  std::unique_ptr<FormatPlay> start() const override {
    return std::make_unique<SwissPlay>(players(), rounds_);
  }

 private:
  std::uint32_t rounds_;
};

}  // namespace

std::unique_ptr<Format> swiss(Player players, std::uint32_t rounds) {
  if (players > 1 && rounds > players - 1 + players % 2) {
    throw Error::bad_argument(
        fmt::format("swiss:{} has more rounds than {} players have opponents for (at most {})",
                    rounds, players, players - 1 + players % 2));
  }
  return std::make_unique<Swiss>(players, rounds);
}

}  // namespace ect::tournament
