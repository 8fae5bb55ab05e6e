#ifndef ECT_LEARNER_H_
#define ECT_LEARNER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ect/dataset.h"
#include "ect/export.h"
#include "ect/schedule.h"

namespace ect {

// A binary learner of one's own. A reduction turns a problem with many classes into binary ones (in
// a tournament: one for each match) and trains a classifier for each of them by the learner that
// TrainOptions::learner names. Derive from the two classes below, register the learner under a
// name, and every reduction, `train`, and the model file can use it: examples/own_learner.cc.

// An example of a binary problem: the row of the data set, the side that it belongs to, and its
// importance weight, which is finite and not negative.
struct BinaryExample {
  std::uint32_t row;
  Side side;
  float weight;
};

// What a learner is trained on. Views; valid during the call of fit() only.
struct BinaryProblem {
  // All rows, with their features as the model will see them: numeric columns are scaled to about
  // one unit (unless LearnerTraits::unscaled), nominal ones are a feature for each value.
  const Dataset& data;
  std::span<const BinaryExample> examples;  // of both sides
  // For learners that draw random numbers: the same for the same options, whatever the threads.
  std::uint64_t seed;
};

// A trained classifier of a binary problem. Immutable: any number of threads use it at once.
class ECT_EXPORT BinaryClassifier {
 public:
  virtual ~BinaryClassifier() = default;
  // The log-odds of the right side: ln(p / (1 - p)) if p is its probability. Only the sign decides
  // a match; probabilities and contested finals need the size as well. Not NaN.
  virtual float margin(const Features& x) const = 0;
  // What BinaryLearner::from_bytes() makes the same classifier of, to be saved in the model.
  virtual std::vector<std::byte> to_bytes() const = 0;
};

// Trains classifiers. Immutable: train() calls it from several threads at once, unless
// TrainOptions::threads is 1. What it throws ends training and is passed on to the caller.
class ECT_EXPORT BinaryLearner {
 public:
  virtual ~BinaryLearner() = default;
  // Never null. The same problem must give the same classifier. It is called four times for each
  // match: once with all examples and three times without a third of them, because an example that
  // was trained on says little about how well others are classified.
  virtual std::unique_ptr<BinaryClassifier> fit(const BinaryProblem& problem) const = 0;
  // The classifier of which to_bytes() gave these bytes; null where they cannot be that, which
  // makes loading the model fail with an error. Bytes may come from a damaged or hostile file.
  virtual std::unique_ptr<BinaryClassifier> from_bytes(std::span<const std::byte> bytes) const = 0;
};

// What training needs to know of a learner.
struct LearnerTraits {
  // Whether fit() honours importance weights. Else it gets equal weights and examples drawn with
  // probability in proportion to theirs (Costing), ten samples for each problem.
  bool weights = true;
  // Whether it is to see the values as they are in the data, as trees should.
  bool unscaled = false;
};

// Makes a learner known for the rest of the process; models that were trained with it can be loaded
// from then on. The name is of lower-case letters, digits, `-` and `_`. Throws ect::Error of kind
// kBadArgument for any other name, one that is taken, and a null learner. Threads may call it
// together.
ECT_EXPORT void register_learner(const std::string& name,
                                 std::shared_ptr<const BinaryLearner> learner,
                                 const LearnerTraits& traits = {});
// The names that TrainOptions::learner takes, in alphabetical order; those that take a program end
// with `:PROGRAM`.
ECT_EXPORT std::vector<std::string> learner_names();

}  // namespace ect

#endif  // ECT_LEARNER_H_
