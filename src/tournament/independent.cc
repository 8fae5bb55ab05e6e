// Independent single eliminations with different draws, played one after the other. The player with
// the most titles wins; of equals the one who took a title first. The paper's introduction: "Using
// multiple independent single-elimination tournaments is of no use". This format shows it: an
// adversary who turns one game in each of half the tournaments gives their titles to the second
// best. Of T tournaments with log2 k rounds each it needs T/2 games, one in 2 log2 k rounds,
// however large T is. An error-correcting tournament of as many rounds withstands a share of wrong
// games that does not fall with k.
//
// Played at the same time they would take as many rounds: the best player wins all of its matches
// in each. Tests: independent_test (the exact worst adversary), format_test.
#include <fmt/format.h>

#include <bit>
#include <map>
#include <utility>

#include "ect/error.h"
#include "ect/tournament.h"
#include "tournament/formats.h"

namespace ect::tournament {
namespace {

constexpr std::uint64_t kMaxPlaces = std::uint64_t{1} << 26;  // of all tournaments, in memory
constexpr std::uint32_t kMaxTournaments = 1U << 16;

class IndependentPlay final : public FormatPlay {
 public:
  IndependentPlay(Player players, std::uint32_t tournaments) {
    for (std::uint32_t t = 0; t < tournaments; ++t) {
      tournaments_.emplace_back(single_elimination(Seeding::random(players, t)));
    }
    pass_over_finished();
  }

  std::unique_ptr<FormatPlay> clone() const override {
    return std::make_unique<IndependentPlay>(*this);
  }

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

 private:
  void pass_over_finished() {
    while (now_ < tournaments_.size() && tournaments_[now_].over()) ++now_;
  }

  std::vector<Tournament> tournaments_;
  std::size_t now_ = 0;
};

class Independent final : public Format {
 public:
  Independent(Player players, std::uint32_t tournaments)
      : Format(players), tournaments_(tournaments) {}

  std::string name() const override { return fmt::format("independent:{}", tournaments_); }
  GameRange games() const override {
    const std::uint64_t games = (std::uint64_t{players()} - 1) * tournaments_;
    return {games, games};
  }
  std::uint64_t importance_depth() const override {
    const auto depth = static_cast<std::uint64_t>(std::bit_width(players() - 1));
    return tournaments_ * depth;
  }
  std::uint64_t most_rounds() const override { return importance_depth(); }
  Guarantee guarantee() const override { return Guarantee::kTitles; }
  std::optional<std::uint64_t> games_to_unseat() const override {
    return (std::uint64_t{tournaments_} + 1) / 2;
  }
  std::unique_ptr<FormatPlay> start() const override {
    return std::make_unique<IndependentPlay>(players(), tournaments_);
  }

 private:
  std::uint32_t tournaments_;
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

}  // namespace ect::tournament
