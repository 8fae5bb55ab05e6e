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

// The options of a reduction; each kind uses those that concern it.
struct ReductionPlan {
  std::uint32_t classes = 0;
  std::optional<Seeding> seeding;  // set for the kinds that are seeded
  std::uint32_t eliminations = 1;
  std::uint64_t seed = 1;
  bool contested = false;                // contested finals; else charged
  std::uint32_t contenders = 0;          // in contested finals; 0: the default
  std::optional<FinalsRule> finals;      // rule of contested finals; unset: the best one
  bool online = false;                   // contested finals are joint ones, trained online
  std::optional<OneVsAllDecode> decode;  // of one-vs-all; unset: scores
  EcocCode code;                         // of ecoc
};

// The table of reductions.
struct ReductionKind {
  using Load = std::unique_ptr<Reduction> (*)(std::span<const std::uint32_t> words,
                                              std::uint32_t classes);

  std::string_view name;
  ReductionId id = ReductionId::kEct;
  bool seeded = false;            // has a tournament, and so an order of the labels
  bool routed = false;            // examples are routed by the answers of classifiers
  bool several_brackets = false;  // takes a number of eliminations
  bool costs = false;             // can be trained on costs
  std::unique_ptr<Reduction> (*make)(const ReductionPlan& plan) = nullptr;
  // Loads what stored() returned. Throws ect::Error for invalid words.
  Load load = nullptr;
  Load load_contested = nullptr;  // the same with contested finals; null if it has none
  bool decoded = false;           // takes --decode
  bool coded = false;             // takes --code
  // Compares the probabilities of its classifiers, and needs a learner that estimates them well.
  bool probabilities = false;
};

std::span<const ReductionKind> reduction_kinds();
// Throws for an unknown name.
const ReductionKind& reduction_named(std::string_view name);
const ReductionKind& reduction_kind(ReductionId id);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_REDUCTIONS_H_
