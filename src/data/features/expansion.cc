// Expansion of features.
//
// Quadratic: the features themselves and the products of all pairs of those that are there, squares
// with them. A feature that has but two values in the data, one of which may be 0, has no square:
// it would be a linear function of the feature. Products of two are multiplied by sqrt(2), so that
// x.y becomes x.y + (x.y)^2, and all by one number that makes the rows' mean squared length 1.
// Example: of x = (2, 3) these are 2, 3, 4, 6 sqrt(2), 9, times that number. The products of
// feature i are numbered from first_products_[i] on, by the other feature.
//
// Fourier: waves cos(w.x), sin(w.x) in random directions w (Rahimi, Recht 2007), w normal with
// deviation 1/width: the product of two rows is then about exp(-|x - y|^2 / (2 width^2)), and what
// is linear in them is a support vector machine with that kernel. The width is kWidth times the
// median distance between examples. Directions are made in blocks that are orthogonal to each
// other, which brings the product nearer to the kernel than independent ones do, by signs and fast
// Hadamard transforms (H S1 H S2 H S3: Yu, Suresh, Choromanski, Holtmann-Rice, Kumar 2016), each of
// a length that it would have if it were normal. So N waves of d features cost about 1.5 N log d
// additions, where a matrix would cost N d / 2 products. The signs and the lengths are stored, not
// the seed that they came from, and all that happens to an example is the same on every machine
// (util/waves.cc). A row has length 1 whatever x is.
//
// Tests: expansion_test.
#include "data/features/expansion.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numbers>
#include <numeric>

#include "ect/error.h"
#include "ect/random.h"
#include "util/text.h"
#include "util/waves.h"

namespace ect {
namespace {

// Of 0.3, 0.4, 0.55 and 0.75, on held-out parts of letter, vowel, pendigits, satimage, covtype and
// mnist: 0.3 to 0.4 is best with few features, 0.55 to 0.75 with many or with few examples.
constexpr double kWidth = 0.45;
constexpr std::size_t kPairs = 2000;     // whose distances the width is learnt from
constexpr std::uint64_t kStream = 0xf0;  // of random numbers
constexpr std::size_t kTransforms = 3;
constexpr std::size_t kExactLength = 64;  // directions longer than that have nearly normal lengths
constexpr float kMostValue = 1e15F;       // of a feature, as in scaling
constexpr float kMostScale = 1e6F;        // of a projection, far beyond any that is learnt
constexpr double kRootOfTwo = std::numbers::sqrt2;

struct Head {
  std::uint32_t kind;
  std::uint32_t inputs;
  std::uint32_t waves;
  float factor;
  float width;
  std::uint32_t reserved;
};
static_assert(sizeof(Head) == 24);

constexpr std::uint32_t kWordBits = 32;

std::size_t words_for(std::size_t bits) { return (bits + kWordBits - 1) / kWordBits; }

// Bits as words, the first the lowest.
template <class Bit>
std::vector<std::uint32_t> packed(std::size_t size, const Bit& bit) {
  std::vector<std::uint32_t> words(words_for(size));
  for (std::size_t i = 0; i < size; ++i) {
    if (bit(i)) words[i / kWordBits] |= 1U << (i % kWordBits);
  }
  return words;
}

float clamped(float value) { return std::clamp(value, -kMostValue, kMostValue); }

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

std::vector<std::uint32_t> counting_rows(const Dataset& data) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < data.size(); ++i) {
    if (data.weight(i) > 0) rows.push_back(i);
  }
  return rows;
}

// Between random pairs of different examples; 1 where that is nothing.
double median_distance(const Dataset& data, Random& random) {
  const std::vector<std::uint32_t> rows = counting_rows(data);
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

// By Marsaglia's polar method.
double normal(Random& random) {
  while (true) {
    const double x = 2 * random.uniform() - 1;
    const double y = 2 * random.uniform() - 1;
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
  }
}

// That of a vector of so many normal numbers.
double normal_length(std::size_t size, Random& random) {
  if (size > kExactLength) {
    return std::sqrt(static_cast<double>(size) - 0.5) + normal(random) / kRootOfTwo;
  }
  double square = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const double value = normal(random);
    square += value * value;
  }
  return std::sqrt(square);
}

