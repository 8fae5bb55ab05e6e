#ifndef ECT_DATA_LABEL_FILE_H_
#define ECT_DATA_LABEL_FILE_H_

#include <memory>
#include <string>

#include "ect/dataset.h"
#include "util/input.h"

namespace ect::data {

// Reads the names of all classes, one per line. `name` is what errors call the input. Throws
// ect::Error for an empty line, for a duplicate name and for an empty file.
Labels read_labels(std::unique_ptr<util::Input> input, const std::string& name);

}  // namespace ect::data

#endif  // ECT_DATA_LABEL_FILE_H_
