#ifndef ECT_DATA_LOAD_H_
#define ECT_DATA_LOAD_H_

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/formats/reader.h"
#include "data/formats/table.h"
#include "ect/dataset.h"
#include "ect/read.h"
#include "util/input.h"

namespace ect::data {

// `svm`, `csv`, `arff`, `vw` or `text`; throws for another name.
FileFormat parse_format(std::string_view name);
std::string_view format_name(FileFormat format);

// The format by the extension of the name, without .gz and .zst: svm, svmlight, libsvm, csv, arff,
// vw, tsv, txt. Nothing for other extensions.
std::optional<FileFormat> format_by_name(std::string_view file_name);
// The name of the data: that of the file without folder and extensions, `letter` for
// data/letter.csv.gz.
std::string data_name(std::string_view file_name);
// The format by the first line that is not empty.
FileFormat format_by_line(std::string_view first_line);

struct LoadOptions {
  std::optional<FileFormat> format;  // guessed if unset
  Header header = Header::kGuess;    // of csv
  TableOptions table;
  TextRequest text;
  std::uint32_t vw_bits = 22;
};

// A file that can be read from its beginning as often as needed. Standard input and pipes, which
// can be read only once, are held in memory.
class DataFile {
 public:
  DataFile(const std::string& path, std::istream& standard_input);
  // Bytes in memory, compressed or not, as if they were in the file `name`.
  DataFile(std::string name, std::shared_ptr<const std::string> bytes)
      : name_(std::move(name)), memory_(std::move(bytes)) {}

  const std::string& name() const { return name_; }
  std::unique_ptr<util::Input> open() const;
  Lines lines() const { return {open(), name_}; }

 private:
  std::string path_;
  std::string name_;
  std::shared_ptr<const std::string> memory_;  // the bytes as read, if they can be read only once
};

// How a file was read, so that another one can be read in the same way. Prediction needs it; models
// store it.
struct Layout {
  FileFormat format = FileFormat::kSvmlight;
  std::vector<TableColumn> columns;  // of csv and arff
  Header header = Header::kYes;      // of csv
  std::optional<char> separator;     // of csv; unset: found in the first line of the file
  TextOptions text;
  std::uint32_t vw_bits = 22;
};

// Whether rows have columns with names, as in csv and arff.
inline bool is_table(const Layout& layout) {
  return layout.format == FileFormat::kCsv || layout.format == FileFormat::kArff;
}

// The number of features that follows from the layout alone, so that every index is below it: the
// places of the hash, or the features of the table's columns. 0 for svmlight, where it depends on
// the data.
std::uint32_t features_of(const Layout& layout);

// The format by the options, else by name, else by the first line; but text whose first lines look
// like a table with tabs is csv. If that is uncertain, adds a line to `warnings`, which may be
// null.
FileFormat find_format(const DataFile& file, const LoadOptions& options,
                       std::vector<std::string>* warnings = nullptr);

// Determines how to read a file. Tables are read completely to determine their columns (`warnings`
// as in learn_columns()), texts to choose their n-grams. Throws ect::Error for options that do not
// apply to the format, unless options.table.of_several_files.
Layout learn_layout(const DataFile& file, const LoadOptions& options,
                    std::vector<std::string>* warnings = nullptr);

// A reader of the examples.
std::unique_ptr<Reader> open_reader(Lines lines, const Layout& layout);
std::unique_ptr<Reader> open_reader(const DataFile& file, const Layout& layout);

}  // namespace ect::data

#endif  // ECT_DATA_LOAD_H_
