#ifndef ECT_REDUCTIONS_FLAT_REQUESTS_H_
#define ECT_REDUCTIONS_FLAT_REQUESTS_H_

#include <optional>
#include <string>
#include <string_view>

#include "ect/train_options.h"

namespace ect::reductions {

// Names of the options of reductions without a tournament.

// Parses `scores` or `votes`; nullopt if empty. Throws for anything else.
std::optional<OneVsAllDecode> parse_decode(std::string_view decode);
// The text for parse_decode().
std::string_view decode_name(std::optional<OneVsAllDecode> decode);

// Parses `exhaustive` or `random:N`; kAuto if empty. Throws for anything else.
EcocCode parse_code(std::string_view code);
// The text for parse_code().
std::string code_name(const EcocCode& code);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_FLAT_REQUESTS_H_
