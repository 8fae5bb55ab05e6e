// Scores of the labels that a block owns, for rows of any block. All labels at once are scored by
// feature (learners/linear/by_feature_classifiers.cc), one label by looking its weights up.
// Tests: equal_bytes_test.
#include "cluster/label_scores.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ect::cluster {

LabelScores::LabelScores(std::vector<Scorer> scorers) : scorers_(std::move(scorers)) {
  learners::LinearBuilder builder(static_cast<std::uint32_t>(scorers_.size()));
  bool any = false;
  for (std::uint32_t i = 0; i < scorers_.size(); ++i) {
    builder.set(i, 0, scorers_[i].weights);
    float greatest = 0;
    for (const learners::Weight& weight : scorers_[i].weights) {
      greatest = std::max(greatest, std::abs(weight.weight));
    }
    greatest_.push_back(greatest);
    any = any || greatest > 0;
  }
  if (!any) return;
  by_feature_ = builder.packed({.together = {}, .threads = 1, .by_feature = true});
  evaluator_ = by_feature_->evaluator();
}

std::span<const learners::ProblemMargin> LabelScores::highest(Features x, std::size_t most) {
  found_.clear();
  if (evaluator_ == nullptr) return found_;
  evaluator_->set_example(x);
  evaluator_->find_greatest(0, static_cast<std::uint32_t>(scorers_.size()), most, found_);
  for (learners::ProblemMargin& item : found_) item.problem = scorers_[item.problem].label;
  return found_;
}

Scores LabelScores::scores(Features x, std::uint32_t label) const {
  Scores scores{};
  const auto scorer = std::lower_bound(
      scorers_.begin(), scorers_.end(), label,
      [](const Scorer& item, std::uint32_t wanted) { return item.label < wanted; });
  if (scorer == scorers_.end() || scorer->label != label) return scores;
  const float greatest = greatest_[static_cast<std::size_t>(scorer - scorers_.begin())];
  auto at = scorer->weights.begin();
  for (std::size_t j = 0; j < x.indices.size(); ++j) {
    at = std::lower_bound(at, scorer->weights.end(), x.indices[j],
                          [](const learners::Weight& weight, std::uint32_t feature) {
                            return weight.feature < feature;
                          });
    if (at == scorer->weights.end()) break;
    if (at->feature != x.indices[j]) continue;
    scores[0] += x.values[j] * at->weight;
    for (std::size_t i = 0; i < reductions::kPrunings.size(); ++i) {
      if (std::abs(at->weight) >= reductions::kPrunings[i] * greatest) {
        scores[i + 1] += x.values[j] * at->weight;
      }
    }
  }
  return scores;
}

}  // namespace ect::cluster
