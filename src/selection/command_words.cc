// The command line of a judge, with placeholders for items. It is split into words before the
// placeholders are filled, so that an item is never more than a part of one word, whatever it
// contains. An item could still be executed if it became part of program text, as in
// sh -c 'grep -c x {a}': that is refused for known interpreters. The safe way is
// sh -c 'grep -c x "$1"' judge {a}.
// Tests: process_judge_test.
#include "selection/command_words.h"

#include <algorithm>
#include <array>
#include <optional>

#include "ect/error.h"
#include "util/shell_words.h"
#include "util/text.h"

namespace ect::selection {
namespace {

struct Interpreter {
  std::string_view name;
  char code;  // the letter of the option that program text follows
};
constexpr std::array<Interpreter, 11> kInterpreters{{{"sh", 'c'},
                                                     {"ash", 'c'},
                                                     {"bash", 'c'},
                                                     {"dash", 'c'},
                                                     {"fish", 'c'},
                                                     {"ksh", 'c'},
                                                     {"zsh", 'c'},
                                                     {"python", 'c'},
                                                     {"perl", 'e'},
                                                     {"ruby", 'e'},
                                                     {"node", 'e'}}};

// The option of an interpreter that is followed by code; nothing for other programs. Version
// numbers are ignored: python3.11 is python.
std::optional<char> code_option(std::string_view word) {
  word.remove_prefix(word.rfind('/') + 1);
  word = word.substr(0, word.find_last_not_of("0123456789.") + 1);
  const auto* found = std::find_if(kInterpreters.begin(), kInterpreters.end(),
                                   [&](const Interpreter& each) { return each.name == word; });
  if (found == kInterpreters.end()) return std::nullopt;
  return found->code;
}

// Whether words[at] is an option of an interpreter after which program text follows.
bool code_follows(const std::vector<std::string>& words, std::size_t at) {
  const std::string& word = words[at];
  if (word.size() < 2 || word[0] != '-' || word[1] == '-') return false;
  return std::any_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at),
                     [&](const std::string& each) { return code_option(each) == word.back(); });
}

}  // namespace

CommandWords::CommandWords(const std::string& command) {
  const std::vector<std::string> words = util::shell_words(command);
  if (words.empty() || words[0].empty()) {
    throw Error::bad_argument("there is no program to start in " + util::quoted(command));
  }
  for (const std::string& word : words) {
    words_.push_back(parts_of(word));
    for (const Part& part : words_.back()) {
      shows_items_ = shows_items_ || part.fill == Fill::kFirst || part.fill == Fill::kSecond;
    }
  }
  if (has_item(words_[0])) {
    throw Error::bad_argument("an item would choose the program to start in " +
                              util::quoted(command));
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!has_item(words_[i]) || !code_follows(words, i - 1)) continue;
    throw Error::bad_argument("an item would be run as code in " + util::quoted(command) +
                              " (expected it after the code, as in sh -c '... \"$1\"' judge {a})");
  }
}

CommandWords::Word CommandWords::parts_of(std::string_view word) {
  struct Place {
    std::string_view name;
    Fill fill;
  };
  static constexpr std::array<Place, 5> kPlaces{{{"{a}", Fill::kFirst},
                                                 {"{b}", Fill::kSecond},
                                                 {"{a_id}", Fill::kFirstId},
                                                 {"{b_id}", Fill::kSecondId},
                                                 {"{seed}", Fill::kSeed}}};
  Word parts(1);
  while (!word.empty()) {
    const auto* place = std::find_if(kPlaces.begin(), kPlaces.end(), [&](const Place& each) {
      return word.starts_with(each.name);
    });
    if (place == kPlaces.end()) {
      parts.back().text += word.front();
      word.remove_prefix(1);
    } else {
      parts.back().fill = place->fill;
      parts.emplace_back();
      word.remove_prefix(place->name.size());
    }
  }
  return parts;
}

bool CommandWords::has_item(const Word& word) {
  return std::any_of(word.begin(), word.end(), [](const Part& part) {
    return part.fill != Fill::kNothing && part.fill != Fill::kSeed;
  });
}

std::vector<std::string> CommandWords::filled(const Question& question,
                                              const std::vector<Item>& items) const {
  const Item& first = items[question.first];
  const Item& second = items[question.second];
  std::vector<std::string> words;
  words.reserve(words_.size());
  for (const Word& parts : words_) {
    std::string& word = words.emplace_back();
    for (const Part& part : parts) {
      word += part.text;
      switch (part.fill) {
        case Fill::kNothing:
          break;
        case Fill::kFirst:
          word += first.text;
          break;
        case Fill::kSecond:
          word += second.text;
          break;
        case Fill::kFirstId:
          word += first.id;
          break;
        case Fill::kSecondId:
          word += second.id;
          break;
        case Fill::kSeed:
          word += std::to_string(question.seed);
          break;
      }
    }
  }
  return words;
}

}  // namespace ect::selection
