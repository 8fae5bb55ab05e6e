// Reads a file of class names, one per line. Tests: label_file_test.
#include "data/formats/label_file.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "data/formats/lines.h"
#include "util/text.h"

namespace ect::data {

Labels read_labels(std::unique_ptr<util::Input> input, const std::string& name) {
  Lines lines(std::move(input), name);
  Labels labels;
  for (std::string_view line; lines.next(line);) {
    if (util::trimmed(line).empty())
      throw lines.error("an empty line (expected the name of a class)");
    const std::string label = lines.label(line);
    if (const auto earlier = labels.find(label)) {
      // There is one name per line, so the number of a class is that of its line - 1.
      throw lines.error(
          fmt::format("duplicate label {} (first on line {})", util::quoted(label), *earlier + 1));
    }
    labels.add(label);
  }
  if (labels.size() == 0) throw lines.whole_error("no class names (is the file empty?)");
  return labels;
}

}  // namespace ect::data
