// Naive Bayes (naive_bayes.cc) as a learner.
//
// Out-of-fold margins are those without the example itself and its copies, but for labels with few
// examples. Attributes are hardly ever independent, so that naive Bayes is much too sure of itself;
// all margins are multiplied by one number, so that they are log-odds on these margins. No
// answer changes by that. Tests: bayes_test.
#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include "learners/bayes/naive_bayes.h"
#include "learners/folds.h"
#include "learners/learners.h"
#include "learners/linear/linear.h"
#include "learners/linear/one_sided.h"
#include "learners/linear/quadratic.h"
#include "learners/log_odds.h"

namespace ect {
namespace {

class Bayes final : public BatchLearner {
 public:
  explicit Bayes(ProblemSize size) : attributes_(size.attributes), builder_(size.problems) {}

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
      left_out[i] = examples_of[data.label(examples[i].row)] >= kFewExamples;
      const double margin = left_out[i] ? bayes.margin_without(i) : bayes.margin(i);
      margins[i] = static_cast<float>(std::clamp(margin, -kMostMargin, kMostMargin));
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

  void add_problems(std::uint32_t first, std::uint32_t more) override {
    builder_.add_problems(first, more);
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    builder_.drop_problems(first, last);
  }
  std::vector<std::byte> kept(std::uint32_t problem) const override {
    return builder_.kept(problem);
  }
  void keep(std::uint32_t problem, std::span<const std::byte> bytes) override {
    builder_.keep(problem, bytes, load_quadratic);
  }
  std::unique_ptr<KeptClassifiers> learnt() override {
    const std::uint32_t problems = builder_.problems();
    return std::make_unique<QuadraticClassifiers>(builder_.finish(), problems, Verify::kNever);
  }

 private:
  std::span<const Attribute> attributes_;
  BlobBuilder builder_;
  LabelCounts label_counts_;
  std::once_flag looked_;
  std::optional<FeatureModels> models_;
};

}  // namespace

std::unique_ptr<BatchLearner> make_bayes(ProblemSize size, const LearnerOptions& /*options*/) {
  return std::make_unique<Bayes>(size);
}

}  // namespace ect
