#ifndef ECT_DATA_NOTATION_H_
#define ECT_DATA_NOTATION_H_

#include <string_view>

namespace ect::data {

// How a column writes its numbers. The same for all of them: "1,234" is one number in a column with
// decimal commas and another where commas group the digits.
struct Notation {
  bool decimal_comma = false;  // 13,2; then no number has a point
  bool percent = false;        // 13.2 % or 13.2%, which is read as 13.2
};

// Reads the whole text as a number of that notation; false for anything else.
bool read_written(std::string_view text, const Notation& notation, float& value);

// Whether it is a number in any of them.
bool is_any_number(std::string_view text);

}  // namespace ect::data

#endif  // ECT_DATA_NOTATION_H_
