#ifndef ECT_REPORT_BOUNDS_REPORT_H_
#define ECT_REPORT_BOUNDS_REPORT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "ect/bounds.h"

namespace ect::report {

// The output of `ect bounds`.
std::string bounds_text(const Bounds& bounds);
nlohmann::ordered_json bounds_json(const Bounds& bounds);

}  // namespace ect::report

#endif  // ECT_REPORT_BOUNDS_REPORT_H_
