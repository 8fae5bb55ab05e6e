// Success rates of formats under noise. Each trial has its own random stream, so that the result
// depends on the seed and not on the number of threads. The schedule is fixed and the strengths are
// drawn in each trial, which is equivalent to drawing the seeding.
// Tests: simulate_test.
#include "ect/simulate.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "ect/adversary.h"
#include "ect/error.h"
#include "ect/format.h"
#include "ect/random.h"
#include "ect/referee.h"
#include "util/parallel.h"
#include "util/text.h"

namespace ect {
namespace {

struct Noise {
  enum class Kind : std::uint8_t { kNone, kIid, kAdversary, kReferee, kBradleyTerry };
  Kind kind = Kind::kNone;
  double amount = 0;
  Player favourite_rank = 0;
};

Noise parse_noise(const std::string& name, Player players) {
  const auto fail = [&](const std::string& why) {
    return Error::bad_argument(fmt::format("noise '{}': {}", name, why));
  };
  if (name == "none") return {};
  Noise noise;
  const std::vector<std::string_view> parts = util::split(name, ':');
  if (parts[0] == "iid") {
    noise.kind = Noise::Kind::kIid;
  } else if (parts[0] == "adversary") {
    noise.kind = Noise::Kind::kAdversary;
  } else if (parts[0] == "referee") {
    noise.kind = Noise::Kind::kReferee;
  } else if (parts[0] == "bradley-terry") {
    noise.kind = Noise::Kind::kBradleyTerry;
  } else {
    throw fail(
        "unknown (expected none, iid:P, adversary:P, referee:P, referee:P:RANK or "
        "bradley-terry:SPREAD)");
  }
  const bool named = noise.kind == Noise::Kind::kReferee && parts.size() == 3;
  const auto amount =
      parts.size() == 2 || named ? util::parse_number<double>(parts[1]) : std::nullopt;
  const bool unbounded = noise.kind == Noise::Kind::kBradleyTerry;
  if (!amount || !(*amount >= 0) || std::isinf(*amount) || (!unbounded && *amount > 1)) {
    throw fail(unbounded ? "needs a number from 0" : "needs a number from 0 to 1");
  }
  noise.amount = *amount;
  noise.favourite_rank = players / 2;
  if (named) {
    const auto rank = util::parse_number<Player>(parts[2]);
    if (!rank || *rank == 0 || *rank > players) {
      throw fail(fmt::format("the favourite's rank must be from 1 to {}", players));
    }
    noise.favourite_rank = *rank - 1;
  }
  return noise;
}

// How many games an adversary may turn; nothing for other noise. The small addend makes 0.29 of 100
// games 29, although the double nearest to 0.29 is below it.
std::optional<std::uint64_t> budget_of(const Noise& noise, const Format& format) {
  if (noise.kind != Noise::Kind::kAdversary) return std::nullopt;
  const double games = noise.amount * static_cast<double>(format.importance_depth());
  return static_cast<std::uint64_t>(games + 1e-9);
}

// The referee of one trial; `budget` is that of budget_of().
Referee make_referee(const Noise& noise, const Format& format, std::uint64_t budget,
                     const Ranks& ranks, Random random) {
  switch (noise.kind) {
    case Noise::Kind::kIid:
      return coin_flips(ranks, noise.amount, random);
    case Noise::Kind::kBradleyTerry: {
      std::vector<double> skills;
      skills.reserve(ranks.size());
      for (const Player rank : ranks) skills.push_back(-noise.amount * rank);
      return bradley_terry(std::move(skills), random);
    }
    case Noise::Kind::kReferee: {
      Player favourite = 0;
      while (ranks[favourite] != noise.favourite_rank) ++favourite;
      return leaning(ranks, favourite, noise.amount, random);
    }
    case Noise::Kind::kAdversary:
      return turning(ranks, plan_adversary(format, ranks, budget));
    default:
      return perfect(ranks);
  }
}

}  // namespace

void check_simulation(const Simulation& simulation) {
  make_format(simulation.tournament, simulation.players)->start();  // there may be too many matches
  parse_noise(simulation.noise, simulation.players);
  if (simulation.trials == 0) throw Error::bad_argument("a simulation needs at least 1 trial");
}

SimulationResult simulate(const Simulation& simulation) {
  check_simulation(simulation);
  const std::unique_ptr<const Format> format =
      make_format(simulation.tournament, simulation.players);
  const std::unique_ptr<const FormatPlay> start = format->start();
  const Noise noise = parse_noise(simulation.noise, simulation.players);
  const std::optional<std::uint64_t> budget = budget_of(noise, *format);

  struct Trial {
    bool success;
    std::uint64_t games;
    std::uint64_t rounds;
  };
  std::vector<Trial> trials(simulation.trials);
  util::parallel_for(simulation.trials, simulation.threads, [&](std::uint64_t t) {
    Random random(simulation.seed, t);
    Ranks ranks(simulation.players);
    std::iota(ranks.begin(), ranks.end(), Player{0});
    random.shuffle(std::span(ranks));
    const Referee referee = make_referee(noise, *format, budget.value_or(0), ranks, random);
    const std::unique_ptr<FormatPlay> played = start->clone();
    const Course course = run(*played, referee);
    trials[t] = {course.champion == best_of(ranks), course.games, course.rounds};
  });

  SimulationResult result;
  result.importance_depth = format->importance_depth();
  result.budget = budget;
  for (const Trial& trial : trials) {
    result.success += trial.success ? 1 : 0;
    result.games += static_cast<double>(trial.games);
    result.rounds += static_cast<double>(trial.rounds);
  }
  const auto n = static_cast<double>(simulation.trials);
  result.success /= n;
  result.games /= n;
  result.rounds /= n;
  result.success_error = std::sqrt(result.success * (1 - result.success) / n);
  return result;
}

}  // namespace ect
