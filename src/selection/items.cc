// Reads items from files of three kinds: lines, csv and JSON lines. A record of a csv file becomes
// a JSON object of its columns in their order. A column is numeric if every cell is a JSON number,
// which is then copied unchanged, and otherwise a column of strings, so that `007`, or the title
// `1917` among others, stays text. JSON objects are checked but not changed.
// Items are printed, sent to programs line by line, and written to a journal: therefore they must
// be UTF-8, ids must be printable, and the nesting depth of JSON is limited. Cost: linear; each
// item is stored about three times, as id, text and JSON. Tests: items_test, tests/fuzz.
#include "selection/items.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "data/formats/records.h"
#include "selection/json_object.h"
#include "util/sha256.h"
#include "util/text.h"

namespace ect::selection {
namespace {

using Json = nlohmann::json;

constexpr int kMaxJsonDepth = 100;

// Whether the text is not empty and has no control characters except tabs, neither those of ASCII
// nor those of Latin-1. Requires UTF-8.
bool is_printable(std::string_view text) {
  if (text.empty() || util::has_control_character(text)) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0x7f) return false;
    if (byte == 0xc2 && static_cast<unsigned char>(text[i + 1]) < 0xa0) return false;
  }
  return true;
}

// The text as a JSON string. Requires UTF-8.
std::string json_string(std::string_view text) {
  std::string result;
  result.reserve(text.size() + 2);
  result += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) {
      result += fmt::format("\\u{:04x}", c);
    } else {
      result += c;
    }
  }
  return result + '"';
}

// Whether the text is a JSON number. The first and last characters are checked because the parser
// would accept blanks around it.
bool is_json_number(std::string_view text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && (digit(text.front()) || text.front() == '-') && digit(text.back()) &&
         Json::accept(text.begin(), text.end());
}

ItemFormat format_by_ending(std::string path) {
  std::transform(path.begin(), path.end(), path.begin(), util::lower);
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (path.ends_with(packed)) path.resize(path.size() - packed.size());
  }
  const auto ends = [&](std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return path.ends_with(ending); });
  };
  if (ends({".csv", ".tsv"})) return ItemFormat::kCsv;
  return ends({".jsonl", ".ndjson", ".json"}) ? ItemFormat::kJsonl : ItemFormat::kGuess;
}

// Whether the line begins like a JSON object. Other text that begins with a brace, such as a
// template, rarely has a quote next.
bool begins_as_object(std::string_view line) {
  if (!line.starts_with('{')) return false;
  const std::string_view rest = util::trimmed(line.substr(1));
  return rest.starts_with('"') || rest == "}";
}

// Collects items and the lines they are on.
class ItemReader {
 public:
  ItemReader(std::string name, std::string id_field)
      : name_(std::move(name)), id_field_(std::move(id_field)) {}

  void read_lines(data::Lines lines, ItemFormat format) {
    for (std::string_view line; lines.next(line);) {
      if (!util::is_utf8(line)) throw lines.error("this is not valid UTF-8");
      line = util::trimmed(line);
      if (line.empty()) continue;
      if (format == ItemFormat::kGuess) {
        format = begins_as_object(line) ? ItemFormat::kJsonl : ItemFormat::kLines;
      }
      places_.push_back(lines.number());
      if (format == ItemFormat::kJsonl) {
        add_object(line);
      } else {
        add_line(line);
      }
    }
  }

