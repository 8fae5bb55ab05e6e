#ifndef ECT_MODEL_COMPARISON_H_
#define ECT_MODEL_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ect::model {

// Data sets x methods: what was measured, as plain numbers.

// A reduction with a learner.
struct Method {
  std::string reduction;
  std::uint32_t eliminations = 0;  // 0: what the reduction has if nothing is said
  std::string learner;
  bool from_costs = false;  // learnt from costs, not from labels

  // `ect:4`.
  std::string reduction_name() const;
  // `ect:4/hinge`.
  std::string name() const { return reduction_name() + '/' + learner; }
};

// A method on a data set. Where it failed, the numbers mean nothing.
struct Score {
  std::string failure;             // why there is no result; else empty
  std::vector<double> errors;      // of each split, fractions
  double error = 0;                // over all examples tested
  std::optional<double> error_sd;  // deviation of the splits' errors; needs two
  std::optional<double> cost;      // of what is predicted, the mean, where the data has costs
  std::optional<double> cost_sd;
  double train_seconds = 0;  // mean of the splits, on one thread
  double predict_microseconds = 0;
  double questions_per_example = 0;

  bool failed() const { return !failure.empty(); }
};

// A data set with the scores of all methods on the same splits.
struct ComparedData {
  std::string name;
  std::uint32_t classes = 0;
  std::uint64_t examples = 0;       // of the file, or of the one to learn from
  std::uint64_t test_examples = 0;  // of a test file; 0: parts of the same file are tested by
  std::uint32_t splits = 0;
  // Where the data has costs, means over the test parts: of always choosing what was cheapest in
  // the training part, and of the cheapest choice of each example.
  std::optional<double> cost_single_best;
  std::optional<double> cost_perfect;
  std::vector<Score> scores;  // a method each
};

struct Comparison {
  std::vector<Method> methods;
  std::vector<ComparedData> data;
  bool by_cost = false;  // methods are ranked by cost, not by error
  std::uint64_t seed = 1;
  std::uint32_t folds = 0;  // 0: random splits
  double train_fraction = 0;

  // What is compared, the less the better: the cost or the error. Nothing where the method failed.
  std::optional<double> value(std::size_t data, std::size_t method) const;
  std::optional<double> deviation(std::size_t data, std::size_t method) const;
  // Whether no method is better on that data set. Several may be best.
  bool best(std::size_t data, std::size_t method) const;
  // The share of the way from the single best choice (0) to the perfect one (1). Below 0 where a
  // method is worse than the single best choice; nothing without costs, and where there is no gap.
  std::optional<double> gap_closed(std::size_t data, std::size_t method) const;
};

// A method over all data sets: means with the same weight for each, nothing for a method that
// failed on one of them, as its mean would be over others.
struct Summary {
  std::optional<double> error;
  std::optional<double> gap_closed;  // over the data sets that have a gap
  std::uint32_t wins = 0;            // data sets where it is best
  std::optional<double> train_seconds;
  std::optional<double> predict_microseconds;
  std::optional<double> questions_per_example;
};

// A method each.
std::vector<Summary> summarize(const Comparison& comparison);

}  // namespace ect::model

#endif  // ECT_MODEL_COMPARISON_H_
