#ifndef ECT_DATA_EXPANSION_H_
#define ECT_DATA_EXPANSION_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/features/fourier_features.h"
#include "data/features/quadratic_features.h"
#include "data/features/scaling.h"
#include "ect/dataset.h"
#include "ect/train_options.h"

namespace ect::data {

// Additional features for linear classifiers, computed from the scaled ones, so that a function
// linear in them is nonlinear in the data: products (quadratic_features.cc) or cosines and sines
// (fourier_features.cc). Prediction needs the same expansion; models store it (expansion_file.cc).
// Immutable; threads may share it.
class Expansion {
 public:
  using Kind = FeatureExpansion::Kind;

  static constexpr std::uint32_t kMaxQuadratic = QuadraticFeatures::kMaxInputs;
  // The most values that an expanded data set may have.
  static constexpr std::uint64_t kMaxValues = std::uint64_t{1} << 30;

  // No expansion.
  Expansion() = default;
  // For examples with features below `inputs`, such as those of `data`. Throws ect::Error if there
  // are too many features.
  Expansion(FeatureExpansion request, const Dataset& data, std::uint32_t inputs,
            std::uint64_t seed);
  // The inverse of stored(). Throws ect::Error for other bytes.
  explicit Expansion(std::span<const std::byte> stored);

  Kind kind() const { return static_cast<Kind>(features_.index()); }
  std::string name() const;  // as parse_expand() takes it
  std::uint32_t inputs() const;
  std::uint32_t outputs() const;  // every resulting feature is below this
  double width() const;           // of the kernel for kFourier, else 0

  // Working memory of apply(), one per thread; reuse avoids allocations.
  using Scratch = FourierFeatures::Scratch;
  // Expands an example. Features not below inputs() are ignored. Requires a kind other than kNone,
  // and that x does not refer to `to`.
  void apply(const Features& x, Example& to, Scratch& scratch) const;
  // Expands a data set on up to `threads` threads (0: all cores). Throws ect::Error for more than
  // kMaxValues values.
  void apply(Dataset& data, unsigned threads) const;

  std::vector<std::byte> stored() const;

 private:
  // In the order of Kind.
  std::variant<std::monostate, QuadraticFeatures, FourierFeatures> features_;
};

// Fourier features depend on distances between rows, so they need features in a common unit.
inline Units units_for(const FeatureExpansion& request) {
  return request.kind == FeatureExpansion::Kind::kFourier ? Units::kCommon : Units::kOwn;
}

// Parses none, quadratic or fourier:N. Throws ect::Error for anything else.
FeatureExpansion parse_expand(std::string_view text);
// The inverse of parse_expand().
std::string expand_name(const FeatureExpansion& request);

}  // namespace ect::data

#endif  // ECT_DATA_EXPANSION_H_
