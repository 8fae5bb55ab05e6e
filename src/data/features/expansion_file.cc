// The bytes of an expansion in a model file: a head, bits and scales.
//
//     quadratic  a bit for each feature: whether it has a square; no scales
//     fourier    a bit for each sign, 1 where it is positive; a scale for each projection
//
// Bits are in words of 32, the lowest first; unused bits of the last word are 0. Nothing is
// trusted: sizes are checked before memory is allocated. Tests: expansion_test, hostile_model_test.
#include <algorithm>
#include <cstring>
#include <utility>

#include "data/features/expansion.h"
#include "ect/error.h"

namespace ect::data {
namespace {

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

template <class Bit>
std::vector<std::uint32_t> words_of(std::size_t size, const Bit& bit) {
  std::vector<std::uint32_t> words(words_for(size));
  for (std::size_t i = 0; i < size; ++i) {
    if (bit(i)) words[i / kWordBits] |= 1U << (i % kWordBits);
  }
  return words;
}

std::vector<std::byte> bytes_of(const Head& head, std::span<const std::uint32_t> words,
                                std::span<const float> scales) {
  std::vector<std::byte> bytes;
  for (const std::span<const std::byte> part :
       {std::as_bytes(std::span(&head, 1)), std::as_bytes(words), std::as_bytes(scales)}) {
    bytes.insert(bytes.end(), part.begin(), part.end());
  }
  return bytes;
}

bool within(float value, float most) { return value >= 0 && value <= most; }

Error damaged() { return {Error::Kind::kModelFormat, "the expansion of features is damaged"}; }

// What follows the head: bits and scales. The constructor throws for any other size.
struct Body {
  std::vector<bool> bits;
  std::vector<float> scales;

  Body(std::span<const std::byte> bytes, std::size_t bit_count, std::size_t scale_count) {
    std::vector<std::uint32_t> words(words_for(bit_count));
    if (bytes.size() != 4 * (words.size() + scale_count)) throw damaged();
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), 4 * words.size());
    for (std::size_t i = 0; i < kWordBits * words.size(); ++i) {
      const bool bit = (words[i / kWordBits] >> (i % kWordBits) & 1) != 0;
      if (i < bit_count) {
        bits.push_back(bit);
      } else if (bit) {
        throw damaged();
      }
    }
    scales.resize(scale_count);
    if (scale_count > 0) {
      std::memcpy(scales.data(), bytes.data() + 4 * words.size(), 4 * scale_count);
    }
  }
};

}  // namespace

std::vector<std::byte> Expansion::stored() const {
  const auto kind_word = static_cast<std::uint32_t>(kind());
  if (const auto* quadratic = std::get_if<QuadraticFeatures>(&features_)) {
    const std::vector<bool>& squares = quadratic->squares();
    return bytes_of({kind_word, quadratic->inputs(), 0, quadratic->factor(), 0, 0},
                    words_of(squares.size(), [&](std::size_t i) { return squares[i]; }), {});
  }
  if (const auto* fourier = std::get_if<FourierFeatures>(&features_)) {
    const std::vector<float>& signs = fourier->signs();
    return bytes_of({kind_word, fourier->inputs(), fourier->outputs(), 1, fourier->width(), 0},
                    words_of(signs.size(), [&](std::size_t i) { return signs[i] > 0; }),
                    fourier->scales());
  }
  return bytes_of({kind_word, 0, 0, 1, 0, 0}, {}, {});
}

Expansion::Expansion(std::span<const std::byte> stored) {
  Head head{};
  if (stored.size() < sizeof head) throw damaged();
  std::memcpy(&head, stored.data(), sizeof head);
  const std::span<const std::byte> rest = stored.subspan(sizeof head);
  const auto is = [&](Kind kind) { return head.kind == static_cast<std::uint32_t>(kind); };
  if (head.reserved != 0) throw damaged();
  if (is(Kind::kQuadratic) && head.inputs <= QuadraticFeatures::kMaxInputs && head.waves == 0 &&
      within(head.factor, QuadraticFeatures::kMaxFactor) && head.width == 0) {
    Body body(rest, head.inputs, 0);
    features_ = QuadraticFeatures(std::move(body.bits), head.factor);
    return;
  }
  if (is(Kind::kFourier) && head.inputs <= FourierFeatures::kMaxInputs &&
      head.waves >= FourierFeatures::kMinWaves && head.waves <= FourierFeatures::kMaxWaves &&
      head.factor == 1 && head.width > 0) {
    const std::size_t projections = FourierFeatures::projections_for(head.inputs, head.waves);
    Body body(rest, FourierFeatures::kTransforms * projections, projections);
    std::vector<float> signs;
    signs.reserve(body.bits.size());
    for (const bool bit : body.bits) signs.push_back(bit ? 1 : -1);
    if (!std::all_of(body.scales.begin(), body.scales.end(),
                     [](float scale) { return within(scale, FourierFeatures::kMaxScale); })) {
      throw damaged();
    }
    features_ = FourierFeatures(head.inputs, head.waves, head.width, std::move(signs),
                                std::move(body.scales));
    return;
  }
  throw damaged();
}

}  // namespace ect::data
