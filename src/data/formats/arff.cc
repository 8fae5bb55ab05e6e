// Reads Weka's arff format. Keywords may be in any case; names and values may be quoted by ' or ",
// with backslash escapes. Sparse records `{1 0.5, 7 yes}` number columns from 0; a column that is
// not named has the value 0 or, if it is nominal, its first value. Weights of records are not
// supported. Tests: table_test, tests/fuzz.
#include <fmt/format.h>

#include <optional>
#include <unordered_set>
#include <utility>

#include "data/formats/lines.h"
#include "data/formats/records.h"
#include "util/text.h"

namespace ect::data {
namespace {

class ArffRecords : public Records {
 public:
  explicit ArffRecords(Lines lines) : lines_(std::move(lines)) {
    std::string_view line;
    while (next_line(line)) {
      const std::string keyword = lowered_word(line);
      if (keyword == "@attribute") {
        read_attribute(line);
      } else if (keyword == "@data") {
        if (columns_.empty()) throw lines_.error("@data before any @attribute");
        return;
      } else if (keyword != "@relation") {
        throw lines_.error("expected @relation, @attribute or @data");
      }
    }
    throw lines_.whole_error("no @data (is this an arff file?)");
  }

  const std::vector<Declared>& columns() const override { return columns_; }
  bool sparse() const override { return sparse_; }
  std::string label(std::string_view text) const override { return lines_.label(text); }
  void take_any_label() override { lines_.take_any_label(); }
  std::uint64_t line() const override { return lines_.number(); }
  std::string place() const override { return lines_.place(); }
  RecordError error(std::string_view message) const override { return lines_.error(message); }

  Found read(std::vector<Cell>& cells) override {
    std::string_view line;
    do {
      if (!lines_.next(line)) return Found::kEnd;
      skip_spaces(line);
      if (line.empty()) return Found::kBlank;
    } while (line.front() == '%');
    sparse_ = line.front() == '{';
    if (sparse_) {
      read_sparse(line.substr(1), cells);
    } else {
      read_dense(line, cells);
    }
    return Found::kRecord;
  }

  util::Cut cut(LineBlock& block, std::size_t size, bool may_wait) override {
    return lines_.cut(block, size, may_wait);
  }
  std::unique_ptr<Records> for_blocks() const override {
    return std::unique_ptr<Records>(new ArffRecords(lines_.for_blocks(), columns_));
  }
  void take(LineBlock& block) override { lines_.take(block); }

 private:
  ArffRecords(Lines lines, std::vector<Declared> columns)
      : lines_(std::move(lines)), columns_(std::move(columns)) {}

  // The next line of the header that is neither empty nor a comment, without leading blanks.
  bool next_line(std::string_view& line) {
    while (lines_.next(line)) {
      skip_spaces(line);
      if (!line.empty() && line.front() != '%') return true;
    }
    return false;
  }

  static void skip_spaces(std::string_view& text) {
    while (!text.empty() && is_space_or_tab(text.front())) text.remove_prefix(1);
  }

  // Takes the first word off the text and returns it in lower case.
  static std::string lowered_word(std::string_view& text) {
    std::string word;
    while (!text.empty() && !is_space_or_tab(text.front())) {
      word += util::lower(text.front());
      text.remove_prefix(1);
    }
    skip_spaces(text);
    return word;
  }

  // Takes a value, quoted or not, off the text, up to one of `stops`, which stays.
  std::string take_value(std::string_view& text, std::string_view stops) const {
    std::string value;
    skip_spaces(text);
    if (!text.empty() && (text.front() == '\'' || text.front() == '"')) {
      const char quote = text.front();
      text.remove_prefix(1);
      while (!text.empty() && text.front() != quote) {
        if (text.front() == '\\' && text.size() > 1) text.remove_prefix(1);
        value += text.front();
        text.remove_prefix(1);
      }
      if (text.empty()) throw lines_.error("a quote is never closed");
      text.remove_prefix(1);
      skip_spaces(text);
      if (!text.empty() && stops.find(text.front()) == std::string_view::npos &&
          stops.find(' ') == std::string_view::npos) {
        throw lines_.error("text after a closing quote");
      }
      return value;
    }
    while (!text.empty() && stops.find(text.front()) == std::string_view::npos) {
      value += text.front();
      text.remove_prefix(1);
    }
    while (!value.empty() && is_space_or_tab(value.back())) value.pop_back();
    skip_spaces(text);
    return value;
  }

