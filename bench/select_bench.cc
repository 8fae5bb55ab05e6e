// How many games a second a selection plays, by what answers it and what is written down.
//
// 100,000 items, ect:2, for all but a process a game, which has 200 items. The long-lived judge is
// this program itself. Prints the table of docs/guide/choose.md.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ect/select.h"
#include "selection/items.h"
#include "selection/journal.h"
#include "selection/jsonl_judge.h"
#include "selection/process_judge.h"
#include "selection/runner.h"

namespace ect {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Player kItems = 100'000;
constexpr Player kFew = 200;

Verdict smaller_wins(const Question& question) {
  return question.first < question.second ? Verdict::kFirst : Verdict::kSecond;
}

// Has its answers at hand, as a function of the caller's.
class AtHand : public selection::Judge {
 public:
  const std::string& name() const override { return name_; }
  void ask(const Question& question) override {
    replies_.push_back({question.key, selection::Answer{smaller_wins(question), "", 0}});
  }
  void collect(std::vector<selection::Reply>& replies) override { std::swap(replies, replies_); }

 private:
  std::string name_ = "at hand";
  std::vector<selection::Reply> replies_;
};

std::vector<selection::Item> items_of(Player count) {
  std::vector<selection::Item> items;
  for (Player i = 0; i < count; ++i) {
    const std::string id = fmt::format("{}", i);
    items.push_back({id, id, fmt::format(R"({{"id":"{}","text":"{}"}})", id, id)});
  }
  return items;
}

// The first item wins, as fast as that can be said.
void be_a_judge() {
  std::vector<char> buffer(1 << 16);
  std::string rest;
  std::string answers;
  for (ssize_t size = 0; (size = ::read(STDIN_FILENO, buffer.data(), buffer.size())) > 0;) {
    rest.append(buffer.data(), static_cast<std::size_t>(size));
    std::size_t at = 0;
    for (std::size_t end = 0; (end = rest.find('\n', at)) != std::string::npos; at = end + 1) {
      const std::size_t id = rest.find("\"id\":\"", at) + 6;
      answers += "{\"id\":\"";
      answers.append(rest, id, rest.find('"', id) - id);
      answers += "\",\"winner\":\"first\"}\n";
    }
    rest.erase(0, at);
    for (std::size_t sent = 0; sent < answers.size();) {
      const ssize_t wrote = ::write(STDOUT_FILENO, answers.data() + sent, answers.size() - sent);
      if (wrote < 0) return;
      sent += static_cast<std::size_t>(wrote);
    }
    answers.clear();
  }
}

long peak_kilobytes() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

void measure(const std::string& what, const std::function<std::uint64_t()>& play) {
  const Clock::time_point start = Clock::now();
  const std::uint64_t games = play();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  fmt::print("| {} | {} | {:.2f} | {:.0f} | {} |\n", what, games, seconds,
             static_cast<double>(games) / seconds, peak_kilobytes() / 1024);
  std::fflush(stdout);
}

std::uint64_t run(const std::vector<selection::Item>& items,
                  std::unique_ptr<selection::Judge> judge, unsigned jobs,
                  const std::string& journal_file) {
  std::vector<std::unique_ptr<selection::Judge>> judges;
  judges.push_back(std::move(judge));
  std::optional<selection::Journal> journal;
  const SelectOptions options{.tournament = "ect:2"};
  if (!journal_file.empty()) {
    std::filesystem::remove(journal_file);
    journal.emplace(journal_file, head_of(items, options, {judges[0]->name()}));
  }
  const selection::RunResult result =
      run_selection(items, options, judges, {.jobs = jobs}, journal ? &*journal : nullptr, {});
  if (!journal_file.empty()) std::filesystem::remove(journal_file);
  return result.selection.games().size();
}

void measure_all() {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string() + " judge";
  const std::string journal = fmt::format("bench_select.{}.journal", ::getpid());
  const std::vector<selection::Item> items = items_of(kItems);
  const std::vector<selection::Item> few = items_of(kFew);
  fmt::print(
      "| judge | games | seconds | games a second | peak MB so far |\n|---|---|---|---|---|\n");
  measure("a function of the caller's",
          [] { return select(kItems, smaller_wins, {.tournament = "ect:2"}).games().size(); });
  measure("the same, as a judge of the runner, 1024 questions open",
          [&] { return run(items, std::make_unique<AtHand>(), 1024, ""); });
  measure("the same with a journal, 1024 answers a write",
          [&] { return run(items, std::make_unique<AtHand>(), 1024, journal); });
  for (const unsigned jobs : {16U, 1024U}) {
    measure(fmt::format("long-lived program, {} questions open", jobs),
            [&] { return run(items, jsonl_judge(program, items, {0}), jobs, ""); });
    measure(fmt::format("long-lived program, {} questions open, journal", jobs),
            [&] { return run(items, jsonl_judge(program, items, {0}), jobs, journal); });
  }
  measure("a process a game (`printf A`), 2 at a time",
          [&] { return run(few, process_judge("printf A", few, {0}), 2, ""); });
}

}  // namespace
}  // namespace ect

int main(int count, char** arguments) {
  if (count > 1 && std::string_view(arguments[1]) == "judge") {
    ect::be_a_judge();
  } else {
    ect::measure_all();
  }
  return EXIT_SUCCESS;
}
