// Adversaries with a budget of turned games. Formats are deterministic, so an adversary can look
// ahead by running a copy, and a plan is a list of game numbers. The exact search tries every set
// of games of a size, the heuristics run the format once for each round. Tests: adversary_test
// (exact search against games_to_unseat, plans keep to their budget).
#include "ect/adversary.h"

#include <algorithm>
#include <utility>

namespace ect {
namespace {

// Depth-first over the rounds of a tournament, turning at most `budget` more games.
class Search {
 public:
  explicit Search(const Ranks& ranks) : best_(best_of(ranks)), fair_(perfect(ranks)) {}

  bool unseats(const FormatPlay& play, std::uint64_t budget) {
    const std::vector<Pairing> round = play.next_round();
    if (round.empty()) return play.champion() != best_;
    std::vector<Player> winners(round.size());
    std::transform(round.begin(), round.end(), winners.begin(), fair_);
    return choose(play, round, 0, winners, budget);
  }

  const Plan& plan() const { return plan_; }

 private:
  bool choose(const FormatPlay& play, const std::vector<Pairing>& round, std::size_t from,
              std::vector<Player>& winners, std::uint64_t budget) {
    if (budget > 0) {
      for (std::size_t i = from; i < round.size(); ++i) {
        const Player fair = std::exchange(winners[i], round[i].other(winners[i]));
        plan_.push_back(games_ + i);
        if (choose(play, round, i + 1, winners, budget - 1)) return true;
        plan_.pop_back();
        winners[i] = fair;
      }
    }
    const std::unique_ptr<FormatPlay> after = play.clone();
    after->finish_round(winners);
    games_ += round.size();
    const bool found = unseats(*after, budget);
    games_ -= round.size();
    return found;
  }

  Player best_;
  Referee fair_;
  Plan plan_;
  std::uint64_t games_ = 0;  // before this round
};

// Turns the best player's games that `wanted(opponent, round)` names, up to the budget; returns the
// plan if that unseats the best player.
template <class Wanted>
std::optional<Plan> try_turning(const Format& format, const Ranks& ranks, std::uint64_t budget,
                                Wanted wanted) {
  const Player best = best_of(ranks);
  const std::unique_ptr<FormatPlay> trial = format.start();
  Plan plan;
  std::uint64_t game_number = 0;
  std::uint64_t round_number = 0;
  std::vector<Player> winners;
  for (auto round = trial->next_round(); !round.empty(); round = trial->next_round()) {
    winners.clear();
    ++round_number;
    for (const Pairing& game : round) {
      const Player fair = stronger(ranks, game);
      const bool turn =
          fair == best && plan.size() < budget && wanted(game.other(best), round_number);
      if (turn) plan.push_back(game_number);
      winners.push_back(turn ? game.other(fair) : fair);
      ++game_number;
    }
    trial->finish_round(winners);
  }
  if (trial->champion() == best) return std::nullopt;
  return plan;
}

}  // namespace

std::optional<Plan> fewest_turned_games(const Format& format, const Ranks& ranks,
                                        std::uint64_t limit) {
  const std::unique_ptr<FormatPlay> play = format.start();
  for (std::uint64_t budget = 0; budget <= limit; ++budget) {
    Search search(ranks);
    if (search.unseats(*play, budget)) return search.plan();
  }
  return std::nullopt;
}

Plan plan_adversary(const Format& format, const Ranks& ranks, std::uint64_t budget) {
  constexpr std::uint64_t kMaxExactGames = 20;
  if (budget == 0) return {};
  const std::optional<std::uint64_t> needed = format.games_to_unseat();
  if (needed && budget < *needed) return {};

  const Course course = run(format, perfect(ranks));
  if (!needed && course.games <= kMaxExactGames) {
    return fewest_turned_games(format, ranks, budget).value_or(Plan{});
  }
  const auto strongest = [&](Player opponent, std::uint64_t) { return ranks[opponent] <= budget; };
  if (auto plan = try_turning(format, ranks, budget, strongest)) return *plan;
  for (std::uint64_t first = 1; first <= course.rounds; ++first) {
    const auto from = [&](Player, std::uint64_t round) { return round >= first; };
    if (auto plan = try_turning(format, ranks, budget, from)) return *plan;
  }
  return {};
}

Referee turning(Ranks ranks, Plan plan) {
  std::sort(plan.begin(), plan.end());
  return [ranks = std::move(ranks), plan = std::move(plan), game_number = std::uint64_t{0},
          next = std::size_t{0}](const Pairing& game) mutable {
    const Player fair = stronger(ranks, game);
    const bool turn = next < plan.size() && plan[next] == game_number;
    ++game_number;
    if (turn) ++next;
    return turn ? game.other(fair) : fair;
  };
}

}  // namespace ect
