// One guard for all outputs of all verbs. What an option reads may stand within its value, as in
// `given:tree.json`, `votes:photos.csv?criterion=sharpness`, `train.csv,test.csv` or
// `python3 judge.py {a}`; so every part of every value is compared with every output, as files, by
// device and inode. Tests: outputs_test.
#include "cli/output_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "ect/error.h"

namespace ect::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = "output file";

struct OptionValue {
  std::string option;
  std::string value;
  bool takes_files;
};

bool is_output(const CLI::Option& option) {
  try {
    // CLI11's lookup is not const, and throws if there is no such validator.
    return const_cast<CLI::Option&>(option).get_validator(kMark) != nullptr;
  } catch (const CLI::OptionNotFound&) {
    return false;
  }
}

// Whether the option takes a file or a program. Other options take numbers, columns or names of
// methods, and name a file only behind a colon, as in `given:FILE`.
bool takes_files(const CLI::Option& option) {
  if (option.get_positional()) return true;
  const std::string type = option.get_type_name();
  for (const char* word : {"FILE", "MODEL", "JOURNAL", "JUDGE", "PROGRAM"}) {
    if (type.find(word) != std::string::npos) return true;
  }
  return false;
}

// The value from `first` on, and every part of it that may be a file name.
std::vector<std::string> files_in(const std::string& value, std::size_t first) {
  if (value == "-") return {"/dev/stdin"};
  constexpr std::string_view kMarks = ":?=,;& \t\r\n'\"";
  constexpr int kMaxParts = 8;  // a file name may contain separators itself
  std::vector<std::string> files = {value.substr(first)};
  for (std::size_t from = first; from < value.size(); ++from) {
    if (from > 0 && kMarks.find(value[from - 1]) == std::string_view::npos) continue;
    std::size_t to = from;
    for (int part = 0; part < kMaxParts && to != std::string::npos; ++part) {
      to = value.find_first_of(kMarks, to + 1);
      files.push_back(value.substr(from, to == std::string::npos ? to : to - from));
    }
  }
  return files;
}

// Whether writing `output` would overwrite a file named in `input`.
bool replaces(const std::string& output, const OptionValue& input) {
  std::error_code none;
  if (!fs::is_regular_file(output, none)) return false;  // nothing is there, or a pipe
  const std::size_t first = input.takes_files ? 0 : input.value.find(':');
  if (first == std::string::npos) return false;
  for (const std::string& file : files_in(input.value, first)) {
    if (fs::equivalent(file, output, none)) return true;
  }
  return false;
}

bool are_one(const std::string& a, const std::string& b) {
  std::error_code none;
  if (fs::exists(a, none)) return fs::is_regular_file(a, none) && fs::equivalent(a, b, none);
  return fs::weakly_canonical(a, none) == fs::weakly_canonical(b, none);
}

}  // namespace

CLI::Validator output_file() {
  return {[](const std::string& text) {
            return text.empty() || text == "-"
                       ? fmt::format("'{}' is not a file that can be written", text)
                       : std::string();
          },
          "", kMark};
}

void keep_outputs_apart(const CLI::App& verb) {
  std::vector<OptionValue> inputs;
  std::vector<OptionValue> outputs;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& value : option->results()) {
      (is_output(*option) ? outputs : inputs)
          .push_back({option->get_name(), value, takes_files(*option)});
    }
  }
  for (const OptionValue& output : outputs) {
    for (const OptionValue& input : inputs) {
      if (!replaces(output.value, input)) continue;
      throw Error::bad_argument(fmt::format("{}: {} would overwrite the input of {}", output.value,
                                            output.option, input.option));
    }
    for (const OptionValue& other : outputs) {
      if (&other == &output || !are_one(output.value, other.value)) continue;
      throw Error::bad_argument(fmt::format("{}: {} and {} must be different files", output.value,
                                            output.option, other.option));
    }
  }
}

}  // namespace ect::cli
