#ifndef ECT_CLUSTER_JUDGE_ROWS_H_
#define ECT_CLUSTER_JUDGE_ROWS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "cluster/block_finals.h"
#include "reductions/contested/contested.h"

namespace ect::cluster {

struct SettledFinals {
  std::unique_ptr<reductions::ContestedReduction> reduction;
  double error = -1;  // negative: unknown
  std::optional<float> prune;
};

// What finals are, and what is known of them, by the rows that were left out; the same at every
// rank. As reductions/contested/contested_fit.cc settles them.
SettledFinals settle_finals(const reductions::ContestedReduction& reduction, bool by_score,
                            std::span<const MeasuredRow> rows,
                            std::span<const std::uint32_t> examples_of);

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_JUDGE_ROWS_H_
