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

// A cell of a table: its text, unquoted, or nothing where the value is missing.
using Cell = std::optional<std::string>;

// A column as the file itself declares it.
struct Declared {
  enum class Kind : std::uint8_t { kUnknown, kNumeric, kNominal, kOther };
  std::string name;
  Kind kind = Kind::kUnknown;        // csv declares none
  std::vector<std::string> nominal;  // the values that it may have, where declared
  bool unnamed = false;              // the header has no name for it; it is called by its number
};

// The records of a csv or arff file, cells as text.
class Records {
 public:
  virtual ~Records() = default;
  virtual const std::vector<Declared>& columns() const = 0;
  // Fills a cell a column. Throws a RecordError for a record of another width.
  virtual Found read(std::vector<Cell>& cells) = 0;
  // The same, blank lines passed over; false at the end.
  bool next(std::vector<Cell>& cells) {
    return next_not_blank([&] { return read(cells); });
  }
  virtual bool has_header() const { return true; }
  virtual char separator() const { return ','; }  // of fields
  // Whether the record last read names only what is not zero.
  virtual bool sparse() const { return false; }
  // A label of the record last read. Throws where it is no text.
  virtual std::string label(std::string_view text) const = 0;
  virtual void take_any_label() = 0;       // as Lines has it
  virtual std::uint64_t line() const = 0;  // where the record last read ends, from 1
  virtual std::string place() const = 0;   // the same for messages: file:line
  // An error about the record last read.
  virtual RecordError error(std::string_view message) const = 0;

  // Blocks of whole records, as of a Reader. The columns are known to all who read them.
  virtual util::Cut cut(LineBlock& block, std::size_t size, bool may_wait) = 0;
  virtual std::unique_ptr<Records> for_blocks() const = 0;
  virtual void take(LineBlock& block) = 0;
};

// Whether the first line of a csv file has names.
enum class Header : std::uint8_t { kGuess, kYes, kNo };

// csv: a header line with names, fields separated by comma, semicolon or tab, as the first line has
// them; quoted fields may hold separators, newlines and "" for a quote. An empty field or ? is
// missing. A first line of numbers only, however written, is guessed to be no header; columns are
// then called 1, 2,
// ... Where a `separator` is given it is the one, unless a header has another.
std::unique_ptr<Records> csv_records(Lines lines, Header header = Header::kGuess,
                                     std::optional<char> separator = std::nullopt);

// Weka's arff, dense and sparse: `@attribute name numeric` or `{a, b}`, `@data`, % comments.
std::unique_ptr<Records> arff_records(Lines lines);

}  // namespace ect::data

#endif  // ECT_DATA_RECORDS_H_
