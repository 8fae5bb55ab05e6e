#ifndef ECT_MODEL_SEED_LABELS_H_
#define ECT_MODEL_SEED_LABELS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ect/dataset.h"
#include "ect/seeding.h"
#include "ect/train_options.h"

namespace ect::model {

// What labels may be seeded from: examples as scaled for learning, and those rows of them that
// count. The labels of the data are all there are.
struct SeededFrom {
  const Dataset& data;
  std::span<const std::uint32_t> rows;
};

// The names of a SeedingChoice: random, similar or given:FILE; throws ect::Error for another.
// Reads no file.
SeedingChoice parse_seeding(std::string_view text);
// The same back.
std::string seeding_name(const SeedingChoice& seeding);
std::string_view seeding_kind_name(SeedingChoice::Kind kind);

// A file must have every label once. A hierarchy deeper than 2 ceil(log2 k) is taken with a
// warning, as it costs that many questions. Throws ect::Error.
// The same for any number of threads (0: all cores).
Seeding seed_labels(const SeedingChoice& seeding, const Labels& labels, const SeededFrom& examples,
                    std::uint64_t seed, unsigned threads, std::vector<std::string>& warnings);

}  // namespace ect::model

#endif  // ECT_MODEL_SEED_LABELS_H_
