#ifndef ECT_CLUSTER_TRAIN_BLOCKS_H_
#define ECT_CLUSTER_TRAIN_BLOCKS_H_

#include <optional>
#include <string>
#include <vector>

#include "cluster/blocks.h"
#include "cluster/communicator.h"
#include "data/load.h"
#include "model/checkpoint.h"
#include "model/settings.h"
#include "model/train.h"

namespace ect::cluster {

// What to train on, and how.
struct BlockTraining {
  std::vector<std::string> files;  // of labelled text
  data::LoadOptions read;
  model::Settings settings;  // `blocks` 0: by the number of rows
  // The path is that of a folder, where a file for each part of the tournament will be; empty:
  // none.
  model::CheckpointOptions checkpoint;
  std::string version;  // of the program, which all ranks must share
  reductions::OnProgress progress;
};

// Throws for settings that training in blocks does not support.
void check_supported(const model::Settings& settings);

// Collective. Trains in blocks on all ranks together; the model is returned at rank 0. It depends
// on the files' contents and names, the settings and the number of blocks; not on the number of
// ranks or threads. `traffic`, if not null, gets what this rank has sent.
std::optional<model::Trained> train_in_blocks(Communicator& communicator,
                                              const BlockTraining& training,
                                              std::vector<Traffic>* traffic = nullptr);

// Removes the checkpoints of a finished training. At one rank.
void remove_checkpoints(const model::CheckpointOptions& checkpoint);

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_TRAIN_BLOCKS_H_
