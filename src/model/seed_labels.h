#ifndef ECT_MODEL_SEED_LABELS_H_
#define ECT_MODEL_SEED_LABELS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ect/dataset.h"
#include "ect/seeding.h"

namespace ect {

// What labels may be seeded from: examples as scaled for learning, and those rows of them that
// count. The labels of the data are all there are.
struct SeededFrom {
  const Dataset& data;
  std::span<const std::uint32_t> rows;
};

// Which labels meet first, by the name of the way:
//   random       a random order
//   similar      labels that are alike in the examples meet first
//   given:FILE   as the file has it: a name a line, neighbours meeting first; or a nested JSON
//                list, [["cat", "dog"], "car"], which is that tree, longer lists being halved
// The file must have every label once. A hierarchy deeper than 2 ceil(log2 k) is taken with a
// warning, as it costs that many questions. Throws ect::Error.
// The same for any number of threads (0: all cores).
Seeding seed_labels(const std::string& way, const Labels& labels, const SeededFrom& examples,
                    std::uint64_t seed, unsigned threads, std::vector<std::string>& warnings);

// Throws unless the way has a known name; reads no file.
void check_seeding(const std::string& way);

}  // namespace ect

#endif  // ECT_MODEL_SEED_LABELS_H_
