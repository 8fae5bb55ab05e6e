#ifndef ECT_DATA_LABEL_FILE_H_
#define ECT_DATA_LABEL_FILE_H_

#include <memory>
#include <string>

#include "ect/dataset.h"
#include "util/input.h"

namespace ect::data {

// The names of all classes, a line each, where they are known before any example. `name` is what
// errors call the input. Throws for an empty line, for a name that comes twice and for none at all.
Labels read_labels(std::unique_ptr<util::Input> input, const std::string& name);

}  // namespace ect::data

#endif  // ECT_DATA_LABEL_FILE_H_
