#ifndef ECT_CLI_HELP_H_
#define ECT_CLI_HELP_H_

#include <CLI/CLI.hpp>
#include <string>

namespace ect::cli {

// Help texts that fit 80 columns.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(24); }

 private:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* subcommand) const override;
};

// A check for options: a whole number from `least` on (CLI11 itself reads -1 as 2^64 - 1).
CLI::Validator whole_number(std::uint64_t least);

// --threads for verbs whose result does not depend on it.
void add_threads(CLI::App& verb, unsigned& threads);

// --quiet for verbs that show no progress: it is accepted everywhere, so that scripts can pass it.
void add_quiet(CLI::App& verb);

}  // namespace ect::cli

#endif  // ECT_CLI_HELP_H_
