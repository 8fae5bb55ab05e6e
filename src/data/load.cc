#include "data/load.h"

#include <fmt/format.h>

#include <array>
#include <istream>
#include <utility>

#include "ect/error.h"
#include "util/text.h"

namespace ect {
namespace {

std::unique_ptr<Records> open_records(const DataFile& file, FileFormat format) {
  return format == FileFormat::kCsv ? csv_records(file.lines()) : arff_records(file.lines());
}

// `label 12:0.5`: a second word that is index:value.
bool looks_like_svmlight(std::string_view line) {
  const std::vector<std::string_view> words = split(line, ' ');
  if (words.size() < 2) return false;
  const std::size_t colon = words[1].find(':');
  return colon != std::string_view::npos &&
         (parse_number<std::uint32_t>(words[1].substr(0, colon)) || words[1].starts_with("qid:"));
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
  constexpr std::array<std::pair<std::string_view, FileFormat>, 5> kNames = {
      {{"svm", FileFormat::kSvmlight},
       {"csv", FileFormat::kCsv},
       {"arff", FileFormat::kArff},
       {"vw", FileFormat::kVw},
       {"text", FileFormat::kText}}};
  for (const auto& [known, format] : kNames) {
    if (known == name) return format;
  }
  throw Error::bad_argument(
      fmt::format("unknown format '{}' (expected svm, csv, arff, vw or text)", name));
}

FileFormat guess_format(std::string_view file_name, std::string_view line) {
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (file_name.ends_with(packed)) file_name.remove_suffix(packed.size());
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
    if (file_name.ends_with(ending)) return format;
  }
  if (line.starts_with('@') || line.starts_with('%')) return FileFormat::kArff;
  if (line.starts_with("__label__")) return FileFormat::kText;
  if (line.find('|') != std::string_view::npos) return FileFormat::kVw;
  if (looks_like_svmlight(line)) return FileFormat::kSvmlight;
  if (line.find('\t') != std::string_view::npos) return FileFormat::kText;
  return FileFormat::kCsv;
}

DataFile::DataFile(const std::string& path, std::istream& standard_input)
    : path_(path), name_(input_name(path)) {
  if (path == "-") {
    memory_ = std::make_shared<const std::string>(read_all(*open_input(path, standard_input)));
  }
}

std::unique_ptr<Input> DataFile::open() const {
  if (memory_) return open_memory(memory_, name_);
  return open_file(path_);
}

Layout learn_layout(const DataFile& file, const LoadOptions& options) {
  Layout layout;
  layout.format = options.format ? *options.format : guess_format(file.name(), first_line(file));
  layout.text = options.text;
  layout.vw_bits = options.vw_bits;
  if (layout.format == FileFormat::kCsv || layout.format == FileFormat::kArff) {
    layout.columns =
        learn_columns([&] { return open_records(file, layout.format); }, options.table);
  }
  return layout;
}

std::unique_ptr<Reader> open_reader(const DataFile& file, const Layout& layout) {
  switch (layout.format) {
    case FileFormat::kSvmlight:
      return svmlight_reader(file.lines());
    case FileFormat::kVw:
      return vw_reader(file.lines(), layout.vw_bits);
    case FileFormat::kText:
      return text_reader(file.lines(), layout.text);
    default:
      return table_reader(open_records(file, layout.format), layout.columns);
  }
}

}  // namespace ect
