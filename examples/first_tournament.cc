// A tournament of eight players that two wrong results cannot decide, played game by game.
#include <ect/tournament.h>

#include <iostream>

int main() {
  ect::Tournament tournament(ect::error_correcting(8, 3));

  // Player 0 is the best and wins its games, but the referee of its first two has been bought.
  int bought = 2;
  while (!tournament.over()) {
    for (const ect::Game& game : tournament.playable()) {
      ect::Side winner = game.left < game.right ? ect::Side::kLeft : ect::Side::kRight;
      if ((game.left == 0 || game.right == 0) && bought-- > 0) winner = ect::other(winner);
      tournament.record(game.match, winner);
    }
  }
  std::cout << "champion: player " << *tournament.champion() << ", who lost "
            << tournament.losses(*tournament.champion()) << " games\n"
            << "somebody else was the best only if " << tournament.overturned_by()
            << " results were wrong\n";
  return *tournament.champion() == 0 ? 0 : 1;
}
