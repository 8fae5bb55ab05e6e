#ifndef ECT_MODEL_FINGERPRINT_H_
#define ECT_MODEL_FINGERPRINT_H_

#include <string>

#include "data/load.h"
#include "ect/dataset.h"
#include "model/settings.h"

namespace ect::model {

// The options that the trained model depends on, one line `what=value` each.
std::string options_text(const Settings& settings);
// Everything that the trained model depends on, one line `what=value` each: the options, by their
// table (option_table.h), how data is read, and a digest of the data.
std::string fingerprint(const Settings& settings, const data::Layout& layout, const Dataset& data);
// The same for a stream, of which only the classes are known in advance.
std::string fingerprint(const Settings& settings, const data::Layout& layout,
                        const Labels& classes);

}  // namespace ect::model

#endif  // ECT_MODEL_FINGERPRINT_H_
