// A long-lived judge for the tests: the text of the item shown first says what to do with the
// question; where it says nothing, the longer text wins. judge_program [greet|deaf|N]: says hello
// first; hears nothing; or answers N questions together, the last one first.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

namespace {

using Json = nlohmann::json;

void sleep(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

// Longer than any test waits; not for ever, should a test fail to end us.
[[noreturn]] void sleep_for_ever() {
  sleep(300'000);
  std::exit(9);
}

void reply(const std::string& line) { std::cout << line << std::endl; }

std::string answer_to(const Json& question) {
  const auto first = question.at("first").at("text").get<std::string>();
  const auto second = question.at("second").at("text").get<std::string>();
  const char* winner = "tie";
  if (first.size() != second.size()) winner = first.size() > second.size() ? "first" : "second";
  return Json{{"id", question.at("id")}, {"winner", winner}, {"note", first}, {"cost", 0.5}}.dump();
}

void answer(const Json& question) {
  const auto what = question.at("first").at("text").get<std::string>();
  if (what.starts_with("exit ")) std::exit(std::stoi(what.substr(5)));
  if (what == "kill") ::raise(SIGKILL);
  if (what == "hang") return;
  if (what == "sleep") sleep_for_ever();
  if (what == "late") sleep(700);
  if (what == "nonsense") return reply("hello world");
  if (what == "no winner") return reply(Json{{"id", question.at("id")}}.dump());
  if (what == "novel") return reply(std::string(std::size_t{2} << 20, 'x'));
  if (what == "unended") {
    std::cout << std::string(std::size_t{2} << 20, 'x') << std::flush;
    sleep_for_ever();
  }
  if (what == "close output") {
    ::close(STDOUT_FILENO);
    sleep_for_ever();
  }
  if (what == "close input") {
    ::close(STDIN_FILENO);
    reply(answer_to(question));
    sleep_for_ever();
  }
  if (what == "close and exit 126") {
    ::close(STDOUT_FILENO);
    sleep(100);
    std::exit(126);
  }
  if (what == "leave a child") {
    if (::fork() == 0) sleep_for_ever();
    std::exit(4);
  }
  if (what == "unknown") reply(R"({"id":"999.9.9","winner":"first"})");
  if (what == "foreign") reply(R"({"id":"whatever","winner":"first"})");
  if (what == "blank") reply("\n \r");
  if (what == "twice") reply(answer_to(question));
  if (what == "a hundred times") {
    for (int i = 0; i < 100; ++i) reply(answer_to(question));
  }
  reply(answer_to(question));
}

}  // namespace

int main(int count, char** words) {
  const std::string how = count > 1 ? words[1] : "1";
  if (how == "greet") reply("judge 1.0 is ready");
  if (how == "deaf") sleep_for_ever();
  const std::size_t together = how == "greet" ? 1 : std::stoul(how);
  std::vector<Json> questions;
  for (std::string line; std::getline(std::cin, line);) {
    questions.push_back(Json::parse(line));
    if (questions.size() < together) continue;
    for (; !questions.empty(); questions.pop_back()) answer(questions.back());
  }
  return 0;
}
