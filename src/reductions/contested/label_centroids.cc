// A shortlist of labels that does not depend on the tournament's path. A label with few examples
// loses matches against labels with many, and is then no contender even where the example is much
// like its own; its centroid, the sum of its examples divided by its length, has no such bias. So
// the labels whose centroids are nearest to an example, by the cosine, are contenders too.
//
// An inverted index has, for every feature, the labels whose centroid has it and the weight: a
// question adds up the entries of the example's features, and takes the greatest sums. A label
// keeps only its kFeaturesALabel greatest weights, and a feature only its kLabelsAFeature greatest
// entries: what is common to many labels tells little and would cost the most. So a question reads
// at most kLabelsAFeature entries a feature however many labels there are.
//
// A training row would find its own label by itself. For it, that label's centroid is the one of
// the other rows: with s the sum of all, (s - x).x / |s - x|, |s - x|^2 = |s|^2 - 2 s.x + x.x.
//
// Example: rows {0: 1}, {0: 0.6, 1: 0.8} of label 0 and {1: 1} of label 1. The centroids are
// {0: 0.89, 1: 0.45} and {1: 1}; an example {1: 1} is nearer to label 1.
//
// A weight is stored in 8 bits as a power of 2^(-1/16). Cost: 4 bytes an entry, at most
// kFeaturesALabel a label. Tests: label_centroids_test.
#include "reductions/contested/label_centroids.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "ect/error.h"

namespace ect::reductions {
namespace {

constexpr std::size_t kFeaturesALabel = 4096;
constexpr std::size_t kLabelsAFeature = 512;
// Labels that are less similar than this share of the nearest are left out.
constexpr float kNearShare = 0.2F;
constexpr std::uint32_t kCodes = 256;
constexpr double kCodesAnOctave = 16;

const std::array<float, kCodes>& weights_of_codes() {
  static const std::array<float, kCodes> weights = [] {
    std::array<float, kCodes> all{};
    for (std::uint32_t code = 0; code < kCodes; ++code) {
      all[code] = static_cast<float>(std::exp2(-static_cast<double>(code) / kCodesAnOctave));
    }
    return all;
  }();
  return weights;
}

std::uint32_t code_of(float weight) {
  const double code = -kCodesAnOctave * std::log2(static_cast<double>(weight));
  return static_cast<std::uint32_t>(std::clamp(std::round(code), 0.0, kCodes - 1.0));
}

bool nearer(const NearLabel& a, const NearLabel& b) {
  return a.similarity != b.similarity ? a.similarity > b.similarity : a.label < b.label;
}

Error damaged_centroids() {
  return {Error::Kind::kModelFormat, "the finals are damaged: the labels' centroids"};
}

}  // namespace

LabelCentroids::LabelCentroids(const Dataset& data, std::span<const std::uint32_t> rows,
                               std::uint32_t classes)
    : classes_(classes), sums_(classes), counts_(classes), squares_(classes) {
  std::vector<std::vector<std::uint32_t>> rows_of(classes);
  for (const std::uint32_t row : rows) rows_of[data.label(row)].push_back(row);
  std::vector<float> sum(data.features());
  std::vector<std::uint32_t> features;
  for (std::uint32_t label = 0; label < classes; ++label) {
    features.clear();
    for (const std::uint32_t row : rows_of[label]) {
      const Features x = data.row(row);
      for (std::size_t j = 0; j < x.indices.size(); ++j) {
        if (!(x.values[j] > 0)) continue;
        if (sum[x.indices[j]] == 0) features.push_back(x.indices[j]);
        sum[x.indices[j]] += x.values[j];
      }
    }
    counts_[label] = static_cast<double>(rows_of[label].size());
    std::vector<Sum>& own = sums_[label];
    for (const std::uint32_t feature : features) {
      own.push_back({feature, sum[feature]});
      squares_[label] += static_cast<double>(sum[feature]) * static_cast<double>(sum[feature]);
      sum[feature] = 0;
    }
    if (own.size() > kFeaturesALabel) {
      std::nth_element(own.begin(), own.begin() + kFeaturesALabel, own.end(),
                       [](const Sum& a, const Sum& b) {
                         return a.value != b.value ? a.value > b.value : a.feature < b.feature;
                       });
      own.resize(kFeaturesALabel);
    }
    std::sort(own.begin(), own.end(),
              [](const Sum& a, const Sum& b) { return a.feature < b.feature; });
    own.shrink_to_fit();
  }
  index(data.features(), sums_);
}

// Sets the index, and leaves in `centroids` what is in it.
void LabelCentroids::index(std::uint32_t features, std::vector<std::vector<Sum>>& centroids) {
  struct Entry {
    std::uint32_t label;
    float weight;
  };
  std::vector<std::size_t> starts(features + std::size_t{1});
  for (const std::vector<Sum>& centroid : centroids) {
    for (const Sum& sum : centroid) ++starts[sum.feature + 1];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<Entry> all(starts.back());
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (std::uint32_t label = 0; label < classes_; ++label) {
    const double length = std::sqrt(squares_[label]);
    for (const Sum& sum : centroids[label]) {
      all[next[sum.feature]++] = {label,
                                  static_cast<float>(static_cast<double>(sum.value) / length)};
    }
    centroids[label].clear();
  }
  for (std::uint32_t feature = 0; feature < features; ++feature) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(starts[feature]);
    auto last = all.begin() + static_cast<std::ptrdiff_t>(starts[feature + 1]);
    if (static_cast<std::size_t>(last - first) > kLabelsAFeature) {
      const auto most = first + kLabelsAFeature;
      std::nth_element(first, most, last, [](const Entry& a, const Entry& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.label < b.label;
      });
      last = most;
      std::sort(first, last, [](const Entry& a, const Entry& b) { return a.label < b.label; });
    }
    for (auto entry = first; entry != last; ++entry) {
      entries_.push_back(entry->label << 8 | code_of(entry->weight));
      const double length = std::sqrt(squares_[entry->label]);
      centroids[entry->label].push_back(
          {feature, static_cast<float>(static_cast<double>(entry->weight) * length)});
    }
    starts_.push_back(static_cast<std::uint32_t>(entries_.size()));
  }
}

void LabelCentroids::add_up(Features x, Scratch& scratch) const {
  const std::array<float, kCodes>& weights = weights_of_codes();
  // Of the example before.
  for (const std::uint32_t label : scratch.touched) scratch.sums[label] = 0;
  scratch.touched.clear();
  scratch.sums.resize(classes_);
  for (std::size_t j = 0; j < x.indices.size(); ++j) {
    const std::uint32_t feature = x.indices[j];
    if (feature + std::size_t{1} >= starts_.size()) break;
    const float value = x.values[j];
    if (!(value > 0)) continue;
    for (std::uint32_t at = starts_[feature]; at < starts_[feature + 1]; ++at) {
      const std::uint32_t label = entries_[at] >> 8;
      float& sum = scratch.sums[label];
      if (sum == 0) scratch.touched.push_back(label);
      sum += value * weights[entries_[at] & (kCodes - 1)];
    }
  }
}

std::span<const NearLabel> LabelCentroids::take(std::size_t most, Scratch& scratch) const {
  std::vector<NearLabel>& found = scratch.found;
  found.clear();
  for (const std::uint32_t label : scratch.touched) {
    if (scratch.sums[label] > 0) found.push_back({label, scratch.sums[label]});
  }
  if (found.size() > most) {
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most), found.end(),
                     nearer);
    found.resize(most);
  }
  std::sort(found.begin(), found.end(), nearer);
  while (found.size() > 1 && found.back().similarity < kNearShare * found.front().similarity) {
    found.pop_back();
  }
  return found;
}

