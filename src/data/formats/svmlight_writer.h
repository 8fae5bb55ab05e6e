#ifndef ECT_DATA_SVMLIGHT_WRITER_H_
#define ECT_DATA_SVMLIGHT_WRITER_H_

#include <string>

#include "ect/dataset.h"

namespace ect::data {

// Appends the example as a line of svmlight, which svmlight_reader reads back as the same example
// (without values of 0). Numbers are written as short as that allows. Requires a label without
// blanks, colons and #; weights and costs cannot be written in this format.
void append_svmlight(const Example& example, std::string& text);

}  // namespace ect::data

#endif  // ECT_DATA_SVMLIGHT_WRITER_H_
