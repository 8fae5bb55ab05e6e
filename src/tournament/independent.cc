// Single eliminations that know nothing of each other, drawn differently and played one after the
// other; who has most titles wins, of equal ones who had the first of them. The paper's
// introduction: "Using multiple independent single-elimination tournaments is of no use". It is
// here to show that: whoever can turn one game in each of half the tournaments gives their titles
// to the second best, so of T tournaments with log2 k rounds each an adversary needs T/2 games, one
// in 2 log2 k rounds, however large T is. An error-correcting tournament of as many rounds
// withstands a share of them that does not fall with k.
//
// Side by side they would take as many rounds: the best player wins all of its matches in each.
// Tests: independent_test (the exact worst adversary), format_test.
#include <fmt/format.h>

#include <map>
#include <utility>

#include "ect/error.h"
#include "ect/tournament.h"
#include "tournament/formats.h"

namespace ect {
namespace {

constexpr std::uint64_t kMaxPlaces = std::uint64_t{1} << 26;  // of all tournaments, in memory
constexpr std::uint32_t kMaxTournaments = 1U << 16;

class Independent : public Format {
 public:
  Independent(Player players, std::uint32_t tournaments) : players_(players) {
    for (std::uint32_t t = 0; t < tournaments; ++t) {
      tournaments_.emplace_back(single_elimination(Seeding::random(players, t)));
      rounds_ += tournaments_.back().schedule().rounds();
    }
    pass_over_finished();
  }

  std::unique_ptr<Format> clone() const override { return std::make_unique<Independent>(*this); }

  Player players() const override { return players_; }
  std::vector<Pairing> next_round() const override {
    std::vector<Pairing> round;
    if (now_ == tournaments_.size()) return round;
    for (const Game& game : tournaments_[now_].playable()) round.push_back({game.left, game.right});
    return round;
  }

  void finish_round(std::span<const Player> winners) override {
    Tournament& tournament = tournaments_[now_];
    const std::vector<Game> games = tournament.playable();
    for (std::size_t i = 0; i < games.size(); ++i) {
      tournament.record(games[i].match, winners[i] == games[i].left ? Side::kLeft : Side::kRight);
    }
    pass_over_finished();
  }

  Player champion() const override {
    std::map<Player, std::uint32_t> titles;
    for (const Tournament& tournament : tournaments_) ++titles[*tournament.champion()];
    Player best = *tournaments_.front().champion();
    for (const Tournament& tournament : tournaments_) {
      if (titles[*tournament.champion()] > titles[best]) best = *tournament.champion();
    }
    return best;
  }

  std::uint64_t importance_depth() const override { return rounds_; }
  std::uint64_t most_rounds() const override { return rounds_; }
  std::optional<std::uint64_t> games_to_unseat() const override {
    return (tournaments_.size() + 1) / 2;
  }

 private:
  void pass_over_finished() {
    while (now_ < tournaments_.size() && tournaments_[now_].over()) ++now_;
  }

  Player players_;
  std::vector<Tournament> tournaments_;
  std::size_t now_ = 0;
  std::uint64_t rounds_ = 0;
};

}  // namespace

std::unique_ptr<Format> independent(Player players, std::uint32_t tournaments) {
  if (tournaments > kMaxTournaments || std::uint64_t{players} * tournaments > kMaxPlaces) {
    throw Error::bad_argument(
        fmt::format("{} independent tournaments of {} players are too many (at most {} places)",
                    tournaments, players, kMaxPlaces));
  }
  return std::make_unique<Independent>(players, tournaments);
}

}  // namespace ect
