#ifndef ECT_TESTS_SELECT_HELPERS_H_
#define ECT_TESTS_SELECT_HELPERS_H_

#include <fmt/format.h>

#include <string>
#include <vector>

#include "ect/random.h"
#include "ect/select.h"
#include "selection/items.h"

namespace ect {

// Item 0 is the best.
inline Verdict smaller_wins(const Question& question) {
  return question.first < question.second ? Verdict::kFirst : Verdict::kSecond;
}

// Any verdict, by the question alone.
inline Verdict drawn_verdict(const Question& question) {
  return static_cast<Verdict>(Random(question.seed).below(4));
}

inline std::vector<selection::Item> lettered_items(std::size_t count) {
  std::vector<selection::Item> items;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string id = fmt::format("item {}", i);
    items.push_back({id, id, fmt::format(R"({{"id":"{}","text":"{}"}})", id, id)});
  }
  return items;
}

}  // namespace ect

#endif  // ECT_TESTS_SELECT_HELPERS_H_
