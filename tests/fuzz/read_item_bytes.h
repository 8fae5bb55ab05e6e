#ifndef ECT_TESTS_FUZZ_READ_ITEM_BYTES_H_
#define ECT_TESTS_FUZZ_READ_ITEM_BYTES_H_

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "ect/error.h"
#include "selection/items.h"
#include "selection/votes_judge.h"
#include "util/text.h"

namespace ect {

// Reads the bytes as items of every format and as votes about them. Each either keeps its contract
// or throws ect::Error; anything else is a defect.
inline void read_item_bytes(const std::string& bytes) {
  const auto demand = [](bool kept) {
    if (!kept) __builtin_trap();
  };
  for (const selection::ItemFormat format :
       {selection::ItemFormat::kGuess, selection::ItemFormat::kLines, selection::ItemFormat::kCsv,
        selection::ItemFormat::kJsonl}) {
    for (const char* field : {"", "name"}) {
      try {
        std::istringstream in(bytes);
        const std::vector<selection::Item> items = read_items("-", in, format, field);
        demand(!items.empty());
        std::set<std::string> ids;
        for (const selection::Item& item : items) {
          demand(ids.insert(item.id).second);
          demand(!item.id.empty() && util::is_utf8(item.id) &&
                 !util::has_control_character(item.id));
          demand(!item.text.empty() && item.text.find('\n') == std::string::npos);
          demand(item.json.find('\n') == std::string::npos);
          const auto json = nlohmann::json::parse(item.json, nullptr, false);
          demand(json.is_object());
        }
        demand(items_digest(items).size() == 64);
        std::istringstream votes(bytes);
        const auto judge = votes_judge("-", votes, items, 1);
        judge->ask({{}, 0, static_cast<Player>(items.size() - 1), 0, 7});
        std::vector<selection::Reply> replies;
        judge->collect(replies);
        demand(replies.size() == 1 && std::holds_alternative<selection::Answer>(replies[0].what));
      } catch (const Error&) {
      }
    }
  }
  const std::vector<selection::Item> known = {{"1", "1", "{}"}, {"2", "2", "{}"}};
  for (const char* path : {"-", "-?c=x", "-?c=&d=1"}) {
    try {
      std::istringstream votes(bytes);
      const auto judge = votes_judge(path, votes, known, 1);
      for (std::uint32_t game = 1; game < 5; ++game) judge->ask({{0, game, game}, 0, 1, 0, 7});
      std::vector<selection::Reply> replies;
      judge->collect(replies);
      demand(replies.size() == 4);
    } catch (const Error&) {
    }
  }
}

}  // namespace ect

#endif  // ECT_TESTS_FUZZ_READ_ITEM_BYTES_H_
