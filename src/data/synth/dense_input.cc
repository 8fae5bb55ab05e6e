// Dense synthetic inputs: each class is a small cube around a point of a grid, and cubes never
// touch, so the input always determines the class (Gaussian clusters would overlap, and their Bayes
// error could only be estimated).
//
// With base b, the least for which b^D >= classes, a centre has coordinates from {1-b, 3-b, ...,
// b-1}, 2 apart; the first ones spell the class (class_code.h), the others are drawn by the seed
// and the class. A coordinate of an input is the centre's plus a thousandth from -0.8 to 0.8,
// uniformly. For example 4 classes and 3 features: b = 2, centres such as (-1, 1, 1), an input
// (-0.312, 1.777, 0.4).
//
// Unlike with words, most splits of many classes in few dimensions are not linearly separable:
// linear classifiers cannot separate arbitrary sets of a cube's corners, decision trees can.
// Default: 32 features, where b = 2. Cost: O(D). Tests: synth_test.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/synth/class_code.h"
#include "data/synth/input_law.h"
#include "ect/error.h"

namespace ect::data {
namespace {

constexpr std::uint32_t kUsualFeatures = 32;
constexpr std::uint32_t kMaxFeatures = 1U << 16;
constexpr std::uint32_t kMaxBase = 1024;  // thousandths are then exact enough in a float
constexpr std::int64_t kSpread = 800;     // thousandths; 1000 would let cubes touch

class DenseInput : public InputLaw {
 public:
  DenseInput(std::uint32_t features, ClassCode code, Random& keys)
      : features_(features), code_(code), key_(keys.next()) {}

  std::uint32_t features() const override { return features_; }
  std::uint32_t nonzeros() const override { return features_; }

  void draw(std::uint32_t clean, Random& random, Example& example) const override {
    example.indices.clear();
    example.values.clear();
    const ClassCode::Digits digits = code_.write(clean);
    Random of_class(key_, clean);
    for (std::uint32_t i = 0; i < features_; ++i) {
      const std::int64_t digit =
          i < code_.length() ? digits[i] : static_cast<std::int64_t>(of_class.below(code_.base()));
      const std::int64_t centre = 2 * digit - (std::int64_t{code_.base()} - 1);
      const auto off = static_cast<std::int64_t>(random.below(2 * kSpread + 1)) - kSpread;
      const std::int64_t thousandths = 1000 * centre + off;
      if (thousandths == 0) continue;
      example.indices.push_back(i);
      example.values.push_back(static_cast<float>(static_cast<double>(thousandths) / 1000));
    }
  }

  std::optional<std::uint32_t> clean_class(const Features& x) const override {
    ClassCode::Digits digits{};
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < code_.length(); ++i) {
      const bool there = at < x.indices.size() && x.indices[at] == i;
      const double value = there ? x.values[at++] : 0;
      const double digit = std::round((value + code_.base() - 1) / 2);
      if (!(digit >= 0 && digit < code_.base())) return std::nullopt;
      digits[i] = static_cast<std::uint32_t>(digit);
    }
    return code_.read(digits);
  }

 private:
  std::uint32_t features_;
  ClassCode code_;
  std::uint64_t key_;
};

}  // namespace

std::unique_ptr<const InputLaw> dense_input(const InputSize& size, Random& keys) {
  const std::uint32_t features = size.features == 0 ? kUsualFeatures : size.features;
  if (features > kMaxFeatures) {
    throw Error::bad_argument(fmt::format("{} features are too many for dense data (at most {})",
                                          features, kMaxFeatures));
  }
  if (size.nonzeros != 0 && size.nonzeros != features) {
    throw Error::bad_argument("dense data has as many non-zeros as features");
  }
  std::uint32_t base = 2;
  while (base <= kMaxBase && ClassCode::length(size.classes, base) > features) ++base;
  if (base > kMaxBase) {
    throw Error::bad_argument(
        fmt::format("{} features are too few for {} classes", features, size.classes));
  }
  return std::make_unique<DenseInput>(features, ClassCode(size.classes, base, keys), keys);
}

}  // namespace ect::data
