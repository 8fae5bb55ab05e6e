#ifndef ECT_REDUCTIONS_SIMILAR_SEEDING_H_
#define ECT_REDUCTIONS_SIMILAR_SEEDING_H_

#include <cstdint>
#include <span>

#include "ect/dataset.h"
#include "ect/seeding.h"
#include "reductions/tournament/label_points.h"

namespace ect::reductions {

// Labels that are alike meet first: the tree halves the labels again and again where they part
// best, and is ceil(log2 labels) deep whatever they are. Only which rows have which label, or cost,
// counts, not what is learnt from them, so every guarantee stands. Rows are as scaled for learning.
// The same for any number of threads (0: all cores).
Seeding similar_seeding(const Dataset& data, std::span<const std::uint32_t> rows,
                        std::uint64_t seed, unsigned threads);

// The same for points that somebody else has made. Requires at least one label.
Seeding similar_seeding(const LabelPoints& points, std::uint64_t seed, unsigned threads);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_SIMILAR_SEEDING_H_
