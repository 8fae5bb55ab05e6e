#ifndef ECT_DATA_SCALING_H_
#define ECT_DATA_SCALING_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "data/features/text_weights.h"
#include "data/load.h"
#include "ect/dataset.h"

namespace ect::data {

// The largest absolute value of a scaled feature: far larger than any in training data, and small
// enough that sums of products of two values are finite.
inline constexpr double kMaxScaledValue = 1e15;
inline float clamp_scaled(float value) {
  constexpr auto kMax = static_cast<float>(kMaxScaledValue);
  return std::clamp(value, -kMax, kMax);
}

// How the values of features are brought to comparable magnitudes before training. Prediction needs
// the same scaling; models store it.
struct Scaling {
  enum class Kind : std::uint8_t {
    kRows,     // each row to length 1: text, in models from before tf-idf
    kFactor,   // one factor for all: rows that are normalised already
    kColumns,  // an offset and a factor for each feature
    kText,     // tf-idf, and each row to length 1: text
  };

  Kind kind = Kind::kFactor;
  float factor = 1;            // kFactor
  std::vector<float> offsets;  // kColumns: value -> (value - offset) * factor; features beyond
  std::vector<float> factors;  // these were not seen in training and are ignored
  // kColumns: features with an offset whose absence means 0, not missing, by increasing number.
  // Every scaled row has them.
  std::vector<std::uint32_t> always;
  TextWeights text;  // kText

  void apply(Example& example) const;

 private:
  void apply_columns(Example& example) const;
  void add_always(Example& example) const;
};

// Learns the scaling that suits the data:
//  - text: tf-idf, in rows of length 1.
//  - csv and arff: numeric columns to mean 0 and deviation 1, so that a missing value, which has no
//    feature, counts as the mean; nominal ones stay 0 or 1.
//  - svmlight and vw: if all rows have the same length (within 1 %) and no feature is in most of
//    them, they stay as they are. Otherwise a feature that most rows have is treated as a numeric
//    column, its absence meaning 0; others are divided by their greatest absolute value, which
//    keeps zeros zero. (With more than 2^20 features, as hashing makes them, only one factor.)
// With Units::kCommon, columns that seem to be measured in one unit, such as pixels (all are
// numbers and half of them reach half of the greatest absolute value), keep their relative sizes:
// one factor for all. Distances are more meaningful then, and Fourier features use them (errors of
// fourier:1000 and all pairs in percent: letter 3.3 against 3.5, pendigits 0.2 against 0.3,
// satimage 9.3 against 9.6; mnist, 10000 examples and fourier:4000, 3.1 against 3.9). Examples of
// weight 0 are ignored. All values are then divided by the root of the rows' mean squared length,
// so that the mean squared length is 1.
enum class Units : std::uint8_t { kOwn, kCommon };
Scaling learn_scaling(const Dataset& data, const Layout& layout, Units units = Units::kOwn,
                      unsigned threads = 1);

}  // namespace ect::data

#endif  // ECT_DATA_SCALING_H_
