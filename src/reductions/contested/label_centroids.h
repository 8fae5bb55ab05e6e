#ifndef ECT_REDUCTIONS_LABEL_CENTROIDS_H_
#define ECT_REDUCTIONS_LABEL_CENTROIDS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ect/dataset.h"

namespace ect::reductions {

// A label and how similar its centroid is to an example.
struct NearLabel {
  std::uint32_t label;
  float similarity;
};

// The labels whose centroids are nearest to an example, by the cosine, found through an inverted
// index of the centroids' greatest weights; see label_centroids.cc. Immutable; threads may share
// it.
class LabelCentroids {
 public:
  static constexpr std::uint32_t kMaxLabels = 1U << 24;

  // The memory of one thread.
  struct Scratch {
    std::vector<float> sums;             // by label: its similarity to the example asked about last
    std::vector<std::uint32_t> touched;  // labels whose sum is not 0
    std::vector<NearLabel> found;
  };

  LabelCentroids() = default;
  // Of these rows of sparse data. Fewer than kMaxLabels classes.
  LabelCentroids(const Dataset& data, std::span<const std::uint32_t> rows, std::uint32_t classes);

  std::uint32_t classes() const { return classes_; }
  // At most `most` labels, the nearest first; none without a feature in common. They lie in
  // `scratch`.
  std::span<const NearLabel> nearest(Features x, std::size_t most, Scratch& scratch) const;
  // The same for a training row, whose label's centroid is that of the label's other rows.
  std::span<const NearLabel> nearest_to_row(Features x, std::uint32_t label, std::size_t most,
                                            Scratch& scratch) const;
  // How many entries of the index a question reads.
  std::size_t cost(Features x) const;
  // Forgets what only nearest_to_row() needs.
  void finish_training();

  // For a model file: appends to `words`; and back, from their front, which is removed. Throws
  // ect::Error for words that cannot have been written.
  void store(std::vector<std::uint32_t>& words) const;
  static LabelCentroids load(std::span<const std::uint32_t>& words, std::uint32_t classes);

 private:
  struct Sum {
    std::uint32_t feature;
    float value;
  };

  void index(std::uint32_t features, std::vector<std::vector<Sum>>& centroids);
  void add_up(Features x, Scratch& scratch) const;
  std::span<const NearLabel> take(std::size_t most, Scratch& scratch) const;

  std::uint32_t classes_ = 0;
  std::vector<std::uint32_t> starts_ = {0};  // of a feature's entries
  std::vector<std::uint32_t> entries_;       // a label, shifted by 8, and the code of its weight
  // Of a label's rows, while training: the indexed features of their sum, their number, and the
  // squared length of the sum.
  std::vector<std::vector<Sum>> sums_;
  std::vector<double> counts_;
  std::vector<double> squares_;
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_LABEL_CENTROIDS_H_
