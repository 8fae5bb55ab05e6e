#include "cli/players.h"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "ect/count.h"
#include "ect/error.h"
#include "util/file.h"
#include "util/text.h"

namespace ect::cli {
namespace {

bool looks_like_a_number(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  return !digits.empty() && digits.find_first_not_of("0123456789^") == std::string_view::npos;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, '^');
  if (parts.size() == 1) return parse_number<std::uint64_t>(text);
  const auto base = parse_number<std::uint64_t>(parts[0]);
  const auto exponent = parse_number<unsigned>(parts[1]);
  if (parts.size() != 2 || !base || !exponent) return std::nullopt;
  std::uint64_t power = 1;
  for (unsigned i = 0; i<*exponent&& * base> 1; ++i) {
    if (power > kMaxCountedPlayers / *base) return std::nullopt;
    power *= *base;
  }
  return *exponent > 0 ? (*base > 1 ? power : *base) : 1;
}

}  // namespace

Players::Players(const std::string& argument, std::istream& in) {
  if (argument == "-") {
    read_names("standard input", {std::istreambuf_iterator<char>(in), {}});
  } else if (looks_like_a_number(argument)) {
    const std::optional<std::uint64_t> count = parse_count(argument);
    if (!count || *count == 0 || *count > kMaxCountedPlayers) {
      throw Error::bad_argument(fmt::format(
          "players: {} is out of range (expected 1 to 2^62, or a file of names)", argument));
    }
    count_ = *count;
  } else {
    read_names(argument, read_file(argument));
  }
}

void Players::read_names(const std::string& file, const std::string& text) {
  std::unordered_map<std::string_view, std::uint64_t> line_of;
  std::string_view rest = text;
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);  // a byte order mark
  std::uint64_t number = 0;
  for (std::string_view line : split(rest, '\n')) {
    ++number;
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) continue;
    line = line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
    if (std::any_of(line.begin(), line.end(),
                    [](char c) { return c >= 0 && c < ' ' && c != '\t'; })) {
      throw Error::parse(file, number, "a name with control characters (expected a text file)");
    }
    const auto [known, added] = line_of.try_emplace(line, number);
    if (!added) {
      throw Error::parse(file, number,
                         fmt::format("'{}' stands in line {} already", line, known->second));
    }
    names_.emplace_back(line);
  }
  if (names_.empty()) throw Error::parse(file, number, "no names (expected a name a line)");
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
