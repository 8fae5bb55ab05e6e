#ifndef ECT_REDUCTIONS_FLAT_REQUESTS_H_
#define ECT_REDUCTIONS_FLAT_REQUESTS_H_

#include <optional>
#include <string>
#include <string_view>

#include "ect/train_options.h"

namespace ect::reductions {

// Names of the options of reductions without a tournament.

// `scores`, `votes`, or nothing where it is empty. Throws for anything else.
std::optional<OneVsAllDecode> parse_decode(std::string_view decode);
// The same back.
std::string_view decode_name(std::optional<OneVsAllDecode> decode);

// `exhaustive`, `random:N`, or empty for kAuto. Throws for anything else.
EcocCode parse_code(std::string_view code);
// The same back.
std::string code_name(const EcocCode& code);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_FLAT_REQUESTS_H_
