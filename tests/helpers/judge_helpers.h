#ifndef ECT_TESTS_JUDGE_HELPERS_H_
#define ECT_TESTS_JUDGE_HELPERS_H_

#include <gtest/gtest.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "selection/judge.h"
#include "tests/helpers/leaves_nothing.h"

// Judges that are asked, and waited for as whoever runs them does.
namespace ect {

inline std::vector<selection::Item> items_of(std::initializer_list<std::string> lines) {
  std::vector<selection::Item> items;
  for (const std::string& line : lines) {
    items.push_back({line, line, nlohmann::json{{"id", line}, {"text", line}}.dump()});
  }
  return items;
}

inline Question question_of(std::uint32_t match, Player first = 0, Player second = 1) {
  Question question;
  question.key.match = match;
  question.first = first;
  question.second = second;
  question.seed = 7;
  return question;
}

// What comes until there are `count` replies, or for so long.
inline std::vector<selection::Reply> replies_of(
    selection::Judge& judge, std::size_t count,
    std::chrono::milliseconds time = std::chrono::seconds(30)) {
  const auto end = selection::JudgeClock::now() + time;
  std::vector<selection::Reply> replies;
  judge.collect(replies);
  while (replies.size() < count && selection::JudgeClock::now() < end) {
    std::vector<pollfd> descriptors;
    judge.watch(descriptors);
    const auto until = std::min(judge.wakes().value_or(end), end);
    const auto wait =
        std::chrono::ceil<std::chrono::milliseconds>(until - selection::JudgeClock::now());
    ::poll(descriptors.data(), descriptors.size(),
           static_cast<int>(std::max<std::int64_t>(wait.count(), 0)));
    judge.collect(replies);
  }
  std::set<QuestionKey> seen;
  for (const selection::Reply& reply : replies) {
    EXPECT_TRUE(seen.insert(reply.question).second) << reply.question.match << " comes twice";
  }
  return replies;
}

// Of the only reply: the verdict's name, or the message of the failure, marked where it stops all.
inline std::string said_in(const selection::Reply& reply) {
  if (const auto* failure = std::get_if<selection::Failure>(&reply.what)) {
    EXPECT_EQ(failure->what.find('\n'), std::string::npos);
    return (failure->stop ? "STOP " : "") + failure->what;
  }
  constexpr std::array<const char*, 4> kNames = {"first", "second", "tie", "abstain"};
  return kNames[static_cast<std::size_t>(std::get<selection::Answer>(reply.what).verdict)];
}

inline std::string answer_of(selection::Judge& judge, const Question& question) {
  judge.ask(question);
  const std::vector<selection::Reply> replies = replies_of(judge, 1);
  if (replies.size() != 1) return std::to_string(replies.size()) + " replies";
  EXPECT_EQ(replies[0].question, question.key);
  return said_in(replies[0]);
}

}  // namespace ect

#endif  // ECT_TESTS_JUDGE_HELPERS_H_
