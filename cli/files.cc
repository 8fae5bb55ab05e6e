#include "cli/files.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "ect/error.h"
#include "util/file.h"

namespace ect::cli {
namespace {

namespace fs = std::filesystem;

// By what stands in it; nothing for an empty file and for a pipe, which can be read but once.
std::optional<FileFormat> format_by_content(const std::string& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return std::nullopt;
  Lines lines(open_file(path), path);
  std::string_view line;
  while (lines.next(line)) {
    if (line.find_first_not_of(" \t") != std::string_view::npos) return format_by_line(line);
  }
  return std::nullopt;
}

}  // namespace

std::unique_ptr<Reader> open_alike(const std::string& path, std::istream& in,
                                   const Layout& layout) {
  Lines lines(open_input(path, in), input_name(path));
  const std::optional<FileFormat> named = format_by_name(path);
  const bool tabs = layout.format == FileFormat::kCsv && layout.separator == '\t';  // also .tsv
  if (named && !(tabs && *named == FileFormat::kText) && *named != layout.format &&
      format_by_content(path).value_or(*named) == *named) {
    throw lines.whole_error(fmt::format("it is {}, and the model was learnt from {}",
                                        format_name(*named), format_name(layout.format)));
  }
  return open_reader(std::move(lines), layout);
}

void keep_apart(const std::string& input, const std::string& output) {
  std::error_code none;
  const bool same = fs::is_regular_file(output, none) && fs::equivalent(input, output, none);
  if (same) throw Error::bad_argument(fmt::format("{}: this would replace what is read", output));
}

void check_writable(const std::string& path) {
  std::error_code none;
  // Whoever reads from a pipe would take its opening and closing for all there is.
  if (!fs::is_fifo(path, none)) FileWriter writer(path);
}

}  // namespace ect::cli
