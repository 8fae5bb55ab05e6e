// A text as a JSON string, for JSON lines that are written piece by piece. Tests: json_text_test.
#include "util/json_text.h"

#include <nlohmann/json.hpp>

namespace ect::util {

std::string json_text(std::string_view text) {
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace ect::util
