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

// How a model was trained.
struct About {
  std::string reduction;
  std::string learner;
  std::string seeding;
  std::string finals;       // contested, or empty for charged
  std::string routing;      // own, or empty for out-of-fold or no routing
  std::uint32_t trees = 1;  // tournaments that are combined
  std::uint64_t seed = 1;
  std::optional<double> l2;
  std::string expand;             // empty if there is none
  std::string cost_scale;         // empty if trained on labels
  std::uint32_t costing = 0;      // draws per problem; 0: no costing
  std::uint32_t probing = 0;      // thresholds per problem; 0: no probing
  std::string program;            // name of the external program, if the learner is one
  std::string data;               // the file's name, without its folder
  std::uint64_t examples = 0;     // trained on
  std::uint64_t features = 0;     // every index was below this
  std::uint32_t passes = 0;       // of an online learner, else 0
  std::uint32_t weight_bits = 0;  // of packed weights; 0 if not packed
  std::vector<Tried> tried;       // results of tuning, the best first
  double error = -1;              // on held-out examples; negative: unknown
  double error_se = -1;           // its standard error; negative: unknown
};

// Everything that a model consists of.
struct ModelParts {
  About about;
  data::Layout layout;
  Preparation preparation;
  LabelTable labels;
  std::shared_ptr<const reductions::Reduction> reduction;
  std::unique_ptr<learners::TrainedClassifiers> classifiers;
  std::vector<std::uint32_t> label_examples = {};  // trained on, by class; empty: unknown
  std::uint64_t file_bytes = 0;                    // 0 if it was not loaded from a file
};

}  // namespace ect::model

#endif  // ECT_MODEL_PARTS_H_
