#ifndef ECT_LEARNERS_LEARNER_H_
#define ECT_LEARNERS_LEARNER_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ect/dataset.h"
#include "ect/error.h"
#include "ect/learner.h"
#include "ect/schedule.h"

namespace ect::util {  // util/bytes.h
class ByteReader;
class ByteWriter;
}  // namespace ect::util

namespace ect::learners {

// What a reduction asks of a binary learner, and nothing more. A reduction makes a number of binary
// problems, numbered from 0 (in a tournament: the matches). A problem has two sides; a positive
// margin speaks for the right one, and is the logarithm of its odds. A new learner is a file in
// src/learners and a row of its table (learners.cc); users have ect/learner.h.

struct ProblemMargin {
  std::uint32_t problem;
  float margin;
};

// One binary classifier for each problem, to be asked.
class Classifiers {
 public:
  virtual ~Classifiers() = default;
  // The problems, of `count` from `first` on, with the greatest margins for the example at hand, at
  // most `most`, the greatest first: as far as they are known without asking about all of them.
  // Returns false, and finds nothing, where that is not possible.
  virtual bool find_greatest(std::uint32_t /*first*/, std::uint32_t /*count*/, std::size_t /*most*/,
                             std::vector<ProblemMargin>& found) const {
    found.clear();
    return false;
  }
  // 0, the left side's by convention, where nothing was learnt. May throw ect::Error if the
  // classifier lies in a file that turns out to be damaged.
  virtual float margin(std::uint32_t problem, Features x) const = 0;
};

inline Side side_of(float margin) { return margin > 0 ? Side::kRight : Side::kLeft; }
// The probability of the right side; a half where the margin is no number.
inline double probability_of(float margin) {
  return std::isnan(margin) ? 0.5 : 1 / (1 + std::exp(-static_cast<double>(margin)));
}

// When bytes that come from a file are compared with their checksums.
enum class Verify : std::uint8_t { kNever, kNow, kWhenAsked };

// How linear weights lie in a model file.
enum class WeightLayout : std::uint8_t {
  kAsLearnt,   // a block for each problem
  kPacked,     // problems that are asked together side by side
  kByFeature,  // a row for each feature
};

// Classifiers as they lie in a model file: a directory, which is verified as a whole when a model
// is loaded, and a body that may be large, whose parts carry checksums of their own.
struct StoredClassifiers {
  std::span<const std::byte> directory;
  std::span<const std::byte> body;
  std::shared_ptr<const void> owner;  // keeps them alive
  std::string name;                   // of the file, for errors; empty where there is none
  WeightLayout layout = WeightLayout::kAsLearnt;
};

// Asks about one example after the other, and may keep what it found out about the one at hand. For
// one thread.
class Evaluator : public Classifiers {
 public:
  // The example that margin() is called for from now on. It stays where it is until the next one.
  virtual void set_example(Features x) = 0;
};

// How classifiers are laid out to be asked fast, and in little memory.
struct Packing {
  static constexpr std::size_t kMaxTogether = 16;

  // Problems that are often asked about the same example; at most kMaxTogether in a list, each in
  // one list at most.
  std::vector<std::vector<std::uint32_t>> together;
  bool full = false;        // examples have all their features
  std::uint32_t bits = 32;  // of a weight: 32, 16 or 8
  unsigned threads = 0;     // to do it; 0: all cores
  // Store linear weights by feature (where they are linear), without those that are less than the
  // share `least` of their problem's greatest.
  bool by_feature = false;
  float least = 0;
};

// Classifiers that have been learnt. Threads may share them.
class TrainedClassifiers : public Classifiers {
 public:
  virtual StoredClassifiers stored() const = 0;
  // Throws where they lie in a file that is damaged.
  virtual void verify() const = 0;
  // To ask much of these, which must outlive it.
  virtual std::unique_ptr<Evaluator> evaluator() const;
  // The same, laid out anew; nothing where they know no other way.
  virtual std::unique_ptr<TrainedClassifiers> packed(const Packing& /*packing*/) const {
    return nullptr;
  }
};

// Asks them as they are.
class PlainEvaluator final : public Evaluator {
 public:
  explicit PlainEvaluator(const Classifiers& classifiers) : classifiers_(classifiers) {}
  void set_example(Features /*x*/) override {}
  float margin(std::uint32_t problem, Features x) const override {
    return classifiers_.margin(problem, x);
  }