  void read_records(data::Records& records) {
    const std::vector<data::Declared>& columns = records.columns();
    const std::size_t id = id_column(records);
    std::vector<std::string> keys;
    for (const data::Declared& column : columns) {
      if (!util::is_utf8(column.name)) throw records.error("a column name is not valid UTF-8");
      keys.push_back((keys.empty() ? '{' : ',') + json_string(column.name) + ':');
    }
    std::vector<data::Cell> all;
    std::vector<bool> numbers(columns.size(), true);
    for (std::vector<data::Cell> cells; records.next(cells);) {
      if (std::none_of(cells.begin(), cells.end(),
                       [](const data::Cell& cell) { return cell.has_value(); }))
        continue;
      places_.push_back(records.line());
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!cells[i]) continue;
        if (!util::is_utf8(*cells[i])) throw records.error("this is not valid UTF-8");
        numbers[i] = numbers[i] && is_json_number(*cells[i]);
      }
      std::move(cells.begin(), cells.end(), std::back_inserter(all));
    }
    for (std::size_t first = 0; first < all.size(); first += columns.size()) {
      Item item;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const data::Cell& cell = all[first + i];
        item.json += keys[i];
        item.json += !cell ? "null" : numbers[i] ? *cell : json_string(*cell);
      }
      item.json += '}';
      item.text = item.json;
      item.id = id == columns.size() ? next_number() : all[first + id].value_or("");
      add(std::move(item));
    }
  }

  std::vector<Item> finish() {
    if (items_.empty()) {
      throw Error(Error::Kind::kParse, fmt::format("{}: no items (expected one per line)", name_));
    }
    std::unordered_map<std::string_view, std::size_t> known;
    known.reserve(items_.size());
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const auto [other, is_new] = known.emplace(items_[i].id, i);
      if (is_new) continue;
      throw Error::parse(name_, places_[i],
                         fmt::format("duplicate item {} (first on line {})",
                                     util::quoted(items_[i].id), places_[other->second]));
    }
    return std::move(items_);
  }

 private:
  Error error(std::string_view message) const {
    return Error::parse(name_, places_[items_.size()], message);
  }
  std::string next_number() const { return std::to_string(items_.size() + 1); }

  // Requires that the line of this item is already in places_.
  void add(Item item) {
    if (item.id.empty()) throw error("an item without an id");
    if (!is_printable(item.id)) {
      throw error(fmt::format("a control character in the id {}", util::quoted(item.id)));
    }
    items_.push_back(std::move(item));
  }

  void add_line(std::string_view line) {
    const std::string text = json_string(line);
    add({std::string(line), std::string(line), fmt::format(R"({{"id":{0},"text":{0}}})", text)});
  }

  void add_object(std::string_view line) {
    JsonMember id{.name = id_field_.empty() ? std::string_view("id") : id_field_};
    // Also refuses a byte order mark, which the parser would skip.
    if (!line.starts_with('{')) {
      throw error(
          fmt::format("{} is not a JSON object (expected one on each line)", util::quoted(line)));
    }
    const std::string problem =
        read_members(line, {&id, 1}, {.max_depth = kMaxJsonDepth, .unique = true});
    if (!problem.empty()) throw error(problem);
    if (id.is_absent() && !id_field_.empty())
      throw error(fmt::format("no field {}", util::quoted(id.name)));
    if (!id.is_absent() && !id.is_string() && !id.is_number()) {
      throw error(
          fmt::format("the field {} is neither a string nor a number", util::quoted(id.name)));
    }
    Item item{id.is_absent() ? next_number() : std::move(id.text), std::string(line), ""};
    // A carriage return between tokens could be taken for the end of a line by a program.
    std::replace(item.text.begin(), item.text.end(), '\r', ' ');
    item.json = item.text;
    add(std::move(item));
  }

  // The column of ids; the number of columns if there is none.
  std::size_t id_column(const data::Records& records) const {
    const std::vector<data::Declared>& columns = records.columns();
    const std::string name = id_field_.empty() ? "id" : id_field_;
    const auto found =
        std::find_if(columns.begin(), columns.end(),
                     [&](const data::Declared& column) { return column.name == name; });
    if (found == columns.end() && !id_field_.empty()) {
      throw records.error(fmt::format("no column {}", util::quoted(id_field_)));
    }
    return static_cast<std::size_t>(found - columns.begin());
  }

  std::string name_;
  std::string id_field_;
  std::vector<Item> items_;
  std::vector<std::uint64_t> places_;
};

}  // namespace

std::vector<Item> read_items(const std::string& path, std::istream& in, ItemFormat format,
                             const std::string& id_field) {
  const std::string name = util::input_name(path);
  if (format == ItemFormat::kGuess) format = format_by_ending(path);
  ItemReader reader(name, id_field);
  data::Lines lines(util::open_input(path, in), name);
  if (format == ItemFormat::kCsv) {
    reader.read_records(*csv_records(std::move(lines), data::Header::kYes));
  } else {
    reader.read_lines(std::move(lines), format);
  }
  return reader.finish();
}

std::string items_digest(const std::vector<Item>& items) {
  util::Sha256 hash;
  for (const Item& item : items) {
    for (const std::string* part : {&item.id, &item.text, &item.json}) {
      hash.add(fmt::format("{}:", part->size()));
      hash.add(*part);
    }
  }
  return hash.hex();
}

}  // namespace ect::selection
