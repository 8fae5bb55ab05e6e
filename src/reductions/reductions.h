#ifndef ECT_REDUCTIONS_REDUCTIONS_H_
#define ECT_REDUCTIONS_REDUCTIONS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ect/reduction.h"
#include "ect/seeding.h"

namespace ect {

// What a reduction is made for. A file each takes of it what concerns it.
struct ReductionPlan {
  std::uint32_t classes = 0;
  std::optional<Seeding> seeding;  // there for the kinds that are seeded
  std::uint32_t eliminations = 1;
  std::uint64_t seed = 1;
  std::string decode;  // of one-vs-all: scores (or empty) or votes
  std::string code;    // of ecoc: exhaustive, random:N, or empty
};

// The table of reductions.
struct ReductionKind {
  std::string_view name;
  bool seeded;            // has a tournament, and so an order of the labels
  bool several_brackets;  // takes a number of eliminations
  bool costs;             // can learn from costs
  std::unique_ptr<Reduction> (*make)(const ReductionPlan& plan);
  // From what was stored(). Throws ect::Error for words that cannot be that.
  std::unique_ptr<Reduction> (*load)(std::span<const std::uint32_t> words, std::uint32_t classes);
  bool decoded = false;  // takes a way to decode
  bool coded = false;    // takes a code
  // Compares the probabilities that its classifiers give, and wants a learner that estimates them.
  bool probabilities = false;
};

std::span<const ReductionKind> reductions();
// Throws for a name that is not in the table.
const ReductionKind& reduction_named(std::string_view name);

}  // namespace ect

#endif  // ECT_REDUCTIONS_REDUCTIONS_H_
