#ifndef ECT_DATA_RECORDS_H_
#define ECT_DATA_RECORDS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/formats/lines.h"

namespace ect::data {

// A cell of a table: its text, unquoted, or nothing if the value is missing.
using Cell = std::optional<std::string>;

// A column as declared by the file.
struct Declared {
  enum class Kind : std::uint8_t { kUnknown, kNumeric, kNominal, kOther };
  std::string name;
  Kind kind = Kind::kUnknown;        // always for csv
  std::vector<std::string> nominal;  // the declared values, if any
  bool unnamed = false;              // the header has no name for it; the name is its number
};

// Reads the records of a csv or arff file, with cells as text. One thread at a time may use it.
class Records {
 public:
  virtual ~Records() = default;
  virtual const std::vector<Declared>& columns() const = 0;
  // Fills a cell per column. Throws a RecordError for a record with another number of cells.
  virtual Found read(std::vector<Cell>& cells) = 0;
  // The same, skipping blank lines; false at the end.
  bool next(std::vector<Cell>& cells) {
    return next_not_blank([&] { return read(cells); });
  }
  virtual bool has_header() const { return true; }
  virtual char separator() const { return ','; }  // between fields
  // Whether the record last read is sparse: absent values are zero.
  virtual bool sparse() const { return false; }
  // As Lines::label() and Lines::take_any_label().
  virtual std::string label(std::string_view text) const = 0;
  virtual void take_any_label() = 0;
  virtual std::uint64_t line() const = 0;  // the line where the record last read ends, from 1
  virtual std::string place() const = 0;   // the same for messages: file:line
  // An error about the record last read.
  virtual RecordError error(std::string_view message) const = 0;

  // Blocks of whole records, as in Reader. Readers of blocks know the columns.
  virtual util::Cut cut(LineBlock& block, std::size_t size, bool may_wait) = 0;
  virtual std::unique_ptr<Records> for_blocks() const = 0;
  virtual void take(LineBlock& block) = 0;
};

// Whether the first line of a csv file has names.
enum class Header : std::uint8_t { kGuess, kYes, kNo };

// csv: a header line with names, fields separated by comma, semicolon or tab, as the first line has
// them; quoted fields may hold separators, newlines and "" for a quote. An empty field or ? is
// missing. A first line that consists of numbers, in any notation, is guessed not to be a header;
// columns are then named 1, 2, ... A given `separator` is used unless a header has another one.
std::unique_ptr<Records> csv_records(Lines lines, Header header = Header::kGuess,
                                     std::optional<char> separator = std::nullopt);

// Weka's arff, dense and sparse: `@attribute name numeric` or `{a, b}`, `@data`, % comments.
std::unique_ptr<Records> arff_records(Lines lines);

}  // namespace ect::data

#endif  // ECT_DATA_RECORDS_H_