  void read_attribute(std::string_view text) {
    Declared column;
    column.name = take_value(text, " \t{");
    if (column.name.empty()) throw lines_.error("an @attribute without a name");
    if (!names_.insert(column.name).second) {
      throw lines_.error(fmt::format("two attributes are called {}", util::quoted(column.name)));
    }
    if (!text.empty() && text.front() == '{') {
      column.kind = Declared::Kind::kNominal;
      std::unordered_set<std::string> values;
      do {
        text.remove_prefix(1);
        std::string value = take_value(text, ",}");
        if (!values.insert(value).second) {
          throw lines_.error(fmt::format("{} is listed twice", util::quoted(value)));
        }
        column.nominal.push_back(std::move(value));
        if (text.empty()) throw lines_.error("the list of values has no '}'");
      } while (text.front() == ',');
    } else {
      const std::string type = lowered_word(text);
      const bool numeric = type == "numeric" || type == "real" || type == "integer";
      column.kind = numeric ? Declared::Kind::kNumeric : Declared::Kind::kOther;
    }
    columns_.push_back(std::move(column));
  }

  static Cell cell_of(std::string value, bool quoted) {
    return !quoted && (value == "?" || value.empty()) ? Cell() : Cell(std::move(value));
  }

  void read_dense(std::string_view line, std::vector<Cell>& cells) const {
    cells.clear();
    while (true) {
      skip_spaces(line);
      const bool quoted = !line.empty() && (line.front() == '\'' || line.front() == '"');
      cells.push_back(cell_of(take_value(line, ",%"), quoted));
      if (line.empty() || line.front() == '%') break;
      line.remove_prefix(1);
    }
    if (cells.size() != columns_.size()) {
      throw lines_.error(fmt::format("{} value{} (expected {})", cells.size(),
                                     cells.size() == 1 ? "" : "s", columns_.size()));
    }
  }

  void read_sparse(std::string_view text, std::vector<Cell>& cells) const {
    cells.clear();
    for (const Declared& column : columns_) {
      const bool nominal = column.kind == Declared::Kind::kNominal && !column.nominal.empty();
      cells.emplace_back(nominal ? column.nominal.front() : "0");
    }
    skip_spaces(text);
    std::optional<std::uint32_t> before;
    while (!text.empty() && text.front() != '}') {
      const std::string index = take_value(text, " \t,}");
      const auto column = util::parse_number<std::uint32_t>(index);
      if (!column || *column >= columns_.size()) {
        throw lines_.error(fmt::format("{} is not a column number (expected 0 to {})",
                                       util::quoted(index), columns_.size() - 1));
      }
      if (before && *column <= *before) {
        throw lines_.error(
            fmt::format("column {} after {} (expected increasing columns)", *column, *before));
      }
      before = column;
      const bool quoted = !text.empty() && (text.front() == '\'' || text.front() == '"');
      cells[*column] = cell_of(take_value(text, ",}"), quoted);
      if (!text.empty() && text.front() == ',') text.remove_prefix(1);
      skip_spaces(text);
    }
    if (text.empty()) throw lines_.error("a sparse record without '}'");
    text.remove_prefix(1);
    skip_spaces(text);
    if (!text.empty() && text.front() != '%') {
      throw lines_.error(
          fmt::format("{} after '}}' (weights of records are not supported)", util::quoted(text)));
    }
  }

  Lines lines_;
  std::vector<Declared> columns_;
  std::unordered_set<std::string> names_;
  bool sparse_ = false;
};

}  // namespace

std::unique_ptr<Records> arff_records(Lines lines) {
  return std::make_unique<ArffRecords>(std::move(lines));
}

}  // namespace ect::data
