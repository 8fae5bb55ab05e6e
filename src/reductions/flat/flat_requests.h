#ifndef ECT_REDUCTIONS_FLAT_REQUESTS_H_
#define ECT_REDUCTIONS_FLAT_REQUESTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ect::reductions {

// What a user may ask of reductions without a tournament, for those who need not know them.

// How one-vs-all decides: the largest score, or one of those that say yes.
enum class OneVsAllDecode : std::uint8_t { kScores, kVotes };

// `scores`, `votes`, or nothing where it is empty. Throws for anything else.
std::optional<OneVsAllDecode> parse_decode(std::string_view decode);
// The same back.
std::string_view decode_name(std::optional<OneVsAllDecode> decode);

// Which code of ecoc.
struct CodeRequest {
  enum class Kind : std::uint8_t { kAuto, kExhaustive, kRandom };

  Kind kind = Kind::kAuto;    // kAuto: exhaustive for few labels, else random
  std::uint32_t columns = 0;  // of kRandom

  bool operator==(const CodeRequest&) const = default;
};

// `exhaustive`, `random:N`, or empty for kAuto. Throws for anything else.
CodeRequest parse_code(std::string_view code);
// The same back.
std::string code_name(const CodeRequest& code);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_FLAT_REQUESTS_H_
