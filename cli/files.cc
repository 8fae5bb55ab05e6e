// Opens data in the format that a model was trained on. Tests: predict_test, outputs_test.
#include "cli/files.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "ect/error.h"
#include "util/file.h"

namespace ect::cli {
namespace {

namespace fs = std::filesystem;

// The format by the file's first line; none for an empty file and for a pipe, which can be read
// only once.
std::optional<FileFormat> format_by_content(const std::string& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return std::nullopt;
  data::Lines lines(util::open_file(path), path);
  std::string_view line;
  while (lines.next(line)) {
    if (line.find_first_not_of(" \t") != std::string_view::npos) return data::format_by_line(line);
  }
  return std::nullopt;
}

}  // namespace

std::unique_ptr<data::Reader> open_alike(const std::string& path, std::istream& in,
                                         const data::Layout& layout,
                                         std::optional<FileFormat> format) {
  if (format && *format != layout.format) {
    throw Error::bad_argument(fmt::format("--format {}: the model was trained on {}",
                                          data::format_name(*format),
                                          data::format_name(layout.format)));
  }
  data::Lines lines(util::open_input(path, in), util::input_name(path));
  if (format) return open_reader(std::move(lines), layout);
  const std::optional<FileFormat> named = data::format_by_name(path);
  const bool tabs =
      layout.format == FileFormat::kCsv && layout.separator == '\t';  // .tsv may be a table or text
  if (named && !(tabs && *named == FileFormat::kText) && *named != layout.format &&
      format_by_content(path).value_or(*named) == *named) {
    throw lines.whole_error(
        fmt::format("the format is {} (expected {}, which the model was trained on)",
                    data::format_name(*named), data::format_name(layout.format)));
  }
  return open_reader(std::move(lines), layout);
}

void add_alike_format(CLI::App& verb, std::optional<FileFormat>& format) {
  verb.add_option_function<std::string>(
          "--format", [&format](const std::string& name) { format = data::parse_format(name); },
          "svm, csv, arff, vw or text: the format of DATA if its name suggests another; must be "
          "the format of the training data")
      ->type_name("F");
}

void check_writable(const std::string& path) {
  std::error_code none;
  // Opening and closing a pipe would look like an end of file to its reader.
  if (!fs::is_fifo(path, none)) util::FileWriter writer(path);
}

}  // namespace ect::cli
