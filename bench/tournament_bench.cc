// Making, walking and playing tournaments. Times are compared within one run: where memory is the
// limit, `x_memory` is the ratio to writing as many bytes as the result has.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

#include "ect/count.h"
#include "ect/random.h"
#include "ect/schedule.h"
#include "ect/tournament.h"
#include "ect/walk.h"

namespace ect {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Fresh memory, written once: page faults and all, as a new schedule pays them too.
double seconds_to_write(std::size_t bytes) {
  const auto start = Clock::now();
  const std::unique_ptr<char[]> memory(new char[bytes]);
  std::memset(memory.get(), 1, bytes);
  benchmark::DoNotOptimize(memory.get());
  benchmark::ClobberMemory();
  return seconds_since(start);
}

void make_schedule(benchmark::State& state) {
  const auto k = static_cast<Player>(state.range(0));
  const auto m = static_cast<std::uint32_t>(state.range(1));
  double made = 0;
  double written = 0;
  std::uint64_t matches = 0;
  while (state.KeepRunning()) {
    const auto start = Clock::now();
    const Schedule schedule = error_correcting(k, m);
    const double seconds = seconds_since(start);
    state.SetIterationTime(seconds);
    made += seconds;
    written += seconds_to_write(schedule.bytes());
    matches += schedule.matches();
    state.counters["bytes_a_match"] = static_cast<double>(schedule.bytes()) / schedule.matches();
  }
  state.counters["ns_a_match"] = 1e9 * made / static_cast<double>(matches);
  state.counters["x_memory"] = made / written;
}
BENCHMARK(make_schedule)
    ->Args({8, 3})
    ->Args({1000, 10})
    ->Args({1 << 20, 1})
    ->Args({1 << 20, 20})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

void count_only(benchmark::State& state) {
  while (state.KeepRunning()) {
    benchmark::DoNotOptimize(count_error_correcting(kMaxCountedPlayers, 248));
  }
}
BENCHMARK(count_only)->Unit(benchmark::kMillisecond);

Side random_answer(std::uint32_t match) {
  return (match * 0x9e3779b97f4a7c15U >> 63) != 0 ? Side::kLeft : Side::kRight;
}

void play_all(benchmark::State& state) {
  const Schedule schedule = error_correcting(static_cast<Player>(state.range(0)), 8);
  while (state.KeepRunning()) {
    benchmark::DoNotOptimize(
        play(schedule, [](std::uint32_t n, Player, Player) { return random_answer(n); }).champion);
  }
  state.SetItemsProcessed(state.iterations() * schedule.matches());
}
BENCHMARK(play_all)->Arg(1000)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

void descend_once(benchmark::State& state) {
  const Schedule schedule = error_correcting(static_cast<Player>(state.range(0)), 8);
  std::uint64_t questions = 0;
  std::uint32_t turn = 0;
  while (state.KeepRunning()) {
    ++turn;
    benchmark::DoNotOptimize(descend(schedule, [&](std::uint32_t n) {
      ++questions;
      return random_answer(n ^ turn);
    }));
  }
  state.counters["questions"] =
      static_cast<double>(questions) / static_cast<double>(state.iterations());
}
BENCHMARK(descend_once)->Arg(1 << 6)->Arg(1 << 10)->Arg(1 << 20);

void play_games(benchmark::State& state) {
  const auto schedule =
      std::make_shared<const Schedule>(error_correcting(static_cast<Player>(state.range(0)), 4));
  std::int64_t games = 0;
  while (state.KeepRunning()) {
    Tournament tournament(schedule);
    while (!tournament.over()) {
      for (const Game& game : tournament.playable()) {
        tournament.record(game.match, game.left < game.right ? Side::kLeft : Side::kRight);
      }
    }
    games += static_cast<std::int64_t>(tournament.history().size());
  }
  state.SetItemsProcessed(games);
}
BENCHMARK(play_games)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ect
