// Random Fourier features: cos(w.x) and sin(w.x) in random directions w (Rahimi, Recht 2007), w
// normal with standard deviation 1/width. The dot product of two rows is then about
// exp(-|x - y|^2 / (2 width^2)), and a linear classifier on them approximates a support vector
// machine with that Gaussian kernel. The width is kWidth times the median distance between
// examples. Directions come in blocks that are orthogonal to each other, which approximates the
// kernel better than independent directions do. A block is made by random signs and fast Hadamard
// transforms (H S1 H S2 H S3: Yu, Suresh, Choromanski, Holtmann-Rice, Kumar 2016), and each
// direction gets the length of a normal vector. The signs and the lengths are stored, not the seed
// that they came from, and all computations on an example are the same on every machine
// (util/waves.cc). A row has length 1 whatever x is.
//
// Cost: N features of d inputs take about 1.5 N log d additions, where a matrix would take N d / 2
// products. Tests: expansion_test.
#include "data/features/fourier_features.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>

#include "data/counted_rows.h"
#include "data/features/scaling.h"
#include "ect/random.h"
#include "util/waves.h"

namespace ect::data {
namespace {

// A compromise between 0.3, 0.4, 0.55 and 0.75, measured on held-out parts of letter, vowel,
// pendigits, satimage, covtype and mnist: 0.3 to 0.4 is best with few features, 0.55 to 0.75 with
// many features or few examples.
constexpr double kWidth = 0.45;
constexpr std::size_t kPairs = 2000;      // pairs of examples that the median distance is taken of
constexpr std::uint64_t kStream = 0xf0;   // of random numbers
constexpr std::size_t kExactLength = 64;  // lengths in more dimensions are nearly normal

// The square of the distance between two rows.
double squared_distance(const Features& a, const Features& b) {
  double sum = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  const auto add = [&](float difference) {
    sum += static_cast<double>(difference) * static_cast<double>(difference);
  };
  while (i < a.indices.size() && j < b.indices.size()) {
    if (a.indices[i] == b.indices[j]) {
      add(a.values[i++] - b.values[j++]);
    } else if (a.indices[i] < b.indices[j]) {
      add(a.values[i++]);
    } else {
      add(b.values[j++]);
    }
  }
  for (; i < a.indices.size(); ++i) add(a.values[i]);
  for (; j < b.indices.size(); ++j) add(b.values[j]);
  return sum;
}

// The median distance between random pairs of different examples; 1 if there is none or it is 0.
double median_distance(const Dataset& data, Random& random) {
  const std::vector<std::uint32_t> rows = counted_rows(data);
  std::vector<double> distances;
  for (std::size_t pair = 0; pair < kPairs && rows.size() > 1; ++pair) {
    const std::uint64_t a = random.below(rows.size());
    const std::uint64_t b = (a + 1 + random.below(rows.size() - 1)) % rows.size();
    distances.push_back(squared_distance(data.row(rows[a]), data.row(rows[b])));
  }
  if (distances.empty()) return 1;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  const double median = std::sqrt(*middle);
  return median > 0 && std::isfinite(median) ? median : 1;
}

// A standard normal number, by Marsaglia's polar method.
double normal(Random& random) {
  while (true) {
    const double x = 2 * random.uniform() - 1;
    const double y = 2 * random.uniform() - 1;
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
  }
}

// A random length, distributed as that of a vector of `size` standard normal numbers.
double normal_length(std::size_t size, Random& random) {
  if (size > kExactLength) {
    return std::sqrt(static_cast<double>(size) - 0.5) + normal(random) / std::numbers::sqrt2;
  }
  double square = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const double value = normal(random);
    square += value * value;
  }
  return std::sqrt(square);
}

// The number of directions in a block, in which they are orthogonal to each other.
std::size_t block_for(std::uint32_t inputs) {
  return std::max<std::size_t>(std::bit_ceil(std::size_t{inputs}), util::kWaveLanes);
}

}  // namespace

// Rounded up to whole blocks.
std::size_t FourierFeatures::projections_for(std::uint32_t inputs, std::uint32_t waves) {
  const std::size_t block = block_for(inputs);
  return (waves - waves / 2 + block - 1) / block * block;
}

FourierFeatures::FourierFeatures(const Dataset& data, std::uint32_t inputs, std::uint32_t waves,
                                 std::uint64_t seed)
    : inputs_(inputs), waves_(waves), width_(0) {
  Random random(seed, kStream);
  width_ = static_cast<float>(kWidth * median_distance(data, random));
  signs_.resize(kTransforms * projections_for(inputs, waves));
  for (float& sign : signs_) sign = (random.next() >> 63) != 0 ? 1 : -1;
  // Three transforms make a vector block^1.5 times as long.
  const auto size = static_cast<double>(block_for(inputs));
  const double turns =
      1 / (2 * std::numbers::pi * static_cast<double>(width_) * size * std::sqrt(size));
  scales_.resize(projections_for(inputs, waves));
  for (float& scale : scales_) {
    scale =
        std::min(static_cast<float>(turns * normal_length(block_for(inputs), random)), kMaxScale);
  }
}

FourierFeatures::FourierFeatures(std::uint32_t inputs, std::uint32_t waves, float width,
                                 std::vector<float> signs, std::vector<float> scales)
    : inputs_(inputs),
      waves_(waves),
      width_(width),
      signs_(std::move(signs)),
      scales_(std::move(scales)) {}

void FourierFeatures::apply(const Features& x, std::span<float> to, Scratch& scratch) const {
  const std::size_t size = block_for(inputs_);
  scratch.resize(3 * size);
  float* const values = scratch.data();
  float* const spare = values + size;  // for the last block, of which only a part is used
  const std::size_t cosines = waves_ - waves_ / 2;
  const std::size_t sines = waves_ / 2;
  const auto height = static_cast<float>(std::sqrt(2.0 / static_cast<double>(waves_)));
  for (std::size_t first = 0; first < cosines; first += size) {
    const float* const signs = signs_.data() + kTransforms * first;
    std::fill(values, values + size, 0.0F);
    for (std::size_t i = 0; i < x.indices.size() && x.indices[i] < inputs_; ++i) {
      values[x.indices[i]] = signs[x.indices[i]] * clamp_scaled(x.values[i]);
    }
    util::hadamard(values, size);
    util::multiply(signs + size, values, size);
    util::hadamard(values, size);
    util::multiply(signs + 2 * size, values, size);
    util::hadamard(values, size);
    util::multiply(scales_.data() + first, values, size);
    if (first + size <= sines) {
      util::waves(values, height, to.data() + first, to.data() + cosines + first, size);
      continue;
    }
    util::waves(values, height, spare, spare + size, size);
    std::copy_n(spare, cosines - first, to.data() + first);
    std::copy_n(spare + size, sines - first, to.data() + cosines + first);
  }
}

}  // namespace ect::data
