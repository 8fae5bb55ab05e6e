// The command line as an HTML report of `ect compare` prints it: files and programs without their
// folders. Tests: compare_cli_test.
#include "cli/verbs/compare_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "ect/error.h"
#include "util/shell_words.h"
#include "util/text.h"

namespace ect::cli {
namespace {

// `b.csv` for `a/b.csv`; a prefix up to the mark, as in `given:a/b.txt`, is kept.
std::string without_folder(const std::string& word, char mark = '\0') {
  const std::size_t at = mark == '\0' ? std::string::npos : word.find(mark);
  const std::size_t begin = at == std::string::npos || word.find('/') < at ? 0 : at + 1;
  const std::filesystem::path path = word.substr(begin);
  const std::filesystem::path file = path.has_filename() ? path : path.parent_path();
  return word.substr(0, begin) + file.filename().string();
}

// `b.csv,c.csv` for `a/b.csv,a/c.csv`.
std::string without_folders(const std::string& argument) {
  std::string result;
  for (const std::string_view file : util::split(argument, ',')) {
    result += (result.empty() ? "" : ",") + without_folder(std::string(file));
  }
  return result;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

ShownCommand::ShownCommand(const std::vector<std::string>& learners) {
  std::vector<std::pair<std::string, std::string>> paths;
  for (const std::string& learner : learners) {
    const std::size_t colon = learner.find(':');
    if (colon == std::string::npos || learner.find('/') == std::string::npos) continue;
    const std::string program = learner.substr(colon + 1);
    std::string shown = learner.substr(0, colon);
    try {
      char mark = ':';
      for (const std::string& word : util::shell_words(program)) {
        const std::string short_word = without_folder(word, '=');
        shown += mark + util::shell_quoted(short_word);
        mark = ' ';
        if (word != short_word) paths.emplace_back(word, short_word);
      }
    } catch (const Error&) {
      // Not a valid command; training will report it.
    }
    shown_.emplace_back(learner, shown);
  }
  // Longer texts are replaced first, as they may contain shorter ones.
  const auto longer = [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); };
  std::stable_sort(shown_.begin(), shown_.end(), longer);
  std::stable_sort(paths.begin(), paths.end(), longer);
  shown_.insert(shown_.end(), paths.begin(), paths.end());
}

std::string ShownCommand::shown(std::string text) const {
  for (const auto& [typed, shorter] : shown_) replace_all(text, typed, shorter);
  return text;
}

std::string ShownCommand::line(const CLI::App& verb) const {
  std::string line = "ect compare";
  const std::set<std::string> left_out{"--html", "--threads", "--json", "--quiet"};
  const std::set<std::string> files{"DATA", "--test", "--types"};
  for (const CLI::Option* option : verb.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || left_out.contains(name)) continue;
    const bool data = option->get_positional();
    if (!data) line += ' ' + name;
    if (option->get_type_size() == 0) continue;
    std::string values;
    for (const std::string& value : option->results()) {
      const std::string word = files.contains(name)  ? without_folders(value)
                               : name == "--seeding" ? without_folder(value, ':')
                                                     : shown(value);
      if (data) {
        line += ' ' + util::shell_quoted(word);
      } else {
        values += (values.empty() ? "" : ",") + word;
      }
    }
    if (!data) line += ' ' + util::shell_quoted(values);
  }
  return line;
}

model::Comparison ShownCommand::of(model::Comparison comparison) const {
  std::map<std::string, std::vector<std::string>> typed;  // by the shortened name
  for (model::Method& method : comparison.methods) {
    const std::string learner = shown(method.learner);
    std::vector<std::string>& alike = typed[learner];
    auto at = std::find(alike.begin(), alike.end(), method.learner);
    if (at == alike.end()) at = alike.insert(at, method.learner);
    const auto number = at - alike.begin() + 1;
    method.learner = number == 1 ? learner : fmt::format("{} ({})", learner, number);
  }
  for (model::ComparedData& data : comparison.data) {
    for (model::Score& score : data.scores) score.failure = shown(score.failure);
  }
  return comparison;
}

}  // namespace ect::cli
