// A tournament of four players that one wrong result cannot decide, saved after every game.
#include <ect/tournament.h>

#include <filesystem>
#include <iostream>

int main() {
  const std::string file = std::filesystem::temp_directory_path() / "ect_cup.json";
  ect::Tournament(ect::error_correcting(4, 2), {"Ann", "Bob", "Cleo", "Dan"}).save(file);
  int games = 0;
  while (true) {
    ect::Tournament cup = ect::Tournament::load(file);
    if (cup.over()) break;
    const ect::Game game = cup.playable().front();
    // Ann is the best, but the referee of the first game has been bought.
    const bool left = (game.left < game.right) == (games++ > 0);
    cup.record(game.match, left ? ect::Side::kLeft : ect::Side::kRight);
    cup.save(file);
  }
  const ect::Tournament cup = ect::Tournament::load(file);
  std::cout << cup.name(*cup.champion()) << " wins after " << games << " games\n";
  return std::filesystem::remove(file) && cup.find("Ann") == cup.champion() ? 0 : 1;
}
