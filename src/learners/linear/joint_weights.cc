// The weights of a joint problem. An example asks for those of its features at its few candidates,
// in every pass; memory is what this waits for.
//
// Where rows are full, a label has its weights side by side, and a score is one dot product.
//
// Where they are sparse, a matrix of labels by features would be mostly zeros: a rare feature
// occurs with few labels. So a rare feature has weights for those labels alone that are candidates
// of an example with that feature, side by side, and every example knows where its candidates stand
// among them: a number for each of its rare features and candidates, which is found once. A common
// feature, one that comes with a quarter of all labels so, has a weight for each label, and most of
// what is present in examples are common features. Where labels are few, vector instructions add up
// the weights of all of them faster than those of the candidates are looked up one by one.
//
// Example: 12 labels, rows {5: 1} with candidates {0, 2} and {5: 2, 7: 1} with candidates {1, 2}.
// Feature 5 has the labels 0, 1, 2, a quarter of all, and gets 12 weights; feature 7 has the labels
// 1, 2 and two weights, and the second row's candidates stand at 0, 1 of them.
//
// Cost: O(non-zeros x candidates) to make, in time, and 2 bytes for each rare non-zero and
// candidate (4 from 262,144 labels on).
// Tests: joint_test.
#include "learners/linear/joint_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "util/dot.h"
#include "util/prefetch.h"

namespace ect::learners {
namespace {

// Features with more labels are left out where all labels are added up.
constexpr std::size_t kMaxAddedUp = 2048;
// A feature is common that comes with at least one in this many labels.
constexpr std::size_t kCommon = 4;
// So many labels side by side are added up as fast as one by itself.
constexpr std::size_t kDense = 8;
// The most candidates of an example: a place is a number of 8 bits.
constexpr std::size_t kMaxPlaces = 256;

void add_above(float weight, float value, std::span<const float> least, std::span<float> sums) {
  for (std::size_t i = 0; i < least.size(); ++i) {
    if (std::abs(weight) >= least[i]) sums[i] += weight * value;
  }
}

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

  void add_score(std::size_t example, std::uint32_t label, std::span<const float> least,
                 std::span<float> sums) const override {
    const Features x = data_.row(problem_.rows[example]);
    const float* const weights = weights_.data() + label * width_;
    for (std::size_t j = 0; j < x.values.size(); ++j) {
      add_above(weights[j], x.values[j], least, sums);
    }
  }

