// --both-orders or more eliminations, for the same number of questions: how often the best of 50
// items is found by judges who prefer, with probability `bias`, whatever is shown first, and are
// else wrong with probability `noise`. Some draw anew for every question, others answer the same
// question in the same order the same way for ever. Writes the table of docs/guide/choose.md.
//
//     bench_both_orders [TRIALS]
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ect/random.h"
#include "ect/select.h"
#include "util/digest.h"

namespace ect {
namespace {

constexpr Player kItems = 50;

struct Judging {
  double bias;
  double noise;
  std::uint32_t judges = 1;
  bool repeats = false;  // the same question, the same answer
};

struct Found {
  double share;
  double error;  // standard
  double questions;
};

// Item 0 is the best; who meets whom and who is shown first is drawn by the selection's seed.
Verdict verdict(const Judging& how, const Question& question, std::uint64_t trial) {
  util::Digest digest;
  digest.add(trial);
  digest.add(std::uint64_t{question.first} << 32 | question.second);
  digest.add(question.judge);
  if (!how.repeats) digest.add(question.seed);
  Random random(digest.value());
  if (random.chance(how.bias)) return Verdict::kFirst;
  const bool first = (question.first < question.second) != random.chance(how.noise);
  return first ? Verdict::kFirst : Verdict::kSecond;
}

Found measured(const Judging& how, std::uint32_t eliminations, bool both_orders,
               std::uint64_t trials) {
  std::uint64_t found = 0;
  std::uint64_t questions = 0;
  for (std::uint64_t trial = 1; trial <= trials; ++trial) {
    const Selection done = select(kItems,
                                  [&](const Question& question) {
                                    ++questions;
                                    return verdict(how, question, trial);
                                  },
                                  {.tournament = fmt::format("ect:{}", eliminations),
                                   .seed = trial,
                                   .judges = how.judges,
                                   .both_orders = both_orders});
    found += done.champion() == Player{0} ? 1 : 0;
  }
  const auto n = static_cast<double>(trials);
  const double share = static_cast<double>(found) / n;
  return {share, std::sqrt(share * (1 - share) / n), static_cast<double>(questions) / n};
}

// The number of eliminations in one order whose questions come closest to so many, from below
// where two are as close.
std::uint32_t as_dear(const Judging& how, double questions) {
  constexpr std::uint64_t kToCount = 50;
  std::uint32_t best = 1;
  double nearest = questions;
  for (std::uint32_t m = 2; m <= 24; ++m) {
    const double away = std::abs(measured(how, m, false, kToCount).questions - questions);
    if (away < nearest) {
      best = m;
      nearest = away;
    }
  }
  return best;
}

std::string cells(std::uint32_t eliminations, const Found& found) {
  return fmt::format("`-m {}`, {:.0f} | {:.1f} ± {:.1f}", eliminations, found.questions,
                     100 * found.share, 100 * found.error);
}

void compare(const std::string& name, const Judging& how, std::uint32_t eliminations,
             std::uint64_t trials) {
  const Found both = measured(how, eliminations, true, trials);
  const Found same = measured(how, eliminations, false, trials);
  const std::uint32_t more = as_dear(how, both.questions);
  fmt::print("| {} | {} | {} | {} | {} | {} |\n", name, how.bias, how.noise,
             cells(eliminations, same), cells(eliminations, both),
             cells(more, measured(how, more, false, trials)));
  std::fflush(stdout);
}

void measure_all(std::uint64_t trials) {
  fmt::print(
      "| judge | bias | noise | one order, questions | best found, % | both orders, questions "
      "| best found, % | one order, as many questions | best found, % |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  constexpr std::uint32_t kMany = 3;  // eliminations
  for (const double bias : {0.0, 0.2, 0.4, 0.6}) {
    for (const double noise : {0.0, 0.1}) {
      if (bias + noise == 0) continue;
      compare("one, draws anew", {bias, noise}, kMany, trials);
    }
  }
  for (const std::uint32_t eliminations : {1U, kMany}) {
    for (const double bias : {0.2, 0.4, 0.6}) {
      compare("one, repeats itself", {bias, 0.1, 1, true}, eliminations, trials);
    }
  }
  for (const double bias : {0.2, 0.4, 0.6}) {
    compare("three in turn, repeat themselves", {bias, 0.1, 3, true}, kMany, trials);
  }
}

}  // namespace
}  // namespace ect

int main(int count, char** words) {
  ect::measure_all(count > 1 ? std::strtoull(words[1], nullptr, 10) : 1000);
}
