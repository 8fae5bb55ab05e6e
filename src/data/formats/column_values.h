#ifndef ECT_DATA_COLUMN_VALUES_H_
#define ECT_DATA_COLUMN_VALUES_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "data/formats/notation.h"
#include "data/formats/records.h"

namespace ect::data {

// What the values of a column look like, counted while the table is read: whether they are numbers
// and how these are written, or what else they may be.
class ColumnValues {
 public:
  // `distinct`: also counts the distinct values, which takes memory for them.
  explicit ColumnValues(std::string name = {}, bool distinct = false)
      : name_(std::move(name)), counts_distinct_(distinct) {}

  // Counts a value of this column, from the record last read.
  void count(const std::string& value, const Records& records);

  std::uint64_t there() const { return there_; }  // values, without markers of missing numbers
  // The notation of the numbers; nothing if not all values are numbers in the same notation. If
  // fields are separated by semicolons, commas are decimal commas unless other numbers contradict.
  std::optional<Notation> notation(char separator) const;

  std::uint64_t words() const { return forms_[kWord]; }            // values that are not numbers
  const std::string& first_word() const { return first_[kWord]; }  // with its place
  bool one_word() const { return words() > 0 && !other_words_; }   // all of these are the same
  // The first value in the rarest notation, with its place. Requires that there is a value.
  const std::string& rarest() const;
  bool fractions() const { return fractions_; }  // whether a plain number is not whole
  bool dates() const { return there_ > 0 && dates_ == there_; }
  // Whether a value is the same as the name of the column.
  bool name_recurs() const { return name_recurs_; }
  // Whether the values are 0, 1, 2, ... or 1, 2, 3, ...
  bool running() const { return there_ > 0 && running_; }
  std::uint64_t distinct() const { return distinct_.size(); }

 private:
  enum Form : std::uint8_t {
    kInteger,
    kPoint,         // 13.2
    kComma,         // 13,2
    kGrouped,       // 1,234, which may be either
    kOdd,           // 1.234,5 or 1,234,567
    kPercent,       // 13 %
    kPercentPoint,  // 13.2 %
    kPercentComma,  // 13,2 %
    kWord,
    kForms
  };
  static Form form_of(std::string_view value, float& number);
  void follow(std::string_view value);

  std::string name_;
  bool counts_distinct_;
  std::uint64_t there_ = 0;
  std::array<std::uint64_t, kForms> forms_{};
  std::array<std::string, kForms> first_;  // of each form: the first value, with its place
  std::string word_;                       // the first value of form kWord
  bool other_words_ = false;
  bool fractions_ = false;
  std::uint64_t dates_ = 0;
  bool name_recurs_ = false;
  bool running_ = true;
  std::uint64_t next_ = 0;  // the next number of a running index
  std::unordered_set<std::string> distinct_;
};

}  // namespace ect::data

#endif  // ECT_DATA_COLUMN_VALUES_H_
