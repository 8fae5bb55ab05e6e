#ifndef ECT_MODEL_OPTION_NAMES_H_
#define ECT_MODEL_OPTION_NAMES_H_

#include <string>
#include <string_view>

#include "model/settings.h"

namespace ect::model {

// Converts option values to names and back. The parsers throw ect::Error for an unknown name. The
// names of expansions, codes and scales are defined with these types.

LearnerChoice parse_learner(std::string_view text);
std::string learner_name(const LearnerChoice& learner);

FinalsChoice parse_finals(std::string_view text);
std::string finals_name(const FinalsChoice& finals);

RoutedBy parse_routing(std::string_view text);
std::string_view routing_name(RoutedBy routing);

}  // namespace ect::model

#endif  // ECT_MODEL_OPTION_NAMES_H_
