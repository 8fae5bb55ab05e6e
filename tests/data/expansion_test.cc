// Quadratic and Fourier expansions: formulas, limits, and storing them.
#include "data/features/expansion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "ect/random.h"
#include "tests/helpers/data_helpers.h"

namespace ect::data {
namespace {

using Kind = FeatureExpansion::Kind;

Example example_with(std::vector<std::uint32_t> indices, std::vector<float> values) {
  Example result;
  result.label = "a";
  result.indices = std::move(indices);
  result.values = std::move(values);
  return result;
}

// Rows of length about 1, every feature in each.
Dataset cloud(std::size_t rows, std::uint32_t features, std::uint64_t seed = 1) {
  Random random(seed);
  Dataset data;
  for (std::size_t i = 0; i < rows; ++i) {
    Example row = example_with({}, {});
    for (std::uint32_t j = 0; j < features; ++j) {
      row.indices.push_back(j);
      row.values.push_back(
          static_cast<float>((2 * random.uniform() - 1) * std::sqrt(3.0 / features)));
    }
    data.add(row);
  }
  return data;
}

Example expanded(const Expansion& expansion, const Features& x) {
  Example result;
  Expansion::Scratch scratch;
  expansion.apply(x, result, scratch);
  return result;
}

double dot(const Example& a, const Example& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    sum += static_cast<double>(a.values[i]) * static_cast<double>(b.values[i]);
  }
  return sum;
}

double mean_squared_length(const Dataset& data) {
  double sum = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const float value : data.row(i).values) {
      sum += static_cast<double>(value) * static_cast<double>(value);
    }
  }
  return sum / static_cast<double>(data.size());
}

TEST(Expansion, IsAskedForByName) {
  EXPECT_EQ(parse_expand("none").kind, Kind::kNone);
  EXPECT_EQ(parse_expand("quadratic").kind, Kind::kQuadratic);
  EXPECT_EQ(parse_expand("fourier:500").waves, 500U);
  for (const char* wrong : {"", "cubic", "fourier", "fourier:", "fourier:0", "fourier:1",
                            "fourier:65537", "fourier:-3", "fourier:5x", "fourier: 5"}) {
    EXPECT_NE(error_of([&] { parse_expand(wrong); }), "") << wrong;
  }
}

TEST(Expansion, ProductsAreNumberedPairByPair) {
  Dataset data;
  data.add(example_with({0, 1, 2}, {2, 3, 1}));
  data.add(example_with({0, 1, 2}, {1, 1, 5}));
  data.add(example_with({0, 1, 2}, {4, 7, 4}));
  const Expansion expansion({Kind::kQuadratic, 0}, data, 3, 1);
  EXPECT_EQ(expansion.outputs(), 9U);
  const Example x = expanded(expansion, data.row(0));
  EXPECT_EQ(x.indices, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  const double root = std::sqrt(2.0);
  const std::vector<double> expected = {2, 3, 1, 4, 6 * root, 2 * root, 9, 3 * root, 1};
  const double factor = static_cast<double>(x.values[0]) / 2;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(x.values[i]), factor * expected[i], 1e-6) << i;
  }
  // A feature that is not there has no products, and one that was never seen is left out.
  const Example some = example_with({0, 2, 7}, {2, 1, 9});
  EXPECT_EQ(expanded(expansion, some.features()).indices,
            (std::vector<std::uint32_t>{0, 2, 3, 5, 8}));
  expansion.apply(data, 1);
  EXPECT_TRUE(data.full());
  EXPECT_NEAR(mean_squared_length(data), 1, 1e-5);
}

