// Refuses options that do not apply to the format of the data, such as --words with csv.
// Tests: data_options_test, learn_errors_test.
#include "data/formats/format_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include "ect/error.h"

namespace ect::data {
namespace {

constexpr unsigned bit(FileFormat format) { return 1U << static_cast<unsigned>(format); }

constexpr unsigned kTables = bit(FileFormat::kCsv) | bit(FileFormat::kArff);
constexpr unsigned kHashed = bit(FileFormat::kText) | bit(FileFormat::kVw);

struct FormatOption {
  std::string_view name;
  unsigned formats;  // that it applies to
  bool (*given)(const LoadOptions& options);
};

constexpr std::array<FormatOption, 8> kOptions = {
    {{"--no-header", bit(FileFormat::kCsv),
      [](const LoadOptions& options) { return options.header == Header::kNo; }},
     {"--label", kTables, [](const LoadOptions& options) { return !options.table.label.empty(); }},
     {"--ignore", kTables,
      [](const LoadOptions& options) { return !options.table.ignore.empty(); }},
     {"--nominal", kTables,
      [](const LoadOptions& options) { return !options.table.kinds.empty(); }},
     {"--types", kTables, [](const LoadOptions& options) { return !options.table.types.empty(); }},
     {"--words", bit(FileFormat::kText),
      [](const LoadOptions& options) { return options.text.words.has_value(); }},
     {"--chars", bit(FileFormat::kText),
      [](const LoadOptions& options) { return options.text.chars.has_value(); }},
     {"--bits", kHashed,
      [](const LoadOptions& options) { return options.text.bits.has_value(); }}}};

std::string names_of(unsigned formats) {
  std::string names;
  for (const FileFormat format : {FileFormat::kSvmlight, FileFormat::kCsv, FileFormat::kArff,
                                  FileFormat::kVw, FileFormat::kText}) {
    if ((formats & bit(format)) == 0) continue;
    names += fmt::format("{}{}", names.empty() ? "" : " and ", format_name(format));
  }
  return names;
}

}  // namespace

void check_options(const LoadOptions& options, std::span<const FileFormat> formats,
                   const std::string& name) {
  unsigned read = 0;
  for (const FileFormat format : formats) read |= bit(format);
  for (const FormatOption& option : kOptions) {
    if ((option.formats & read) != 0 || !option.given(options)) continue;
    throw Error::bad_argument(
        fmt::format("{} applies only to {}, but {} is read as {} (--format F reads it as F)",
                    option.name, names_of(option.formats), name, names_of(read)));
  }
}

}  // namespace ect::data
