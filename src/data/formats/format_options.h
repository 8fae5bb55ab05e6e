#ifndef ECT_DATA_FORMAT_OPTIONS_H_
#define ECT_DATA_FORMAT_OPTIONS_H_

#include <span>
#include <string>

#include "data/load.h"

namespace ect::data {

// Throws ect::Error for an option that does not apply to any of these formats. `name` is what the
// error calls the data.
void check_options(const LoadOptions& options, std::span<const FileFormat> formats,
                   const std::string& name);

}  // namespace ect::data

#endif  // ECT_DATA_FORMAT_OPTIONS_H_