// Values of a feature, as many different ones as matter.
struct FewValues {
  std::size_t count = 0;
  std::size_t different = 0;  // up to 3
  float first = 0;
  float second = 0;

  void add(float value) {
    ++count;
    if (different == 0) {
      first = value;
      different = 1;
    } else if (different == 1 && value != first) {
      second = value;
      different = 2;
    } else if (different == 2 && value != first && value != second) {
      different = 3;
    }
  }
  // Over so many rows, in which it is 0 where it was not added.
  bool more_than_two(std::size_t rows) const {
    FewValues all = *this;
    if (count < rows) all.add(0);
    return all.different > 2;
  }
};

}  // namespace

Expansion::Request parse_expand(std::string_view text) {
  constexpr std::string_view kFourier = "fourier:";
  if (text == "none") return {};
  if (text == "quadratic") return {Expansion::Kind::kQuadratic, 0};
  if (!text.starts_with(kFourier)) {
    throw Error::bad_argument(
        fmt::format("unknown expansion {} (there are none, quadratic, fourier:N)", shown(text)));
  }
  const std::string_view number = text.substr(kFourier.size());
  std::uint32_t waves = 0;
  const auto [end, failed] = std::from_chars(number.data(), number.data() + number.size(), waves);
  if (failed != std::errc() || end != number.data() + number.size() || waves < 2 ||
      waves > Expansion::kMostWaves) {
    throw Error::bad_argument(fmt::format("{}: fourier:N takes a number from 2 to {}", shown(text),
                                          Expansion::kMostWaves));
  }
  return {Expansion::Kind::kFourier, waves};
}

std::string expand_name(const Expansion::Request& request) {
  switch (request.kind) {
    case Expansion::Kind::kNone:
      return "none";
    case Expansion::Kind::kQuadratic:
      return "quadratic";
    case Expansion::Kind::kFourier:
      return fmt::format("fourier:{}", request.waves);
  }
  return "";
}

Expansion::Expansion(Request request, const Dataset& data, std::uint32_t inputs, std::uint64_t seed)
    : kind_(request.kind), inputs_(inputs), waves_(request.waves) {
  const std::uint32_t most = kind_ == Kind::kQuadratic ? kMostQuadratic : kMostFourier;
  if (kind_ == Kind::kNone) {
    inputs_ = 0;
  } else if (inputs > most) {
    throw Error::bad_argument(
        fmt::format("{} is for up to {} features; there are {}", name(), most, inputs));
  } else if (kind_ == Kind::kQuadratic) {
    learn_quadratic(data);
  } else {
    learn_fourier(data, seed);
  }
}

void Expansion::learn_quadratic(const Dataset& data) {
  std::vector<FewValues> values(inputs_);
  std::size_t rows = 0;
  double length = 0;
  for (const std::uint32_t i : counting_rows(data)) {
    ++rows;
    const Features x = data.row(i);
    double square = 0;
    for (std::size_t j = 0; j < x.indices.size() && x.indices[j] < inputs_; ++j) {
      values[x.indices[j]].add(x.values[j]);
      const auto value = static_cast<double>(clamped(x.values[j]));
      square += value * value;
    }
    length += square + square * square;
  }
  squares_.resize(inputs_);
  for (std::size_t i = 0; i < inputs_; ++i) squares_[i] = values[i].more_than_two(rows);
  if (length > 0) factor_ = static_cast<float>(1 / std::sqrt(length / static_cast<double>(rows)));
  factor_ = std::clamp(factor_, 1 / kMostScale, kMostScale);
  number_products();
}

void Expansion::number_products() {
  first_products_.resize(inputs_);
  outputs_ = inputs_;
  for (std::uint32_t i = 0; i < inputs_; ++i) {
    first_products_[i] = outputs_;
    outputs_ += inputs_ - i - (squares_[i] ? 0 : 1);
  }
}

std::size_t Expansion::block() const {
  return std::max<std::size_t>(std::bit_ceil(std::size_t{inputs_}), kWaveLanes);
}

