#ifndef ECT_DATA_NOTATION_H_
#define ECT_DATA_NOTATION_H_

#include <string_view>

namespace ect::data {

// How the numbers of a column are written. It is one notation for the whole column, because "1,234"
// is one number with decimal commas and another if commas group the digits.
struct Notation {
  bool decimal_comma = false;  // 13,2; then no number has a point
  bool percent = false;        // 13.2 % or 13.2%, which is read as 13.2
};

// Reads the whole text as a number of that notation; false for anything else.
bool read_written(std::string_view text, const Notation& notation, float& value);

// Whether the text is a number in any notation.
bool is_any_number(std::string_view text);

}  // namespace ect::data

#endif  // ECT_DATA_NOTATION_H_
