// How often tournaments on recorded votes find what the majority prefers. bench/pairwise runs it:
//   bench_pairwise best ITEMS VOTES
//       who is best by the majority of all votes, and who is bought: the item in the middle
//   bench_pairwise play ITEMS VOTES NOISE TRIALS TOURNAMENT ...
//       so many tournaments of each kind, with seeds from 1 on
//   bench_pairwise rounds ITEMS TOURNAMENT ...
//       how many rounds each can take at most
//   bench_pairwise votes ITEMS VOTES NOISE SEED
//       the votes that the trial of that seed had, as csv for `ect select --judge votes:FILE`
// ITEMS is a file of names, VOTES a source of votes as that judge takes it. NOISE: `none`;
// `coins:P`, each vote is replaced by a coin's with probability P; `bought:P`, each vote on the
// bought item is replaced by one for it with probability P. All but `votes` print JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "ect/error.h"
#include "ect/random.h"
#include "ect/select.h"
#include "selection/items.h"
#include "selection/judge.h"
#include "selection/votes.h"
#include "selection/votes_judge.h"
#include "util/text.h"

namespace ect {
namespace {

using Json = nlohmann::ordered_json;

struct Noise {
  double coins = 0;
  double bought = 0;
};

Noise parse_noise(const std::string& text) {
  if (text == "none") return {};
  const std::size_t colon = text.find(':');
  const auto share = colon == std::string::npos
                         ? std::nullopt
                         : util::parse_number<double>(text.substr(colon + 1));
  if (!share || *share < 0 || *share > 1) {
    throw Error::bad_argument("no noise: " + text);
  }
  if (text.starts_with("coins:")) return {*share, 0};
  if (text.starts_with("bought:")) return {0, *share};
  throw Error::bad_argument("no noise: " + text);
}

class Replay {
 public:
  Replay(const std::string& items, const std::string& source)
      : items_(read_items(items, std::cin, selection::ItemFormat::kLines)) {
    const selection::RecordedVotes votes =
        read_votes(selection::parse_votes_source(source), std::cin, items_);
    pairs_.insert(votes.pairs.begin(), votes.pairs.end());
    score_.resize(items_.size(), 0);
    for (const auto& [key, counts] : pairs_) {
      const auto [lower, higher] = players(key);
      const std::uint32_t one = counts[selection::kForLower];
      const std::uint32_t two = counts[selection::kForHigher];
      score_[lower] += one > two ? 2 : one == two ? 1 : 0;
      score_[higher] += two > one ? 2 : one == two ? 1 : 0;
    }
    std::vector<std::pair<int, Player>> order;
    for (Player p = 0; p < score_.size(); ++p) order.emplace_back(-score_[p], p);
    std::sort(order.begin(), order.end());
    bought_ = order[order.size() / 2].second;
  }

  // Copeland's score: a point for each item that most votes prefer it to, half a one where as many
  // votes are for the other.
  Json best() const {
    Json json;
    std::uint64_t votes = 0;
    for (const auto& [key, counts] : pairs_)
      votes += std::uint64_t{counts[0]} + counts[1] + counts[2];
    json["items"] = items_.size();
    json["pairs"] = pairs_.size();
    json["votes"] = votes;
    json["best"] = Json::array();
    for (Player p = 0; p < score_.size(); ++p) {
      if (rank(p) == 1) json["best"].push_back(items_[p].id);
    }
    json["score"] = *std::max_element(score_.begin(), score_.end()) / 2.0;
    json["bought"] = items_[bought_].id;
    json["bought_rank"] = rank(bought_);
    return json;
  }

  Json play(const std::string& tournament, const std::string& noise, std::uint64_t trials) const {
    double best = 0;
    double bought = 0;
    double ranks = 0;
    double games = 0;
    double coins = 0;
    Json winners = Json::array();
    for (std::uint64_t seed = 1; seed <= trials; ++seed) {
      const Selection selection = play_once(tournament, parse_noise(noise), seed);
      const Player winner = *selection.champion();
      best += rank(winner) == 1 ? 1 : 0;
      bought += winner == bought_ ? 1 : 0;
      ranks += static_cast<double>(rank(winner));
      games += static_cast<double>(selection.games().size());
      coins += static_cast<double>(selection.coins());
      winners.push_back(items_[winner].id);
    }
    const auto all = static_cast<double>(trials);
    return {{"tournament", tournament}, {"noise", noise},         {"trials", trials},
            {"best", best / all},       {"bought", bought / all}, {"rank", ranks / all},
            {"games", games / all},     {"coins", coins / all},   {"winners", winners}};
  }

