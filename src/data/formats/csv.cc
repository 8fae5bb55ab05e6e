// Reads csv: RFC 4180, and its variants with semicolons or tabs. A quoted field may contain
// newlines; when the file is cut into blocks, all lines are checked for that, but only lines that
// contain quotes character by character. Tests: table_test, blocks_test, tests/fuzz.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "data/formats/notation.h"
#include "data/formats/records.h"
#include "util/text.h"

namespace ect::data {
namespace {

class CsvRecords : public Records {
 public:
  CsvRecords(Lines lines, Header header, std::optional<char> separator) : lines_(std::move(lines)) {
    std::string_view line;
    std::string blank_lines;
    for (;; blank_lines += '\n') {
      if (!lines_.next(line)) throw lines_.whole_error("no header (is the file empty?)");
      if (!util::trimmed(line).empty()) break;
    }
    // Columns are found by their names, so a header may use another separator than the training
    // data; without a header it may not.
    const bool another = header != Header::kNo && separator &&
                         line.find(*separator) == std::string_view::npos &&
                         line.find_first_of(kSeparators) != std::string_view::npos;
    separator_ = separator && !another ? *separator : found_separator(line);
    std::vector<Cell> cells;
    std::string first(line);
    split_record(first, cells);
    name_columns(cells, header);
    if (!has_header_) lines_.put_back(blank_lines + first);
  }

  const std::vector<Declared>& columns() const override { return columns_; }
  bool has_header() const override { return has_header_; }
  char separator() const override { return separator_; }
  std::string label(std::string_view text) const override { return lines_.label(text); }
  void take_any_label() override { lines_.take_any_label(); }
  std::uint64_t line() const override { return lines_.number(); }
  std::string place() const override { return lines_.place(); }
  RecordError error(std::string_view message) const override {
    return lines_.error(message, std::max<std::uint64_t>(1, lines_.number()));
  }

  Found read(std::vector<Cell>& cells) override {
    std::string_view line;
    if (!lines_.next_unchecked(line)) return Found::kEnd;
    if (util::trimmed(line).empty() && columns_.size() > 1) return Found::kBlank;
    std::string record(line);
    split_record(record, cells);
    if (cells.size() != columns_.size()) {
      throw lines_.error(fmt::format("{} field{} (expected {})", cells.size(),
                                     cells.size() == 1 ? "" : "s", columns_.size()));
    }
    return Found::kRecord;
  }

  util::Cut cut(LineBlock& block, std::size_t size, bool may_wait) override {
    return lines_.cut(block, size, may_wait,
                      [&](std::string_view line) { return !(quoted_ = ends_quoted(line)); });
  }

  std::unique_ptr<Records> for_blocks() const override {
    return std::unique_ptr<Records>(new CsvRecords(*this));
  }

  void take(LineBlock& block) override { lines_.take(block); }

 private:
  static constexpr std::string_view kSeparators = ",;\t";

  CsvRecords(const CsvRecords& whole)
      : lines_(whole.lines_.for_blocks()),
        separator_(whole.separator_),
        has_header_(whole.has_header_),
        columns_(whole.columns_) {}

  // Whether this line ends within a quoted field; it begins within one if quoted_. Must agree with
  // split_record(), also on damaged lines, so that records do not depend on the blocks.
  bool ends_quoted(std::string_view line) const {
    if (line.find('"') == std::string_view::npos) return quoted_;
    bool quoted = quoted_;
    bool field_begins = !quoted_;
    for (std::size_t at = 0; at < line.size(); ++at) {
      const char c = line[at];
      if (quoted) {
        if (c != '"') continue;
        if (at + 1 < line.size() && line[at + 1] == '"') {
          ++at;
        } else {
          quoted = false;
        }
      } else if (c == separator_) {
        field_begins = true;
      } else if (field_begins && c == '"') {
        quoted = true;
        field_begins = false;
      } else if (c != ' ') {
        field_begins = false;
      }
    }
    return quoted;
  }