// Of whole blocks.
std::size_t Expansion::projections() const {
  return (waves_ - waves_ / 2 + block() - 1) / block() * block();
}

void Expansion::learn_fourier(const Dataset& data, std::uint64_t seed) {
  outputs_ = waves_;
  Random random(seed, kStream);
  width_ = static_cast<float>(kWidth * median_distance(data, random));
  signs_.resize(kTransforms * projections());
  for (float& sign : signs_) sign = (random.next() >> 63) != 0 ? 1 : -1;
  // Three transforms make a vector block^1.5 times as long.
  const auto size = static_cast<double>(block());
  const double turns =
      1 / (2 * std::numbers::pi * static_cast<double>(width_) * size * std::sqrt(size));
  scales_.resize(projections());
  for (float& scale : scales_) {
    scale = std::min(static_cast<float>(turns * normal_length(block(), random)), kMostScale);
  }
}

std::string Expansion::name() const { return expand_name({kind_, waves_}); }

void Expansion::add_products(const Features& x, Example& to) const {
  const auto known = static_cast<std::size_t>(
      std::lower_bound(x.indices.begin(), x.indices.end(), inputs_) - x.indices.begin());
  to.indices.assign(x.indices.begin(), x.indices.begin() + static_cast<std::ptrdiff_t>(known));
  to.values.clear();
  for (std::size_t i = 0; i < known; ++i) to.values.push_back(factor_ * clamped(x.values[i]));
  const auto root = static_cast<float>(kRootOfTwo);
  for (std::size_t i = 0; i < known; ++i) {
    const std::uint32_t feature = x.indices[i];
    const float value = to.values[i];
    // What number the product with feature 0 would have.
    const std::uint32_t from = first_products_[feature] - feature - (squares_[feature] ? 0 : 1);
    if (squares_[feature]) {
      to.indices.push_back(from + feature);
      to.values.push_back(value * clamped(x.values[i]));
    }
    const float by = value * root;
    for (std::size_t j = i + 1; j < known; ++j) {
      to.indices.push_back(from + x.indices[j]);
      to.values.push_back(by * clamped(x.values[j]));
    }
  }
}

void Expansion::fill_waves(const Features& x, std::span<float> to, Scratch& scratch) const {
  const std::size_t size = block();
  scratch.resize(3 * size);
  float* const values = scratch.data();
  float* const spare = values + size;  // where a block is longer than what is wanted of it
  const std::size_t cosines = waves_ - waves_ / 2;
  const std::size_t sines = waves_ / 2;
  const auto height = static_cast<float>(std::sqrt(2.0 / static_cast<double>(waves_)));
  for (std::size_t first = 0; first < cosines; first += size) {
    const float* const signs = signs_.data() + kTransforms * first;
    std::fill(values, values + size, 0.0F);
    for (std::size_t i = 0; i < x.indices.size() && x.indices[i] < inputs_; ++i) {
      values[x.indices[i]] = signs[x.indices[i]] * clamped(x.values[i]);
    }
    hadamard(values, size);
    multiply(signs + size, values, size);
    hadamard(values, size);
    multiply(signs + 2 * size, values, size);
    hadamard(values, size);
    multiply(scales_.data() + first, values, size);
    if (first + size <= sines) {
      waves(values, height, to.data() + first, to.data() + cosines + first, size);
      continue;
    }
    waves(values, height, spare, spare + size, size);
    std::copy_n(spare, cosines - first, to.data() + first);
    std::copy_n(spare + size, sines - first, to.data() + cosines + first);
  }
}

void Expansion::apply(const Features& x, Example& to, Scratch& scratch) const {
  if (kind_ == Kind::kQuadratic) {
    add_products(x, to);
    return;
  }
  if (to.indices.size() != outputs_) {
    to.indices.resize(outputs_);
    std::iota(to.indices.begin(), to.indices.end(), 0);
    to.values.resize(outputs_);
  }
  fill_waves(x, to.values, scratch);
}

