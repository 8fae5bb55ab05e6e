// Reads data files for the public interface: ReadOptions become LoadOptions, and the data set
// remembers how it was read. Tests of the steps: load_test, table_test.
#include "ect/read.h"

#include <iostream>
#include <memory>

#include "data/formats/reader.h"
#include "data/load.h"

namespace ect {
namespace {

data::LoadOptions load_options(const ReadOptions& options) {
  data::LoadOptions load;
  load.format = options.format;
  load.table.label = options.label;
  load.table.ignore = options.ignore;
  for (const auto& [column, type] : options.types) {
    load.table.kinds[column] = type == ColumnType::kNominal ? data::Declared::Kind::kNominal
                                                            : data::Declared::Kind::kNumeric;
  }
  load.text.words = options.words;
  load.text.chars = options.chars;
  return load;
}

Dataset read(const data::DataFile& file, const ReadOptions& options) {
  std::vector<std::string> warnings;
  auto layout = std::make_shared<const data::Layout>(
      data::learn_layout(file, load_options(options), &warnings));
  const std::unique_ptr<data::Reader> reader = data::open_reader(file, *layout);
  Dataset data = data::read_dataset(*reader, file.name(), options.threads);
  const std::vector<std::string> odd = reader->warnings();
  warnings.insert(warnings.end(), odd.begin(), odd.end());
  data.set_origin(std::move(layout), file.name(), std::move(warnings));
  return data;
}

}  // namespace

Dataset read_dataset(const std::string& path, const ReadOptions& options) {
  return read(data::DataFile(path, std::cin), options);
}

Dataset parse_dataset(std::string text, const std::string& name, const ReadOptions& options) {
  return read(data::DataFile(name, std::make_shared<const std::string>(std::move(text))), options);
}

}  // namespace ect
