#ifndef ECT_CLI_PRINT_H_
#define ECT_CLI_PRINT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli.h"

namespace ect::cli {

// Reports, made safe for a terminal (util/terminal_text.h): whatever a model, a data file or a
// judge is called, it cannot steer the screen of whoever looks.
void print(const Streams& streams, std::string_view text);
// One JSON value in several lines; what is no UTF-8 in it is replaced.
void print_json(const Streams& streams, const nlohmann::ordered_json& json);
// One line on stderr.
void print_error(const Streams& streams, std::string_view message);
void print_warning(const Streams& streams, std::string_view message);
// A line each.
void print_warnings(const Streams& streams, const std::vector<std::string>& messages);

}  // namespace ect::cli

#endif  // ECT_CLI_PRINT_H_