  // The votes of a trial.
  std::string votes(const Noise& noise, std::uint64_t seed) const {
    Random random(seed, 1);
    std::string csv = "a,b,a_over_b,b_over_a,ties\n";
    for (const auto& [key, counts] : pairs_) {
      const auto [lower, higher] = players(key);
      selection::VoteCounts changed{};
      for (const selection::VoteOutcome outcome :
           {selection::kForLower, selection::kForHigher, selection::kForNeither}) {
        for (std::uint32_t i = 0; i < counts[outcome]; ++i) {
          ++changed[after(outcome, lower, higher, noise, random)];
        }
      }
      fmt::format_to(std::back_inserter(csv), "\"{}\",\"{}\",{},{},{}\n", items_[lower].id,
                     items_[higher].id, changed[0], changed[1], changed[2]);
    }
    return csv;
  }

 private:
  static std::pair<Player, Player> players(std::uint64_t key) {
    return {static_cast<Player>(key >> 32), static_cast<Player>(key)};
  }

  // From 1; the same for items of equal score.
  std::size_t rank(Player player) const {
    return 1 + static_cast<std::size_t>(std::count_if(score_.begin(), score_.end(), [&](int score) {
             return score > score_[player];
           }));
  }

  selection::VoteOutcome after(selection::VoteOutcome outcome, Player lower, Player higher,
                               const Noise& noise, Random& random) const {
    if (noise.coins > 0 && random.chance(noise.coins)) {
      return random.chance(0.5) ? selection::kForLower : selection::kForHigher;
    }
    const bool on_sale = noise.bought > 0 && (lower == bought_ || higher == bought_);
    if (on_sale && random.chance(noise.bought))
      return lower == bought_ ? selection::kForLower : selection::kForHigher;
    return outcome;
  }

  Selection play_once(const std::string& tournament, const Noise& noise, std::uint64_t seed) const {
    std::istringstream csv(votes(noise, seed));
    const std::unique_ptr<selection::Judge> judge = votes_judge("-", csv, items_, seed);
    SelectOptions options;
    options.tournament = tournament;
    options.seed = seed;
    std::vector<selection::Reply> replies;
    return select(
        static_cast<Player>(items_.size()),
        [&](const Question& question) {
          replies.clear();
          judge->ask(question);
          judge->collect(replies);
          return std::get<selection::Answer>(replies.at(0).what).verdict;
        },
        options);
  }

  std::vector<selection::Item> items_;
  std::map<std::uint64_t, selection::VoteCounts> pairs_;
  std::vector<int> score_;  // Copeland's, twice
  Player bought_ = 0;
};

std::uint64_t number(const std::string& text) {
  const auto parsed = util::parse_number<std::uint64_t>(text);
  if (!parsed || *parsed == 0) throw Error::bad_argument("no number from 1: " + text);
  return *parsed;
}

std::string measured(const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == "best") {
    return Replay(words[1], words[2]).best().dump() + '\n';
  }
  if (words.size() >= 3 && words[0] == "rounds") {
    const auto items = read_items(words[1], std::cin, selection::ItemFormat::kLines);
    Json rounds;
    for (std::size_t i = 2; i < words.size(); ++i) {
      rounds[words[i]] = plan_selection(static_cast<Player>(items.size()), words[i]).most_rounds;
    }
    return rounds.dump() + '\n';
  }
  if (words.size() == 5 && words[0] == "votes") {
    return Replay(words[1], words[2]).votes(parse_noise(words[3]), number(words[4]));
  }
  if (words.size() >= 6 && words[0] == "play") {
    const Replay replay(words[1], words[2]);
    Json rows = Json::array();
    for (std::size_t i = 5; i < words.size(); ++i) {
      rows.push_back(replay.play(words[i], words[3], number(words[4])));
    }
    return rows.dump() + '\n';
  }
  throw Error::bad_argument("expected best, play, rounds or votes; see bench/pairwise_bench.cc");
}

}  // namespace
}  // namespace ect

int main(int argc, char** argv) {
  try {
    std::fputs(ect::measured({argv + 1, argv + argc}).c_str(), stdout);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_pairwise: {}\n", error.what());
    return 1;
  }
  return 0;
}
