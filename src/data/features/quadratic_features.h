#ifndef ECT_DATA_QUADRATIC_FEATURES_H_
#define ECT_DATA_QUADRATIC_FEATURES_H_

#include <cstdint>
#include <vector>

#include "ect/dataset.h"

namespace ect::data {

// Features and the products of all pairs of them; see quadratic_features.cc. Immutable; threads may
// share it.
class QuadraticFeatures {
 public:
  static constexpr std::uint32_t kMaxInputs = 4096;
  static constexpr float kMaxFactor = 1e6F;  // training yields far smaller ones

  // For features below `inputs`, such as those of `data`.
  QuadraticFeatures(const Dataset& data, std::uint32_t inputs);
  // From stored values: `squares` tells for each feature whether it has a square.
  QuadraticFeatures(std::vector<bool> squares, float factor);

  std::uint32_t inputs() const { return static_cast<std::uint32_t>(squares_.size()); }
  std::uint32_t outputs() const { return outputs_; }  // every resulting feature is below this
  const std::vector<bool>& squares() const { return squares_; }
  float factor() const { return factor_; }

  // Computes the features of x into `to`. Features not below inputs() are ignored. Requires that x
  // does not refer to `to`.
  void apply(const Features& x, Example& to) const;

 private:
  void number_products();

  // By feature: whether its square is not a linear function of it.
  std::vector<bool> squares_;
  float factor_ = 1;  // of the features themselves and of squares
  std::uint32_t outputs_ = 0;
  std::vector<std::uint32_t> first_products_;  // by feature: number of its first product
};

}  // namespace ect::data

#endif  // ECT_DATA_QUADRATIC_FEATURES_H_