void Expansion::apply(Dataset& data, unsigned threads) const {
  if (kind_ == Kind::kNone) return;
  std::uint64_t values = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::uint64_t there = data.row(i).indices.size();
    values += kind_ == Kind::kFourier ? waves_ : there + there * (there + 1) / 2;
  }
  if (values > kMostValues) {
    throw Error::bad_argument(fmt::format(
        "{} would make {} values of the data, more than {}{}", name(), values, kMostValues,
        kind_ == Kind::kQuadratic ? " (fourier:N makes N an example)" : ""));
  }
  if (kind_ == Kind::kFourier) {
    data.rewrite_full(outputs_, threads, [&](std::size_t row, std::span<float> to) {
      thread_local Scratch scratch;
      fill_waves(data.row(row), to, scratch);
    });
  } else {
    data.rewrite(threads, [&](Example& example) {
      thread_local Example expanded;
      add_products(example.features(), expanded);
      std::swap(example.indices, expanded.indices);
      std::swap(example.values, expanded.values);
    });
  }
}

std::vector<std::byte> Expansion::stored() const {
  const Head head{static_cast<std::uint32_t>(kind_), inputs_, waves_, factor_, width_, 0};
  const bool quadratic = kind_ == Kind::kQuadratic;
  const std::vector<std::uint32_t> words =
      packed(quadratic ? squares_.size() : signs_.size(),
             [&](std::size_t i) { return quadratic ? squares_[i] : signs_[i] > 0; });
  std::vector<std::byte> bytes(sizeof head + 4 * (words.size() + scales_.size()));
  std::memcpy(bytes.data(), &head, sizeof head);
  std::byte* const to = bytes.data() + sizeof head;
  if (!words.empty()) std::memcpy(to, words.data(), 4 * words.size());
  if (!scales_.empty()) std::memcpy(to + 4 * words.size(), scales_.data(), 4 * scales_.size());
  return bytes;
}

Expansion::Expansion(std::span<const std::byte> stored) {
  const Error damaged(Error::Kind::kModelFormat, "the expansion of features is damaged");
  Head head{};
  if (stored.size() < sizeof head) throw damaged;
  std::memcpy(&head, stored.data(), sizeof head);
  const auto is = [&](Kind kind) { return head.kind == static_cast<std::uint32_t>(kind); };
  const auto within = [](float value, float most) { return value >= 0 && value <= most; };
  const bool quadratic = is(Kind::kQuadratic) && head.inputs <= kMostQuadratic && head.waves == 0 &&
                         within(head.factor, kMostScale) && head.width == 0;
  const bool fourier = is(Kind::kFourier) && head.inputs <= kMostFourier && head.waves >= 2 &&
                       head.waves <= kMostWaves && head.factor == 1 && head.width > 0;
  if (head.reserved != 0 || (!quadratic && !fourier)) throw damaged;
  kind_ = quadratic ? Kind::kQuadratic : Kind::kFourier;
  inputs_ = head.inputs;
  waves_ = head.waves;
  factor_ = head.factor;
  width_ = head.width;
  const std::size_t bits = quadratic ? inputs_ : kTransforms * projections();
  const std::size_t scales = quadratic ? 0 : projections();
  std::vector<std::uint32_t> words(words_for(bits));
  if (stored.size() != sizeof head + 4 * (words.size() + scales)) throw damaged;
  const std::byte* const from = stored.data() + sizeof head;
  if (!words.empty()) std::memcpy(words.data(), from, 4 * words.size());
  const auto bit = [&](std::size_t i) {
    return (words[i / kWordBits] >> (i % kWordBits) & 1) != 0;
  };
  for (std::size_t i = bits; i < kWordBits * words.size(); ++i) {
    if (bit(i)) throw damaged;
  }
  if (quadratic) {
    squares_.resize(bits);
    for (std::size_t i = 0; i < bits; ++i) squares_[i] = bit(i);
    number_products();
    return;
  }
  outputs_ = waves_;
  signs_.resize(bits);
  for (std::size_t i = 0; i < bits; ++i) signs_[i] = bit(i) ? 1 : -1;
  scales_.resize(scales);
  std::memcpy(scales_.data(), from + 4 * words.size(), 4 * scales);
  if (!std::all_of(scales_.begin(), scales_.end(),
                   [&](float scale) { return within(scale, kMostScale); })) {
    throw damaged;
  }
}

}  // namespace ect
