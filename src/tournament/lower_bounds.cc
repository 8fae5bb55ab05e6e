// The paper's two lower-bound adversaries (Section 7), run against a real format. Both decide the
// games first and choose only afterwards which label was the best: one for which few results were
// wrong. Cost: one run of the format, or two. Tests: lower_bounds_test (every format, every small
// k).
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "ect/adversary.h"

namespace ect {

double Forced::ratio() const {
  if (turned == 0) return std::numeric_limits<double>::infinity();
  return static_cast<double>(rounds) / static_cast<double>(turned);
}

namespace {

Player fewest_losses_but(Player excluded, const std::vector<std::uint64_t>& losses) {
  Player fewest = excluded == 0 ? 1 : 0;
  for (Player p = fewest + 1; p < losses.size(); ++p) {
    if (p != excluded && losses[p] < losses[fewest]) fewest = p;
  }
  return fewest;
}

// Chooses as the best the player with the fewest losses who is not the champion.
Forced force(Player champion, std::uint64_t rounds, const std::vector<std::uint64_t>& losses) {
  const Player best = fewest_losses_but(champion, losses);
  return {champion, best, rounds, losses[best]};
}

// Player 0 wins for `first_stage` rounds, then the player with the fewest losses until then.
Forced switch_after(const Format& format, std::uint64_t first_stage) {
  const std::unique_ptr<FormatPlay> play = format.start();
  std::vector<std::uint64_t> losses(format.players(), 0);
  Player favourite = 0;
  std::uint64_t number = 0;
  std::vector<Player> winners;
  for (auto round = play->next_round(); !round.empty(); round = play->next_round()) {
    if (number++ == first_stage) favourite = fewest_losses_but(0, losses);
    winners.clear();
    for (const Pairing& game : round) {
      winners.push_back(game.has(favourite) ? favourite : std::min(game.first, game.second));
      ++losses[game.other(winners.back())];
    }
    play->finish_round(winners);
  }
  return force(play->champion(), format.most_rounds(), losses);
}

}  // namespace

Forced parity_adversary(const Format& format, Player i, Player j) {
  std::uint64_t met = 0;
  std::vector<std::uint64_t> losses(format.players(), 0);
  const Course course = run(format, [&](const Pairing& game) {
    Player winner = std::min(game.first, game.second);
    if (game.has(i) && game.has(j)) {
      winner = ++met % 2 == 1 ? i : j;
    } else if (game.has(i) || game.has(j)) {
      winner = game.has(i) ? i : j;
    }
    ++losses[game.other(winner)];
    return winner;
  });
  // If neither won, both may have had probability 1/2, and then no game was wrong.
  if (course.champion != i && course.champion != j) return {course.champion, i, course.rounds, 0};
  return force(course.champion, course.rounds, losses);
}

Forced fixed_rounds_adversary(const Format& format) {
  const double k = format.players();
  const double exact = 2 * (k - 1) / (3 * k - 2) * static_cast<double>(format.most_rounds());
  const Forced down = switch_after(format, static_cast<std::uint64_t>(std::floor(exact)));
  const Forced up = switch_after(format, static_cast<std::uint64_t>(std::ceil(exact)));
  return down.ratio() >= up.ratio() ? down : up;
}

}  // namespace ect
