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

// By the name's ending, .gz and .zst left aside: svm, svmlight, libsvm, csv, arff, vw, tsv, txt.
std::optional<FileFormat> format_by_name(std::string_view file_name);
// The file without its folder and endings, what people call the data: `letter` for
// data/letter.csv.gz.
std::string data_name(std::string_view file_name);
// By the first line that is not empty.
FileFormat format_by_line(std::string_view first_line);

struct LoadOptions {
  std::optional<FileFormat> format;  // guessed if not said
  Header header = Header::kGuess;    // of csv
  TableOptions table;
  TextWish text;
  std::uint32_t vw_bits = 22;
};

// A file that can be read from its beginning as often as needed. Standard input and pipes, which
// come but once, are kept in memory.
class DataFile {
 public:
  DataFile(const std::string& path, std::istream& standard_input);
  // Bytes in memory, packed or not, as if they were in the file `name`.
  DataFile(std::string name, std::shared_ptr<const std::string> bytes)
      : name_(std::move(name)), memory_(std::move(bytes)) {}

  const std::string& name() const { return name_; }
  std::unique_ptr<util::Input> open() const;
  Lines lines() const { return {open(), name_}; }

 private:
  std::string path_;
  std::string name_;
  std::shared_ptr<const std::string> memory_;  // of what comes but once, packed as it came
};

// How a file was read, so that another one can be read alike: what prediction needs of the data.
struct Layout {
  FileFormat format = FileFormat::kSvmlight;
  std::vector<TableColumn> columns;  // of csv and arff
  Header header = Header::kYes;      // of csv
  std::optional<char> separator;     // of csv; none: a comma, or as the first line of a file has it
  TextOptions text;
  std::uint32_t vw_bits = 22;
};

// Whether rows have columns with names, as in csv and arff.
inline bool is_table(const Layout& layout) {
  return layout.format == FileFormat::kCsv || layout.format == FileFormat::kArff;
}

// How many places for features the layout alone promises, so that every index is below: those of
// the hash, or of the table's columns. 0 for svmlight, which has as many as the data names.
std::uint32_t features_of(const Layout& layout);

// As the options say, else by name, else by the first line; but text whose first lines are those of
// a table with tabs is csv. `warnings`, where given, gets a line where that is in doubt.
FileFormat find_format(const DataFile& file, const LoadOptions& options,
                       std::vector<std::string>* warnings = nullptr);

// Finds out how to read a file. Reads tables through, to learn their columns, `warnings` as there;
// and text, to learn which n-grams suit it. Throws for options that mean nothing for its format,
// unless they may be of other files.
Layout learn_layout(const DataFile& file, const LoadOptions& options,
                    std::vector<std::string>* warnings = nullptr);

// The examples of `lines`, one after the other as they come.
std::unique_ptr<Reader> open_reader(Lines lines, const Layout& layout);
std::unique_ptr<Reader> open_reader(const DataFile& file, const Layout& layout);

}  // namespace ect::data

#endif  // ECT_DATA_LOAD_H_
