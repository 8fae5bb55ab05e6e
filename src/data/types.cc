#include "data/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "ect/error.h"
#include "util/text.h"

namespace ect {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kExpected = R"(expected {"column": "num" or "nom", ...})";

Error failed(const std::string& name, std::string_view message) {
  return {Error::Kind::kParse, fmt::format("{}: {}", name, message)};
}

// JSON itself does not mind a name that comes twice, and would keep either.
Json parse(const std::string& text, const std::string& name) {
  std::set<std::string> columns;
  const auto notice = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth != 1 || event != Json::parse_event_t::key) return true;
    const auto column = parsed.get<std::string>();
    if (!columns.insert(column).second) {
      throw failed(name, fmt::format("{} is named twice", shown(column)));
    }
    return true;
  };
  try {
    return Json::parse(text, notice);
  } catch (const Json::parse_error& error) {
    // Bytes are counted from 1; the one that is wrong may be a newline itself, or behind the end.
    const std::size_t before =
        std::min(error.byte - std::min<std::size_t>(error.byte, 1), text.size());
    const auto newlines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(before), '\n');
    throw Error::parse(name, static_cast<std::uint64_t>(newlines) + 1,
                       fmt::format("this is no JSON ({})", kExpected));
  }
}

Declared::Kind kind_of(const std::string& column, const Json& kind, const std::string& name) {
  if (kind == "num") return Declared::Kind::kNumeric;
  if (kind == "nom") return Declared::Kind::kNominal;
  if (kind.is_object()) {
    throw failed(name, fmt::format("{} is not one column but an object of several ({}, the types "
                                   "of one table and nothing around them)",
                                   shown(column), kExpected));
  }
  // What is no text is not shown: it may be as deep as the file is long.
  throw failed(
      name, fmt::format("column {} has {} for a type (expected \"num\" or \"nom\")", shown(column),
                        kind.is_string() ? shown(kind.get<std::string>())
                                         : fmt::format("a JSON {}", kind.type_name())));
}

}  // namespace

std::map<std::string, Declared::Kind> read_types(Input& input, const std::string& name) {
  const Json json = parse(read_all(input), name);
  if (!json.is_object()) throw failed(name, fmt::format("no JSON object ({})", kExpected));
  std::map<std::string, Declared::Kind> types;
  for (const auto& [column, kind] : json.items()) types[column] = kind_of(column, kind, name);
  return types;
}

}  // namespace ect
