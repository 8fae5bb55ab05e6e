#ifndef ECT_DATA_FOURIER_FEATURES_H_
#define ECT_DATA_FOURIER_FEATURES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ect/dataset.h"

namespace ect::data {

// Random Fourier features; see fourier_features.cc. Immutable; threads may share it.
class FourierFeatures {
 public:
  static constexpr std::uint32_t kMaxInputs = 1U << 16;
  static constexpr std::uint32_t kMinWaves = 2;
  static constexpr std::uint32_t kMaxWaves = 1U << 16;
  static constexpr std::size_t kTransforms = 3;
  static constexpr float kMaxScale = 1e6F;  // of a projection; training yields far smaller ones

  // The number of projections for `waves` features of inputs below `inputs`.
  static std::size_t projections_for(std::uint32_t inputs, std::uint32_t waves);

  // Draws random directions for features below `inputs`, with the width fitted to `data`.
  FourierFeatures(const Dataset& data, std::uint32_t inputs, std::uint32_t waves,
                  std::uint64_t seed);
  // From stored values: kTransforms signs and a scale for each projection.
  FourierFeatures(std::uint32_t inputs, std::uint32_t waves, float width, std::vector<float> signs,
                  std::vector<float> scales);

  std::uint32_t inputs() const { return inputs_; }
  std::uint32_t outputs() const { return waves_; }  // every resulting feature is below this
  float width() const { return width_; }
  const std::vector<float>& signs() const { return signs_; }
  const std::vector<float>& scales() const { return scales_; }

  // Working memory of apply(), one per thread; reuse avoids allocations.
  using Scratch = std::vector<float>;
  // Computes the features of x into `to`, which must have outputs() places. Features of x not below
  // inputs() are ignored.
  void apply(const Features& x, std::span<float> to, Scratch& scratch) const;

 private:
  std::uint32_t inputs_;
  std::uint32_t waves_;
  float width_;                // of the kernel
  std::vector<float> signs_;   // three for each projection, block by block
  std::vector<float> scales_;  // of projections, in turns
};

}  // namespace ect::data

#endif  // ECT_DATA_FOURIER_FEATURES_H_
