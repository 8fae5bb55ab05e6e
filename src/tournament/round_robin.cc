// A round robin, for comparison: every player meets every other once. Players sit around a table;
// the first keeps its seat and the others move on by one seat in each round (the circle method).
// The player with the most wins is the champion; ties are broken by the sum of the wins of the
// players that it beat (Sonneborn-Berger), then by the draw.
//
// Cost: k(k-1)/2 games, k^2 bits of memory. Tests: format_test.
#include <fmt/format.h>

#include <algorithm>

#include "ect/error.h"
#include "tournament/formats.h"

namespace ect::tournament {
namespace {

class RoundRobinPlay final : public FormatPlay {
 public:
  RoundRobinPlay(Player players, std::uint64_t rounds)
      : players_(players),
        seats_(players + players % 2),
        rounds_(rounds),
        wins_(players, 0),
        beat_(std::size_t{players} * players, false) {}

  std::unique_ptr<FormatPlay> clone() const override {
    return std::make_unique<RoundRobinPlay>(*this);
  }

  std::vector<Pairing> next_round() const override {
    std::vector<Pairing> round;
    if (finished_ == rounds_) return round;
    for (Player i = 0; i < seats_ / 2; ++i) {
      const Pairing game{seated(i), seated(seats_ - 1 - i)};
      if (game.first < players_ && game.second < players_) round.push_back(game);  // else a bye
    }
    return round;
  }

  void finish_round(std::span<const Player> winners) override {
    const std::vector<Pairing> round = next_round();
    for (std::size_t i = 0; i < round.size(); ++i) {
      ++wins_[winners[i]];
      beat_[std::size_t{winners[i]} * players_ + round[i].other(winners[i])] = true;
    }
    ++finished_;
  }

  Player champion() const override {
    const std::uint64_t most = *std::max_element(wins_.begin(), wins_.end());
    Player best = players_;
    std::uint64_t best_score = 0;
    for (Player p = 0; p < players_; ++p) {
      if (wins_[p] != most) continue;
      std::uint64_t score = 0;
      for (Player q = 0; q < players_; ++q) {
        if (beat_[std::size_t{p} * players_ + q]) score += wins_[q];
      }
      if (best == players_ || score > best_score) {
        best = p;
        best_score = score;
      }
    }
    return best;
  }

 private:
  Player seated(Player seat) const {
    if (seat == 0) return 0;
    return (seat - 1 + static_cast<Player>(finished_)) % (seats_ - 1) + 1;
  }

  Player players_;
  Player seats_;
  std::uint64_t rounds_;
  std::uint64_t finished_ = 0;
  std::vector<std::uint64_t> wins_;
  std::vector<bool> beat_;
};

class RoundRobin final : public Format {
 public:
  explicit RoundRobin(Player players) : Format(players) {}

  std::string name() const override { return "round-robin"; }
  GameRange games() const override {
    const std::uint64_t players = this->players();
    return {players * (players - 1) / 2, players * (players - 1) / 2};
  }
  std::uint64_t importance_depth() const override {
    return players() == 1 ? 0 : players() - 1 + players() % 2;
  }
  std::uint64_t most_rounds() const override { return importance_depth(); }
  Guarantee guarantee() const override { return Guarantee::kScore; }
  // Turning the game of the two best makes the second best the champion.
  std::optional<std::uint64_t> games_to_unseat() const override { return 1; }
  std::unique_ptr<FormatPlay> start() const override {
    return std::make_unique<RoundRobinPlay>(players(), importance_depth());
  }
};

}  // namespace

std::unique_ptr<Format> round_robin(Player players) {
  return std::make_unique<RoundRobin>(players);
}

}  // namespace ect::tournament
