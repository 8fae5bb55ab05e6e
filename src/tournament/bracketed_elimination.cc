// Bracketed m-elimination, as the paper's introduction describes it, for comparison. Bracket b is a
// single elimination over all players but the winners of brackets before it. In the finals the
// winner of bracket m plays the winner of bracket m-1 until one of them has lost m games in all;
// the one who stays plays the winner of bracket m-2, and so on: O(m^2) rounds.
//
// For 8 players and m = 3 the first phase takes 7 rounds and the finals up to 5. To unseat the best
// player takes m games, as in an error-correcting tournament, but far more rounds.
// Tests: format_test.
#include <fmt/format.h>

#include <utility>

#include "ect/count.h"
#include "tournament/formats.h"

namespace ect::tournament {
namespace {

class BracketedPlay final : public FormatPlay {
 public:
  BracketedPlay(Player players, std::uint32_t eliminations)
      : eliminations_(eliminations), pools_(eliminations), losses_(players, 0) {
    for (Player p = 0; p < players; ++p) pools_[0].push_back(p);
    close_brackets();
  }

  std::unique_ptr<FormatPlay> clone() const override {
    return std::make_unique<BracketedPlay>(*this);
  }

  std::vector<Pairing> next_round() const override {
    std::vector<Pairing> round;
    if (titles_.size() < eliminations_) {
      for (std::size_t b = titles_.size(); b < eliminations_; ++b) {
        for (std::size_t i = 0; i + 1 < pools_[b].size(); i += 2) {
          round.push_back({pools_[b][i], pools_[b][i + 1]});
        }
      }
    } else if (titles_.size() > 1 && next_title_ > 0) {
      round.push_back({titles_[next_title_ - 1], challenger_});
    }
    return round;
  }

  void finish_round(std::span<const Player> winners) override {
    const std::vector<Pairing> round = next_round();
    for (std::size_t i = 0; i < round.size(); ++i) {
      ++losses_[round[i].other(winners[i])];
    }
    if (titles_.size() < eliminations_) {
      move_players(round, winners);
      close_brackets();
    } else if (losses_[challenger_] >= eliminations_) {
      challenger_ = titles_[--next_title_];
    } else if (losses_[titles_[next_title_ - 1]] >= eliminations_) {
      --next_title_;
    }
  }

  Player champion() const override { return challenger_; }

 private:
  void move_players(const std::vector<Pairing>& round, std::span<const Player> winners) {
    std::size_t game = 0;
    std::vector<Player> arriving;
    for (std::size_t b = titles_.size(); b < eliminations_; ++b) {
      std::vector<Player> stay;
      std::vector<Player> losers;
      if (pools_[b].size() % 2 == 1) stay.push_back(pools_[b].back());  // waits, then plays first
      for (std::size_t i = 0; i + 1 < pools_[b].size(); i += 2, ++game) {
        stay.push_back(winners[game]);
        losers.push_back(round[game].other(winners[game]));
      }
      stay.insert(stay.end(), arriving.begin(), arriving.end());
      pools_[b] = std::move(stay);
      arriving = std::move(losers);
    }
  }

  void close_brackets() {
    while (titles_.size() < eliminations_ && pools_[titles_.size()].size() == 1) {
      titles_.push_back(pools_[titles_.size()].front());
    }
    if (titles_.size() == eliminations_) {
      challenger_ = titles_.back();
      next_title_ = titles_.size() - 1;
    }
  }

  std::size_t eliminations_;
  std::vector<std::vector<Player>> pools_;  // the players of each bracket
  std::vector<std::uint32_t> losses_;
  std::vector<Player> titles_;
  Player challenger_ = 0;
  std::size_t next_title_ = 0;  // the challenger has met the holders of this and later titles
};

class BracketedElimination final : public Format {
 public:
  BracketedElimination(Player players, std::uint32_t eliminations)
      : Format(players),
        eliminations_(eliminations),
        rounds_(count_bracketed_elimination(players, eliminations).importance_depth) {}

  std::string name() const override { return fmt::format("elimination:{}", eliminations_); }
  // Each game is one loss. In the end every player but the champion has M losses, or fewer if the
  // finals ended before.
  GameRange games() const override {
    const std::uint64_t players = this->players();
    return {players - 1, players * eliminations_ - 1};
  }
  std::uint64_t importance_depth() const override { return rounds_; }
  std::uint64_t most_rounds() const override { return rounds_; }
  Guarantee guarantee() const override { return Guarantee::kLosses; }
  std::optional<std::uint64_t> games_to_unseat() const override { return eliminations_; }
  std::unique_ptr<FormatPlay> start() const override {
    return std::make_unique<BracketedPlay>(players(), eliminations_);
  }

 private:
  std::uint32_t eliminations_;
  std::uint64_t rounds_;
};

}  // namespace

std::unique_ptr<Format> bracketed_elimination(Player players, std::uint32_t eliminations) {
  return std::make_unique<BracketedElimination>(players, eliminations);
}

}  // namespace ect::tournament
