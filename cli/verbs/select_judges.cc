// Parses the judges of `ect select` and names them in reports. Tests: select_judges_test,
// select_cli_test.
#include "cli/verbs/select_judges.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "ect/error.h"
#include "util/shell_words.h"
#include "util/text.h"

namespace ect::cli {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name_character(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

// Searches PATH, as a shell and spawn() do.
bool can_be_started(const std::string& program) {
  if (program.find('/') != std::string::npos) return ::access(program.c_str(), X_OK) == 0;
  const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe)
  const std::string folders = path == nullptr ? "/bin:/usr/bin" : path;
  for (const std::string_view folder : util::split(folders, ':')) {
    const std::string file = fmt::format("{}/{}", folder.empty() ? "." : folder, program);
    if (::access(file.c_str(), X_OK) == 0) return true;
  }
  return false;
}

}  // namespace

JudgeOption parse_judge(const std::string& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_name_character);
  if (text.empty() || !is_letter(text.front()) || end == text.end() || *end != '=') {
    return {"", text};
  }
  return {std::string(text.begin(), end), std::string(end + 1, text.end())};
}

void check_named_program(const JudgeOption& judge) {
  const std::vector<std::string> words = util::shell_words(judge.command);
  if (judge.name.empty() || (!words.empty() && can_be_started(words[0]))) return;
  throw Error::bad_argument(
      fmt::format("the judge named {} has no program {} that can be started (in {}=PROGRAM the "
                  "first part is the judge's name; set environment variables by 'env A=1 PROGRAM')",
                  judge.name, util::quoted(words.empty() ? "" : words[0]), judge.name));
}

std::vector<std::string> short_names(const std::vector<std::string>& commands) {
  std::vector<std::string> result;
  for (const std::string& command : commands) {
    const std::vector<std::string> words = util::shell_words(command);
    const auto without_folder = [](const std::string& word) {
      return word.substr(word.rfind('/') + 1);
    };
    std::string name = words.empty() ? command : without_folder(words[0]);
    if (words.size() > 1 && !words[1].empty() && words[1][0] != '-' && words[1][0] != '{') {
      name = fmt::format("{} {}", name, without_folder(words[1]));
    }
    const auto same = std::count_if(result.begin(), result.end(), [&](const std::string& other) {
      return other == name || other.starts_with(name + " #");
    });
    result.push_back(same == 0 ? name : fmt::format("{} #{}", name, same + 1));
  }
  return result;
}

}  // namespace ect::cli
