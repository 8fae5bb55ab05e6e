#ifndef ECT_REPORT_JSON_VALUES_H_
#define ECT_REPORT_JSON_VALUES_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ect/model.h"

namespace ect::report {

// JSON reports always have the same keys: null stands for unknown values.
template <class Value>
nlohmann::ordered_json or_null(const std::optional<Value>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}
inline nlohmann::ordered_json or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

// [{"what": ..., "error": ...}, ...].
inline nlohmann::ordered_json tried_json(const std::vector<Tried>& tried) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Tried& way : tried) json.push_back({{"what", way.what}, {"error", way.error}});
  return json;
}

}  // namespace ect::report

#endif  // ECT_REPORT_JSON_VALUES_H_
