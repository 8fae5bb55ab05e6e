#ifndef ECT_DATA_EXPANSION_H_
#define ECT_DATA_EXPANSION_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/features/scaling.h"
#include "ect/dataset.h"

namespace ect {

// More features for linear classifiers, made of those there are after scaling, so that what is
// linear in them is curved in the data. Prediction needs the same; a model stores it. See
// expansion.cc.
class Expansion {
 public:
  enum class Kind : std::uint8_t { kNone, kQuadratic, kFourier };

  // What a user asks for.
  struct Request {
    Kind kind = Kind::kNone;
    std::uint32_t waves = 0;  // kFourier: how many features

    bool operator==(const Request&) const = default;
  };

  static constexpr std::uint32_t kMostQuadratic = 4096;    // features that products are made of
  static constexpr std::uint32_t kMostFourier = 1U << 16;  // features that waves are made of
  static constexpr std::uint32_t kMostWaves = 1U << 16;
  // That many values an expanded data set may have.
  static constexpr std::uint64_t kMostValues = std::uint64_t{1} << 30;

  // None.
  Expansion() = default;
  // For examples with features below `inputs`, such as those of `data`. Throws where there are too
  // many of them.
  Expansion(Request request, const Dataset& data, std::uint32_t inputs, std::uint64_t seed);
  // From what stored() gave. Throws ect::Error where the bytes cannot be that.
  explicit Expansion(std::span<const std::byte> stored);

  Kind kind() const { return kind_; }
  std::string name() const;  // as it is asked for
  std::uint32_t inputs() const { return inputs_; }
  std::uint32_t outputs() const { return outputs_; }  // every feature that it makes is below
  double width() const { return static_cast<double>(width_); }  // of waves, else 0

  // What apply() works with; it grows once.
  using Scratch = std::vector<float>;
  // Features that are not below inputs() are left out. Requires another kind than kNone, and that x
  // is not in `to`.
  void apply(const Features& x, Example& to, Scratch& scratch) const;
  // All of a data set. On up to `threads` threads (0: all cores).
  void apply(Dataset& data, unsigned threads) const;

  std::vector<std::byte> stored() const;

 private:
  void add_products(const Features& x, Example& to) const;
  void fill_waves(const Features& x, std::span<float> to, Scratch& scratch) const;
  void number_products();
  void learn_quadratic(const Dataset& data);
  void learn_fourier(const Dataset& data, std::uint64_t seed);
  std::size_t block() const;
  std::size_t projections() const;

  Kind kind_ = Kind::kNone;
  std::uint32_t inputs_ = 0;
  std::uint32_t outputs_ = 0;
  float factor_ = 1;  // kQuadratic: of the features themselves and of squares
  // kQuadratic: by feature, whether its square says more than it does itself.
  std::vector<bool> squares_;
  std::vector<std::uint32_t> first_products_;  // by feature, of those with it and later ones
  // kFourier: see expansion.cc.
  std::uint32_t waves_ = 0;
  float width_ = 0;
  std::vector<float> signs_;   // three for each projection, block by block
  std::vector<float> scales_;  // of projections, in turns
};

// Waves go by the distances between rows.
inline Units units_for(const Expansion::Request& request) {
  return request.kind == Expansion::Kind::kFourier ? Units::kCommon : Units::kOwn;
}

// none, quadratic or fourier:N. Throws for anything else.
Expansion::Request parse_expand(std::string_view text);
// The same back.
std::string expand_name(const Expansion::Request& request);

}  // namespace ect

#endif  // ECT_DATA_EXPANSION_H_