  std::vector<float> greatest() const override {
    std::vector<float> greatest(problem_.labels);
    for (std::size_t at = 0; at < weights_.size(); ++at) {
      greatest[at / width_] = std::max(greatest[at / width_], std::abs(weights_[at]));
    }
    return greatest;
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

  bool add_up(std::size_t /*example*/, LabelSums& /*to*/) const override { return false; }

  void expect(std::size_t example) const override {
    util::prefetch(data_.row(problem_.rows[example]).values.data());
  }

  std::vector<Weight> of_label(std::uint32_t label) const override {
    return weights_in_order(std::span(weights_).subspan(label * width_, width_), 1);
  }

  std::vector<Where> places_of(std::uint32_t label) const override {
    std::vector<Where> places;
    for (std::uint32_t feature = 0; feature < width_; ++feature) {
      places.push_back({feature, label * width_ + feature});
    }
    return places;
  }
  void give(std::span<const std::uint32_t> places, std::vector<float>& to) const override {
    for (const std::uint32_t at : places) to.push_back(weights_[at]);
  }
  void take(std::span<const std::uint32_t> places, std::span<const float> weights) override {
    for (std::size_t i = 0; i < places.size(); ++i) weights_[places[i]] = weights[i];
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
  SparseWeights(const Dataset& data, const JointProblem& problem)
      : data_(data),
        problem_(problem),
        width_((problem.labels + util::kWideRow - 1) / util::kWideRow * util::kWideRow) {
    place_labels();
    place_rows();
    weights_.resize(labels_.size());
    table_.resize(commons_ * width_);
    sums_.resize(width_);
  }

  void scores(std::size_t example, Places of, std::span<float> scores) const override {
    std::fill(scores.begin(), scores.end(), 0.0F);
    const std::span<const std::uint32_t> all = problem_.candidates_of(example);
    float* const sums = scores.data();
    const std::size_t size = of.size();
    each_rare(example, [&](float value, std::size_t first, const Place* places) {
      const float* const weights = weights_.data() + first;
      for (std::size_t i = 0; i < size; ++i) sums[i] += value * weights[places[of[i]]];
    });
    if (is_dense(size)) {
      util::sum_wide_rows(table_.data(), rows_, sums_);
      for (std::size_t i = 0; i < size; ++i) sums[i] += sums_[all[of[i]]];
      return;
    }
    const Labels labels = labels_at(all, of);
    for (const util::WeightedRow& row : rows_) {
      const float* const weights = table_.data() + row.row * width_;
      for (std::size_t i = 0; i < size; ++i) sums[i] += row.weight * weights[labels[i]];
    }
  }

  void add_score(std::size_t example, std::uint32_t label, std::span<const float> least,
                 std::span<float> sums) const override {
    const Features x = data_.row(problem_.rows[example]);
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      const std::size_t at = place_of(x.indices[j], label);
      if (at != kNowhere) add_above(at_place(at), x.values[j], least, sums);
    }
  }

  std::vector<float> greatest() const override {
    std::vector<float> greatest(problem_.labels);
    for (std::size_t at = 0; at < weights_.size(); ++at) {
      greatest[labels_[at]] = std::max(greatest[labels_[at]], std::abs(weights_[at]));
    }
    for (std::size_t row = 0; row < commons_; ++row) {
      for (std::size_t label = 0; label < problem_.labels; ++label) {
        greatest[label] = std::max(greatest[label], std::abs(table_[row * width_ + label]));
      }
    }
    return greatest;
  }

  void add(std::size_t example, Places of, std::span<const float> steps) override {
    const std::span<const std::uint32_t> all = problem_.candidates_of(example);
    const std::size_t size = of.size();
    each_rare(example, [&](float value, std::size_t first, const Place* places) {
      float* const weights = weights_.data() + first;
      for (std::size_t i = 0; i < size; ++i) weights[places[of[i]]] += steps[i] * value;
    });
    if (is_dense(size)) {
      std::fill(sums_.begin(), sums_.end(), 0.0F);
      for (std::size_t i = 0; i < size; ++i) sums_[all[of[i]]] = steps[i];
      util::add_to_wide_rows(sums_, rows_, table_.data());
      return;
    }
    const Labels labels = labels_at(all, of);
    for (const util::WeightedRow& row : rows_) {
      float* const weights = table_.data() + row.row * width_;
      for (std::size_t i = 0; i < size; ++i) weights[labels[i]] += steps[i] * row.weight;
    }
  }

  bool add_up(std::size_t example, LabelSums& to) const override {
    const Features x = data_.row(problem_.rows[example]);
    to.all = width_ <= kMaxAddedUp && commons_ > 0;
    to.rows.clear();
    to.touched.clear();
    to.sums.resize(std::max(to.sums.size(), width_));
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      if (is_common(x.indices[j])) to.rows.push_back({row_of_[x.indices[j]], x.values[j]});
    }
    if (to.all) util::sum_wide_rows(table_.data(), to.rows, std::span(to.sums).first(width_));
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      const std::size_t first = first_[x.indices[j]];
      const std::size_t last = first_[x.indices[j] + std::size_t{1}];
      if (last - first > kMaxAddedUp) continue;
      for (std::size_t at = first; at < last; ++at) {
        if (weights_[at] == 0) continue;
        float& sum = to.sums[labels_[at]];
        if (sum == 0 && !to.all) to.touched.push_back(labels_[at]);
        sum += x.values[j] * weights_[at];
      }
    }
    return true;
  }

  void expect(std::size_t example) const override {
    constexpr std::size_t kLine = 64;
    const auto* bytes = reinterpret_cast<const std::byte*>(places_.data() + starts_[example]);
    const std::size_t size =
        std::min<std::size_t>((starts_[example + 1] - starts_[example]) * sizeof(Place), 1024);
    for (std::size_t at = 0; at < size; at += kLine) util::prefetch(bytes + at);
    for (const std::uint32_t feature : data_.row(problem_.rows[example]).indices) {
      if (!is_common(feature)) util::prefetch(weights_.data() + first_[feature]);
    }
  }