 private:
  const Classifiers& classifiers_;
};

inline std::unique_ptr<Evaluator> TrainedClassifiers::evaluator() const {
  return std::make_unique<PlainEvaluator>(*this);
}

// An example as it comes to a binary problem.
struct SidedExample {
  Features x;
  Side side;
  float weight;
};

// Learns from one example at a time, and can be asked in between. What a problem has learnt depends
// on the examples that came to it, in their order, and on nothing else: threads may learn different
// problems together, and ask about those that nobody is learning.
class OnlineLearner : public Classifiers {
 public:
  // The example belongs to `side` and counts as `weight` equal ones. Returns the margin that it has
  // now. Weights are finite and not negative.
  virtual float learn(std::uint32_t problem, Features x, Side side, float weight) = 0;
  // The same for one example after the other; fills `margins`.
  virtual void learn_in_order(std::uint32_t problem, std::span<const SidedExample> examples,
                              std::span<float> margins) {
    for (std::size_t i = 0; i < examples.size(); ++i) {
      margins[i] = learn(problem, examples[i].x, examples[i].side, examples[i].weight);
    }
  }
  // Where the last problems are labels' scores (ProblemSize::scores), numbered from 0: raises that
  // of this label above those of its rivals. The weight is positive.
  virtual void learn_score(std::uint32_t label, Features x, float weight);
  // To ask much of what has been learnt so far; no longer to be used once learning goes on.
  virtual std::unique_ptr<Evaluator> evaluator() const {
    return std::make_unique<PlainEvaluator>(*this);
  }
  // What has been learnt so far, to be kept; learning may go on.
  virtual std::unique_ptr<TrainedClassifiers> trained() const = 0;
  // The same without the scores.
  virtual std::unique_ptr<TrainedClassifiers> trained_matches() const { return trained(); }
  // All that learning goes on from, for checkpoints; and back, into a learner that was made alike
  // and has learnt nothing yet. Throws where the bytes cannot be that.
  virtual void save(util::ByteWriter& to) const;
  virtual void restore(util::ByteReader& from);
};

// A problem of many labels that is learnt as one: every example has a few candidates, its own label
// first, and is to score higher for it than for the others.
struct JointProblem {
  std::vector<std::uint32_t> rows;        // of the data, by example
  std::vector<float> weights;             // positive, 1 in the mean
  std::vector<std::size_t> starts = {0};  // of an example's candidates; the last one's end
  std::vector<std::uint32_t> candidates;  // labels
  std::uint32_t labels = 0;               // all are below this
  // So many labels, of all, are found for each example by their margins: see JointMargins. Where
  // this is not 0, labels that come too near to an example's own become candidates in training.
  std::uint32_t found = 0;
  std::uint32_t folds = 10;  // one part in so many is left out at a time for margins
  // Shares of a label's greatest weight: margins are also asked for without the weights below.
  std::vector<float> prunings = {};

  std::size_t size() const { return rows.size(); }
  std::span<const std::uint32_t> candidates_of(std::size_t example) const {
    return std::span(candidates).subspan(starts[example], starts[example + 1] - starts[example]);
  }
};

// What a joint problem's classifiers make of some of its examples, each left out of training where
// its label has a second example.
struct JointMargins {
  // Of an example's labels; the last one's end. Other examples have none.
  std::vector<std::size_t> starts = {0};
  // An example's candidates, and then the labels with the greatest margins, JointProblem::found of
  // them at most, but for candidates other than its own label.
  std::vector<std::uint32_t> labels;
  // Their margins: by all weights, and by those of each of the prunings.
  std::vector<std::vector<float>> margins;

