#ifndef ECT_CLUSTER_SHOWN_ROWS_H_
#define ECT_CLUSTER_SHOWN_ROWS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "cluster/blocks.h"
#include "cluster/cut.h"
#include "cluster/home.h"
#include "cluster/label_scores.h"
#include "learners/learner.h"

namespace ect::cluster {

// Questions about rows that all blocks answer by the scorers of the labels that they have.
struct Questions {
  // Writes what is asked about a row; false: nothing. Rows of a block come in order.
  std::function<bool(std::size_t own, std::uint32_t row, util::ByteWriter&)> show;
  // Reads that, and writes the answer of a part's labels.
  std::function<void(std::uint32_t part, LabelScores&, util::ByteReader&, util::ByteWriter&)>
      answer;
  // Reads the answers of all parts about a row that was shown, in order.
  std::function<void(std::size_t own, std::uint32_t row, std::span<util::ByteReader>)> hear;
};

// Of the labels that own blocks have, by block.
using ScoresOfBlocks = std::vector<std::unique_ptr<LabelScores>>;
ScoresOfBlocks scores_of(const Blocks& blocks,
                         std::vector<std::vector<LabelScores::Scorer>> scorers);

// Collective.
void ask_all(Blocks& blocks, const Cut& cut, const std::vector<HomeRows>& homes,
             const ScoresOfBlocks& scores, const Questions& questions);

void write_labels(std::span<const std::uint32_t> labels, util::ByteWriter& to);
std::vector<std::uint32_t> read_labels(util::ByteReader& from);

// Labels with their scores in an answer; and those of all parts, the highest first.
void write_highest(std::span<const learners::ProblemMargin> highest, util::ByteWriter& to);
std::vector<learners::ProblemMargin> read_highest(std::span<util::ByteReader> from);

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_SHOWN_ROWS_H_
