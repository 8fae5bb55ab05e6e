#include "model/about_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "ect/error.h"
#include "util/text.h"

namespace ect {
namespace {

using Json = nlohmann::ordered_json;
using Role = TableColumn::Role;

constexpr std::array<std::pair<std::string_view, Role>, 5> kRoles = {{{"ignored", Role::kIgnored},
                                                                      {"num", Role::kNumeric},
                                                                      {"nom", Role::kNominal},
                                                                      {"label", Role::kLabel},
                                                                      {"cost", Role::kCost}}};

constexpr std::uint32_t kLongestGram = 64;
constexpr std::uint32_t kMostBits = 30;

Error damaged(const std::string& what) {
  return {Error::Kind::kModelFormat, "what it says of itself is damaged: " + what};
}

// get() alone would turn fractions and negative numbers into something.
std::uint64_t whole_number(const Json& json, const char* key) {
  if (!json.at(key).is_number_unsigned()) throw damaged(key);
  return json.at(key).get<std::uint64_t>();
}

std::uint32_t number_up_to(const Json& json, const char* key, std::uint32_t most) {
  const std::uint64_t number = whole_number(json, key);
  if (number > most) throw damaged(key);
  return static_cast<std::uint32_t>(number);
}

// Names and values of columns may be bytes that are no UTF-8, which JSON cannot hold as text.
Json text_json(const std::string& text) {
  if (is_utf8(text)) return text;
  return std::vector<unsigned char>(text.begin(), text.end());
}

std::string read_text(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  std::string text;
  if (!json.is_array()) throw damaged("a name");
  for (const Json& byte : json) {
    if (!byte.is_number_unsigned() || byte.get<std::uint64_t>() > 0xff) throw damaged("a name");
    text += static_cast<char>(byte.get<std::uint64_t>());
  }
  return text;
}

Json columns_json(const std::vector<TableColumn>& columns) {
  Json result = Json::array();
  for (const TableColumn& column : columns) {
    Json item = {{"name", text_json(column.name)}};
    for (const auto& [name, role] : kRoles) {
      if (role == column.role) item["role"] = name;
    }
    // Not there where numbers are written plainly, as in all models from before.
    if (column.notation.decimal_comma) item["decimal_comma"] = true;
    if (column.notation.percent) item["percent"] = true;
    if (column.role == Role::kNominal) {
      Json& values = item["values"] = Json::array();
      for (const std::string& value : column.values) values.push_back(text_json(value));
    }
    result.push_back(std::move(item));
  }
  return result;
}

std::vector<TableColumn> read_columns(const Json& json) {
  std::vector<TableColumn> columns;
  std::uint64_t features = 0;
  for (const Json& item : json) {
    TableColumn& column = columns.emplace_back();
    column.name = read_text(item.at("name"));
    const auto role = item.at("role").get<std::string>();
    const auto* const known = std::find_if(kRoles.begin(), kRoles.end(),
                                           [&](const auto& pair) { return pair.first == role; });
    if (known == kRoles.end()) throw damaged("a column's role");
    column.role = known->second;
    if (column.role == Role::kCost && !column.name.starts_with(kCostPrefix)) {
      throw damaged("a column of costs");
    }
    features += column.role == Role::kNumeric ? 1 : 0;
    column.notation.decimal_comma = item.value("decimal_comma", false);
    column.notation.percent = item.value("percent", false);
    if (column.role != Role::kNominal) continue;
    for (const Json& value : item.at("values")) column.values.push_back(read_text(value));
    features += column.values.size();
  }
  if (features > 0xffffffff) throw damaged("too many features");
  number_features(columns);
  return columns;
}

Json layout_json(const Layout& layout) {
  Json json = {{"format", format_name(layout.format)}};
  switch (layout.format) {
    case FileFormat::kCsv:
    case FileFormat::kArff:
      json["header"] = layout.header == Header::kYes;
      if (layout.separator) json["separator"] = std::string(1, *layout.separator);
      json["columns"] = columns_json(layout.columns);
      break;
    case FileFormat::kText:
      json["words"] = layout.text.words;
      json["least_chars"] = layout.text.least_chars;
      json["most_chars"] = layout.text.most_chars;
      json["bits"] = layout.text.bits;
      if (layout.text.edition != 1) json["edition"] = layout.text.edition;
      break;
    case FileFormat::kVw:
      json["bits"] = layout.vw_bits;
      break;
    case FileFormat::kSvmlight:
      break;
  }
  return json;
}

Layout read_layout(const Json& json) {
  Layout layout;
  layout.format = parse_format(json.at("format").get<std::string>());
  const auto bits = [&] {
    const std::uint32_t number = number_up_to(json, "bits", kMostBits);
    if (number == 0) throw damaged("bits");
    return number;
  };
  switch (layout.format) {
    case FileFormat::kCsv:
    case FileFormat::kArff:
      layout.header = json.at("header").get<bool>() ? Header::kYes : Header::kNo;
      if (json.contains("separator")) {
        const auto separator = json.at("separator").get<std::string>();
        if (separator != "," && separator != ";" && separator != "\t") throw damaged("separator");
        layout.separator = separator.front();
      }
      layout.columns = read_columns(json.at("columns"));
      break;
    case FileFormat::kText:
      layout.text.words = number_up_to(json, "words", kLongestGram);
      layout.text.least_chars = number_up_to(json, "least_chars", kLongestGram);
      layout.text.most_chars = number_up_to(json, "most_chars", kLongestGram);
      layout.text.bits = bits();
      // Not there in models from before there were editions.
      layout.text.edition = 1;
      if (json.contains("edition")) layout.text.edition = number_up_to(json, "edition", 2);
      if (layout.text.edition == 0) throw damaged("edition");
      break;
    case FileFormat::kVw:
      layout.vw_bits = bits();
      break;
    case FileFormat::kSvmlight:
      break;
  }
  return layout;
}

}  // namespace

std::string about_json(const About& about, const Layout& layout) {
  Json json = {{"reduction", about.reduction},
               {"learner", about.learner},
               {"seeding", about.seeding},
               {"seed", about.seed},
               {"l2", about.l2 ? Json(*about.l2) : Json()},
               {"trained_on",
                {{"data", text_json(about.data)},
                 {"examples", about.examples},
                 {"features", about.features},
                 {"passes", about.passes},
                 {"error", about.error < 0 ? Json() : Json(about.error)}}},
               {"layout", layout_json(layout)}};
  // Not there in models that do without, as in those from before there were such.
  if (!about.expand.empty()) json["expand"] = about.expand;
  if (about.costing > 0) json["costing"] = about.costing;
  if (about.probing > 0) json["probing"] = about.probing;
  if (!about.cost_scale.empty()) json["costs"] = about.cost_scale;
  if (!about.program.empty()) json["program"] = about.program;
  if (!about.finals.empty()) json["finals"] = about.finals;
  if (!about.routing.empty()) json["routing"] = about.routing;
  if (about.trees > 1) json["trees"] = about.trees;
  if (about.weight_bits > 0) json["weight_bits"] = about.weight_bits;
  for (const Tried& tried : about.tried) {
    json["tried"].push_back({{"what", tried.what}, {"error", tried.error}});
  }
  return json.dump();
}

std::string layout_text(const Layout& layout) { return layout_json(layout).dump(); }

void read_about(std::string_view text, About& about, Layout& layout) {
  try {
    // Its own message would show what it could not read, whatever that is.
    const Json json = Json::parse(text, nullptr, false);
    // A zero byte ends it for the parser, whatever comes then.
    if (json.is_discarded() || text.find('\0') != std::string_view::npos) {
      throw damaged("it is no JSON");
    }
    about.reduction = json.at("reduction").get<std::string>();
    about.learner = json.at("learner").get<std::string>();
    about.seeding = json.at("seeding").get<std::string>();
    about.seed = whole_number(json, "seed");
    if (!json.at("l2").is_null()) about.l2 = json.at("l2").get<double>();
    if (json.contains("expand")) about.expand = json.at("expand").get<std::string>();
    if (json.contains("costs")) about.cost_scale = json.at("costs").get<std::string>();
    if (json.contains("costing")) about.costing = number_up_to(json, "costing", 0xffffffff);
    if (json.contains("probing")) about.probing = number_up_to(json, "probing", 0xffffffff);
    if (json.contains("program")) about.program = json.at("program").get<std::string>();
    if (json.contains("finals")) about.finals = json.at("finals").get<std::string>();
    if (json.contains("routing")) about.routing = json.at("routing").get<std::string>();
    if (json.contains("trees")) about.trees = number_up_to(json, "trees", 0xffffffff);
    if (json.contains("weight_bits")) {
      about.weight_bits = number_up_to(json, "weight_bits", 32);
      if (about.weight_bits == 0) throw damaged("weight_bits");
    }
    if (json.contains("tried")) {
      for (const Json& tried : json.at("tried")) {
        about.tried.push_back(
            {tried.at("what").get<std::string>(), tried.at("error").get<double>()});
      }
    }
    const Json& trained_on = json.at("trained_on");
    about.data = read_text(trained_on.at("data"));
    about.examples = whole_number(trained_on, "examples");
    about.features = whole_number(trained_on, "features");
    about.passes = number_up_to(trained_on, "passes", 0xffffffff);
    const Json& error = trained_on.at("error");
    about.error = error.is_null() ? -1 : error.get<double>();
    layout = read_layout(json.at("layout"));
  } catch (const Json::exception& error) {
    throw damaged(error.what());
  }
}

}  // namespace ect
