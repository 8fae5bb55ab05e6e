// How fast files are read, as a ratio to finding their newlines with memchr in the same bytes; and
// how fast caches of the same examples are, as ratios to parsing them: x_parsing is how many times
// as fast, x_text and x_gzip are the cache's size as a share of the text's, plain and by gzip -6.
#include <benchmark/benchmark.h>
#include <unistd.h>
#include <zlib.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "data/example_cache.h"
#include "data/load.h"
#include "ect/random.h"

namespace ect {
namespace {

using Clock = std::chrono::steady_clock;

std::shared_ptr<const std::string> svmlight_text() {
  std::string text;
  Random random(1);
  for (int row = 0; row < 20'000; ++row) {
    text += std::to_string(random.below(100));
    std::uint64_t index = 0;
    for (int i = 0; i < 100; ++i) {
      index += 1 + random.below(50);
      text += ' ' + std::to_string(index) + ":0." + std::to_string(random.below(1000));
    }
    text += '\n';
  }
  return std::make_shared<const std::string>(std::move(text));
}

std::shared_ptr<const std::string> labelled_text() {
  std::string text;
  Random random(2);
  for (int row = 0; row < 50'000; ++row) {
    text += "label" + std::to_string(random.below(100)) + '\t';
    for (int word = 0; word < 20; ++word) {
      for (std::uint64_t i = 0; i < 2 + random.below(8); ++i) {
        text += static_cast<char>('a' + random.below(26));
      }
      text += ' ';
    }
    text += '\n';
  }
  return std::make_shared<const std::string>(std::move(text));
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double seconds_to_find_newlines(const std::string& text) {
  const auto start = Clock::now();
  std::size_t lines = 0;
  const char* at = text.data();
  const char* end = at + text.size();
  while (const void* newline = std::memchr(at, '\n', static_cast<std::size_t>(end - at))) {
    at = static_cast<const char*>(newline) + 1;
    ++lines;
  }
  benchmark::DoNotOptimize(lines);
  return seconds_since(start);
}

template <class MakeReader>
void read_examples(benchmark::State& state, const std::shared_ptr<const std::string>& text,
                   MakeReader make_reader) {
  double reading = 0;
  double finding = 0;
  while (state.KeepRunning()) {
    const auto start = Clock::now();
    const std::unique_ptr<data::Reader> reader =
        make_reader(data::Lines(util::open_memory(text, "text"), "text"));
    Example example;
    while (reader->next(example)) benchmark::DoNotOptimize(example.indices.data());
    reading += seconds_since(start);
    finding += seconds_to_find_newlines(*text);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text->size()));
  state.counters["x_memchr"] = reading / finding;
}

void svmlight(benchmark::State& state) {
  read_examples(state, svmlight_text(), &data::svmlight_reader);
}
BENCHMARK(svmlight)->Unit(benchmark::kMillisecond);

void text(benchmark::State& state) {
  read_examples(state, labelled_text(),
                [](data::Lines lines) { return text_reader(std::move(lines), {}); });
}
BENCHMARK(text)->Unit(benchmark::kMillisecond);

std::uint64_t gzip_size(const std::string& text) {
  std::vector<Bytef> packed(compressBound(text.size()));
  auto size = static_cast<uLongf>(packed.size());
  compress2(packed.data(), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(), 6);
  return size;
}

template <class MakeReader>
void read_cache(benchmark::State& state, const std::shared_ptr<const std::string>& text,
                std::uint32_t features, MakeReader make_reader) {
  const auto open = [&] {
    return make_reader(data::Lines(util::open_memory(text, "text"), "text"));
  };
  const std::string path =
      std::filesystem::temp_directory_path() / ("ect_bench_" + std::to_string(::getpid()));
  Labels classes;
  Example example;
  for (const auto reader = open(); reader->next(example);) classes.add(*example.label);
  const data::CacheKey key{{}, "bench", features, &classes};
  data::CacheWriter writer(path, key);
  for (const auto reader = open(); reader->next(example);) {
    writer.add(*classes.find(*example.label), example);
  }
  writer.commit({});
  double reading = 0;
  double parsing = 0;
  while (state.KeepRunning()) {
    auto start = Clock::now();
    data::CacheReader cached(path, key);
    while (cached.next(example)) benchmark::DoNotOptimize(example.indices.data());
    reading += seconds_since(start);
    start = Clock::now();
    const std::unique_ptr<data::Reader> reader = open();
    while (reader->next(example)) benchmark::DoNotOptimize(example.indices.data());
    parsing += seconds_since(start);
  }
  const auto bytes = static_cast<double>(std::filesystem::file_size(path));
  state.counters["cache_bytes_per_second"] =
      bytes * static_cast<double>(state.iterations()) / reading;
  state.counters["x_parsing"] = parsing / reading;
  state.counters["x_text"] = bytes / static_cast<double>(text->size());
  state.counters["x_gzip"] = bytes / static_cast<double>(gzip_size(*text));
  std::filesystem::remove(path);
}

void svmlight_cache(benchmark::State& state) {
  read_cache(state, svmlight_text(), std::uint32_t{1} << 31, &data::svmlight_reader);
}
BENCHMARK(svmlight_cache)->Unit(benchmark::kMillisecond);

void text_cache(benchmark::State& state) {
  read_cache(state, labelled_text(), std::uint32_t{1} << 30,
             [](data::Lines lines) { return text_reader(std::move(lines), {}); });
}
BENCHMARK(text_cache)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ect
