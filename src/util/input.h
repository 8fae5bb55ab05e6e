#ifndef ECT_UTIL_INPUT_H_
#define ECT_UTIL_INPUT_H_

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>

namespace ect::util {

// Bytes to read from, block by block, whatever they come from and however they are packed.
// Errors are thrown as ect::Error and name the input. Not for several threads at once.
class Input {
 public:
  virtual ~Input() = default;
  // Fills up to `size` bytes, size > 0, and returns how many; 0 only at the end. Waits only where
  // there is nothing at all: of a pipe it gives what has come.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
  // Whether read() has something to give without waiting, as far as can be told: packed data may be
  // there and yet not be enough to unpack a byte.
  virtual bool at_hand() = 0;
};

// A file. gzip and zstd are told by their first bytes, not by the name, and unpacked on the way.
std::unique_ptr<Input> open_file(const std::string& path);

// The same, or `standard_input` where path is "-", which must outlive the result.
std::unique_ptr<Input> open_input(const std::string& path, std::istream& standard_input);

// Bytes in memory, packed or not, as if they were in the file `name`.
std::unique_ptr<Input> open_memory(std::shared_ptr<const std::string> bytes,
                                   const std::string& name);

// What messages call that input.
std::string input_name(const std::string& path);

// All that is left of it.
std::string read_all(Input& input);

}  // namespace ect::util

#endif  // ECT_UTIL_INPUT_H_
