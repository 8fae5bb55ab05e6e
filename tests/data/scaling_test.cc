// Scaling of features, by the kind of data.
#include "data/features/scaling.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/helpers/data_helpers.h"

namespace ect::data {
namespace {

struct Scaled {
  Dataset data;
  Scaling scaling;
};

Scaled scaled(const std::string& text, FileFormat format, Units units = Units::kOwn) {
  const DataFile file("file", std::make_shared<const std::string>(text));
  LoadOptions options;
  options.format = format;
  const Layout layout = learn_layout(file, options);
  Scaled result{read_dataset(*open_reader(file, layout), "file"), {}};
  result.scaling = learn_scaling(result.data, layout, units);
  result.data.rewrite(2, [&](Example& example) { result.scaling.apply(example); });
  return result;
}

double squared_length(Features x) {
  double sum = 0;
  for (const float value : x.values) sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

double mean_square_of_rows(const Dataset& data) {
  double sum = 0;
  for (std::size_t i = 0; i < data.size(); ++i) sum += squared_length(data.row(i));
  return sum / static_cast<double>(data.size());
}

TEST(Scaling, ColumnsOfOneUnitKeepTheirSizesIfAsked) {
  // Pixels: one hardly changes, and must not come to count as much as the other.
  const std::string csv = "p,q,class\n0,99,a\n100,101,b\n50,99,a\n10,100,b\n";
  const auto ratio = [&](Units units) {
    const Scaled result = scaled(csv, FileFormat::kCsv, units);
    EXPECT_NEAR(mean_square_of_rows(result.data), 1, 1e-5);
    return result.scaling.factors[0] / result.scaling.factors[1];
  };
  EXPECT_EQ(ratio(Units::kCommon), 1.0F);
  EXPECT_LT(ratio(Units::kOwn), 0.1F);
  // Sparse rows stay sparse, with one factor.
  const std::string svm = "a 1:3 2:4\nb 1:5\na 2:4 3:1\nb 1:4 2:5\n";
  EXPECT_EQ(scaled(svm, FileFormat::kSvmlight, Units::kCommon).scaling.kind,
            Scaling::Kind::kFactor);
  EXPECT_EQ(scaled(svm, FileFormat::kSvmlight).scaling.kind, Scaling::Kind::kColumns);
  // Metres and millimetres, or names, are not one unit.
  for (const char* other :
       {"p,q,r,class\n0,900,1,a\n1,101,2,b\n0.5,99,1,a\n", "p,q,class\n1,x,a\n2,y,b\n3,x,a\n"}) {
    const Scaling own = scaled(other, FileFormat::kCsv).scaling;
    EXPECT_EQ(scaled(other, FileFormat::kCsv, Units::kCommon).scaling.factors, own.factors);
  }
}

TEST(Scaling, NumericColumnsGetMeanZeroAndEqualDeviation) {
  const Scaled s = scaled("a,b,class\n1,1000,x\n2,3000,y\n3,2000,x\n6,2000,y\n", FileFormat::kCsv);
  for (const std::uint32_t column : {0U, 1U}) {
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto value = static_cast<double>(s.data.row(i).values[column]);
      sum += value;
      squares += value * value;
    }
    EXPECT_NEAR(sum, 0, 1e-5);
    EXPECT_NEAR(squares / 4, 0.5, 1e-5);  // both columns together have length 1
  }
}

TEST(Scaling, AMissingValueCountsAsTheMean) {
  const Scaled s = scaled("a,class\n2,x\n4,y\n,x\n", FileFormat::kCsv);
  EXPECT_TRUE(s.data.row(2).indices.empty());
  EXPECT_FLOAT_EQ(s.data.row(0).values[0], -s.data.row(1).values[0]);
}

TEST(Scaling, NominalColumnsStayZeroOrOneUpToOneFactor) {
  const Scaled s = scaled("a,b,class\nred,u,x\nblue,v,y\nred,v,x\n", FileFormat::kCsv);
  const float one = s.data.row(0).values[0];
  for (std::size_t i = 0; i < 3; ++i) {
    for (const float value : s.data.row(i).values) EXPECT_EQ(value, one);
  }
  EXPECT_NEAR(mean_square_of_rows(s.data), 1, 1e-6);
}

TEST(Scaling, AConstantColumnSaysNothing) {
  const Scaled s = scaled("a,b,class\n7,1,x\n7,2,y\n7,3,x\n", FileFormat::kCsv);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(s.data.row(i).values[0], 0);
}

TEST(Scaling, TextRowsHaveLengthOne) {
  const Scaled s = scaled("a\tone two two\nb\tthree\n", FileFormat::kText);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(squared_length(s.data.row(i)), 1, 1e-6);
}

TEST(Scaling, SparseFeaturesKeepTheirZeros) {
  const Scaled s = scaled("a 1:100\nb 2:0.001\na 3:5 4:1\nb 4:2\n", FileFormat::kSvmlight);
  EXPECT_EQ(s.data.row(0).indices.size(), 1U);
  // Divided by its greatest value, each is 1 but for the common factor.
  EXPECT_FLOAT_EQ(s.data.row(0).values[0], s.data.row(1).values[0]);
  EXPECT_FLOAT_EQ(2 * s.data.row(2).values[1], s.data.row(3).values[0]);
}

TEST(Scaling, AFeatureThatMostRowsHaveIsCentredAndItsAbsenceIsZero) {
  const Scaled s = scaled("a 1:4 9:1\nb 1:2 7:3\na 1:6\nb 8:1\n", FileFormat::kSvmlight);
  ASSERT_EQ(s.scaling.always, std::vector<std::uint32_t>{0});
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    ASSERT_EQ(s.data.row(i).indices.front(), 0U) << "row " << i;
    sum += static_cast<double>(s.data.row(i).values.front());
  }
  EXPECT_NEAR(sum, 0, 1e-6);
  EXPECT_LT(s.data.row(3).values.front(), s.data.row(1).values.front());
}

TEST(Scaling, RowsThatAreNormalisedAlreadyStayAsTheyAre) {
  const Scaled s = scaled("a 1:0.6 2:0.8\nb 3:1\na 4:0.8 5:0.6\nb 6:1\n", FileFormat::kSvmlight);
  EXPECT_EQ(s.scaling.kind, Scaling::Kind::kFactor);
  EXPECT_NEAR(static_cast<double>(s.scaling.factor), 1, 1e-6);
  EXPECT_FLOAT_EQ(s.data.row(0).values[0], 0.6F);
}

TEST(Scaling, OneLargeColumnDoesNotMakeRowsNormalised) {
  const Scaled s =
      scaled("a 1:2005 2:1\nb 1:2006 2:2\na 1:2007 2:1\nb 1:2008 2:2\n", FileFormat::kSvmlight);
  EXPECT_EQ(s.scaling.kind, Scaling::Kind::kColumns);
  EXPECT_NEAR(std::abs(s.data.row(0).values[1]), std::abs(s.data.row(1).values[1]), 1e-6);
  EXPECT_GT(std::abs(s.data.row(0).values[1]), 0.3F);
}

TEST(Scaling, ZerosOfSparseArffAreZeros) {
  const std::string head = "@relation r\n@attribute x numeric\n@attribute class {a, b}\n@data\n";
  const Scaled sparse = scaled(head + "{0 1, 1 a}\n{1 b}\n{0 1, 1 a}\n{1 b}\n", FileFormat::kArff);
  const Scaled dense = scaled(head + "1, a\n0, b\n1, a\n0, b\n", FileFormat::kArff);
  for (std::size_t i = 0; i < 4; ++i) {
    ASSERT_EQ(sparse.data.row(i).values.size(), 1U);
    EXPECT_EQ(sparse.data.row(i).values[0], dense.data.row(i).values[0]);
  }
  EXPECT_GT(sparse.data.row(0).values[0], sparse.data.row(1).values[0]);
}

TEST(Scaling, ExamplesOfNoWeightCountForNothing) {
  const Scaled with =
      scaled("a 1 |x f:1 g:2\nb 1 |x f:2 g:1\na 0 |x f:1e9 g:1e9\n", FileFormat::kVw);
  const Scaled without = scaled("a 1 |x f:1 g:2\nb 1 |x f:2 g:1\n", FileFormat::kVw);
  EXPECT_EQ(with.data.row(0).values[0], without.data.row(0).values[0]);
}

TEST(Scaling, HugeAndTinyValuesStayFinite) {
  const Scaled s =
      scaled("a,b,class\n3e38,1e-40,x\n-3e38,2e-40,y\n3e38,1e-40,x\n", FileFormat::kCsv);
  for (std::size_t i = 0; i < 3; ++i) {
    for (const float value : s.data.row(i).values) EXPECT_TRUE(std::isfinite(value));
  }
  EXPECT_GT(s.data.row(0).values[0], s.data.row(1).values[0]);
}

TEST(Scaling, FeaturesNeverSeenInTrainingAreLeftOut) {
  const Scaled s = scaled("a 1:4 2:1\nb 1:2\n", FileFormat::kSvmlight);
  Example example;
  example.indices = {0, 1, 2, 4000000000};
  example.values = {1, 1, 1, 1};
  s.scaling.apply(example);
  EXPECT_EQ(example.indices, (std::vector<std::uint32_t>{0, 1}));
}

TEST(Scaling, AddsWhatIsAlwaysThereInItsPlace) {
  Scaling scaling;
  scaling.kind = Scaling::Kind::kColumns;
  scaling.offsets = {1, 2, 3, 4, 5};
  scaling.factors = {1, 1, 1, 1, 1};
  scaling.always = {1, 3, 4};
  for (std::uint32_t mask = 0; mask < 32; ++mask) {
    Example example;
    for (std::uint32_t f = 0; f < 5; ++f) {
      if ((mask >> f & 1) == 0) continue;
      example.indices.push_back(f);
      example.values.push_back(10);
    }
    scaling.apply(example);
    std::vector<std::uint32_t> indices;
    std::vector<float> values;
    for (std::uint32_t f = 0; f < 5; ++f) {
      const bool there = (mask >> f & 1) != 0;
      if (!there && f != 1 && f < 3) continue;
      indices.push_back(f);
      values.push_back((there ? 10.0F : 0.0F) - scaling.offsets[f]);
    }
    EXPECT_EQ(example.indices, indices) << mask;
    EXPECT_EQ(example.values, values) << mask;
  }
}

}  // namespace
}  // namespace ect::data
