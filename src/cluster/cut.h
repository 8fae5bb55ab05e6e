#ifndef ECT_CLUSTER_CUT_H_
#define ECT_CLUSTER_CUT_H_

#include <cstdint>
#include <span>
#include <vector>

#include "ect/schedule.h"
#include "ect/seeding.h"

namespace ect::cluster {

// A tournament of labels, cut into parts: each is a tournament of its own, whose winners meet in
// the matches above the cut.
struct Cut {
  struct Part {
    std::vector<std::uint32_t> labels;  // increasing; in the part a label is its place here
    Schedule schedule;
    std::vector<std::uint32_t> matches;  // of the whole, by match of the part
  };

  Schedule whole;
  Schedule top;                              // its players are the parts
  std::vector<std::uint32_t> top_matches;    // of the whole, by match of the top
  std::vector<Part> parts;                   // neighbours in the tree are neighbours here
  std::vector<std::uint32_t> part_of;        // by label
  std::vector<std::uint32_t> place_in_part;  // by label
};

// Cuts a single elimination into at most so many parts: again and again the part with the most
// examples is parted where its final is, as long as it has one. Requires two labels.
Cut cut_tournament(const Seeding& seeding, std::span<const std::uint32_t> examples_of,
                   std::uint32_t parts);

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_CUT_H_
