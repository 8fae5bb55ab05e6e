#ifndef ECT_ONLINE_H_
#define ECT_ONLINE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ect/dataset.h"
#include "ect/export.h"
#include "ect/model.h"
#include "ect/train_options.h"

namespace ect {

// Online learning: one example at a time, O(log k) each, in memory that does not grow with their
// number. A model can be had at any time, and training goes on. For one thread.
//
//     ect::OnlineTrainer trainer(ect::read_dataset("first.csv"), {"classes", "to", "come"});
//     while (...) trainer.learn(x, label);
//     trainer.model().save("so_far.model");
class ECT_EXPORT OnlineTrainer {
 public:
  // Learns from `first`, in its order. It also decides what is fixed from then on: the columns and
  // their scaling (of text: the words and their weights), which labels meet first (similar ones)
  // and the classes, which are its own, numbered as there, and then the `more` that are not among
  // them. At least a few examples of most classes make it worth while; it may also be empty, and
  // then features are not scaled and labels meet in a random order. The learner is `logistic`,
  // finals are the paper's, and one pass is made. Throws ect::Error for fewer than two classes, for
  // an example without a label, and for options that do not suit online learning.
  explicit OnlineTrainer(const Dataset& first, const std::vector<std::string>& more = {},
                         const TrainOptions& options = {});
  OnlineTrainer(OnlineTrainer&&) noexcept;
  OnlineTrainer& operator=(OnlineTrainer&&) noexcept;
  ~OnlineTrainer();

  // Learns from one example, whose features are as in `first`. Requires indices that strictly
  // increase and a finite weight of at least 0 (0: nothing is learnt). Throws ect::Error for a
  // value that is no finite number and for a label that is not below classes().
  void learn(const Features& x, std::uint32_t label, float weight = 1);
  // Learns from the examples of a data set, in their order; classes are compared by name. Throws
  // ect::Error, before anything is learnt, for an example without a label and for a class that
  // there is not.
  void learn(const Dataset& data);

  std::uint32_t classes() const;
  std::uint64_t examples() const;  // learnt from so far
  // The fraction of wrong predictions on examples just before they were learnt from: of the first
  // thousand, then of every eighth. Below 0 before the first.
  double error() const;
  // What has been learnt so far. Training may go on; the model does not change with it.
  Model model();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ect

#endif  // ECT_ONLINE_H_
