#ifndef ECT_MODEL_SEED_LABELS_H_
#define ECT_MODEL_SEED_LABELS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "ect/dataset.h"
#include "ect/seeding.h"

namespace ect {

// Which labels meet first, by the name of the way:
//   random       a random order
//   given:FILE   as the file has it: a name a line, neighbours meeting first; or a nested JSON
//   list,
//                [["cat", "dog"], "car"], which is that tree, longer lists being halved
// The file must have every label once. A hierarchy deeper than 2 ceil(log2 k) is taken with a
// warning, as it costs that many questions. Throws ect::Error.
Seeding seed_labels(const std::string& way, const Labels& labels, std::uint64_t seed,
                    std::vector<std::string>& warnings);

// Throws unless the way has a known name; reads no file.
void check_seeding(const std::string& way);

}  // namespace ect

#endif  // ECT_MODEL_SEED_LABELS_H_
