#ifndef ECT_DATA_SCALING_H_
#define ECT_DATA_SCALING_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "data/features/text_weights.h"
#include "data/load.h"
#include "ect/dataset.h"

namespace ect::data {

// The largest absolute value of a scaled feature: far beyond any that was learnt from, and such
// that sums of products of two of them are finite.
inline constexpr double kMaxScaledValue = 1e15;
inline float clamp_scaled(float value) {
  constexpr auto kMax = static_cast<float>(kMaxScaledValue);
  return std::clamp(value, -kMax, kMax);
}

// How the values of features are brought to comparable sizes before anything is learnt, so that a
// user never has to. Prediction needs the same; a model stores it.
struct Scaling {
  enum class Kind : std::uint8_t {
    kRows,     // each row to length 1: text, in models from before tf-idf
    kFactor,   // one factor for all: rows that somebody has normalised already
    kColumns,  // an offset and a factor for each feature
    kText,     // tf-idf, and each row to length 1: text
  };

  Kind kind = Kind::kFactor;
  float factor = 1;            // kFactor
  std::vector<float> offsets;  // kColumns: value -> (value - offset) * factor; what lies beyond
  std::vector<float> factors;  // was never seen in training and is left out
  // kColumns: features with an offset for which "not there" means 0, not missing, by increasing
  // number: they are there in every scaled row.
  std::vector<std::uint32_t> always;
  TextWeights text;  // kText

  void apply(Example& example) const;

 private:
  void apply_columns(Example& example) const;
  void add_always(Example& example) const;
};

// What suits the data:
//  - text: tf-idf, in rows of length 1.
//  - csv and arff: numeric columns to mean 0 and deviation 1, so that a missing value, which has no
//    feature, counts as the mean; nominal ones stay 0 or 1.
//  - svmlight and vw: if all rows have the same length (within 1 %) and no feature is in most of
//    them, they stay as they are. Else a feature that most rows have is treated as a numeric
//    column, its absence meaning 0; others are divided by their greatest absolute value, which
//    keeps zeros zero. (Beyond 2^20 features, as hashing makes them, only the common factor.)
// With Units::kCommon, columns that seem to be measured in one unit, such as pixels (all are
// numbers and half of them reach half of the greatest absolute value), keep their sizes against
// each other: one factor for all. Distances mean more so, and waves go by distances (errors of
// fourier:1000 and all pairs in percent: letter 3.3 against 3.5, pendigits 0.2 against 0.3,
// satimage 9.3 against 9.6; mnist, 10000 examples and fourier:4000, 3.1 against 3.9). Examples of
// weight 0 count for nothing. All is then divided by the root of the rows' mean squared length:
// rows have length 1 on average.
enum class Units : std::uint8_t { kOwn, kCommon };
Scaling learn_scaling(const Dataset& data, const Layout& layout, Units units = Units::kOwn,
                      unsigned threads = 1);

}  // namespace ect::data

#endif  // ECT_DATA_SCALING_H_
