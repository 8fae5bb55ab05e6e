#ifndef ECT_UTIL_INPUT_H_
#define ECT_UTIL_INPUT_H_

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>

namespace ect::util {

// A source of bytes, decompressed if necessary. Errors are thrown as ect::Error and name the input.
// One thread at a time may use it.
class Input {
 public:
  virtual ~Input() = default;
  // Fills up to `size` bytes, size > 0, and returns how many; 0 only at the end. Waits only if
  // nothing is available: from a pipe it returns what has arrived.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
  // Whether read() would return without waiting, as far as is known: compressed data may have
  // arrived and yet not be enough for one byte of output.
  virtual bool at_hand() = 0;
};

// Opens a file. gzip and zstd are detected by their first bytes, not by the name, and decompressed.
std::unique_ptr<Input> open_file(const std::string& path);

// The same, or `standard_input`, which must outlive the result, if the path is "-".
std::unique_ptr<Input> open_input(const std::string& path, std::istream& standard_input);

// Bytes in memory, compressed or not, as if they were in the file `name`.
std::unique_ptr<Input> open_memory(std::shared_ptr<const std::string> bytes,
                                   const std::string& name);

// The name of an input for messages: the path, or "standard input" for "-".
std::string input_name(const std::string& path);

// Reads the rest of the input.
std::string read_all(Input& input);

}  // namespace ect::util

#endif  // ECT_UTIL_INPUT_H_
