// What judges that are programs cost on our side. bench_judges: answers a second of a long-lived
// judge that answers at once (this program itself), by the number of questions that are open; games
// a second with a process each; nanoseconds to read an answer. bench_judges COMMAND: answers a
// second of that long-lived judge.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "select/jsonl_judge.h"
#include "select/judge_protocol.h"
#include "select/process_judge.h"

namespace ect {
namespace {

double seconds_since(JudgeClock::time_point start) {
  return std::chrono::duration<double>(JudgeClock::now() - start).count();
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

// Asks so many questions, with so many open.
double answers_a_second(Judge& judge, std::uint32_t jobs, std::uint32_t count) {
  const auto start = JudgeClock::now();
  std::vector<Reply> replies;
  std::vector<pollfd> descriptors;
  std::uint32_t asked = 0;
  for (std::uint32_t answered = 0; answered < count;) {
    for (; asked < count && asked - answered < jobs; ++asked) {
      Question question;
      question.key.match = asked;
      question.first = asked % 2;
      question.second = 1 - asked % 2;
      judge.ask(question);
    }
    judge.collect(replies);
    if (replies.empty()) {
      descriptors.clear();
      judge.watch(descriptors);
      ::poll(descriptors.data(), descriptors.size(), judge.wakes() ? 1 : 100);
    }
    for (const Reply& reply : replies) {
      if (const auto* failure = std::get_if<Failure>(&reply.what)) {
        fmt::print("{}\n", failure->what);
        return 0;
      }
    }
    answered += static_cast<std::uint32_t>(replies.size());
    replies.clear();
  }
  return count / seconds_since(start);
}

void measure_reading() {
  const std::string plain = R"({"id":"123456.1.1","winner":"first","note":"shorter","cost":0.002})";
  constexpr int kTimes = 300'000;
  const auto nanoseconds = [&](auto&& parse) {
    std::size_t read = 0;
    const auto start = JudgeClock::now();
    for (int i = 0; i < kTimes; ++i) read += parse(plain).has_value() ? 1 : 0;
    return read == kTimes ? 1e9 * seconds_since(start) / kTimes : 0;
  };
  const double quick = nanoseconds(parse_plain_answer);
  const double any = nanoseconds(parse_any_answer);
  fmt::print("an answer is read in {:.0f} ns, by the library in {:.0f} ns ({:.1f} x)\n", quick, any,
             any / quick);
}

void measure(const std::string& self, const char* command) {
  const std::vector<Item> items = {{"one", "one", R"({"id":"one","text":"one"})"},
                                   {"two", "two", R"({"id":"two","text":"two"})"}};
  fmt::print("long-lived, answers a second\n");
  for (const std::uint32_t jobs : {1U, 10U, 100U, 1000U, 10'000U}) {
    for (const double timeout : {0.0, 60.0}) {
      const auto judge =
          jsonl_judge(command != nullptr ? command : self + " judge", items, {timeout});
      const std::uint32_t count = jobs == 1 ? 20'000 : jobs == 10 ? 100'000 : 1'000'000;
      fmt::print("  {:5} open{}: {:.0f}\n", jobs, timeout > 0 ? ", with a time limit" : "",
                 answers_a_second(*judge, jobs, command != nullptr ? count / 10 : count));
    }
  }
  if (command != nullptr) return;
  measure_reading();
  fmt::print("a process each, games a second\n");
  for (const char* program : {"/usr/bin/printf A", "/bin/sh -c 'echo A' judge {a} {b}"}) {
    for (const std::uint32_t jobs : {1U, 2U, 8U, 64U}) {
      const auto judge = process_judge(program, items);
      fmt::print("  {:2} at once, {}: {:.0f}\n", jobs, program,
                 answers_a_second(*judge, jobs, 2000));
    }
  }
}

}  // namespace
}  // namespace ect

int main(int count, char** words) {
  if (count > 1 && std::strcmp(words[1], "judge") == 0) {
    ect::be_a_judge();
  } else {
    ect::measure(words[0], count > 1 ? words[1] : nullptr);
  }
  return 0;
}
