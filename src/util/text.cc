// Text helpers: UTF-8 decoding and validation, and quoting for messages. Tests: text_test.
#include "util/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "util/terminal_text.h"

namespace ect::util {
namespace {

// The length in bytes of a code point with this first byte; 0 if there is none.
std::size_t length_of(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

}  // namespace

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; });
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kMaxBytes = 40;
  if (text.size() <= kMaxBytes) return fmt::format("'{}'", printable_line(text));
  std::size_t cut = kMaxBytes;
  // A cut must not split a code point. In bytes that are not UTF-8 it may be impossible to tell.
  while (cut > kMaxBytes - 4 && !starts_code_point(text[cut])) --cut;
  return fmt::format("'{}...'", printable_line(text.substr(0, cut)));
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = length_of(lead);
    if (length == 0 || i + length > text.size()) return false;
    std::uint32_t point = length == 1 ? lead : lead & (0x7fU >> length);
    for (std::size_t j = 1; j < length; ++j) {
      const auto byte = static_cast<unsigned char>(text[i + j]);
      if ((byte & 0xc0) != 0x80) return false;
      point = point << 6 | (byte & 0x3fU);
    }
    const std::uint32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0;
    const bool surrogate = point >= 0xd800 && point < 0xe000;
    if (point < least || point > 0x10ffff || surrogate) return false;
    i += length;
  }
  return true;
}

CodePoint first_code_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t bytes = length_of(lead);
  if (bytes == 0 || bytes > text.size() || !is_utf8(text.substr(0, bytes))) return {lead, 1, false};
  char32_t point = bytes == 1 ? lead : lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
  }
  return {point, bytes, true};
}

}  // namespace ect::util
