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

// What the values of a column look like, counted in one reading of the table: whether they are
// numbers and how these are written, or what else they may be.
class ColumnValues {
 public:
  // `distinct`: also counts how many different values there are, which takes memory for them.
  explicit ColumnValues(std::string name = {}, bool distinct = false)
      : name_(std::move(name)), counts_distinct_(distinct) {}

  // The value that the record last read has in this column, where it has one.
  void count(const std::string& value, const Records& records);

  std::uint64_t there() const { return there_; }  // without those that stand for a missing number
  // How all values are numbers; nothing where they are not, or not written alike. Where a semicolon
  // separates fields, commas are decimal ones unless numbers without any speak against that.
  std::optional<Notation> notation(char separator) const;

  std::uint64_t words() const { return forms_[kWord]; }  // values that are no numbers at all
  const std::string& first_word() const { return first_[kWord]; }  // and where it stands
  bool one_word() const { return words() > 0 && !other_words_; }   // all of these are the same
  // One that is written as few others are, and where it stands. There must be a value.
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
  std::array<std::string, kForms> first_;  // of each form: the value, and where it stands
  std::string word_;                       // the first one
  bool other_words_ = false;
  bool fractions_ = false;
  std::uint64_t dates_ = 0;
  bool name_recurs_ = false;
  bool running_ = true;
  std::uint64_t next_ = 0;  // of running values
  std::unordered_set<std::string> distinct_;
};

}  // namespace ect::data

#endif  // ECT_DATA_COLUMN_VALUES_H_