std::span<const NearLabel> LabelCentroids::nearest(Features x, std::size_t most,
                                                   Scratch& scratch) const {
  add_up(x, scratch);
  return take(most, scratch);
}

std::span<const NearLabel> LabelCentroids::nearest_to_row(Features x, std::uint32_t label,
                                                          std::size_t most,
                                                          Scratch& scratch) const {
  add_up(x, scratch);
  double own = 0;      // s.x over the indexed features, less x.x over them
  double product = 0;  // the same with x.x
  double square = 0;   // x.x over all
  for (const float value : x.values) {
    square += static_cast<double>(value) * static_cast<double>(value);
  }
  const std::vector<Sum>& sums = sums_[label];
  for (std::size_t i = 0, j = 0; i < sums.size() && j < x.indices.size();) {
    if (sums[i].feature < x.indices[j]) {
      ++i;
    } else if (x.indices[j] < sums[i].feature) {
      ++j;
    } else {
      const auto value = static_cast<double>(x.values[j]);
      if (value > 0) {
        product += static_cast<double>(sums[i].value) * value;
        own += (static_cast<double>(sums[i].value) - value) * value;
      }
      ++i;
      ++j;
    }
  }
  const double length = squares_[label] - 2 * product + square;
  // Less is a rounding error.
  const bool others = counts_[label] > 1 && own > 1e-5 * product && length > 1e-5 * square;
  if (scratch.sums[label] != 0) {
    scratch.sums[label] = others ? static_cast<float>(own / std::sqrt(length)) : 0;
  }
  return take(most, scratch);
}

std::size_t LabelCentroids::cost(Features x) const {
  std::size_t entries = 0;
  for (const std::uint32_t feature : x.indices) {
    if (feature + std::size_t{1} < starts_.size()) {
      entries += starts_[feature + 1] - starts_[feature];
    }
  }
  return entries;
}

void LabelCentroids::finish_training() {
  sums_ = {};
  counts_ = {};
  squares_ = {};
}

void LabelCentroids::store(std::vector<std::uint32_t>& words) const {
  words.push_back(static_cast<std::uint32_t>(starts_.size()));
  words.insert(words.end(), starts_.begin(), starts_.end());
  words.insert(words.end(), entries_.begin(), entries_.end());
}

LabelCentroids LabelCentroids::load(std::span<const std::uint32_t>& words, std::uint32_t classes) {
  if (words.empty() || words[0] == 0 || words.size() - 1 < words[0]) throw damaged_centroids();
  LabelCentroids centroids;
  centroids.classes_ = classes;
  const auto starts = words.subspan(1, words[0]);
  words = words.subspan(1 + std::size_t{words[0]});
  if (starts.front() != 0 || !std::is_sorted(starts.begin(), starts.end()) ||
      starts.back() > words.size()) {
    throw damaged_centroids();
  }
  centroids.starts_.assign(starts.begin(), starts.end());
  const auto entries = words.first(starts.back());
  for (const std::uint32_t entry : entries) {
    if (entry >> 8 >= classes) throw damaged_centroids();
  }
  centroids.entries_.assign(entries.begin(), entries.end());
  words = words.subspan(starts.back());
  return centroids;
}

}  // namespace ect::reductions
