#ifndef ECT_REDUCTIONS_REDUCTIONS_H_
#define ECT_REDUCTIONS_REDUCTIONS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "ect/seeding.h"
#include "ect/train_options.h"
#include "reductions/flat/flat_requests.h"
#include "reductions/reduction.h"
#include "reductions/tournament/finals.h"

namespace ect::reductions {

// What a reduction is made for. A file each takes of it what concerns it.
struct ReductionPlan {
  std::uint32_t classes = 0;
  std::optional<Seeding> seeding;  // there for the kinds that are seeded
  std::uint32_t eliminations = 1;
  std::uint64_t seed = 1;
  bool contested = false;                // finals; else the paper's
  std::uint32_t contenders = 0;          // in contested finals; 0: as is best
  std::optional<FinalsRule> finals;      // how they are decided; nothing: as is best
  std::optional<OneVsAllDecode> decode;  // of one-vs-all; nothing: by scores
  EcocCode code;                         // of ecoc
};

// The table of reductions.
struct ReductionKind {
  using Load = std::unique_ptr<Reduction> (*)(std::span<const std::uint32_t> words,
                                              std::uint32_t classes);

  std::string_view name;
  ReductionId id = ReductionId::kEct;
  bool seeded = false;            // has a tournament, and so an order of the labels
  bool routed = false;            // an example goes on by the answers of classifiers
  bool several_brackets = false;  // takes a number of eliminations
  bool costs = false;             // can learn from costs
  std::unique_ptr<Reduction> (*make)(const ReductionPlan& plan) = nullptr;
  // From what was stored(). Throws ect::Error for words that cannot be that.
  Load load = nullptr;
  Load load_contested = nullptr;  // the same with contested finals, where it can have them
  bool decoded = false;           // takes a way to decode
  bool coded = false;             // takes a code
  // Compares the probabilities that its classifiers give, and wants a learner that estimates them.
  bool probabilities = false;
};

std::span<const ReductionKind> reduction_kinds();
// Throws for a name that is not in the table.
const ReductionKind& reduction_named(std::string_view name);
const ReductionKind& reduction_kind(ReductionId id);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_REDUCTIONS_H_
