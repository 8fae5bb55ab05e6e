#ifndef ECT_DATA_NUMBER_H_
#define ECT_DATA_NUMBER_H_

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace ect::data {

// Reads a number at `at`, moves `at` to its end and returns whether there was one. The value is the
// float nearest to the double that strtod would return. Most numbers in data files are short: up to
// 19 digits and a small power of ten take one exact operation on doubles; all others, including nan
// and inf, go to std::from_chars.
inline bool read_number(const char*& at, const char* end, float& value) {
  constexpr std::array<double, 23> kPowers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const char* p = at;
  const bool signed_number = p != end && (*p == '-' || *p == '+');
  const bool negative = signed_number && *p == '-';
  if (signed_number) ++p;
  const char* first = p;
  std::uint64_t digits = 0;
  for (; p != end && *p >= '0' && *p <= '9'; ++p)
    digits = 10 * digits + static_cast<unsigned>(*p - '0');
  auto count = p - first;
  std::ptrdiff_t fraction = 0;
  if (p != end && *p == '.') {
    const char* point = ++p;
    for (; p != end && *p >= '0' && *p <= '9'; ++p)
      digits = 10 * digits + static_cast<unsigned>(*p - '0');
    fraction = p - point;
    count += fraction;
  }
  const bool simple = count > 0 && count < 20 && digits <= (std::uint64_t{1} << 53) &&
                      fraction < 23 && (p == end || (*p != 'e' && *p != 'E'));
  if (simple) {
    const double magnitude =
        static_cast<double>(digits) / kPowers[static_cast<std::size_t>(fraction)];
    value = static_cast<float>(negative ? -magnitude : magnitude);
    at = p;
    return true;
  }
  // from_chars does not accept a plus sign, and there must be only one sign.
  if (signed_number && first != end && (*first == '-' || *first == '+')) return false;
  double parsed = 0;
  const auto [stop, error] = std::from_chars(first, end, parsed);
  if (error == std::errc::result_out_of_range) {
    parsed = std::strtod(std::string(first, stop).c_str(), nullptr);  // 0 or infinite
  } else if (error != std::errc()) {
    return false;
  }
  if (negative) parsed = -parsed;
  value = static_cast<float>(parsed);
  at = stop;
  return true;
}

// The whole text as a number.
inline bool is_number(std::string_view text, float& value) {
  const char* at = text.data();
  const char* end = at + text.size();
  return read_number(at, end, value) && at == end;
}

// Whether the text is a usual marker of a missing number: nan with or without a sign, or one of
// these.
inline bool is_missing_number(std::string_view text) {
  constexpr std::array<std::string_view, 9> kMissing = {"NA",   "N/A",  "n/a",  "#N/A", "#NA",
                                                        "<NA>", "NULL", "null", "None"};
  if (text.empty()) return false;
  const char last = text.back();
  if ((last >= '0' && last <= '9') || last == '.') return false;  // fast path for numbers
  for (const std::string_view missing : kMissing) {
    if (text == missing) return true;
  }
  float value = 0;
  return is_number(text, value) && std::isnan(value);
}

}  // namespace ect::data

#endif  // ECT_DATA_NUMBER_H_
