// Seeding by similarity: an example of 10 words a label, one thread. Where labels are many, time a
// label grows by the levels of the tree alone and memory a label not at all (below 2^17 labels the
// points have more dimensions than the least). `points_mib` is what the points take.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <numeric>
#include <set>
#include <vector>

#include "ect/random.h"
#include "reductions/tournament/similar_seeding.h"

namespace ect {
namespace {

// An example of 10 words a label: half of its topic, which 16 labels share, half its own.
Dataset texts(std::uint32_t labels) {
  constexpr std::uint64_t kWords = 1U << 20;
  Dataset data;
  Random random(1);
  Example example;
  for (std::uint32_t label = 0; label < labels; ++label) {
    std::set<std::uint32_t> words;
    while (words.size() < 10) {
      const std::uint64_t topic = label / 16;
      const std::uint64_t word = words.size() % 2 == 0
                                     ? topic * 7919 + random.below(20)
                                     : std::uint64_t{label} * 104729 + random.below(10);
      words.insert(static_cast<std::uint32_t>(word % kWords));
    }
    example.label = fmt::format("{}", label);
    example.indices.assign(words.begin(), words.end());
    example.values.assign(words.size(), 1);
    data.add(example);
  }
  return data;
}

void seed_similar(benchmark::State& state) {
  const auto labels = static_cast<std::uint32_t>(state.range(0));
  const Dataset data = texts(labels);
  std::vector<std::uint32_t> rows(data.size());
  std::iota(rows.begin(), rows.end(), 0);
  double seconds = 0;
  while (state.KeepRunning()) {
    const auto start = std::chrono::steady_clock::now();
    const reductions::LabelPoints points = reductions::label_points(data, rows);
    benchmark::DoNotOptimize(similar_seeding(points, 1, 1).depth());
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    state.counters["dimensions"] = static_cast<double>(points.dimensions);
    state.counters["points_mib"] = static_cast<double>(points.values.size()) * 4 / 0x1p20;
  }
  state.counters["us_a_label"] =
      1e6 * seconds / static_cast<double>(state.iterations()) / static_cast<double>(labels);
}
BENCHMARK(seed_similar)->RangeMultiplier(4)->Range(1 << 10, 1 << 20)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ect
