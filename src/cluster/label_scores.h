#ifndef ECT_CLUSTER_LABEL_SCORES_H_
#define ECT_CLUSTER_LABEL_SCORES_H_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ect/dataset.h"
#include "learners/learner.h"
#include "learners/linear/linear.h"
#include "reductions/contested/judged_finals.h"

namespace ect::cluster {

// A score by all weights of a label, and without those below each of the prunings.
using Scores = std::array<float, 1 + reductions::kPrunings.size()>;

// The scorers of some labels, to be asked. For one thread.
class LabelScores {
 public:
  struct Scorer {
    std::uint32_t label;
    std::vector<learners::Weight> weights;  // by increasing feature, without zeros
  };

  // By increasing label.
  explicit LabelScores(std::vector<Scorer> scorers);

  // The labels with the highest scores for an example, at most `most`, the highest first.
  std::span<const learners::ProblemMargin> highest(Features x, std::size_t most);
  // Of one label, which need not be among them: then all are 0.
  Scores scores(Features x, std::uint32_t label) const;

 private:
  std::vector<Scorer> scorers_;
  std::vector<float> greatest_;  // absolute weight, by scorer
  std::unique_ptr<learners::TrainedClassifiers> by_feature_;
  std::unique_ptr<learners::Evaluator> evaluator_;
  std::vector<learners::ProblemMargin> found_;
};

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_LABEL_SCORES_H_