  // The most frequent separator. If there is another one, commas between digits are taken as
  // decimal commas.
  static char found_separator(std::string_view line) {
    std::array<std::size_t, kSeparators.size()> count{};
    std::size_t decimal = 0;
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (line[at] == '"') quoted = !quoted;
      const std::size_t which = kSeparators.find(line[at]);
      if (quoted || which == std::string_view::npos) continue;
      ++count[which];
      decimal += which == 0 && is_digit_at(line, at - 1) && is_digit_at(line, at + 1) ? 1 : 0;
    }
    if (count[1] + count[2] > 0) count[0] -= decimal;
    return kSeparators[static_cast<std::size_t>(std::max_element(count.begin(), count.end()) -
                                                count.begin())];
  }

  static bool is_digit_at(std::string_view line, std::size_t at) {
    return at < line.size() && line[at] >= '0' && line[at] <= '9';
  }

  void name_columns(const std::vector<Cell>& cells, Header header) {
    const bool numbers = std::all_of(
        cells.begin(), cells.end(), [](const Cell& cell) { return !cell || is_any_number(*cell); });
    const bool named = header == Header::kYes || (header == Header::kGuess && !numbers);
    has_header_ = named;
    std::unordered_set<std::string> known;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::string name = named && cells[i] ? *cells[i] : std::to_string(i + 1);
      if (!known.insert(name).second) {
        const bool row = header == Header::kGuess && is_any_number(name);
        throw lines_.error(fmt::format("two columns are called {}{}", util::quoted(name),
                                       row ? " (is this a row? --no-header reads it as one)" : ""));
      }
      // pandas writes its index without a name, and names it "Unnamed: 0" when it reads it again.
      const bool unnamed = named && (!cells[i] || cells[i]->starts_with("Unnamed: "));
      columns_.push_back({std::move(name), Declared::Kind::kUnknown, {}, unnamed});
    }
  }

  // Splits a record into cells. A quoted field may continue on the next lines, which are appended
  // to `record`. Errors are thrown only after the whole record, so that reading can go on with the
  // next.
  void split_record(std::string& record, std::vector<Cell>& cells) {
    behind_quote_ = 0;
    split_fields(record, cells);
    lines_.check_text(record);
    if (behind_quote_ > 0) {
      throw lines_.error(
          "text after a closing quote (a quote inside a quoted field is written twice)",
          behind_quote_);
    }
  }

  void split_fields(std::string& record, std::vector<Cell>& cells) {
    cells.clear();
    for (std::size_t at = 0;; ++at) {
      while (at < record.size() && record[at] == ' ') ++at;
      if (at < record.size() && record[at] == '"') {
        std::string field = quoted(record, at);
        cells.push_back(field.empty() ? Cell() : Cell(std::move(field)));
      } else {
        const std::size_t end = std::min(record.find(separator_, at), record.size());
        const std::string_view text = util::trimmed(std::string_view(record).substr(at, end - at));
        cells.push_back(text.empty() || text == "?" ? Cell() : Cell(text));
        at = end;
      }
      if (at >= record.size()) return;
    }
  }

  // The field whose opening quote is at `at`, which moves to the separator after the field.
  std::string quoted(std::string& record, std::size_t& at) {
    std::string field;
    const std::uint64_t opened = lines_.number();
    for (++at;; ++at) {
      if (at == record.size()) {
        std::string_view more;
        if (record.size() > Lines::kMaxLineBytes || !lines_.next_unchecked(more)) {
          throw lines_.final_error("a quote is never closed", opened);
        }
        record += '\n';
        record += more;
      }
      if (record[at] != '"') {
        field += record[at];
      } else if (at + 1 < record.size() && record[at + 1] == '"') {
        field += record[at++];
      } else {
        break;
      }
    }
    ++at;
    while (at < record.size() && record[at] == ' ') ++at;
    if (at < record.size() && record[at] != separator_) {
      if (behind_quote_ == 0) behind_quote_ = lines_.number();
      at = std::min(record.find(separator_, at), record.size());
    }
    return field;
  }

  Lines lines_;
  char separator_ = ',';
  bool has_header_ = true;
  std::vector<Declared> columns_;
  bool quoted_ = false;             // of cut(): whether the text so far ends within a quoted field
  std::uint64_t behind_quote_ = 0;  // the first line of the record with text after a closing quote
};

}  // namespace

std::unique_ptr<Records> csv_records(Lines lines, Header header, std::optional<char> separator) {
  return std::make_unique<CsvRecords>(std::move(lines), header, separator);
}

}  // namespace ect::data
