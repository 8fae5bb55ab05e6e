// Feature expansion: parsing its name, and applying it to examples and data sets. The expansions
// themselves are in quadratic_features.cc and fourier_features.cc. Tests: expansion_test.
#include "data/features/expansion.h"

#include <fmt/format.h>

#include <charconv>
#include <numeric>
#include <utility>

#include "ect/error.h"
#include "util/text.h"

namespace ect::data {

FeatureExpansion parse_expand(std::string_view text) {
  constexpr std::string_view kFourier = "fourier:";
  if (text == "none") return {};
  if (text == "quadratic") return {FeatureExpansion::Kind::kQuadratic, 0};
  if (!text.starts_with(kFourier)) {
    throw Error::bad_argument(fmt::format(
        "unknown expansion {} (expected none, quadratic or fourier:N)", util::quoted(text)));
  }
  const std::string_view number = text.substr(kFourier.size());
  std::uint32_t waves = 0;
  const auto [end, failed] = std::from_chars(number.data(), number.data() + number.size(), waves);
  if (failed != std::errc() || end != number.data() + number.size() ||
      waves < FourierFeatures::kMinWaves || waves > FourierFeatures::kMaxWaves) {
    throw Error::bad_argument(fmt::format("{}: fourier:N takes a number from {} to {}",
                                          util::quoted(text), FourierFeatures::kMinWaves,
                                          FourierFeatures::kMaxWaves));
  }
  return {FeatureExpansion::Kind::kFourier, waves};
}

std::string expand_name(const FeatureExpansion& request) {
  switch (request.kind) {
    case FeatureExpansion::Kind::kNone:
      return "none";
    case FeatureExpansion::Kind::kQuadratic:
      return "quadratic";
    case FeatureExpansion::Kind::kFourier:
      return fmt::format("fourier:{}", request.waves);
  }
  return "";
}

Expansion::Expansion(FeatureExpansion request, const Dataset& data, std::uint32_t inputs,
                     std::uint64_t seed) {
  if (request.kind == Kind::kNone) return;
  const bool quadratic = request.kind == Kind::kQuadratic;
  const std::uint32_t most =
      quadratic ? QuadraticFeatures::kMaxInputs : FourierFeatures::kMaxInputs;
  if (inputs > most) {
    throw Error::bad_argument(fmt::format("{} supports at most {} features (the data has {})",
                                          expand_name(request), most, inputs));
  }
  if (quadratic) {
    features_ = QuadraticFeatures(data, inputs);
  } else {
    features_ = FourierFeatures(data, inputs, request.waves, seed);
  }
}

std::string Expansion::name() const { return expand_name({kind(), outputs()}); }

std::uint32_t Expansion::inputs() const {
  if (const auto* quadratic = std::get_if<QuadraticFeatures>(&features_)) {
    return quadratic->inputs();
  }
  const auto* fourier = std::get_if<FourierFeatures>(&features_);
  return fourier != nullptr ? fourier->inputs() : 0;
}

std::uint32_t Expansion::outputs() const {
  if (const auto* quadratic = std::get_if<QuadraticFeatures>(&features_)) {
    return quadratic->outputs();
  }
  const auto* fourier = std::get_if<FourierFeatures>(&features_);
  return fourier != nullptr ? fourier->outputs() : 0;
}

double Expansion::width() const {
  const auto* fourier = std::get_if<FourierFeatures>(&features_);
  return fourier != nullptr ? static_cast<double>(fourier->width()) : 0;
}

void Expansion::apply(const Features& x, Example& to, Scratch& scratch) const {
  if (const auto* quadratic = std::get_if<QuadraticFeatures>(&features_)) {
    quadratic->apply(x, to);
    return;
  }
  const auto& fourier = std::get<FourierFeatures>(features_);
  if (to.indices.size() != fourier.outputs()) {
    to.indices.resize(fourier.outputs());
    std::iota(to.indices.begin(), to.indices.end(), 0);
    to.values.resize(fourier.outputs());
  }
  fourier.apply(x, to.values, scratch);
}

void Expansion::apply(Dataset& data, unsigned threads) const {
  if (kind() == Kind::kNone) return;
  const auto* const fourier = std::get_if<FourierFeatures>(&features_);
  std::uint64_t values = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::uint64_t there = data.row(i).indices.size();
    values += fourier != nullptr ? fourier->outputs() : there + there * (there + 1) / 2;
  }
  if (values > kMaxValues) {
    throw Error::bad_argument(fmt::format(
        "{} would expand the data to {} values (at most {} are supported{})", name(), values,
        kMaxValues, fourier == nullptr ? "; fourier:N makes N for each example" : ""));
  }
  if (fourier != nullptr) {
    data.rewrite_full(outputs(), threads, [&](std::size_t row, std::span<float> to) {
      thread_local Scratch scratch;
      fourier->apply(data.row(row), to, scratch);
    });
    return;
  }
  const auto& quadratic = std::get<QuadraticFeatures>(features_);
  data.rewrite(threads, [&](Example& example) {
    thread_local Example expanded;
    quadratic.apply(example.features(), expanded);
    std::swap(example.indices, expanded.indices);
    std::swap(example.values, expanded.values);
  });
}

}  // namespace ect::data
