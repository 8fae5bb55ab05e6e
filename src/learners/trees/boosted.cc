// Boosted trees (xgboost.cc) as a learner. They are stored in ect's own format (forest.cc), so
// that prediction does not need XGBoost.
//
// Margins are the trees' own, as with c45. Out-of-fold margins of three folds take four times as
// long and are worse more often than better (filter-tree, 6 splits: vowel 16.8 against 14.3,
// glass 28.9 and 28.2, yeast 42.4 and 43.1, ecoli 18.0 and 20.1 % error). Weights are 1 on average,
// so that what XGBoost asks of the least leaf does not depend on their scale. Tests: boosted_test.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "ect/error.h"
#include "learners/blob_batch.h"
#include "learners/learners.h"
#include "learners/linear/compact_rows.h"
#include "learners/linear/one_sided.h"
#include "learners/trees/forest.h"
#include "learners/trees/xgboost.h"

namespace ect::learners {
namespace {

constexpr double kLambda = 1;

struct ExampleSides {
  std::vector<float> labels;
  std::vector<float> weights;
};

ExampleSides sides_of(std::span<const BinaryExample> examples) {
  double weight = 0;
  for (const BinaryExample& example : examples) weight += static_cast<double>(example.weight);
  const double factor = static_cast<double>(examples.size()) / weight;
  ExampleSides sides;
  for (const BinaryExample& example : examples) {
    sides.labels.push_back(example.side == Side::kRight ? 1 : 0);
    sides.weights.push_back(static_cast<float>(factor * static_cast<double>(example.weight)));
  }
  return sides;
}

float weighted_log_odds(std::span<const BinaryExample> examples) {
  double right = 1;
  double left = 1;
  for (const BinaryExample& example : examples) {
    (example.side == Side::kRight ? right : left) += static_cast<double>(example.weight);
  }
  return static_cast<float>(std::log(right / left));
}

class Boosted final : public BlobBatchLearner {
 public:
  Boosted(ProblemSize size, const LearnerOptions& options)
      : BlobBatchLearner(size.problems, load_forest), options_(options) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    if (const std::optional<float> answer = one_sided_margin(examples)) {
      builder_.set(problem, forest_blob(*answer, {}));
      std::fill(margins.begin(), margins.end(), *answer);
      return;
    }
    thread_local CompactRows rows;
    rows.start(data, examples, CompactRows::Zeros::kKept);
    if (rows.features() == 0) {
      // The rows have no features: the classifier is constant.
      rows.finish();
      const float answer = weighted_log_odds(examples);
      builder_.set(problem, forest_blob(answer, {}));
      std::fill(margins.begin(), margins.end(), answer);
      return;
    }
    const ExampleSides sides = sides_of(examples);
    const double lambda =
        options_.l2 ? *options_.l2 * static_cast<double>(examples.size()) : kLambda;
    std::vector<std::uint32_t> which(examples.size());
    std::iota(which.begin(), which.end(), 0);
    const Forest trees =
        trees_of_json(boosted_json(rows, which, sides.labels, sides.weights, lambda), rows);
    builder_.set(problem, forest_blob(0, trees));
    for (std::size_t i = 0; i < examples.size(); ++i) {
      margins[i] = margin_of_forest(trees, data.row(examples[i].row));
    }
    rows.finish();
  }

  float margin(std::uint32_t problem, Features x) const override {
    return forest_margin(builder_.at(problem), x).value_or(0);
  }

 private:
  LearnerOptions options_;
};

}  // namespace

std::unique_ptr<BatchLearner> make_boosted(ProblemSize size, const LearnerOptions& options) {
  if (!has_xgboost()) {
    throw Error::bad_argument("this ect was built without XGBoost (libxgboost-dev)");
  }
  return std::make_unique<Boosted>(size, options);
}

}  // namespace ect::learners
