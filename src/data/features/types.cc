// Column types from a JSON file, for --types. Tests: types_test.
#include "data/features/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "ect/error.h"
#include "util/text.h"

namespace ect::data {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kExpected = R"(expected {"column": "num" or "nom", ...})";

Error failed(const std::string& name, std::string_view message) {
  return {Error::Kind::kParse, fmt::format("{}: {}", name, message)};
}

// Parses JSON and throws for a duplicate name, which JSON itself allows.
Json parse(const std::string& text, const std::string& name) {
  std::set<std::string> tables;  // or the columns, if there is only one table
  std::set<std::string> columns;
  const auto notice = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > 2 || event != Json::parse_event_t::key) return true;
    if (depth == 1) columns.clear();
    const auto key = parsed.get<std::string>();
    if (!(depth == 1 ? tables : columns).insert(key).second) {
      throw failed(name, fmt::format("{} is named twice", util::quoted(key)));
    }
    return true;
  };
  try {
    return Json::parse(text, notice);
  } catch (const Json::parse_error& error) {
    // Bytes are counted from 1; the wrong one may be a newline itself, or after the end.
    const std::size_t before =
        std::min(error.byte - std::min<std::size_t>(error.byte, 1), text.size());
    const auto newlines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(before), '\n');
    throw Error::parse(name, static_cast<std::uint64_t>(newlines) + 1,
                       fmt::format("this is not JSON ({})", kExpected));
  } catch (const Json::out_of_range&) {  // 1e999
    throw failed(name, fmt::format("a number is too large ({})", kExpected));
  }
}

Declared::Kind kind_of_column(const std::string& column, const Json& kind,
                              const std::string& name) {
  if (kind == "num") return Declared::Kind::kNumeric;
  if (kind == "nom") return Declared::Kind::kNominal;
  // Values that are not strings are not quoted: they may be as large as the file.
  throw failed(name, fmt::format("column {} has {} for a type (expected \"num\" or \"nom\")",
                                 util::quoted(column),
                                 kind.is_string() ? util::quoted(kind.get<std::string>())
                                                  : fmt::format("a JSON {}", kind.type_name())));
}

ColumnTypes columns_of(const Json& json, const std::string& name) {
  ColumnTypes types;
  for (const auto& [column, kind] : json.items())
    types[column] = kind_of_column(column, kind, name);
  return types;
}

}  // namespace

const ColumnTypes* Types::of(const std::string& table) const {
  if (!several) return &columns;
  const auto found = tables.find(table);
  return found == tables.end() ? nullptr : &found->second;
}

Types read_types(util::Input& input, const std::string& name) {
  const Json json = parse(read_all(input), name);
  if (!json.is_object()) throw failed(name, fmt::format("not a JSON object ({})", kExpected));
  Types types;
  types.several = !json.empty() && json.begin()->is_object();
  if (!types.several) {
    types.columns = columns_of(json, name);
    return types;
  }
  for (const auto& [table, columns] : json.items()) {
    if (!columns.is_object()) {
      throw failed(name, fmt::format("{} is not a table, unlike the others ({}, or one such object "
                                     "for each table)",
                                     util::quoted(table), kExpected));
    }
    types.tables[table] = columns_of(columns, name);
  }
  return types;
}

}  // namespace ect::data
