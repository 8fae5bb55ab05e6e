#ifndef ECT_CLI_FILES_H_
#define ECT_CLI_FILES_H_

#include <CLI/CLI.hpp>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include "data/load.h"

namespace ect::cli {

// The examples of a file ("-": `in`, which must outlive them) as a model reads them. Throws where
// the file's name and its first line both tell of another format: a reader may make something of it
// all the same, and predictions from that would mean nothing. A user who says the format knows
// better than the name; throws where it is not the model's.
std::unique_ptr<data::Reader> open_alike(const std::string& path, std::istream& in,
                                         const data::Layout& layout,
                                         std::optional<FileFormat> format = std::nullopt);

// --format of verbs that read data as a model does. `format` must outlive the verb.
void add_alike_format(CLI::App& verb, std::optional<FileFormat>& format);

// Throws if the file cannot be written, before there is work that would be lost.
void check_writable(const std::string& path);

}  // namespace ect::cli

#endif  // ECT_CLI_FILES_H_
