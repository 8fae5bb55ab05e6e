#ifndef ECT_READ_H_
#define ECT_READ_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ect/dataset.h"
#include "ect/export.h"

namespace ect {

// Formats of data files (docs/reference/formats.md).
enum class FileFormat : std::uint8_t { kSvmlight, kCsv, kArff, kVw, kText };

enum class ColumnType : std::uint8_t { kNumeric, kNominal };

// How to read a file. Nothing needs to be set.
struct ReadOptions {
  std::optional<FileFormat> format;  // unset: by the file's name, else by its content
  // For csv and arff:
  std::string label;                        // the label's column; empty: `class`, else the last
  std::vector<std::string> ignore;          // columns that are no features
  std::map<std::string, ColumnType> types;  // of columns; others are told by their values
  // For text:
  std::optional<std::uint32_t>
      words;  // n-grams of up to so many words; 0: none; unset: by the data
  // n-grams of so many to so many characters; 0, 0: none; unset: by the data.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> chars;
  unsigned threads = 0;  // 0: all cores. The data set does not depend on it.
};

// Reads a file of examples to train on; .gz and .zst are unpacked. The data set remembers how it
// was read, and so does a model that is trained on it. Throws ect::Error: kInputOutput for a file
// that cannot be read, kParse with file and line for one that is damaged, has an example without a
// label or fewer than two classes, kBadArgument for options that do not suit the format.
ECT_EXPORT Dataset read_dataset(const std::string& path, const ReadOptions& options = {});
// The same from the text of such a file; `name` stands for it in errors and tells its format.
ECT_EXPORT Dataset parse_dataset(std::string text, const std::string& name,
                                 const ReadOptions& options = {});

}  // namespace ect

#endif  // ECT_READ_H_
