// The weights of a joint problem. An example asks for those of its features at its few candidates,
// in every pass; memory is what this waits for.
//
// Where rows are full, a label has its weights side by side, and a score is one dot product.
//
// Where they are sparse, a matrix of labels by features would be mostly zeros: a rare feature
// occurs with few labels. So a feature has weights for those labels alone that are candidates of an
// example with that feature, side by side, and every example knows where its candidates stand
// among them: a number for each of its features and candidates, which is found once.
//
// Example: rows {5: 1} with candidates {0, 2} and {5: 2, 7: 1} with candidates {1, 2}. Feature 5
// has the labels 0, 1, 2 and feature 7 the labels 1, 2: five weights. The second row's candidates
// stand at 1, 2 of feature 5 and at 0, 1 of feature 7.
//
// Cost: O(non-zeros x candidates) to make, in time, and 2 bytes each (4 from 65,536 labels on).
// Tests: joint_test.
#include "learners/linear/joint_weights.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "util/dot.h"
#include "util/prefetch.h"

namespace ect::learners {
namespace {

class FullWeights final : public JointWeights {
 public:
  FullWeights(const Dataset& data, const JointProblem& problem)
      : data_(data),
        problem_(problem),
        width_(data.features()),
        weights_(std::size_t{problem.labels} * width_) {}

  void scores(std::size_t example, Places of, std::span<float> scores) const override {
    const Features x = data_.row(problem_.rows[example]);
    const std::span<const std::uint32_t> labels = problem_.candidates_of(example);
    for (std::size_t i = 0; i < of.size(); ++i) {
      scores[i] =
          util::dot(weights_.data() + labels[of[i]] * width_, x.values.data(), x.values.size());
    }
  }

  void add(std::size_t example, Places of, std::span<const float> steps) override {
    const Features x = data_.row(problem_.rows[example]);
    const std::span<const std::uint32_t> labels = problem_.candidates_of(example);
    for (std::size_t i = 0; i < of.size(); ++i) {
      if (steps[i] == 0) continue;
      util::add_scaled(steps[i], x.values.data(), weights_.data() + labels[of[i]] * width_,
                       x.values.size());
    }
  }

  void expect(std::size_t example) const override {
    util::prefetch(data_.row(problem_.rows[example]).values.data());
  }

  std::vector<Weight> of_label(std::uint32_t label) const override {
    return weights_in_order(std::span(weights_).subspan(label * width_, width_), 1);
  }

 private:
  const Dataset& data_;
  const JointProblem& problem_;
  std::size_t width_;
  std::vector<float> weights_;  // by label, then feature
};

template <class Place>
class SparseWeights final : public JointWeights {
 public:
  SparseWeights(const Dataset& data, const JointProblem& problem) : data_(data), problem_(problem) {
    place_rows();
    place_labels();
    weights_.resize(labels_.size());
  }

  void scores(std::size_t example, Places of, std::span<float> scores) const override {
    const Features x = data_.row(problem_.rows[example]);
    const std::size_t all = problem_.candidates_of(example).size();
    const std::size_t size = of.size();
    const Place* places = places_.data() + starts_[example];
    std::fill(scores.begin(), scores.end(), 0.0F);
    float* const sums = scores.data();
    for (std::size_t j = 0; j < x.indices.size(); ++j, places += all) {
      const float* const weights = weights_.data() + first_[x.indices[j]];
      const float value = x.values[j];
      for (std::size_t i = 0; i < size; ++i) sums[i] += value * weights[places[of[i]]];
    }
  }

  void add(std::size_t example, Places of, std::span<const float> steps) override {
    const Features x = data_.row(problem_.rows[example]);
    const std::size_t all = problem_.candidates_of(example).size();
    const Place* places = places_.data() + starts_[example];
    for (std::size_t j = 0; j < x.indices.size(); ++j, places += all) {
      float* const weights = weights_.data() + first_[x.indices[j]];
      const float value = x.values[j];
      for (std::size_t i = 0; i < of.size(); ++i) weights[places[of[i]]] += steps[i] * value;
    }
  }

  void expect(std::size_t example) const override {
    constexpr std::size_t kLine = 64;
    const auto* bytes = reinterpret_cast<const std::byte*>(places_.data() + starts_[example]);
    const std::size_t size =
        std::min<std::size_t>((starts_[example + 1] - starts_[example]) * sizeof(Place), 1024);
    for (std::size_t at = 0; at < size; at += kLine) util::prefetch(bytes + at);
    const Features x = data_.row(problem_.rows[example]);
    for (const std::uint32_t feature : x.indices) {
      util::prefetch(weights_.data() + first_[feature]);
    }
  }

