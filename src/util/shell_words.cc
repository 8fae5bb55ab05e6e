// Splits a command line into words by the quoting rules of a shell, and quotes words, without
// running a shell. Cost: linear. Tests: process_judge_test, child_process_test.
#include "util/shell_words.h"

#include <optional>

#include "ect/error.h"
#include "util/text.h"

namespace ect::util {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The content of the quotes that open at `at`, which moves to after the closing quote.
std::string in_quotes(std::string_view line, std::size_t& at) {
  const char quote = line[at++];
  std::string text;
  for (; at < line.size(); ++at) {
    if (line[at] == quote) {
      ++at;
      return text;
    }
    const bool escapes = quote == '"' && line[at] == '\\' && at + 1 < line.size() &&
                         std::string_view("\"\\$`").find(line[at + 1]) != std::string_view::npos;
    if (escapes) ++at;
    text += line[at];
  }
  throw Error::bad_argument("a quote is not closed in " + quoted(line));
}

}  // namespace

std::vector<std::string> shell_words(std::string_view line) {
  if (line.find('\0') != std::string_view::npos) {
    throw Error::bad_argument("there is a zero byte in " + quoted(line));
  }
  std::vector<std::string> words;
  std::optional<std::string> word;  // an empty word if there were only quotes
  for (std::size_t at = 0; at < line.size();) {
    const char c = line[at];
    if (is_blank(c)) {
      if (word) words.push_back(*word);
      word.reset();
      ++at;
      continue;
    }
    if (!word) word.emplace();
    if (c == '\'' || c == '"') {
      *word += in_quotes(line, at);
    } else if (c == '\\') {
      if (at + 1 == line.size()) {
        throw Error::bad_argument("a backslash stands at the end of " + quoted(line));
      }
      *word += line[at + 1];
      at += 2;
    } else {
      *word += c;
      ++at;
    }
  }
  if (word) words.push_back(*word);
  return words;
}

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += R"('\'')";
    } else {
      quoted += c;
    }
  }
  return quoted + '\'';
}

}  // namespace ect::util
