#ifndef ECT_MODEL_COMPARISON_H_
#define ECT_MODEL_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ect::model {

// The results of a comparison, data sets x methods, as plain numbers.

// A reduction with a learner.
struct Method {
  std::string reduction;
  std::uint32_t eliminations = 0;  // 0: the reduction's default
  std::string learner;
  bool from_costs = false;  // trained on costs, not on labels

  // `ect:4`.
  std::string reduction_name() const;
  // `ect:4/hinge`.
  std::string name() const { return reduction_name() + '/' + learner; }
};

// The score of a method on a data set. If it failed, the numbers are undefined.
struct Score {
  std::string failure;             // why there is no score; else empty
  std::vector<double> errors;      // of each split, fractions
  double error = 0;                // over all examples tested
  std::optional<double> error_sd;  // standard deviation between splits; needs two
  std::optional<double> cost;      // mean cost of the predictions, if the data has costs
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
  std::uint64_t examples = 0;       // of the file, or of the training file
  std::uint64_t test_examples = 0;  // of the test file; 0: there is none
  std::uint32_t splits = 0;
  // If the data has costs, mean costs on the test parts: of the single label that was cheapest in
  // the training part, and of the cheapest label of each example.
  std::optional<double> cost_single_best;
  std::optional<double> cost_perfect;
  std::vector<Score> scores;  // by method
};

struct Comparison {
  std::vector<Method> methods;
  std::vector<ComparedData> data;
  bool by_cost = false;  // methods are ranked by cost, not by error
  std::uint64_t seed = 1;
  std::uint32_t folds = 0;  // 0: random splits
  double train_fraction = 0;

  // The cost or the error, the lower the better. Nothing if the method failed.
  std::optional<double> value(std::size_t data, std::size_t method) const;
  std::optional<double> deviation(std::size_t data, std::size_t method) const;
  // Whether no method is better on that data set. Several may be best.
  bool best(std::size_t data, std::size_t method) const;
  // The fraction of the gap closed between the single best label (0) and the best label of each
  // example (1). Negative if the method is worse than the single best label; nothing without costs
  // and if there is no gap.
  std::optional<double> gap_closed(std::size_t data, std::size_t method) const;
};

// A method over all data sets: means with equal weights; nothing for a method that failed on one of
// them, as its mean would not be comparable.
struct Summary {
  std::optional<double> error;
  std::optional<double> gap_closed;  // over the data sets that have a gap
  std::uint32_t wins = 0;            // data sets where it is best
  std::optional<double> train_seconds;
  std::optional<double> predict_microseconds;
  std::optional<double> questions_per_example;
};

// One summary per method.
std::vector<Summary> summarize(const Comparison& comparison);

}  // namespace ect::model

#endif  // ECT_MODEL_COMPARISON_H_
