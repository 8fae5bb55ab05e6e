// How long one answer takes, and what a second thread gains at reading. bench/latency runs it:
//   bench_latency pipe ECT MODEL DATA [ARGUMENT ...]  a line into `ect predict`, its answer out;
//                                                     and the same lines through `cat` and back
//   bench_latency predict MODEL DATA                  Predictor::predict alone, in this process
//   bench_latency read DATA REPEATS                   DATA into memory by one thread and by two
//   bench_latency machine REPEATS                     counting, twice by one thread and by two
// One line of JSON: microseconds, or seconds of the fastest of the repeats.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <functional>
#include <iostream>
#include <ratio>
#include <string>
#include <vector>

#include "data/load.h"
#include "ect/error.h"
#include "ect/model.h"
#include "ect/predict.h"
#include "model/parts.h"
#include "util/child_process.h"
#include "util/parallel.h"
#include "util/text.h"

namespace ect {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kAsked = 2000;   // lines or examples
constexpr std::size_t kWarming = 100;  // of them, which do not count

double microseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

// Of all but the first kWarming calls.
std::string latencies(std::size_t count, const std::function<void(std::size_t)>& ask) {
  std::vector<double> times;
  for (std::size_t i = 0; i < count; ++i) {
    const auto start = Clock::now();
    ask(i);
    if (i >= kWarming) times.push_back(microseconds_since(start));
  }
  if (times.empty()) throw Error::bad_argument("too few examples");
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) {
    return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  };
  return fmt::format(R"({{"p50": {:.2f}, "p99": {:.2f}, "max": {:.2f}}})", at(0.5), at(0.99),
                     times.back());
}

std::vector<std::string> lines_of(const data::DataFile& file, std::size_t most) {
  std::vector<std::string> result;
  data::Lines lines = file.lines();
  for (std::string_view line; result.size() < most && lines.next(line);) {
    result.push_back(std::string(line) + '\n');
  }
  return result;
}

std::string conversation(const std::vector<std::string>& command, const std::string& head,
                         const std::vector<std::string>& lines) {
  util::ChildProcess process(command);
  const auto soon = [] { return Clock::now() + std::chrono::seconds(60); };
  process.send(head, soon());
  return latencies(lines.size(), [&](std::size_t i) {
    process.send(lines[i], soon());
    process.read_line(1 << 20, soon());
  });
}

std::string pipe(const std::vector<std::string>& words) {
  const Model model = Model::load(words[2]);
  const data::DataFile file(words[3], std::cin);
  std::vector<std::string> lines = lines_of(file, kAsked + 1);
  const bool table = model.parts().layout.format == FileFormat::kCsv;
  const std::string head = table ? lines.front() : "";
  if (table) lines.erase(lines.begin());
  std::vector<std::string> command{words[1], "predict", words[2], "-"};
  command.insert(command.end(), words.begin() + 4, words.end());
  const std::string answers = conversation(command, head, lines);
  return fmt::format(R"({{"ect": {}, "cat": {}}})", answers, conversation({"cat"}, "", lines));
}

std::string predict(const std::vector<std::string>& words) {
  const Model model = Model::load(words[1]);
  const auto reader = open_reader(data::DataFile(words[2], std::cin), model.parts().layout);
  std::vector<Example> examples(1);
  while (examples.size() <= kAsked && reader->next(examples.back())) examples.emplace_back();
  examples.pop_back();
  Predictor predictor(model);
  return latencies(examples.size(),
                   [&](std::size_t i) { predictor.predict(examples[i].features()); });
}

double cpu_seconds() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

std::string read(const std::vector<std::string>& words) {
  const data::DataFile file(words[1], std::cin);
  const data::Layout layout = learn_layout(file, {});
  const auto repeats = util::parse_number<unsigned>(words[2]);
  std::vector<double> seconds(2, 1e9);
  std::vector<double> cpu(2, 1e9);
  for (unsigned i = 0; i < repeats.value_or(1); ++i) {
    for (unsigned threads = 1; threads <= 2; ++threads) {
      const auto start = Clock::now();
      const double used = cpu_seconds();
      read_dataset(*open_reader(file, layout), file.name(), threads);
      double& best = seconds[threads - 1];
      best = std::min(best, 1e-6 * microseconds_since(start));
      cpu[threads - 1] = std::min(cpu[threads - 1], cpu_seconds() - used);
    }
  }
  return fmt::format(R"({{"seconds": [{:.4f}, {:.4f}], "cpu": [{:.4f}, {:.4f}]}})", seconds[0],
                     seconds[1], cpu[0], cpu[1]);
}

// What two threads get of the machine that have nothing to do with each other.
std::string machine(const std::vector<std::string>& words) {
  const auto count = [] {
    volatile std::uint64_t counted = 0;
    while (counted < 50'000'000) counted = counted + 1;
  };
  std::vector<double> seconds(2, 1e9);
  const auto repeats = util::parse_number<unsigned>(words[1]);
  for (unsigned i = 0; i < repeats.value_or(1); ++i) {
    for (unsigned threads = 1; threads <= 2; ++threads) {
      const auto start = Clock::now();
      util::parallel_for(2, threads, [&](std::uint64_t) { count(); });
      double& best = seconds[threads - 1];
      best = std::min(best, 1e-6 * microseconds_since(start));
    }
  }
  return fmt::format(R"({{"seconds": [{:.4f}, {:.4f}]}})", seconds[0], seconds[1]);
}

std::string run(const std::vector<std::string>& words) {
  if (words.size() >= 4 && words[0] == "pipe") return pipe(words);
  if (words.size() == 3 && words[0] == "predict") return predict(words);
  if (words.size() == 3 && words[0] == "read") return read(words);
  if (words.size() == 2 && words[0] == "machine") return machine(words);
  throw Error::bad_argument("expected pipe, predict, read or machine; see bench/latency_bench.cc");
}

}  // namespace
}  // namespace ect

int main(int argc, char** argv) {
  try {
    std::puts(ect::run({argv + 1, argv + argc}).c_str());
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_latency: {}\n", error.what());
    return 1;
  }
  return 0;
}
