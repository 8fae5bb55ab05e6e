#include "data/reader.h"

#include <fmt/format.h>

namespace ect {

Dataset read_dataset(Reader& reader, const std::string& name) {
  Dataset dataset;
  Example example;
  while (reader.next(example)) {
    if (dataset.size() == 0) {
      for (const std::string& label : reader.cost_labels()) dataset.add_label(label);
    }
    dataset.add(example);
  }
  if (dataset.size() == 0) {
    throw Error{Error::Kind::kParse, fmt::format("{}: no examples (is the file empty?)", name)};
  }
  dataset.shrink();
  return dataset;
}

}  // namespace ect
