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

// An error in one record: the records after it can still be read. After any other error they
// cannot.
class RecordError : public Error {
 public:
  RecordError(std::string_view file, std::uint64_t line, std::string_view reason)
      : Error(Error::parse(file, line, reason)), reason_(reason) {}

  const std::string& reason() const { return reason_; }  // the message without file and line

 private:
  std::string reason_;
};

// The result of reading the next line or record.
enum class Found : std::uint8_t { kRecord, kBlank, kEnd };

// Reads the next record, skipping blank lines; false at the end.
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

// A part of a text, consisting of whole lines.
struct LineBlock {
  std::vector<char> text;
  std::uint64_t lines_before = 0;  // how many lines of the text precede it
};

// The lines of a text, in memory that does not grow with it. A byte order mark at the beginning and
// carriage returns at the ends of lines are removed; the last line needs no newline. One thread at
// a time may use it.
//
// If several threads read a text, one of them cuts it into blocks, and each reads blocks by a Lines
// object of its own.
class Lines {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

  // `name` is what errors call the text.
  Lines(std::unique_ptr<util::Input> input, std::string name);

  // The next line, valid until the next call; false at the end. Throws ect::Error for a line longer
  // than kMaxLineBytes, after which nothing can be read, and as check_text().
  bool next(std::string_view& line);
  // The same without check_text(), for records of several lines, which the caller checks as a
  // whole.
  bool next_unchecked(std::string_view& line);
  // Throws a RecordError if `text`, the last lines joined by newlines, has a zero byte.
  void check_text(std::string_view text) const;
  // Puts the last lines back, so that they are read again: `text` is these lines joined by
  // newlines. Must not be called after cut().
  void put_back(std::string_view text);

  // Cuts off the next block: about `size` bytes, or as many whole lines as have arrived. If there
  // is none, waits if it may. `ends` tells for each line, in order, whether a block may end after
  // it; if null, it may after any. Errors of lines are reported by the reader of the block.
  util::Cut cut(LineBlock& block, std::size_t size, bool may_wait,
                const std::function<bool(std::string_view line)>& ends = nullptr);
  // A Lines object for blocks of the same text; it is empty until take() is called.
  Lines for_blocks() const;
  // Goes on with the lines of the block, whose memory is swapped with that of the last block.
  void take(LineBlock& block);

  std::uint64_t number() const { return number_; }  // number of the last line, from 1
  // An error about the last line, or about an earlier one.
  RecordError error(std::string_view message) const { return error(message, number_); }
  RecordError error(std::string_view message, std::uint64_t line) const {
    return {name_, line, message};
  }
  // An error after which nothing can be read.
  Error final_error(std::string_view message, std::uint64_t line) const {
    return Error::parse(name_, line, message);
  }
  std::string place() const;  // the last line, for messages: file:line
  // Checks a label of the last line and returns it. Throws a RecordError if it is empty, not UTF-8,
  // or has control characters.
  std::string label(std::string_view text) const;
  // From now on label() throws only for an empty label.
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
  std::size_t begin_ = 0;  // of the bytes that have not been returned yet
  std::size_t end_ = 0;
  bool at_end_ = false;
  std::uint64_t number_ = 0;

  // The state of cut(), in bytes from begin_.
  std::size_t whole_ = 0;     // bytes that may be cut off
  std::size_t seen_ = 0;      // bytes of whole lines that have been checked
  std::size_t searched_ = 0;  // there is no newline between seen_ and here
  std::uint64_t whole_lines_ = 0;
  std::uint64_t seen_lines_ = 0;
  std::exception_ptr failure_;  // of the input; earlier lines are returned first
};

}  // namespace ect::data

#endif  // ECT_DATA_LINES_H_
