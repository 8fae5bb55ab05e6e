#ifndef ECT_CLI_PLAYERS_H_
#define ECT_CLI_PLAYERS_H_

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ect::cli {

// A number of players, also as 2^20; nothing for other text and for powers beyond 2^62.
std::optional<std::uint64_t> parse_count(std::string_view text);

// The PLAYERS argument: a number, or a file of names, one per line ('-': `in`), which may be
// compressed by gzip or zstd.
class Players {
 public:
  // Throws for a number out of range, an unreadable file, a duplicate name or no name.
  Players(const std::string& argument, std::istream& in);

  std::uint64_t count() const { return count_; }
  // For a number: "1", "2", ...
  std::vector<std::string> names() const;

 private:
  void read_names(const std::string& file, const std::string& text);

  std::uint64_t count_ = 0;
  std::vector<std::string> names_;  // empty for a number
};

}  // namespace ect::cli

#endif  // ECT_CLI_PLAYERS_H_
