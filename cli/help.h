#ifndef ECT_CLI_HELP_H_
#define ECT_CLI_HELP_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>

namespace ect::cli {

// Wraps help texts at 80 columns.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(24); }

 private:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* subcommand) const override;
};

// Validators: a whole number (CLI11 itself reads -1 as 2^64 - 1), or a finite number, from `least`
// to `most`. The message names the range.
CLI::Validator whole_number(std::uint64_t least,
                            std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
CLI::Validator real_number(double least, double most);

inline constexpr unsigned kMaxThreads = 4096;

// --threads for verbs whose result does not depend on it.
void add_threads(CLI::App& verb, unsigned& threads);

// --quiet for verbs that show no progress: all verbs accept it, so that scripts can always pass it.
void add_quiet(CLI::App& verb);

}  // namespace ect::cli

#endif  // ECT_CLI_HELP_H_
