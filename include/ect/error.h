#ifndef ECT_ERROR_H_
#define ECT_ERROR_H_

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "ect/export.h"

namespace ect {

// The one error family of the library. The message is a single line meant for the person who made
// the mistake; the library never prints it and never exits, its caller decides.
class ECT_EXPORT Error : public std::runtime_error {
 public:
  enum class Kind : std::uint8_t {
    kBadArgument,
    kParse,
    kInputOutput,
    kModelFormat,
    kCancelled,  // by the caller's own callback
  };

  Error(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}

  static Error bad_argument(const std::string& message) { return {Kind::kBadArgument, message}; }
  static Error input_output(const std::string& message) { return {Kind::kInputOutput, message}; }
  // `file` and `line` (from 1) say where the bad text stands.
  static Error parse(std::string_view file, std::uint64_t line, std::string_view message);

  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

}  // namespace ect

#endif  // ECT_ERROR_H_
