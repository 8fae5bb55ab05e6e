#ifndef ECT_REPORT_TABLE_H_
#define ECT_REPORT_TABLE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ect/count.h"

namespace ect::report {

// A table for the terminal: columns as wide as their widest cell, two spaces between them, numbers
// to the right.
class Table {
 public:
  enum class Align : unsigned char { kLeft, kRight };

  void column(std::string title, Align align = Align::kRight);
  void row(std::vector<std::string> cells);
  // Each line indented by two spaces and ended by a newline.
  std::string text() const;

 private:
  std::vector<std::string> titles_;
  std::vector<Align> aligns_;
  std::vector<std::vector<std::string>> rows_;
};

// The width of text reports.
constexpr std::size_t kTextColumns = 80;

// "1 match", "2 matches".
std::string plural(WideCount count, std::string_view noun, std::string_view nouns);

// A number with three significant digits, or more if these are before the decimal point.
std::string short_number(double value);

}  // namespace ect::report

#endif  // ECT_REPORT_TABLE_H_
