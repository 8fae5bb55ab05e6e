#ifndef ECT_CLUSTER_HOME_H_
#define ECT_CLUSTER_HOME_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cluster/blocks.h"
#include "cluster/input_parts.h"
#include "data/features/scaling.h"
#include "data/formats/reader.h"
#include "data/load.h"
#include "ect/dataset.h"

namespace ect::cluster {

// The rows of a block, prepared, by their numbers in the whole data.
struct HomeRows {
  Dataset data;                        // without names of labels
  std::vector<std::uint64_t> numbers;  // of rows, increasing
  std::vector<std::uint32_t> places;   // of a row, among those of its label
};

// What every rank knows of the data.
struct Facts {
  data::Layout layout;
  Labels labels;
  std::vector<std::uint32_t> examples_of;  // by label
  std::uint64_t rows = 0;
  data::Scaling scaling;
  std::uint32_t features = 0;        // of prepared rows
  std::vector<std::uint16_t> reach;  // by feature: blocks that have it
};

struct HomeData {
  Facts facts;
  std::vector<HomeRows> homes;  // of the own blocks
};

// What ranks have read: the same rows, in the same order, on any number of ranks together.
struct ReadData {
  data::Layout layout;
  Labels labels;
  std::vector<Dataset> parts;  // read by this rank, with labels of the part
  std::uint64_t first_row = 0;
  std::uint64_t rows = 0;  // of all ranks
  // By part, then label of the part.
  std::vector<std::vector<std::uint32_t>> label_numbers;
};

// Collective. Reads labelled text; throws ect::Error for another format. `check_blocks` is what the
// blocks are then made of: see home_rows().
ReadData read_parts(Communicator& communicator, const std::vector<InputPart>& parts,
                    const data::LoadOptions& options, unsigned threads);

// Collective. tf-idf of all rows, and every row to the block that the hash of its number says.
HomeData home_rows(Blocks& blocks, ReadData read);

// A row in a message.
void write_row(Features x, util::ByteWriter& to);
void read_row(util::ByteReader& from, Example& to);

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_HOME_H_
