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

// More features for linear classifiers, made of those there are after scaling, so that what is
// linear in them is curved in the data: products (quadratic_features.cc) or waves
// (fourier_features.cc). Prediction needs the same; a model stores it (expansion_file.cc).
class Expansion {
 public:
  using Kind = FeatureExpansion::Kind;

  static constexpr std::uint32_t kMaxQuadratic = QuadraticFeatures::kMaxInputs;
  // That many values an expanded data set may have.
  static constexpr std::uint64_t kMaxValues = std::uint64_t{1} << 30;

  // None.
  Expansion() = default;
  // For examples with features below `inputs`, such as those of `data`. Throws where there are too
  // many of them.
  Expansion(FeatureExpansion request, const Dataset& data, std::uint32_t inputs,
            std::uint64_t seed);
  // From what stored() gave. Throws ect::Error where the bytes cannot be that.
  explicit Expansion(std::span<const std::byte> stored);

  Kind kind() const { return static_cast<Kind>(features_.index()); }
  std::string name() const;  // as it is asked for
  std::uint32_t inputs() const;
  std::uint32_t outputs() const;  // every feature that it makes is below
  double width() const;           // of waves, else 0

  // What apply() works with; it grows once.
  using Scratch = FourierFeatures::Scratch;
  // Features that are not below inputs() are left out. Requires another kind than kNone, and that x
  // is not in `to`.
  void apply(const Features& x, Example& to, Scratch& scratch) const;
  // All of a data set. On up to `threads` threads (0: all cores).
  void apply(Dataset& data, unsigned threads) const;

  std::vector<std::byte> stored() const;

 private:
  // In the order of Kind.
  std::variant<std::monostate, QuadraticFeatures, FourierFeatures> features_;
};

// Waves go by the distances between rows.
inline Units units_for(const FeatureExpansion& request) {
  return request.kind == FeatureExpansion::Kind::kFourier ? Units::kCommon : Units::kOwn;
}

// none, quadratic or fourier:N. Throws for anything else.
FeatureExpansion parse_expand(std::string_view text);
// The same back.
std::string expand_name(const FeatureExpansion& request);

}  // namespace ect::data

#endif  // ECT_DATA_EXPANSION_H_
