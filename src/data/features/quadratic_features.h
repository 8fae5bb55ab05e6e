#ifndef ECT_DATA_QUADRATIC_FEATURES_H_
#define ECT_DATA_QUADRATIC_FEATURES_H_

#include <cstdint>
#include <vector>

#include "ect/dataset.h"

namespace ect::data {

// Features and the products of all pairs of them; see quadratic_features.cc. Immutable.
class QuadraticFeatures {
 public:
  static constexpr std::uint32_t kMaxInputs = 4096;
  static constexpr float kMaxFactor = 1e6F;  // far beyond any that is learnt

  // Of features below `inputs`, such as those of `data`.
  QuadraticFeatures(const Dataset& data, std::uint32_t inputs);
  // As they were stored: `squares` says of each feature whether it has a square.
  QuadraticFeatures(std::vector<bool> squares, float factor);

  std::uint32_t inputs() const { return static_cast<std::uint32_t>(squares_.size()); }
  std::uint32_t outputs() const { return outputs_; }  // every feature that it makes is below
  const std::vector<bool>& squares() const { return squares_; }
  float factor() const { return factor_; }

  // Features that are not below inputs() are left out. Requires that x is not in `to`.
  void apply(const Features& x, Example& to) const;

 private:
  void number_products();

  // By feature, whether its square says more than it does itself.
  std::vector<bool> squares_;
  float factor_ = 1;  // of the features themselves and of squares
  std::uint32_t outputs_ = 0;
  std::vector<std::uint32_t> first_products_;  // by feature, of those with it and later ones
};

}  // namespace ect::data

#endif  // ECT_DATA_QUADRATIC_FEATURES_H_
