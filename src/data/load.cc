// From a file to a reader of examples: which format the file has, by its name or its first line,
// and how it is to be read (its layout), which tables and texts are read through for once. Formats
// themselves are in data/formats. Tests: load_test, tab_table_test.
#include "data/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <istream>
#include <iterator>
#include <utility>

#include "data/formats/format_options.h"
#include "data/formats/number.h"
#include "data/formats/tab_table.h"
#include "ect/error.h"
#include "util/text.h"

namespace ect::data {
namespace {

constexpr std::array<std::pair<std::string_view, FileFormat>, 5> kFormats = {
    {{"svm", FileFormat::kSvmlight},
     {"csv", FileFormat::kCsv},
     {"arff", FileFormat::kArff},
     {"vw", FileFormat::kVw},
     {"text", FileFormat::kText}}};

std::unique_ptr<Records> open_records(Lines lines, const Layout& layout) {
  if (layout.format == FileFormat::kArff) return arff_records(std::move(lines));
  return csv_records(std::move(lines), layout.header, layout.separator);
}

// `label 12:0.5`: a second word that is index:value.
bool looks_like_svmlight(std::string_view line) {
  if (line.starts_with('#')) return true;
  const std::size_t gap = line.find_first_of(" \t");
  if (gap == std::string_view::npos) return false;
  if (line.substr(0, gap).find(':') != std::string_view::npos) return false;  // vw with costs
  const std::size_t start = std::min(line.find_first_not_of(" \t", gap), line.size());
  const std::string_view word = line.substr(start, line.find_first_of(" \t", start) - start);
  const std::size_t colon = word.find(':');
  float unused = 0;
  return colon != std::string_view::npos &&
         (word.starts_with("qid:") || (util::parse_number<std::uint32_t>(word.substr(0, colon)) &&
                                       is_number(word.substr(colon + 1), unused)));
}

std::string first_line(const DataFile& file) {
  Lines lines = file.lines();
  std::string_view line;
  while (lines.next(line)) {
    if (line.find_first_not_of(" \t") != std::string_view::npos) return std::string(line);
  }
  throw lines.whole_error("no examples (is the file empty?)");
}

}  // namespace

FileFormat parse_format(std::string_view name) {
  for (const auto& [known, format] : kFormats) {
    if (known == name) return format;
  }
  throw Error::bad_argument(
      fmt::format("unknown format {} (expected svm, csv, arff, vw or text)", util::quoted(name)));
}

std::string_view format_name(FileFormat format) {
  for (const auto& [name, known] : kFormats) {
    if (known == format) return name;
  }
  return {};
}

std::string data_name(std::string_view file_name) {
  std::filesystem::path path = std::filesystem::path(file_name).filename();
  if (path.extension() == ".gz" || path.extension() == ".zst") path = path.stem();
  return path.stem().string();
}

std::optional<FileFormat> format_by_name(std::string_view file_name) {
  std::string name(file_name);
  std::transform(name.begin(), name.end(), name.begin(), util::lower);
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) name.resize(name.size() - packed.size());
  }
  constexpr std::array<std::pair<std::string_view, FileFormat>, 8> kEndings = {
      {{".svm", FileFormat::kSvmlight},
       {".svmlight", FileFormat::kSvmlight},
       {".libsvm", FileFormat::kSvmlight},
       {".csv", FileFormat::kCsv},
       {".arff", FileFormat::kArff},
       {".vw", FileFormat::kVw},
       {".tsv", FileFormat::kText},
       {".txt", FileFormat::kText}}};
  for (const auto& [ending, format] : kEndings) {
    if (name.ends_with(ending)) return format;
  }
  return std::nullopt;
}

FileFormat format_by_line(std::string_view line) {
  if (line.starts_with('@') || line.starts_with('%')) return FileFormat::kArff;
  if (line.starts_with("__label__")) return FileFormat::kText;
  if (looks_like_svmlight(line)) return FileFormat::kSvmlight;
  const std::size_t tab = line.find('\t');
  const std::size_t bar = line.find('|');
  if (bar < tab) return FileFormat::kVw;
  return tab != std::string_view::npos ? FileFormat::kText : FileFormat::kCsv;
}

