// Reads the data sets of `ect compare`, with options that may concern only some of them. Tests:
// compare_cli_test.
#include "cli/verbs/compare_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include "cli/files.h"
#include "data/features/types.h"
#include "data/formats/format_options.h"
#include "ect/error.h"
#include "util/text.h"

namespace ect::cli {
namespace {

using Names = std::set<std::string>;

// The name of the data set in reports: `letter` for letter-train.csv with letter-test.csv.
std::string shown_name(const DataArgument& argument) {
  if (argument.train == "-") return "standard input";
  std::string name = data::data_name(argument.train);
  for (const std::string_view part : {"-train", "_train", ".train"}) {
    const bool pair = !argument.test.empty() && name.size() > part.size();
    if (pair && name.ends_with(part)) name.resize(name.size() - part.size());
  }
  return name;
}

Names columns_of(const data::Layout& layout) {
  Names names;
  for (const data::TableColumn& column : layout.columns) names.insert(column.name);
  return names;
}

// The options for one file; with several files, options that only concern others are ignored.
data::LoadOptions options_for(const DataOptions& options, const data::Types& types,
                              const std::string& data, bool several) {
  if (!several) return load_options(options, data);
  DataOptions without_types = options;
  without_types.types.clear();
  data::LoadOptions load = load_options(without_types, data);
  load.table.of_several_files = true;
  if (const data::ColumnTypes* columns = types.of(data::data_name(data)))
    load.table.types = *columns;
  return load;
}

model::CompareData read_one(const DataArgument& argument, const data::LoadOptions& options,
                            std::istream& in, std::vector<std::string>& warnings) {
  const data::DataFile file(argument.train, in);
  model::CompareData result;
  result.name = shown_name(argument);
  result.layout = learn_layout(file, options, &warnings);
  const auto keep_warnings = [&](const data::Reader& reader) {
    for (std::string& warning : reader.warnings()) warnings.push_back(std::move(warning));
  };
  const std::unique_ptr<data::Reader> reader = open_reader(file, result.layout);
  result.data = read_dataset(*reader, file.name());
  keep_warnings(*reader);
  if (argument.test.empty()) return result;
  const std::unique_ptr<data::Reader> test = open_alike(argument.test, in, result.layout);
  const std::string name = util::input_name(argument.test);
  result.test = read_test_dataset(*test, name, result.data.label_names());
  keep_warnings(*test);
  std::uint64_t unknown = 0;
  for (std::size_t i = 0; i < result.test->size(); ++i) {
    unknown += result.test->label(i) == Dataset::kNoLabel ? 1 : 0;
  }
  if (unknown > 0) {
    warnings.push_back(
        fmt::format("{}: examples with a label that {} does not have: {}; they count as mistakes",
                    name, file.name(), unknown));
  }
  return result;
}

// Files of the same name in different folders get a number.
void tell_apart(std::vector<model::CompareData>& data) {
  std::map<std::string, int> seen;
  for (model::CompareData& one : data) {
    const int times = ++seen[one.name];
    if (times > 1) one.name += fmt::format(" ({})", times);
  }
}

// Options of a format must apply to at least one file.
void check_formats(const std::vector<model::CompareData>& data, const DataOptions& options) {
  DataOptions without_types = options;
  without_types.types.clear();
  std::vector<FileFormat> formats;
  formats.reserve(data.size());
  for (const model::CompareData& one : data) formats.push_back(one.layout.format);
  check_options(load_options(without_types, ""), formats, "the data");
}

// Columns named in options must exist in at least one file.
void check_columns(const std::vector<model::CompareData>& data, const DataOptions& options) {
  Names all;
  for (const model::CompareData& one : data) all.merge(columns_of(one.layout));
  for (const auto* named : {&options.ignore, &options.nominal}) {
    for (const std::string& column : *named) {
      if (!all.contains(column)) {
        throw Error::bad_argument(
            fmt::format("no data file has a column {}", util::quoted(column)));
      }
    }
  }
}

// Types may be given for more files than these; a column that is in none of them may be a typo.
void warn_of_types(const std::vector<DataArgument>& arguments,
                   const std::vector<model::CompareData>& data, const data::Types& types,
                   const std::string& file, std::vector<std::string>& warnings) {
  Names named;  // columns with a type
  Names there;  // columns in the data
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::string table = data::data_name(arguments[i].train);
    const data::ColumnTypes* columns = types.of(table);
    if (columns == nullptr) continue;
    const std::string prefix = types.several ? table + ": " : "";
    for (const auto& [column, kind] : *columns) named.insert(prefix + column);
    for (const std::string& column : columns_of(data[i].layout)) there.insert(prefix + column);
  }
  if (types.several && named.empty()) {
    throw Error(Error::Kind::kParse, fmt::format("{}: no types for any of the data files", file));
  }
  Names absent;
  std::set_difference(named.begin(), named.end(), there.begin(), there.end(),
                      std::inserter(absent, absent.end()));
  if (absent.empty()) return;
  warnings.push_back(fmt::format(
      "types are given for {} {} not in the data, the first {}", absent.size(),
      absent.size() == 1 ? "column that is" : "columns that are", util::quoted(*absent.begin())));
}

}  // namespace

DataArgument::DataArgument(const std::string& argument) : train(argument) {
  const std::size_t comma = argument.find(',');
  if (comma == std::string::npos || std::filesystem::exists(argument)) return;
  train = argument.substr(0, comma);
  test = argument.substr(comma + 1);
  if (train.empty() || test.empty() || test.find(',') != std::string::npos) {
    throw Error::bad_argument(
        fmt::format("{} is not a data file (expected FILE or TRAIN,TEST)", util::quoted(argument)));
  }
}

std::vector<model::CompareData> read_compare_data(const std::vector<DataArgument>& arguments,
                                                  const DataOptions& options, std::istream& in,
                                                  std::vector<std::string>& warnings) {
  const bool several = arguments.size() > 1;
  data::Types types;
  if (several && !options.types.empty()) {
    types = data::read_types(*util::open_file(options.types), options.types);
  }
  std::vector<model::CompareData> data;
  for (const DataArgument& argument : arguments) {
    const data::LoadOptions load = options_for(options, types, argument.train, several);
    data.push_back(read_one(argument, load, in, warnings));
  }
  if (several) {
    check_formats(data, options);
    check_columns(data, options);
    warn_of_types(arguments, data, types, options.types, warnings);
  }
  tell_apart(data);
  return data;
}

}  // namespace ect::cli
