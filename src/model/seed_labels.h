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

// The examples that labels may be seeded from: prepared for training, with the rows of positive
// weight. The labels of the data are all labels.
struct SeededFrom {
  const Dataset& data;
  std::span<const std::uint32_t> rows;
};

// Parses random, similar or given:FILE; throws ect::Error for another text. Reads no file.
SeedingChoice parse_seeding(std::string_view text);
// Converts back to that text.
std::string seeding_name(const SeedingChoice& seeding);
std::string_view seeding_kind_name(SeedingChoice::Kind kind);

// A file must have every label once. A hierarchy deeper than 2 ceil(log2 k) gives a warning, as a
// prediction takes as many questions. The result is the same for any number of threads (0: all
// cores). Throws ect::Error.
Seeding seed_labels(const SeedingChoice& seeding, const Labels& labels, const SeededFrom& examples,
                    std::uint64_t seed, unsigned threads, std::vector<std::string>& warnings);

}  // namespace ect::model

#endif  // ECT_MODEL_SEED_LABELS_H_
