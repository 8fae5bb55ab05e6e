#include "data/reader.h"

#include <fmt/format.h>

namespace ect {

Dataset read_dataset(Reader& reader, const std::string& name) {
  Dataset dataset;
  Example example;
  const auto fail = [&](const std::string& message) {
    return Error(Error::Kind::kParse, fmt::format("{}: {}", name, message));
  };
  while (reader.next(example)) {
    if (dataset.size() == 0) {
      for (const std::string& label : reader.cost_labels()) dataset.add_label(label);
    }
    dataset.add(example);
    if (dataset.label(dataset.size() - 1) == Dataset::kNoLabel) {
      throw fail(fmt::format("example {} has no label", dataset.size()));
    }
  }
  if (dataset.size() == 0) throw fail("no examples (is the file empty?)");
  dataset.shrink();
  return dataset;
}

}  // namespace ect
