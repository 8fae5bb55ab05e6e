#ifndef ECT_DATA_SVMLIGHT_WRITER_H_
#define ECT_DATA_SVMLIGHT_WRITER_H_

#include <string>

#include "ect/dataset.h"

namespace ect::data {

// Appends the example as a line of svmlight, which svmlight_reader reads back to the same example
// (but for values of 0, which it leaves out). Numbers are the shortest that do so. Requires a label
// without blanks, colons and #; weight and costs have no place in this format.
void append_svmlight(const Example& example, std::string& text);

}  // namespace ect::data

#endif  // ECT_DATA_SVMLIGHT_WRITER_H_
