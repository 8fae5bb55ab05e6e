#ifndef ECT_SELECT_COMMAND_WORDS_H_
#define ECT_SELECT_COMMAND_WORDS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ect/select.h"
#include "selection/items.h"

namespace ect::selection {

// The command line of a judge, with placeholders for the items that it judges.
class CommandWords {
 public:
  // Throws ect::Error as process_judge() does.
  explicit CommandWords(const std::string& command);

  // Whether the command has {a} or {b}.
  bool shows_items() const { return shows_items_; }
  // The words with all placeholders replaced. Placeholders in the inserted texts are not replaced.
  std::vector<std::string> filled(const Question& question, const std::vector<Item>& items) const;

 private:
  enum class Fill : std::uint8_t { kNothing, kFirst, kSecond, kFirstId, kSecondId, kSeed };
  struct Part {
    std::string text;            // literal text
    Fill fill = Fill::kNothing;  // the placeholder after it
  };
  using Word = std::vector<Part>;

  static Word parts_of(std::string_view word);
  static bool has_item(const Word& word);

  std::vector<Word> words_;
  bool shows_items_ = false;
};

}  // namespace ect::selection

#endif  // ECT_SELECT_COMMAND_WORDS_H_