  std::vector<Weight> of_label(std::uint32_t label) const override {
    if (by_label_.empty()) sort_by_label();
    std::vector<Weight> result;
    for (std::size_t i = label_starts_[label]; i < label_starts_[label + 1]; ++i) {
      const auto [feature, at] = by_label_[i];
      if (weights_[at] != 0) result.push_back({feature, weights_[at]});
    }
    return result;
  }

 private:
  struct Where {
    std::uint32_t feature;
    std::size_t at;  // in weights_
  };

  void place_rows() {
    starts_.reserve(problem_.size() + 1);
    starts_.push_back(0);
    for (std::size_t i = 0; i < problem_.size(); ++i) {
      const std::size_t size = data_.row(problem_.rows[i]).indices.size();
      starts_.push_back(starts_.back() + size * problem_.candidates_of(i).size());
    }
    places_.resize(starts_.back());
  }

  // Feature by feature: which labels come with it, and where each of its examples finds them.
  void place_labels() {
    const std::vector<std::size_t> first = example_starts();
    std::vector<std::uint32_t> examples(first.back());
    {
      std::vector<std::size_t> next(first.begin(), first.end() - 1);
      for (std::uint32_t i = 0; i < problem_.size(); ++i) {
        for (const std::uint32_t feature : data_.row(problem_.rows[i]).indices) {
          examples[next[feature]++] = i;
        }
      }
    }
    // Features come in order, also within a row: how many of a row's are done.
    std::vector<std::uint32_t> done(problem_.size());
    std::vector<std::uint32_t> seen_at(problem_.labels, kNone);  // the feature it was seen at last
    std::vector<Place> place(problem_.labels);
    std::vector<std::uint32_t> labels;
    first_.reserve(data_.features() + std::size_t{1});
    first_.push_back(0);
    for (std::uint32_t feature = 0; feature < data_.features(); ++feature) {
      labels.clear();
      const auto of_feature =
          std::span(examples).subspan(first[feature], first[feature + 1] - first[feature]);
      for (const std::uint32_t example : of_feature) {
        for (const std::uint32_t label : problem_.candidates_of(example)) {
          if (seen_at[label] == feature) continue;
          seen_at[label] = feature;
          labels.push_back(label);
        }
      }
      std::sort(labels.begin(), labels.end());
      for (std::size_t i = 0; i < labels.size(); ++i) place[labels[i]] = static_cast<Place>(i);
      for (const std::uint32_t example : of_feature) {
        const std::span<const std::uint32_t> own = problem_.candidates_of(example);
        Place* to = places_.data() + starts_[example] + own.size() * done[example]++;
        for (const std::uint32_t label : own) *to++ = place[label];
      }
      labels_.insert(labels_.end(), labels.begin(), labels.end());
      first_.push_back(labels_.size());
    }
  }

  // Where the examples of each feature begin, if they lie by feature.
  std::vector<std::size_t> example_starts() const {
    std::vector<std::size_t> starts(data_.features() + std::size_t{1});
    for (const std::uint32_t row : problem_.rows) {
      for (const std::uint32_t feature : data_.row(row).indices) ++starts[feature + 1];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    return starts;
  }

  void sort_by_label() const {
    label_starts_.assign(problem_.labels + std::size_t{1}, 0);
    for (const std::uint32_t label : labels_) ++label_starts_[label + 1];
    std::partial_sum(label_starts_.begin(), label_starts_.end(), label_starts_.begin());
    by_label_.resize(labels_.size());
    std::vector<std::size_t> next(label_starts_.begin(), label_starts_.end() - 1);
    for (std::uint32_t feature = 0; feature + 1 < first_.size(); ++feature) {
      for (std::size_t at = first_[feature]; at < first_[feature + 1]; ++at) {
        by_label_[next[labels_[at]]++] = {feature, at};
      }
    }
  }

  static constexpr std::uint32_t kNone = 0xffffffff;

  const Dataset& data_;
  const JointProblem& problem_;
  std::vector<std::size_t> first_;     // of a feature's weights
  std::vector<std::uint32_t> labels_;  // by weight
  std::vector<float> weights_;         // by feature, then label
  std::vector<std::size_t> starts_;    // of an example's places
  std::vector<Place> places_;          // by example, feature and candidate
  mutable std::vector<std::size_t> label_starts_;
  mutable std::vector<Where> by_label_;
};

}  // namespace

std::unique_ptr<JointWeights> make_joint_weights(const Dataset& data, const JointProblem& problem) {
  if (data.full()) return std::make_unique<FullWeights>(data, problem);
  if (problem.labels <= std::numeric_limits<std::uint16_t>::max()) {
    return std::make_unique<SparseWeights<std::uint16_t>>(data, problem);
  }
  return std::make_unique<SparseWeights<std::uint32_t>>(data, problem);
}

}  // namespace ect::learners