DataFile::DataFile(const std::string& path, std::istream& standard_input)
    : path_(path), name_(util::input_name(path)) {
  const std::filesystem::file_status status =
      path == "-" ? std::filesystem::file_status() : std::filesystem::status(path);
  const bool comes_once =
      path == "-" || (exists(status) && !is_regular_file(status) && !is_directory(status));
  if (!comes_once) return;
  std::ifstream pipe;
  if (path != "-") pipe.open(path, std::ios::binary);
  std::istream& source = path == "-" ? standard_input : pipe;
  memory_ = std::make_shared<const std::string>(std::istreambuf_iterator<char>(source),
                                                std::istreambuf_iterator<char>());
}

std::unique_ptr<util::Input> DataFile::open() const {
  return memory_ ? util::open_memory(memory_, name_) : util::open_file(path_);
}

std::uint32_t features_of(const Layout& layout) {
  switch (layout.format) {
    case FileFormat::kSvmlight:
      return 0;
    case FileFormat::kText:
      return std::uint32_t{1} << layout.text.bits;
    case FileFormat::kVw:
      return std::uint32_t{1} << layout.vw_bits;
    default:
      return table_features(layout.columns);
  }
}

FileFormat find_format(const DataFile& file, const LoadOptions& options,
                       std::vector<std::string>* warnings) {
  if (options.format) return *options.format;
  const std::optional<FileFormat> named = format_by_name(file.name());
  const FileFormat format = named ? *named : format_by_line(first_line(file));
  if (format != FileFormat::kText) return format;
  const TabTable table = judge_tabs(file.lines(), options.table, options.header == Header::kNo);
  if (table.kind == TabTable::Kind::kDoubtful && warnings != nullptr) {
    warnings->push_back(
        fmt::format("{}: lines of {} tab-separated fields are read as labelled text; --format csv "
                    "reads them as a table, --format text confirms that they are text",
                    file.name(), table.columns));
  }
  return table.kind == TabTable::Kind::kTable ? FileFormat::kCsv : format;
}

Layout learn_layout(const DataFile& file, const LoadOptions& options,
                    std::vector<std::string>* warnings) {
  Layout layout;
  layout.format = find_format(file, options, warnings);
  if (!options.table.of_several_files) check_options(options, {&layout.format, 1}, file.name());
  if (layout.format == FileFormat::kText) {
    layout.text = learn_text_options(file.lines(), options.text);
  }
  layout.vw_bits = options.vw_bits;
  if (layout.format != FileFormat::kCsv && layout.format != FileFormat::kArff) return layout;
  layout.header = options.header;
  const auto records = open_records(file.lines(), layout);
  layout.header = records->has_header() ? Header::kYes : Header::kNo;
  // The separator is not stored for tables with a header and commas, as in models from before there
  // was a choice. Without a header it must be stored: rows alone do not show it.
  const bool known = layout.header == Header::kYes && records->separator() == ',';
  if (layout.format == FileFormat::kCsv && !known) layout.separator = records->separator();
  const auto open = [&] { return open_records(file.lines(), layout); };
  layout.columns = learn_columns(open, options.table, warnings);
  return layout;
}

std::unique_ptr<Reader> open_reader(Lines lines, const Layout& layout) {
  switch (layout.format) {
    case FileFormat::kSvmlight:
      return svmlight_reader(std::move(lines));
    case FileFormat::kVw:
      return vw_reader(std::move(lines), layout.vw_bits);
    case FileFormat::kText:
      return text_reader(std::move(lines), layout.text);
    default:
      return table_reader(open_records(std::move(lines), layout), layout.columns);
  }
}

std::unique_ptr<Reader> open_reader(const DataFile& file, const Layout& layout) {
  return open_reader(file.lines(), layout);
}

}  // namespace ect::data
