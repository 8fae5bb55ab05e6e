// Tournaments with names, saved and loaded after any game.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "ect/error.h"
#include "ect/random.h"
#include "ect/tournament.h"
#include "tests/helpers/places.h"
#include "tests/helpers/temp_folder.h"

namespace ect {
namespace {

std::vector<std::string> names_for(Player players) {
  std::vector<std::string> names;
  for (Player p = 0; p < players; ++p) names.push_back("Player \"" + std::to_string(p) + "\" ü");
  return names;
}

void play_one(Tournament& tournament, Random& random) {
  const std::vector<Game> games = tournament.playable();
  const Game game = games[random.below(games.size())];
  tournament.record(game.match, random.chance(0.5) ? Side::kLeft : Side::kRight);
}

bool same(const Tournament& a, const Tournament& b) {
  return std::vector<Result>(a.history().begin(), a.history().end()) ==
             std::vector<Result>(b.history().begin(), b.history().end()) &&
         a.playable() == b.playable() && a.champion() == b.champion() && a.over() == b.over();
}

TEST(TournamentFile, AnyTournamentCanStopAfterAnyGameAndGoOnFromTheText) {
  Random random(3);
  for (const bool named : {false, true}) {
    for (Player players = 1; players <= 9; ++players) {
      for (std::uint32_t eliminations = 1; eliminations <= 4; ++eliminations) {
        SCOPED_TRACE(testing::Message() << players << " players, " << eliminations);
        Tournament tournament(error_correcting(players, eliminations),
                              named ? names_for(players) : std::vector<std::string>());
        while (true) {
          const std::string text = tournament.to_json();
          const Tournament loaded = Tournament::from_json(text);
          ASSERT_TRUE(same(tournament, loaded));
          ASSERT_EQ(loaded.to_json(), text);
          ASSERT_EQ(loaded.name(players - 1), tournament.name(players - 1));
          if (tournament.over()) break;
          play_one(tournament, random);
        }
      }
    }
  }
}

TEST(TournamentFile, SeededSeriesAndMajorityFinalsAreKept) {
  Random random(4);
  for (const FinalsSeries series : {FinalsSeries::kCharged, FinalsSeries::kMajority}) {
    Tournament tournament(error_correcting(Seeding::random(6, 9), 4, series));
    while (!tournament.over()) {
      play_one(tournament, random);
      ASSERT_TRUE(same(tournament, Tournament::from_json(tournament.to_json())));
    }
  }
  Tournament best_of_five(single_elimination(5, 3));
  while (!best_of_five.over()) {
    play_one(best_of_five, random);
    ASSERT_TRUE(same(best_of_five, Tournament::from_json(best_of_five.to_json())));
  }
}

TEST(TournamentFile, IsSavedAndLoaded) {
  const TempFolder folder;
  const std::string path = folder.path("cup.json");
  Tournament tournament(error_correcting(4, 2), {"Ann", "Bob", "Cleo", "Dan"});
  tournament.record(0, Side::kRight);
  tournament.save(path);
  Tournament loaded = Tournament::load(path);
  EXPECT_EQ(loaded.find("Cleo"), 2);
  EXPECT_EQ(loaded.find("Eve"), std::nullopt);
  EXPECT_EQ(loaded.name(1), "Bob");
  EXPECT_TRUE(same(tournament, loaded));
  EXPECT_THROW(Tournament::load(folder.path("none.json")), Error);
}

TEST(TournamentFile, EveryFileThatTheFuzzerBeginsWithIsOne) {
  int files = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(source_path("tests/fuzz/corpus_tournament"))) {
    const Tournament tournament = Tournament::load(file.path());
    EXPECT_TRUE(same(tournament, Tournament::from_json(tournament.to_json()))) << file.path();
    ++files;
  }
  EXPECT_GE(files, 4);
}

TEST(TournamentFile, NamesAreOneForEachPlayerAndDiffer) {
  EXPECT_THROW(Tournament(error_correcting(2, 1), {"a"}), Error);
  EXPECT_THROW(Tournament(error_correcting(2, 1), {"a", "a"}), Error);
  EXPECT_THROW(Tournament(error_correcting(2, 1), {"a", ""}), Error);
  EXPECT_EQ(Tournament(error_correcting(2, 1)).name(1), "player 2");
}

std::string refused(const std::string& text) {
  try {
    Tournament::from_json(text, "cup.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kParse);
    EXPECT_EQ(std::string(error.what()).find("cup.json:"), 0) << error.what();
    return error.what();
  }
  return "";
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(TournamentFile, DamagedTextsAreRefusedWithOneLine) {
  Tournament tournament(error_correcting(4, 2), {"Ann", "Bob", "Cleo", "Dan"});
  tournament.record(0, Side::kLeft);
  const std::string text = tournament.to_json();
  ASSERT_EQ(refused(text), "");
  EXPECT_NE(refused(""), "");
  EXPECT_NE(refused("{\n\"ect_tournament\": 1,\n oops").find("cup.json:3:"), std::string::npos);
  EXPECT_NE(refused("[]"), "");
  EXPECT_NE(refused("{}"), "");
  EXPECT_NE(refused(changed(text, "\"ect_tournament\":1", "\"ect_tournament\":2")), "");
  EXPECT_NE(refused(changed(text, "\"Bob\"", "\"Ann\"")), "");
  EXPECT_NE(refused(changed(text, "\"Bob\",", "")), "");
  EXPECT_NE(refused(changed(text, "\"charged\"", "\"other\"")), "");
  EXPECT_NE(refused(changed(text, "\"schedule\":[4", "\"schedule\":[5")), "");
  EXPECT_NE(refused(changed(text, "\"schedule\":[4", "\"schedule\":[-4")), "");
  EXPECT_NE(refused(changed(text, "\"schedule\":[4", "\"schedule\":[4294967300")), "");
  EXPECT_NE(refused(changed(text, "\"match\":0", "\"match\":5")), "");
  EXPECT_NE(refused(changed(text, "\"match\":0", "\"match\":1e99999")), "");
  EXPECT_NE(refused(changed(text, "\"match\":0", "\"match\":4294967296")), "");
  EXPECT_NE(refused(changed(text, "\"winner\":\"Ann\"", "\"winner\":\"Eve\"")), "");
  EXPECT_NE(refused(changed(text, "\"winner\":\"Ann\"", "\"winner\":0")), "");
  // A player, but not of this match.
  EXPECT_NE(refused(changed(text, "\"winner\":\"Ann\"", "\"winner\":\"Dan\"")), "");
  EXPECT_NE(refused(changed(text, "\"games\":[", "\"games\":[7,")), "");
}

}  // namespace
}  // namespace ect
