// Prints reports, errors and warnings. Tests: untrusted_text_test.
#include "cli/print.h"

#include <nlohmann/json.hpp>
#include <ostream>

#include "util/terminal_text.h"

namespace ect::cli {

void print(const Streams& streams, std::string_view text) { streams.out << util::printable(text); }

void print_json(const Streams& streams, const nlohmann::ordered_json& json) {
  using Json = nlohmann::ordered_json;
  streams.out << util::printable_json(json.dump(2, ' ', false, Json::error_handler_t::replace))
              << '\n';
}

void print_error(const Streams& streams, std::string_view message) {
  streams.err << "ect: " << util::printable_line(message) << std::endl;
}

void print_warning(const Streams& streams, std::string_view message) {
  streams.err << "ect: warning: " << util::printable_line(message) << std::endl;
}

void print_warnings(const Streams& streams, const std::vector<std::string>& messages) {
  for (const std::string& message : messages) print_warning(streams, message);
}

}  // namespace ect::cli
