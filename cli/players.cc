// Reads the PLAYERS argument of bracket and bounds: a number, or a file of names. Tests: cli_test.
#include "cli/players.h"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <optional>
#include <unordered_map>

#include "ect/count.h"
#include "ect/error.h"
#include "util/input.h"
#include "util/text.h"

namespace ect::cli {
namespace {

bool looks_like_a_number(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  return !digits.empty() && digits.find_first_not_of("0123456789^") == std::string_view::npos;
}

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
  const std::size_t caret = text.find('^');
  const auto base = util::parse_number<std::uint64_t>(text.substr(0, caret));
  if (caret == std::string_view::npos || !base) return base;
  const auto exponent = util::parse_number<unsigned>(text.substr(caret + 1));
  if (!exponent || *exponent > 62) return std::nullopt;
  std::uint64_t power = 1;
  for (unsigned i = 0; i < *exponent; ++i) {
    if (*base > 0 && power > kMaxCountedPlayers / *base) return std::nullopt;
    power *= *base;
  }
  return power;
}

Players::Players(const std::string& argument, std::istream& in) {
  if (looks_like_a_number(argument)) {
    const std::optional<std::uint64_t> count = parse_count(argument);
    if (!count || *count == 0 || *count > kMaxCountedPlayers) {
      throw Error::bad_argument(fmt::format(
          "players: {} is out of range (expected 1 to 2^62, or a file of names)", argument));
    }
    count_ = *count;
  } else {
    read_names(util::input_name(argument), read_all(*util::open_input(argument, in)));
  }
}

void Players::read_names(const std::string& file, const std::string& text) {
  std::unordered_map<std::string_view, std::uint64_t> line_of;
  std::string_view rest = text;
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);  // a byte order mark
  std::uint64_t number = 0;
  for (std::string_view line : util::split(rest, '\n')) {
    ++number;
    line = util::trimmed(line);
    if (line.empty()) continue;
    if (util::has_control_character(line) || !util::is_utf8(line)) {
      throw Error::parse(file, number,
                         "a name is not valid text (expected UTF-8, one name per line)");
    }
    const auto [known, added] = line_of.try_emplace(line, number);
    if (!added) {
      throw Error::parse(
          file, number, fmt::format("duplicate name '{}' (first in line {})", line, known->second));
    }
    names_.emplace_back(line);
  }
  if (names_.empty()) throw Error::parse(file, number, "no names (expected one name per line)");
  count_ = names_.size();
}

std::vector<std::string> Players::names() const {
  if (!names_.empty()) return names_;
  std::vector<std::string> numbers;
  numbers.reserve(count_);
  for (std::uint64_t i = 1; i <= count_; ++i) numbers.push_back(fmt::format("{}", i));
  return numbers;
}

}  // namespace ect::cli
