#ifndef ECT_CLI_PRINT_H_
#define ECT_CLI_PRINT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli.h"

namespace ect::cli {

// Prints a report without control characters (util/terminal_text.h): names from a model, a data
// file or a judge must not control the user's terminal.
void print(const Streams& streams, std::string_view text);
// Prints a JSON value, indented; invalid UTF-8 is replaced.
void print_json(const Streams& streams, const nlohmann::ordered_json& json);
// One line on stderr.
void print_error(const Streams& streams, std::string_view message);
void print_warning(const Streams& streams, std::string_view message);
// One line per message.
void print_warnings(const Streams& streams, const std::vector<std::string>& messages);

}  // namespace ect::cli

#endif  // ECT_CLI_PRINT_H_
