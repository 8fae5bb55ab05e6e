#ifndef ECT_LEARNERS_LEARNERS_H_
#define ECT_LEARNERS_LEARNERS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "data/formats/attributes.h"
#include "learners/learner.h"

namespace ect::learners {

class Program;

struct LearnerOptions {
  std::uint64_t seed = 1;
  // Weight of |w|^2 / 2 against the mean loss; nothing: what the learner thinks best.
  std::optional<double> l2;
  // Of batch learners; 0: without. See compose.h.
  std::uint32_t costing = 0;                   // draws
  std::uint32_t probing = 0;                   // thresholds
  std::shared_ptr<Program> program = nullptr;  // that learns and answers, where one does
  bool expanded = false;  // features are an expansion: sides can be told apart better by them
};

// What a learner is made for: so many problems, and examples with features below `features`.
struct ProblemSize {
  std::uint32_t problems;
  std::uint32_t features;
  // For learners that look at them; alive while it learns.
  std::span<const data::Attribute> attributes = {};
  // Of all examples, by problem: see Reduction::shares. Read when the learner is made.
  std::span<const float> shares = {};
  // The last so many problems are scores of labels that an online learner trains jointly.
  std::uint32_t scores = 0;
};

// The table of learners: one that learns online has `online`, one that learns in batches `batch`.
struct LearnerKind {
  std::string name;
  std::function<std::unique_ptr<OnlineLearner>(ProblemSize, const LearnerOptions&)> online =
      nullptr;
  std::function<std::unique_ptr<BatchLearner>(ProblemSize, const LearnerOptions&)> batch = nullptr;
  // What it has learnt, from a model file. Throws where the bytes cannot be that.
  std::function<std::unique_ptr<TrainedClassifiers>(StoredClassifiers, std::uint32_t problems,
                                                    Verify)>
      load = nullptr;
  bool attributes = false;  // looks at the attributes that features came from
  bool weights = true;  // honours importance weights; else a batch learner is wrapped in Costing
  // The margins that it gives to the examples are those that they really have: they tell nothing
  // about the error on others.
  bool memorizes = false;
  // Splits by single values, which scaling could only blur: it gets them as they are.
  bool unscaled = false;
  bool program = false;  // is a program of the user's, named behind a colon
  bool linear = false;   // has a weight for each feature: more of them may help
  bool joint = false;    // fits all labels' scores jointly
  bool l2 = true;        // has weights for l2 to keep small
  bool draws = false;    // its classifiers depend on the seed
};

// The row of that name, which stays where it is; null where there is none. A program may follow the
// name of a kind with `program`. Threads may call it together.
const LearnerKind* find_learner(std::string_view name);
// Throws for a name that is not in the table.
const LearnerKind& learner_named(std::string_view name);
// What follows the colon: empty where there is none.
std::string_view program_in(std::string_view learner);

// A file each.
std::unique_ptr<OnlineLearner> make_logistic(ProblemSize size, const LearnerOptions& options);
std::unique_ptr<BatchLearner> make_bayes(ProblemSize size, const LearnerOptions& options);
// Throws where the library was built without XGBoost; to ask what was learnt takes none.
std::unique_ptr<BatchLearner> make_boosted(ProblemSize size, const LearnerOptions& options);
std::unique_ptr<BatchLearner> make_c45(ProblemSize size, const LearnerOptions& options);
std::unique_ptr<BatchLearner> make_hinge(ProblemSize size, const LearnerOptions& options);
std::unique_ptr<BatchLearner> make_logistic_batch(ProblemSize size, const LearnerOptions& options);
std::unique_ptr<BatchLearner> make_squares(ProblemSize size, const LearnerOptions& options);
std::unique_ptr<BatchLearner> make_command(ProblemSize size, const LearnerOptions& options);
std::unique_ptr<TrainedClassifiers> load_forest(StoredClassifiers stored, std::uint32_t problems,
                                                Verify verify);
std::unique_ptr<TrainedClassifiers> load_linear(StoredClassifiers stored, std::uint32_t problems,
                                                Verify verify);
std::unique_ptr<TrainedClassifiers> load_quadratic(StoredClassifiers stored, std::uint32_t problems,
                                                   Verify verify);
std::unique_ptr<TrainedClassifiers> load_squares(StoredClassifiers stored, std::uint32_t problems,
                                                 Verify verify);
std::unique_ptr<TrainedClassifiers> load_trees(StoredClassifiers stored, std::uint32_t problems,
                                               Verify verify);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_LEARNERS_H_
