// Classifies the values of a table's column as integers, decimals in one of several notations,
// percentages, dates or words, and counts each kind. Tests: table_warnings_test.
#include "data/formats/column_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/formats/number.h"
#include "util/text.h"

namespace ect::data {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_sign(std::string_view text) {
  return text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
}

// Takes up to `most` digits off the front and returns how many there were.
std::size_t take_digits(std::string_view& text, std::size_t most) {
  std::size_t digits = 0;
  while (digits < std::min(most, text.size()) && is_digit(text[digits])) ++digits;
  text.remove_prefix(digits);
  return digits;
}

// 1,234 or 1.234.567,8: one to three digits, groups of three, perhaps a fraction.
bool has_groups(std::string_view text) {
  text = without_sign(text);
  if (take_digits(text, 3) == 0) return false;
  std::size_t groups = 0;
  while (text.size() >= 4 && (text[0] == ',' || text[0] == '.' || text[0] == '\'')) {
    std::string_view rest = text.substr(1);
    if (take_digits(rest, 4) != 3) break;
    text = rest;
    ++groups;
  }
  if (groups > 0 && !text.empty() && (text[0] == ',' || text[0] == '.')) {
    text.remove_prefix(1);
    take_digits(text, text.size());
  }
  return groups > 0 && text.empty();
}

// 2024-01-31, 31.1.2024 or 1/31/24, possibly followed by more, such as a time of day.
bool is_date(std::string_view text) {
  const std::size_t first = take_digits(text, 4);
  if (first == 0 || text.empty()) return false;
  const char mark = text[0];
  if (mark != '-' && mark != '/' && mark != '.') return false;
  text.remove_prefix(1);
  const std::size_t second = take_digits(text, 2);
  if (second == 0 || !text.starts_with(mark)) return false;
  text.remove_prefix(1);
  const std::size_t third = take_digits(text, 4);
  const bool year_first = first == 4 && third >= 1 && third <= 2;
  const bool year_last = first <= 2 && (third == 2 || third == 4);
  return (year_first || year_last) && (text.empty() || text[0] == ' ' || text[0] == 'T');
}

}  // namespace

ColumnValues::Form ColumnValues::form_of(std::string_view value, float& number) {
  const bool point = value.find('.') != std::string_view::npos;
  if (is_number(value, number)) {
    if (!std::isfinite(number)) return kWord;
    return point ? kPoint : kInteger;
  }
  if (value.ends_with('%')) {
    const bool comma = value.find(',') != std::string_view::npos;
    if (!read_written(value, {comma, true}, number) || !std::isfinite(number)) return kWord;
    if (comma) return kPercentComma;
    return point ? kPercentPoint : kPercent;
  }
  const bool grouped = has_groups(value);
  if (read_written(value, {true, false}, number) && std::isfinite(number)) {
    return grouped && !without_sign(value).starts_with('0') ? kGrouped : kComma;
  }
  return grouped ? kOdd : kWord;
}

// Checks whether the value continues a running index.
void ColumnValues::follow(std::string_view value) {
  const auto number = util::parse_number<std::uint64_t>(value);
  if (there_ == 1 && number) next_ = *number;
  running_ = number == next_ && next_ <= there_;
  ++next_;
}

void ColumnValues::count(const std::string& value, const Records& records) {
  if (!name_recurs_ && value == name_) name_recurs_ = true;
  if (is_missing_number(value)) {
    running_ = false;
    return;
  }
  ++there_;
  if (running_) follow(value);
  if (counts_distinct_) distinct_.insert(value);
  float number = 0;
  const Form form = form_of(value, number);
  if (forms_[form]++ == 0) {
    first_[form] = fmt::format("{} ({})", util::quoted(value), records.place());
    if (form == kWord) word_ = value;
  }
  if (form != kWord) {
    fractions_ = fractions_ || (form == kPoint && number != std::floor(number));
    return;
  }
  other_words_ = other_words_ || value != word_;
  if (dates_ + 1 == there_ && is_date(value)) ++dates_;
}

std::optional<Notation> ColumnValues::notation(char separator) const {
  if (forms_[kWord] + forms_[kOdd] > 0) return std::nullopt;
  const std::uint64_t percent = forms_[kPercent] + forms_[kPercentPoint] + forms_[kPercentComma];
  if (percent > 0) {
    const bool alike =
        percent == there_ && (forms_[kPercentPoint] == 0 || forms_[kPercentComma] == 0);
    return alike ? std::optional(Notation{forms_[kPercentComma] > 0, true}) : std::nullopt;
  }
  if (forms_[kComma] + forms_[kGrouped] == 0) return Notation{};
  const bool decimal =
      forms_[kPoint] == 0 && (forms_[kComma] > 0 || (separator == ';' && forms_[kInteger] == 0));
  return decimal ? std::optional(Notation{true, false}) : std::nullopt;
}

const std::string& ColumnValues::rarest() const {
  std::size_t rarest = kForms;
  for (std::size_t form = 0; form < kForms; ++form) {
    if (forms_[form] > 0 && (rarest == kForms || forms_[form] < forms_[rarest])) rarest = form;
  }
  return first_[rarest];
}

}  // namespace ect::data
