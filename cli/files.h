#ifndef ECT_CLI_FILES_H_
#define ECT_CLI_FILES_H_

#include <CLI/CLI.hpp>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include "data/load.h"

namespace ect::cli {

// Opens a file ("-": `in`, which must outlive the reader) in the layout of a model's training data.
// Throws if the file's name and its first line both suggest another format, as predictions from
// misread data would mean nothing. An explicit format overrides this check; throws if it is not the
// model's.
std::unique_ptr<data::Reader> open_alike(const std::string& path, std::istream& in,
                                         const data::Layout& layout,
                                         std::optional<FileFormat> format = std::nullopt);

// Adds --format to verbs that read data in the layout of a model. `format` must outlive the verb.
void add_alike_format(CLI::App& verb, std::optional<FileFormat>& format);

// Throws if the file cannot be written; to be called before long work.
void check_writable(const std::string& path);

}  // namespace ect::cli

#endif  // ECT_CLI_FILES_H_