  std::span<const std::uint32_t> labels_of(std::size_t example) const {
    return std::span(labels).subspan(starts[example], starts[example + 1] - starts[example]);
  }
};

// Parts of the examples that are left out one after the other in fit().
inline constexpr std::size_t kFolds = 3;
// A label with fewer examples than that has none to be left out for its margin.
inline constexpr std::uint32_t kMinOutOfFoldExamples = 2;

// Learns a problem from all its examples at once. Threads may fit different problems together, and
// what is learnt does not depend on them. Asked in between, it answers as what was fitted so far
// will when it is trained(), and 0 for a problem that was not; threads may ask about problems that
// nobody is fitting.
class BatchLearner : public Classifiers {
 public:
  // Fits a problem. `margins` are filled with those of the examples, each as if that example itself
  // had not been learnt from, as well as the learner can tell: to route an example by a classifier
  // that knows it by heart would be optimistic. Examples of labels with less than
  // kMinOutOfFoldExamples in the problem may have the margins that they really have.
  virtual void fit(std::uint32_t problem, const Dataset& data,
                   std::span<const BinaryExample> examples, std::span<float> margins) = 0;
  // Whether fit_jointly() can be called.
  virtual bool fits_jointly() const { return false; }
  // Fits a problem for each label of a joint problem, numbered from `first`: their margins are
  // scores to be compared.
  virtual JointMargins fit_jointly(std::uint32_t first, const Dataset& data,
                                   const JointProblem& problem);
  // For reductions that find out while they learn which problems there are. So many more, numbered
  // from `first` on; those that were there move up.
  virtual void add_problems(std::uint32_t first, std::uint32_t more);
  // Forgets the problems from `first` to before `last`; those behind move down.
  virtual void drop_problems(std::uint32_t first, std::uint32_t last);
  // What was fitted so far, laid out to be asked much; nothing where it knows no such way.
  virtual std::unique_ptr<TrainedClassifiers> packed(const Packing& /*packing*/) const {
    return nullptr;
  }
  // What was fitted for a problem, for checkpoints; and back, as if it had been fitted now. Throws
  // where the bytes cannot be that. Threads as with fit().
  virtual std::vector<std::byte> serialize(std::uint32_t problem) const;
  virtual void deserialize(std::uint32_t problem, std::span<const std::byte> bytes);
  // All that was fitted, to be kept. Nothing can be fitted or asked afterwards.
  virtual std::unique_ptr<TrainedClassifiers> trained() = 0;
};

inline JointMargins BatchLearner::fit_jointly(std::uint32_t /*first*/, const Dataset& /*data*/,
                                              const JointProblem& /*problem*/) {
  throw Error::bad_argument("this learner cannot score labels jointly");
}

inline void BatchLearner::add_problems(std::uint32_t /*first*/, std::uint32_t /*more*/) {
  throw Error::bad_argument("this learner has a fixed number of problems");
}

inline void BatchLearner::drop_problems(std::uint32_t /*first*/, std::uint32_t /*last*/) {
  throw Error::bad_argument("this learner has a fixed number of problems");
}

inline Error has_no_checkpoints() {
  return Error::bad_argument("this learner does not go on from checkpoints");
}

inline void OnlineLearner::learn_score(std::uint32_t /*label*/, Features /*x*/, float /*weight*/) {
  throw Error::bad_argument("this learner cannot score labels");
}

inline void OnlineLearner::save(util::ByteWriter& /*to*/) const { throw has_no_checkpoints(); }

inline void OnlineLearner::restore(util::ByteReader& /*from*/) { throw has_no_checkpoints(); }

inline std::vector<std::byte> BatchLearner::serialize(std::uint32_t /*problem*/) const {
  throw has_no_checkpoints();
}

inline void BatchLearner::deserialize(std::uint32_t /*problem*/,
                                      std::span<const std::byte> /*bytes*/) {
  throw has_no_checkpoints();
}

}  // namespace ect::learners

#endif  // ECT_LEARNERS_LEARNER_H_
