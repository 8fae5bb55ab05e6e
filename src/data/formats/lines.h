#ifndef ECT_DATA_LINES_H_
#define ECT_DATA_LINES_H_

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ect/error.h"
#include "util/input.h"
#include "util/ordered_blocks.h"

namespace ect::data {

// Damage of one record: what comes behind it can still be read. Any other error ends the text.
class RecordError : public Error {
 public:
  RecordError(std::string_view file, std::uint64_t line, std::string_view reason)
      : Error(Error::parse(file, line, reason)), reason_(reason) {}

  const std::string& reason() const { return reason_; }  // without its place

 private:
  std::string reason_;
};

// What comes next in a text of records.
enum class Found : std::uint8_t { kRecord, kBlank, kEnd };

// The next record, blank lines passed over; false at the end.
template <class Read>
bool next_not_blank(const Read& read) {
  auto found = Found::kBlank;
  while (found == Found::kBlank) found = read();
  return found == Found::kRecord;
}

inline bool is_space_or_tab(char c) { return c == ' ' || c == '\t'; }

inline bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

// A piece of a text: whole lines.
struct LineBlock {
  std::vector<char> text;
  std::uint64_t lines_before = 0;  // in the text
};

// The lines of a text, in memory that does not grow with it. A byte order mark at the beginning and
// the carriage return of a line's end are left out; the last line needs no newline.
//
// Where several threads read a text, one cuts it into blocks, and each reads those that it takes by
// lines of its own.
class Lines {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

  // `name` is what errors call the text.
  Lines(std::unique_ptr<util::Input> input, std::string name);

  // The next line, valid until the next call; false at the end. Throws for a line longer than
  // kMaxLineBytes, behind which nothing can be read, and as check_text() does.
  bool next(std::string_view& line);
  // The same where the line is not yet all of a record, and the caller checks the whole.
  bool next_unchecked(std::string_view& line);
  // Throws a RecordError if the last lines, with newlines between them, hold a zero byte, which no
  // text has.
  void check_text(std::string_view text) const;
  // Lets the last lines read come again: `text`, with newlines between them. Before any cut().
  void put_back(std::string_view text);

  // Cuts off the lines that follow, about `size` bytes of them, or as many whole ones as are there
  // without waiting. Where there is none, it waits if it may. `ends` says of each line, in order,
  // whether a block may end behind it; none: behind any. What next() would throw for a line is
  // left to whoever reads the block.
  util::Cut cut(LineBlock& block, std::size_t size, bool may_wait,
                const std::function<bool(std::string_view line)>& ends = nullptr);
  // Lines of the same text that have nothing to read before they take a block.
  Lines for_blocks() const;
  // Lets the lines be those of the block, whose memory is exchanged for that of the last one.
  void take(LineBlock& block);

  std::uint64_t number() const { return number_; }  // of the last line, from 1
  // An error about the last line, or about an earlier one.
  RecordError error(std::string_view message) const { return error(message, number_); }
  RecordError error(std::string_view message, std::uint64_t line) const {
    return {name_, line, message};
  }
  // The same where nothing behind it can be read.
  Error final_error(std::string_view message, std::uint64_t line) const {
    return Error::parse(name_, line, message);
  }
  std::string place() const;  // of the last line, for messages: file:line
  // A label as it stands in the last line. Throws where it is no text that can be printed again.
  std::string label(std::string_view text) const;
  // From now on label() throws only where there is none.
  void take_any_label() { checks_labels_ = false; }
  // An error about the text as a whole.
  Error whole_error(std::string_view message) const;

 private:
  explicit Lines(std::string name) : name_(std::move(name)), at_end_(true) {}

  bool read_more();
  void look_at_lines(std::size_t size, const std::function<bool(std::string_view line)>& ends);
  bool read_to_cut();

  std::unique_ptr<util::Input> input_;
  std::string name_;
  bool checks_labels_ = true;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is not yet given
  std::size_t end_ = 0;
  bool at_end_ = false;
  std::uint64_t number_ = 0;

  // Of cut(), in bytes from begin_.
  std::size_t whole_ = 0;     // may be cut off
  std::size_t seen_ = 0;      // whole lines that have been looked at
  std::size_t searched_ = 0;  // no newline between seen_ and there
  std::uint64_t whole_lines_ = 0;
  std::uint64_t seen_lines_ = 0;
  std::exception_ptr failure_;  // of the input; what came before is given first
};

}  // namespace ect::data

#endif  // ECT_DATA_LINES_H_
