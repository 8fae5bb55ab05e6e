// The description of a model (options, training data, layout) as JSON, and back. A file is not
// trusted: every number and name is checked before it is used. Tests: model_file_test,
// hostile_model_test; tests/fuzz/fuzz_model.cc.
#include "model/about_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "ect/error.h"
#include "model/option_table.h"
#include "util/text.h"

namespace ect::model {
namespace {

using Json = nlohmann::ordered_json;
using Role = data::TableColumn::Role;

constexpr std::array<std::pair<std::string_view, Role>, 5> kRoles = {{{"ignored", Role::kIgnored},
                                                                      {"num", Role::kNumeric},
                                                                      {"nom", Role::kNominal},
                                                                      {"label", Role::kLabel},
                                                                      {"cost", Role::kCost}}};

constexpr std::uint32_t kMaxStoredGram = 64;
constexpr std::uint32_t kMaxBits = 30;

Error damaged(const std::string& what) {
  return {Error::Kind::kModelFormat, "the description of the model is damaged: " + what};
}

// get() alone would convert fractions and negative numbers silently.
std::uint64_t whole_number(const Json& json, std::string_view key) {
  if (!json.is_number_unsigned()) throw damaged(std::string(key));
  return json.get<std::uint64_t>();
}

std::uint32_t number_up_to(const Json& json, const char* key, std::uint32_t most) {
  const std::uint64_t number = whole_number(json.at(key), key);
  if (number > most) throw damaged(key);
  return static_cast<std::uint32_t>(number);
}

// Names and values of columns may be invalid UTF-8, which JSON cannot hold as a string.
Json text_json(const std::string& text) {
  if (util::is_utf8(text)) return text;
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

Json columns_json(const std::vector<data::TableColumn>& columns) {
  Json result = Json::array();
  for (const data::TableColumn& column : columns) {
    Json item = {{"name", text_json(column.name)}};
    for (const auto& [name, role] : kRoles) {
      if (role == column.role) item["role"] = name;
    }
    // Left out by default, so that older models are unchanged.
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

std::vector<data::TableColumn> read_columns(const Json& json) {
  std::vector<data::TableColumn> columns;
  std::uint64_t features = 0;
  for (const Json& item : json) {
    data::TableColumn& column = columns.emplace_back();
    column.name = read_text(item.at("name"));
    const auto role = item.at("role").get<std::string>();
    const auto* const known = std::find_if(kRoles.begin(), kRoles.end(),
                                           [&](const auto& pair) { return pair.first == role; });
    if (known == kRoles.end()) throw damaged("a column's role");
    column.role = known->second;
    if (column.role == Role::kCost && !column.name.starts_with(data::kCostPrefix)) {
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

Json layout_json(const data::Layout& layout) {
  Json json = {{"format", data::format_name(layout.format)}};
  switch (layout.format) {
    case FileFormat::kCsv:
    case FileFormat::kArff:
      json["header"] = layout.header == data::Header::kYes;
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

data::Layout read_layout(const Json& json) {
  data::Layout layout;
  layout.format = data::parse_format(json.at("format").get<std::string>());
  const auto bits = [&] {
    const std::uint32_t number = number_up_to(json, "bits", kMaxBits);
    if (number == 0) throw damaged("bits");
    return number;
  };
  switch (layout.format) {
    case FileFormat::kCsv:
    case FileFormat::kArff:
      layout.header = json.at("header").get<bool>() ? data::Header::kYes : data::Header::kNo;
      if (json.contains("separator")) {
        const auto separator = json.at("separator").get<std::string>();
        if (separator != "," && separator != ";" && separator != "\t") throw damaged("separator");
        layout.separator = separator.front();
      }
      layout.columns = read_columns(json.at("columns"));
      break;
    case FileFormat::kText:
      layout.text.words = number_up_to(json, "words", kMaxStoredGram);
      layout.text.least_chars = number_up_to(json, "least_chars", kMaxStoredGram);
      layout.text.most_chars = number_up_to(json, "most_chars", kMaxStoredGram);
      layout.text.bits = bits();
      // Absent in models that are older than editions.
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

Json value_json(const std::string& text) { return text; }
Json value_json(std::uint64_t number) { return number; }
Json value_json(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

Json field_json(const AboutField& field, const About& about) {
  return std::visit([&](const auto member) { return value_json(about.*member); }, field.member);
}

void read_value(const Json& json, const AboutField& /*field*/, std::string& to) {
  to = json.get<std::string>();
}
void read_value(const Json& json, const AboutField& field, std::uint64_t& to) {
  to = whole_number(json, field.key);
}
void read_value(const Json& json, const AboutField& field, std::uint32_t& to) {
  const std::uint64_t number = whole_number(json, field.key);
  if (number < field.least || number > field.most) throw damaged(std::string(field.key));
  to = static_cast<std::uint32_t>(number);
}
void read_value(const Json& json, const AboutField& /*field*/, std::optional<double>& to) {
  if (!json.is_null()) to = json.get<double>();
}

void read_fields(const Json& json, About& about) {
  for (const AboutField& field : about_fields()) {
    const std::string key(field.key);
    if (!field.always && !json.contains(key)) continue;
    std::visit([&](const auto member) { read_value(json.at(key), field, about.*member); },
               field.member);
  }
}

}  // namespace

Json options_json(const About& about) {
  Json json;
  for (const AboutField& field : about_fields()) {
    json[std::string(field.key)] = field_json(field, about);
  }
  return json;
}

std::string about_json(const About& about, const data::Layout& layout) {
  Json json;
  for (const AboutField& field : about_fields()) {
    if (field.always) json[std::string(field.key)] = field_json(field, about);
  }
  json["trained_on"] = {{"data", text_json(about.data)},
                        {"examples", about.examples},
                        {"features", about.features},
                        {"passes", about.passes},
                        {"error", about.error < 0 ? Json() : Json(about.error)}};
  if (about.error_se >= 0) json["trained_on"]["error_se"] = about.error_se;
  json["layout"] = layout_json(layout);
  const About without;
  for (const AboutField& field : about_fields()) {
    const Json value = field_json(field, about);
    if (!field.always && value != field_json(field, without)) json[std::string(field.key)] = value;
  }
  for (const Tried& tried : about.tried) {
    json["tried"].push_back({{"what", tried.what}, {"error", tried.error}});
  }
  return json.dump();
}

std::string layout_text(const data::Layout& layout) { return layout_json(layout).dump(); }

void read_about(std::string_view text, About& about, data::Layout& layout) {
  try {
    // No exceptions: the parser's message would print the damaged bytes.
    const Json json = Json::parse(text, nullptr, false);
    // The parser stops at a zero byte and ignores what follows.
    if (json.is_discarded() || text.find('\0') != std::string_view::npos) {
      throw damaged("not valid JSON");
    }
    read_fields(json, about);
    if (json.contains("tried")) {
      for (const Json& tried : json.at("tried")) {
        about.tried.push_back(
            {tried.at("what").get<std::string>(), tried.at("error").get<double>()});
      }
    }
    const Json& trained_on = json.at("trained_on");
    about.data = read_text(trained_on.at("data"));
    about.examples = whole_number(trained_on.at("examples"), "examples");
    about.features = whole_number(trained_on.at("features"), "features");
    about.passes = number_up_to(trained_on, "passes", 0xffffffff);
    const Json& error = trained_on.at("error");
    about.error = error.is_null() ? -1 : error.get<double>();
    about.error_se = trained_on.value("error_se", -1.0);
    layout = read_layout(json.at("layout"));
  } catch (const Json::exception& error) {
    throw damaged(error.what());
  }
}

}  // namespace ect::model
