#ifndef ECT_SELECT_JSON_OBJECT_H_
#define ECT_SELECT_JSON_OBJECT_H_

#include <optional>
#include <string>
#include <string_view>

namespace ect {

// What a look at a text tells that should be a JSON object.
struct JsonObject {
  std::string problem;               // why it is none; else empty
  std::optional<std::string> field;  // its field of the name asked for: the string, or the number
                                     // as text
};

// The field must be a string or a number where there is one, and must not come twice; nothing may
// be nested deeper than kDeepestJson. The text is one line.
inline constexpr int kDeepestJson = 100;
JsonObject look_at_object(std::string_view text, const std::string& field);

}  // namespace ect

#endif  // ECT_SELECT_JSON_OBJECT_H_
