#ifndef ECT_CLI_FILES_H_
#define ECT_CLI_FILES_H_

#include <iosfwd>
#include <memory>
#include <string>

#include "data/load.h"

namespace ect::cli {

// The examples of a file ("-": `in`, which must outlive them) as a model reads them. Throws where
// the file's name and its first line both tell of another format: a reader may make something of it
// all the same, and predictions from that would mean nothing.
std::unique_ptr<Reader> open_alike(const std::string& path, std::istream& in, const Layout& layout);

// Throws if the file cannot be written, before there is work that would be lost.
void check_writable(const std::string& path);

}  // namespace ect::cli

#endif  // ECT_CLI_FILES_H_
