// Naive Bayes (naive_bayes.cc) as a learner.
//
// Out-of-fold margins leave out the example itself and its copies, except for labels with few
// examples. Attributes are hardly ever independent, so that naive Bayes is overconfident; all
// margins are multiplied by one factor, which calibrates the out-of-fold margins to log-odds. No
// answer changes by that. Tests: bayes_test.
#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include "learners/bayes/naive_bayes.h"
#include "learners/bayes/quadratic.h"
#include "learners/blob_batch.h"
#include "learners/folds.h"
#include "learners/learners.h"
#include "learners/linear/one_sided.h"
#include "learners/log_odds.h"

namespace ect::learners {
namespace {

class Bayes final : public BlobBatchLearner {
 public:
  explicit Bayes(ProblemSize size)
      : BlobBatchLearner(size.problems, load_quadratic), attributes_(size.attributes) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    if (const std::optional<float> answer = one_sided_margin(examples)) {
      builder_.set(problem, quadratic_blob(static_cast<double>(*answer), {}));
      std::fill(margins.begin(), margins.end(), *answer);
      return;
    }
    std::call_once(looked_, [&] { models_.emplace(data, attributes_); });
    const std::span<const std::uint32_t> examples_of = label_counts_.of(data);
    thread_local NaiveBayes bayes;
    bayes.start(data, examples, *models_);
    std::vector<bool> left_out(examples.size());
    for (std::size_t i = 0; i < examples.size(); ++i) {
      left_out[i] = examples_of[data.label(examples[i].row)] >= kMinOutOfFoldExamples;
      const double margin = left_out[i] ? bayes.margin_without(i) : bayes.margin(i);
      margins[i] = static_cast<float>(std::clamp(margin, -kMaxMargin, kMaxMargin));
    }
    const double factor = log_odds_factor(examples, left_out, margins);
    for (float& margin : margins) margin *= static_cast<float>(factor);
    const double base = factor * bayes.base();
    std::vector<QuadraticTerm> terms = bayes.finish();
    for (QuadraticTerm& term : terms) {
      term.constant *= factor;
      term.linear *= factor;
      term.square *= factor;
    }
    builder_.set(problem, quadratic_blob(base, terms));
  }

  float margin(std::uint32_t problem, Features x) const override {
    return quadratic_margin(builder_.at(problem), x).value_or(0);
  }

 private:
  std::span<const data::Attribute> attributes_;
  LabelCounts label_counts_;
  std::once_flag looked_;
  std::optional<FeatureModels> models_;
};

}  // namespace

std::unique_ptr<BatchLearner> make_bayes(ProblemSize size, const LearnerOptions& /*options*/) {
  return std::make_unique<Bayes>(size);
}

}  // namespace ect::learners