TEST(Expansion, FeaturesOfTwoValuesHaveNoSquares) {
  Dataset data;
  data.add(example_with({0, 1, 2}, {2, 1, 1}));
  data.add(example_with({0, 1}, {5, 1}));
  data.add(example_with({0, 1, 2}, {2, 4, 9}));
  const Expansion expansion({Kind::kQuadratic, 0}, data, 3, 1);
  EXPECT_EQ(expansion.outputs(), 7U);  // three, the square of the last, and three pairs
  EXPECT_EQ(expanded(expansion, data.row(0)).indices,
            (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(expanded(expansion, data.row(1)).indices, (std::vector<std::uint32_t>{0, 1, 3}));
}

TEST(Expansion, WavesMakeRowsOfLengthOneThatFillTheirPlaces) {
  for (const std::uint32_t waves : {2U, 3U, 31U, 64U, 101U}) {
    for (const std::uint32_t features : {1U, 5U, 16U, 40U}) {
      Dataset data = cloud(20, features);
      const Expansion expansion({Kind::kFourier, waves}, data, features, 1);
      const Example first = expanded(expansion, data.row(0));
      EXPECT_EQ(expansion.outputs(), waves);
      expansion.apply(data, 2);
      EXPECT_TRUE(data.full());
      EXPECT_EQ(data.features(), waves);
      const Features row = data.row(0);
      EXPECT_TRUE(std::equal(row.values.begin(), row.values.end(), first.values.begin()));
      EXPECT_NEAR(mean_squared_length(data), 1, waves % 2 == 0 ? 1e-5 : 0.4);
    }
  }
}

TEST(Expansion, ProductsOfWavesAreTheGaussianKernel) {
  for (const std::uint32_t features : {3U, 10U, 16U, 50U}) {
    const Dataset data = cloud(40, features);
    const Expansion expansion({Kind::kFourier, 1U << 14}, data, features, 5);
    double worst = 0;
    for (std::size_t i = 1; i < data.size(); ++i) {
      double square = 0;
      for (std::size_t j = 0; j < features; ++j) {
        const double difference =
            static_cast<double>(data.row(0).values[j]) - static_cast<double>(data.row(i).values[j]);
        square += difference * difference;
      }
      const double kernel = std::exp(-square / (2 * expansion.width() * expansion.width()));
      const double product =
          dot(expanded(expansion, data.row(0)), expanded(expansion, data.row(i)));
      worst = std::max(worst, std::abs(product - kernel));
    }
    EXPECT_LT(worst, 0.04) << features;  // of independent waves, 1/sqrt(16384) = 0.008 each
  }
}

TEST(Expansion, GoesByTheSeed) {
  const Dataset data = cloud(20, 5);
  const Expansion one({Kind::kFourier, 64}, data, 5, 1);
  EXPECT_EQ(one.stored(), Expansion({Kind::kFourier, 64}, data, 5, 1).stored());
  EXPECT_NE(one.stored(), Expansion({Kind::kFourier, 64}, data, 5, 2).stored());
}

TEST(Expansion, IsTheSameOnceItHasBeenStored) {
  const Dataset data = cloud(20, 5);
  for (const FeatureExpansion& request :
       {FeatureExpansion{Kind::kQuadratic, 0}, FeatureExpansion{Kind::kFourier, 33}}) {
    const Expansion made(request, data, 5, 1);
    const Expansion loaded{std::span<const std::byte>(made.stored())};
    EXPECT_EQ(loaded.name(), made.name());
    EXPECT_EQ(loaded.outputs(), made.outputs());
    EXPECT_EQ(loaded.stored(), made.stored());
    EXPECT_EQ(expanded(loaded, data.row(3)).values, expanded(made, data.row(3)).values);
  }
}

TEST(Expansion, BytesThatCannotBeOneAreRefused) {
  const Dataset data = cloud(20, 5);
  for (const FeatureExpansion& request :
       {FeatureExpansion{Kind::kQuadratic, 0}, FeatureExpansion{Kind::kFourier, 33}}) {
    const std::vector<std::byte> good = Expansion(request, data, 5, 1).stored();
    const auto refused = [](const std::vector<std::byte>& bytes) {
      return error_of([&] { Expansion{std::span<const std::byte>(bytes)}; }) ==
             "the expansion of features is damaged";
    };
    for (std::size_t size = 0; size < good.size() + 5; ++size) {
      std::vector<std::byte> cut = good;
      cut.resize(size);
      EXPECT_EQ(refused(cut), size != good.size()) << size;
    }
    for (const std::size_t at : {0, 4, 8, 20}) {  // kind, inputs, waves, reserved
      for (const std::uint32_t number : {70000U, 0x7fffffffU, 0xffffffffU}) {
        std::vector<std::byte> bytes = good;
        std::memcpy(bytes.data() + at, &number, 4);
        EXPECT_TRUE(refused(bytes)) << at << ' ' << number;
      }
    }
    for (const std::size_t at : {12, 16}) {  // factor, width
      const float number = std::nanf("");
      std::vector<std::byte> bytes = good;
      std::memcpy(bytes.data() + at, &number, 4);
      EXPECT_TRUE(refused(bytes)) << at;
    }
  }
}

TEST(Expansion, RefusesWhatWouldBeFarTooMuch) {
  Dataset data;
  data.add(example_with({5000}, {1}));
  EXPECT_EQ(error_of([&] {
              Expansion({Kind::kQuadratic, 0}, data, 5001, 1);
            }),
            "quadratic supports at most 4096 features (the data has 5001)");
  data.add(example_with({70000}, {1}));
  EXPECT_EQ(error_of([&] {
              Expansion({Kind::kFourier, 100}, data, 70001, 1);
            }),
            "fourier:100 supports at most 65536 features (the data has 70001)");
  Dataset wide = cloud(200, 4000);
  const Expansion quadratic({Kind::kQuadratic, 0}, wide, 4000, 1);
  EXPECT_NE(error_of([&] { quadratic.apply(wide, 1); }).find("1601200000 values"),
            std::string::npos);
}

TEST(Expansion, HugeValuesMakeFiniteFeatures) {
  const Dataset data = cloud(20, 5);
  const Example huge = example_with({0, 1, 4}, {3e38F, -3e38F, 1e30F});
  for (const FeatureExpansion& request :
       {FeatureExpansion{Kind::kQuadratic, 0}, FeatureExpansion{Kind::kFourier, 33}}) {
    const Expansion expansion(request, data, 5, 1);
    for (const float value : expanded(expansion, huge.features()).values) {
      EXPECT_TRUE(std::isfinite(value));
    }
  }
}

}  // namespace
}  // namespace ect::data
