// The options that say how data files are read. Tests: data_options_test, table_cli_test.
#include "cli/data_options.h"

#include <fmt/format.h>

#include "cli/help.h"
#include "data/features/types.h"
#include "ect/error.h"
#include "util/input.h"
#include "util/text.h"

namespace ect::cli {
namespace {

// Longer n-grams hardly ever occur twice, and each length adds one feature per position.
constexpr std::uint32_t kMaxGram = 32;
constexpr std::uint32_t kMaxBits = 30;
constexpr const char* kDataGroup = "Reading DATA";  // a group of its own in the help

// Columns separated by commas, in one argument: the next one may be the data file.
void add_columns(CLI::App& verb, const std::string& name, std::vector<std::string>& columns,
                 const std::string& help) {
  verb.add_option(name, columns, help)
      ->type_name("COL,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(kDataGroup);
}

std::pair<std::uint32_t, std::uint32_t> read_chars(const std::string& text) {
  if (text == "0") return {0, 0};
  const std::vector<std::string_view> parts = util::split(text, '-');
  const auto least = util::parse_number<std::uint32_t>(parts.front());
  const auto most = util::parse_number<std::uint32_t>(parts.back());
  const bool range =
      parts.size() == 2 && least && most && *least >= 1 && *least <= *most && *most <= kMaxGram;
  if (!range) {
    throw Error::bad_argument(fmt::format(
        "--chars: {} is not a range (expected MIN-MAX from 1-1 to {}-{}, such as 3-5, or 0)",
        util::quoted(text), kMaxGram, kMaxGram));
  }
  return {*least, *most};
}

}  // namespace

void add_data_options(CLI::App& verb, DataOptions& options) {
  verb.add_option("--format", options.format,
                  "svm, csv, arff, vw or text (default: by the file name extension, else by the "
                  "first line)")
      ->type_name("F")
      ->group(kDataGroup);
  verb.add_flag("--no-header", options.no_header,
                "csv: the first line is data; columns are named 1, 2, ... (--label 5)")
      ->group(kDataGroup);
  verb.add_option("--label", options.label,
                  "csv, arff: the label column (default: class, else the last)")
      ->type_name("COLUMN")
      ->group(kDataGroup);
  add_columns(verb, "--ignore", options.ignore, "csv, arff: columns to leave out");
  add_columns(verb, "--nominal", options.nominal,
              "csv, arff: columns whose numbers are categories");
  verb.add_option("--types", options.types,
                  "csv, arff: a JSON file of column types, {\"COLUMN\": \"num\" or \"nom\", ...}, "
                  "or one such object per data file, by its name without extension; columns that "
                  "are not in the data are ignored")
      ->type_name("FILE")
      ->group(kDataGroup);
  verb.add_option("--words", options.words,
                  "text: features are word n-grams of up to N words (default 2; 0: none)")
      ->type_name("N")
      ->check(whole_number(0, kMaxGram))
      ->group(kDataGroup);
  verb.add_option("--chars", options.chars,
                  "text: features are also n-grams of MIN to MAX characters (default: 1-4 for "
                  "short texts; 0: none)")
      ->type_name("MIN-MAX")
      ->group(kDataGroup);
  verb.add_option("--bits", options.bits,
                  "text, vw: features are hashed into 2^B buckets (default: text 30, vw 22)")
      ->type_name("B")
      ->check(whole_number(1, kMaxBits))
      ->group(kDataGroup);
}

data::LoadOptions load_options(const DataOptions& options, const std::string& data) {
  data::LoadOptions load;
  if (!options.format.empty()) load.format = data::parse_format(options.format);
  if (options.no_header) load.header = data::Header::kNo;
  load.table.label = options.label;
  load.table.ignore = options.ignore;
  if (!options.types.empty()) {
    const data::Types types = data::read_types(*util::open_file(options.types), options.types);
    const data::ColumnTypes* columns = types.of(data::data_name(data));
    if (columns == nullptr) {
      throw Error(Error::Kind::kParse,
                  fmt::format("{}: no types for the data file {}", options.types,
                              util::quoted(data::data_name(data))));
    }
    load.table.types = *columns;
  }
  for (const std::string& column : options.nominal) {
    load.table.kinds[column] = data::Declared::Kind::kNominal;
  }
  load.text.words = options.words;
  if (!options.chars.empty()) load.text.chars = read_chars(options.chars);
  if (load.text.words == 0U && load.text.chars && load.text.chars->second == 0) {
    throw Error::bad_argument("--words 0 --chars 0 leaves no features");
  }
  load.text.bits = options.bits;
  load.vw_bits = options.bits.value_or(load.vw_bits);
  return load;
}

}  // namespace ect::cli
