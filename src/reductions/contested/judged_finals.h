#ifndef ECT_REDUCTIONS_JUDGED_FINALS_H_
#define ECT_REDUCTIONS_JUDGED_FINALS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "ect/train_options.h"
#include "reductions/flat/ballots.h"

namespace ect::reductions {

// How far weights may be pruned, as shares of their label's greatest, from the least on.
inline constexpr std::array<float, 4> kPrunings = {0.02F, 0.04F, 0.06F, 0.1F};

// What out-of-fold finals tell of a rule; see judged_finals.cc.
struct JudgedFinals {
  Mixture mixture;
  double error = 0;
  double missed = 0;                   // the fraction of examples whose label is not a contender
  std::optional<std::size_t> pruning;  // the last one that is taken
};

// `pruned` are the same finals with more and more weights left out.
JudgedFinals judge_finals(const Ballots& whole, std::span<const Ballots> pruned, FinalsRule rule,
                          float unseen);

// By how much less the path says of a new example than out-of-fold answers show, for examples whose
// labels have so many examples each.
float unseen_share(std::span<const std::uint32_t> examples_of_label);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_JUDGED_FINALS_H_