  std::vector<Weight> of_label(std::uint32_t label) const override {
    std::vector<Weight> result;
    for (const Where& place : places_of(label)) {
      if (at_place(place.at) != 0) result.push_back({place.feature, at_place(place.at)});
    }
    return result;
  }

  std::vector<Where> places_of(std::uint32_t label) const override {
    if (label_starts_.empty()) sort_by_label();
    std::vector<Where> places;
    std::size_t common = 0;
    const auto add_commons_below = [&](std::uint32_t feature) {
      for (; common < commons_ && common_features_[common] < feature; ++common) {
        places.push_back({common_features_[common], weights_.size() + common * width_ + label});
      }
    };
    for (std::size_t i = label_starts_[label]; i < label_starts_[label + 1]; ++i) {
      add_commons_below(by_label_[i].feature);
      places.push_back(by_label_[i]);
    }
    add_commons_below(kNone);
    return places;
  }
  void give(std::span<const std::uint32_t> places, std::vector<float>& to) const override {
    for (const std::uint32_t at : places) to.push_back(at_place(at));
  }
  void take(std::span<const std::uint32_t> places, std::span<const float> weights) override {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::size_t at = places[i];
      (at < weights_.size() ? weights_[at] : table_[at - weights_.size()]) = weights[i];
    }
  }
  void forget_order() override {
    std::vector<std::size_t>().swap(label_starts_);
    std::vector<Where>().swap(by_label_);
  }

 private:
  using Labels = std::array<std::uint32_t, kMaxPlaces>;

  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  bool is_common(std::uint32_t feature) const { return row_of_[feature] != kNone; }
  // Whether all labels of the table are faster than a few, one by one.
  bool is_dense(std::size_t few) const { return width_ <= kDense * few; }

  static Labels labels_at(std::span<const std::uint32_t> all, Places of) {
    Labels labels;
    for (std::size_t i = 0; i < of.size(); ++i) labels[i] = all[of[i]];
    return labels;
  }

  // Where the weight of a feature and a label is: behind weights_ where it is in the table.
  std::size_t place_of(std::uint32_t feature, std::uint32_t label) const {
    if (is_common(feature)) return weights_.size() + row_of_[feature] * width_ + label;
    const auto first = labels_.begin() + static_cast<std::ptrdiff_t>(first_[feature]);
    const auto last = labels_.begin() + static_cast<std::ptrdiff_t>(first_[feature + 1]);
    const auto at = std::lower_bound(first, last, label);
    if (at == last || *at != label) return kNowhere;
    return static_cast<std::size_t>(at - labels_.begin());
  }
  float at_place(std::size_t at) const {
    return at < weights_.size() ? weights_[at] : table_[at - weights_.size()];
  }

  // Calls visit(value, the first of its weights, places of all candidates) for each rare feature of
  // an example; rows_ are the common ones.
  template <class Visit>
  void each_rare(std::size_t example, const Visit& visit) const {
    const Features x = data_.row(problem_.rows[example]);
    const std::size_t candidates = problem_.candidates_of(example).size();
    const Place* places = places_.data() + starts_[example];
    rows_.clear();
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      if (is_common(x.indices[j])) {
        rows_.push_back({row_of_[x.indices[j]], x.values[j]});
      } else {
        visit(x.values[j], first_[x.indices[j]], places);
        places += candidates;
      }
    }
  }

  // Feature by feature, the labels that come with it, or a row of the table if it is common.
  void place_labels() {
    const std::vector<std::size_t> first = example_starts();
    const std::vector<std::uint32_t> examples = examples_by_feature(first);
    std::vector<std::uint32_t> seen_at(problem_.labels, kNone);  // the feature it was seen at last
    first_.reserve(data_.features() + std::size_t{1});
    first_.push_back(0);
    row_of_.assign(data_.features(), kNone);
    for (std::uint32_t feature = 0; feature < data_.features(); ++feature) {
      for (std::size_t at = first[feature]; at < first[feature + 1]; ++at) {
        for (const std::uint32_t label : problem_.candidates_of(examples[at])) {
          if (seen_at[label] == feature) continue;
          seen_at[label] = feature;
          labels_.push_back(label);
        }
      }
      const std::size_t count = labels_.size() - first_.back();
      if (count * kCommon >= problem_.labels && count > 0) {
        row_of_[feature] = commons_++;
        common_features_.push_back(feature);
        labels_.resize(first_.back());
      } else {
        std::sort(labels_.begin() + static_cast<std::ptrdiff_t>(first_.back()), labels_.end());
      }
      first_.push_back(labels_.size());
    }
  }

  // Where the candidates of each example stand among the labels of its rare features.
  void place_rows() {
    starts_.reserve(problem_.size() + 1);
    starts_.push_back(0);
    for (std::size_t i = 0; i < problem_.size(); ++i) {
      const std::span<const std::uint32_t> indices = data_.row(problem_.rows[i]).indices;
      const auto rare = static_cast<std::size_t>(
          std::count_if(indices.begin(), indices.end(),
                        [&](std::uint32_t feature) { return !is_common(feature); }));
      starts_.push_back(starts_.back() + rare * problem_.candidates_of(i).size());
    }
    places_.resize(starts_.back());
    const std::vector<std::size_t> first = example_starts();
    const std::vector<std::uint32_t> examples = examples_by_feature(first);
    // Features come in order, also within a row: how many of a row's are done.
    std::vector<std::uint32_t> done(problem_.size());
    std::vector<Place> place(problem_.labels);
    for (std::uint32_t feature = 0; feature < data_.features(); ++feature) {
      if (is_common(feature)) continue;
      for (std::size_t at = first_[feature]; at < first_[feature + 1]; ++at) {
        place[labels_[at]] = static_cast<Place>(at - first_[feature]);
      }
      for (std::size_t at = first[feature]; at < first[feature + 1]; ++at) {
        const std::uint32_t example = examples[at];
        const std::span<const std::uint32_t> own = problem_.candidates_of(example);
        Place* to = places_.data() + starts_[example] + own.size() * done[example]++;
        for (const std::uint32_t label : own) *to++ = place[label];
      }
    }
  }

  // The examples of each feature, which begin at `first`.
  std::vector<std::uint32_t> examples_by_feature(std::span<const std::size_t> first) const {
    std::vector<std::uint32_t> examples(first.back());
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (std::uint32_t i = 0; i < problem_.size(); ++i) {
      for (const std::uint32_t feature : data_.row(problem_.rows[i]).indices) {
        examples[next[feature]++] = i;
      }
    }
    return examples;
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

  const Dataset& data_;
  const JointProblem& problem_;
  // Rare features: their weights lie by feature, then label.
  std::vector<std::size_t> first_;     // of a feature's weights
  std::vector<std::uint32_t> labels_;  // by weight
  std::vector<float> weights_;
  // Common features have a row of the table each, width_ numbers.
  std::size_t width_;
  std::uint32_t commons_ = 0;
  std::vector<std::uint32_t> row_of_;           // by feature; kNone for a rare one
  std::vector<std::uint32_t> common_features_;  // by row
  std::vector<float> table_;
  std::vector<std::size_t> starts_;  // of an example's places
  std::vector<Place> places_;        // by example, rare feature and candidate
  // Of the example at hand.
  mutable std::vector<util::WeightedRow> rows_;
  mutable std::vector<float> sums_;
  mutable std::vector<std::size_t> label_starts_;
  mutable std::vector<Where> by_label_;
};

}  // namespace

std::unique_ptr<JointWeights> make_joint_weights(const Dataset& data, const JointProblem& problem) {
  if (data.full()) return std::make_unique<FullWeights>(data, problem);
  // A rare feature has fewer labels than a quarter of all.
  if (problem.labels / kCommon <= std::numeric_limits<std::uint16_t>::max()) {
    return std::make_unique<SparseWeights<std::uint16_t>>(data, problem);
  }
  return std::make_unique<SparseWeights<std::uint32_t>>(data, problem);
}

}  // namespace ect::learners
