#ifndef ECT_MODEL_PARTS_H_
#define ECT_MODEL_PARTS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/load.h"
#include "ect/model.h"
#include "learners/learner.h"
#include "model/label_table.h"
#include "model/preparation.h"
#include "reductions/reduction.h"

namespace ect::model {

// How a model was learnt.
struct About {
  std::string reduction;
  std::string learner;
  std::string seeding;
  std::string finals;       // contested, or empty for the paper's
  std::string routing;      // own, or empty where it was out-of-fold or there was none
  std::uint32_t trees = 1;  // tournaments that answer together
  std::uint64_t seed = 1;
  std::optional<double> l2;
  std::string expand;             // empty where there is no expansion
  std::string cost_scale;         // empty where it was learnt from labels
  std::uint32_t costing = 0;      // draws a problem; 0: without
  std::uint32_t probing = 0;      // thresholds a problem; 0: without
  std::string program;            // what it calls itself, where the learner is one
  std::string data;               // the file's name, without its folder
  std::uint64_t examples = 0;     // learnt from
  std::uint64_t features = 0;     // places: every index learnt was below
  std::uint32_t passes = 0;       // of an online learner, else 0
  std::uint32_t weight_bits = 0;  // of packed weights; 0 where they are not packed
  std::vector<Tried> tried;       // what else was tried, the best first
  double error = -1;              // on examples not learnt from; below 0: not known
};

// All of a model.
struct ModelParts {
  About about;
  data::Layout layout;
  Preparation preparation;
  LabelTable labels;
  std::shared_ptr<const reductions::Reduction> reduction;
  std::unique_ptr<learners::TrainedClassifiers> classifiers;
  std::uint64_t file_bytes = 0;  // 0 where it has not been in a file
};

}  // namespace ect::model

#endif  // ECT_MODEL_PARTS_H_
