#ifndef ECT_SELECT_JSON_OBJECT_H_
#define ECT_SELECT_JSON_OBJECT_H_

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace ect::selection {

// A member of a JSON object: the name to look for, and the value that was found.
struct JsonMember {
  enum class Kind : unsigned char { kAbsent, kNull, kNumber, kString, kOther };

  std::string_view name;
  Kind kind = Kind::kAbsent;
  std::string text = {};  // of a string, or of a number
  double number = 0;

  bool is_absent() const { return kind == Kind::kAbsent; }
  bool is_null() const { return kind == Kind::kNull; }
  bool is_number() const { return kind == Kind::kNumber; }
  bool is_string() const { return kind == Kind::kString; }
};

struct JsonRules {
  int max_depth = std::numeric_limits<int>::max();  // levels that are nested, the object counted
  bool unique = false;  // whether duplicate members are an error; otherwise the last one counts
};

// Fills in the members that the text, one JSON object on one line, has at its top level. Returns an
// empty string, or the reason if the text is not a JSON object or breaks the rules.
std::string read_members(std::string_view text, std::span<JsonMember> members,
                         const JsonRules& rules = {});

}  // namespace ect::selection

#endif  // ECT_SELECT_JSON_OBJECT_H_
