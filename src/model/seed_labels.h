#ifndef ECT_MODEL_SEED_LABELS_H_
#define ECT_MODEL_SEED_LABELS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ect/dataset.h"
#include "ect/seeding.h"

namespace ect::model {

// What labels may be seeded from: examples as scaled for learning, and those rows of them that
// count. The labels of the data are all there are.
struct SeededFrom {
  const Dataset& data;
  std::span<const std::uint32_t> rows;
};

// Which labels meet first:
//   random       a random order
//   similar      labels that are alike in the examples meet first
//   given:FILE   as the file has it: a name a line, neighbours meeting first; or a nested JSON
//                list, [["cat", "dog"], "car"], which is that tree, longer lists being halved
struct SeedingChoice {
  enum class Kind : std::uint8_t { kRandom, kSimilar, kGiven };

  Kind kind = Kind::kRandom;
  std::string file;  // kGiven

  bool operator==(const SeedingChoice&) const = default;
};

// By those names; throws ect::Error for another. Reads no file.
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
