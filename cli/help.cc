// Layout of the help texts, number checks, and options that several verbs share. Tests: cli_test.
#include "cli/help.h"

#include <fmt/format.h>

#include <cstdint>

#include "util/text.h"

namespace ect::cli {
namespace {

constexpr std::size_t kHelpWidth = 80;
constexpr std::size_t kIndent = 24;

// `name` in the first column, the words of `description` wrapped in the second.
std::string entry(const std::string& name, std::string_view description) {
  std::string text;
  std::string line = "  " + name;
  if (line.size() + 2 > kIndent) {
    text = line + '\n';
    line.clear();
  }
  line.resize(kIndent, ' ');
  bool first = true;
  for (const std::string_view word : util::split(description, ' ')) {
    if (!first && line.size() + 1 + word.size() > kHelpWidth) {
      text += line + '\n';
      line.assign(kIndent, ' ');
      first = true;
    }
    if (!first) line += ' ';
    line += word;
    first = false;
  }
  return text + line + '\n';
}

bool is_digits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string name = option->get_name(is_positional, true);
  if (!is_positional && option->get_type_size() != 0) name += ' ' + option->get_type_name();
  return entry(name, option->get_description());
}

std::string HelpFormatter::make_subcommand(const CLI::App* subcommand) const {
  return entry(subcommand->get_name(), subcommand->get_description());
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return {[least, most](const std::string& text) {
            const auto number = util::parse_number<std::uint64_t>(text);
            if (number && *number >= least && *number <= most) return std::string();
            const bool is_too_large = !number && is_digits(text);
            std::string what = fmt::format("'{}' is not a whole number from {}", text, least);
            if (most < std::numeric_limits<std::uint64_t>::max() || is_too_large) {
              what += fmt::format(" to {}", most);
            }
            return what;
          },
          ""};
}

CLI::Validator real_number(double least, double most) {
  return {[least, most](const std::string& text) {
            const auto number = util::parse_number<double>(text);
            if (number && *number >= least && *number <= most) return std::string();
            return fmt::format("'{}' is not a number from {} to {}", text, least, most);
          },
          ""};
}

void add_threads(CLI::App& verb, unsigned& threads) {
  verb.add_option("--threads", threads,
                  "Threads (default: all cores); the result does not depend on their number")
      ->type_name("N")
      ->check(whole_number(1, kMaxThreads));
}

void add_quiet(CLI::App& verb) {
  verb.add_flag_function(
      "--quiet", [](std::int64_t) {}, "No progress on the terminal");
}

}  // namespace ect::cli
