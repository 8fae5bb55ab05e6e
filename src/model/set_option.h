#ifndef ECT_MODEL_SET_OPTION_H_
#define ECT_MODEL_SET_OPTION_H_

#include <string>
#include <string_view>

#include "model/named_options.h"

namespace ect::model {

// Sets a training option by the name it has on the command line, without dashes, from its text.
// Throws ect::Error for a name that is not in the table and for a text that cannot be its value;
// the options are then as they were.
void set_option(NamedOptions& options, std::string_view name, const std::string& text);

}  // namespace ect::model

#endif  // ECT_MODEL_SET_OPTION_H_
