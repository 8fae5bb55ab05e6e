#ifndef ECT_DATA_LINES_H_
#define ECT_DATA_LINES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ect/error.h"
#include "util/input.h"

namespace ect {

// The lines of a text, in memory that does not grow with it. A byte order mark at the beginning and
// the carriage return of a line's end are left out; the last line needs no newline.
class Lines {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{64} << 20;

  // `name` is what errors call the text.
  Lines(std::unique_ptr<Input> input, std::string name);

  // The next line, valid until the next call; false at the end. Throws for a line longer than
  // kLongestLine, and for a zero byte, which no text has.
  bool next(std::string_view& line);

  std::uint64_t number() const { return number_; }  // of the last line, from 1
  // An error about the last line, or about an earlier one.
  Error error(std::string_view message) const { return error(message, number_); }
  Error error(std::string_view message, std::uint64_t line) const {
    return Error::parse(name_, line, message);
  }
  std::string place() const;  // of the last line, for messages: file:line
  // A label as it stands in the last line. Throws where it is no text that can be printed again.
  std::string label(std::string_view text) const;
  // An error about the text as a whole.
  Error whole_error(std::string_view message) const;

 private:
  bool read_more();

  std::unique_ptr<Input> input_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is not yet given
  std::size_t end_ = 0;
  bool at_end_ = false;
  std::uint64_t number_ = 0;
};

}  // namespace ect

#endif  // ECT_DATA_LINES_H_
