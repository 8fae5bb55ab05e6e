// Data sets made of arrays: dense and sparse, nominal, missing; and all that does not fit is
// refused.
#include "ect/matrix.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "ect/error.h"

namespace ect {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

const std::vector<std::uint32_t> kLabels = {0, 1};

Targets two_rows() {
  Targets targets;
  targets.classes = {"a", "b"};
  targets.labels = kLabels;
  return targets;
}

std::vector<std::uint32_t> indices_of(const Dataset& data, std::size_t row) {
  const Features x = data.row(row);
  return {x.indices.begin(), x.indices.end()};
}

std::vector<float> values_of(const Dataset& data, std::size_t row) {
  const Features x = data.row(row);
  return {x.values.begin(), x.values.end()};
}

TEST(Matrix, FloatsThatAreNothingButNumbersAreNotCopied) {
  const std::vector<float> values = {1, 2, 3, 4};
  const Dataset data = make_dataset(DenseMatrix<float>{values.data(), 2, 2}, two_rows());
  ASSERT_EQ(data.size(), 2);
  EXPECT_EQ(data.row(0).values.data(), values.data());
  EXPECT_EQ(values_of(data, 1), (std::vector<float>{3, 4}));
  EXPECT_EQ(data.label_names().name(data.label(1)), "b");
  EXPECT_TRUE(data.full());
  const Dataset copy = data.copy();
  EXPECT_NE(copy.row(0).values.data(), nullptr);
  EXPECT_EQ(values_of(copy, 0), values_of(data, 0));
}

TEST(Matrix, DoublesAndRowsThatStandApartAreRead) {
  const std::vector<double> values = {1, 2, 99, 3, 4, 99};
  const Dataset data = make_dataset(DenseMatrix<double>{values.data(), 2, 2, 3}, two_rows());
  EXPECT_EQ(values_of(data, 0), (std::vector<float>{1, 2}));
  EXPECT_EQ(values_of(data, 1), (std::vector<float>{3, 4}));
}

TEST(Matrix, MissingValuesAreNoFeaturesAndNominalOnesAreAFeatureEach) {
  const std::vector<double> values = {kNaN, 1, 2.5, 0};
  const Dataset data = make_dataset(DenseMatrix<double>{values.data(), 2, 2}, two_rows(),
                                    {{"size", {}}, {"colour", {"red", "green"}}});
  EXPECT_EQ(indices_of(data, 0), std::vector<std::uint32_t>{2});  // green
  EXPECT_EQ(values_of(data, 0), std::vector<float>{1});
  EXPECT_EQ(indices_of(data, 1), (std::vector<std::uint32_t>{0, 1}));  // size, red
  EXPECT_EQ(values_of(data, 1), (std::vector<float>{2.5, 1}));
}

TEST(Matrix, SparseRowsHaveTheirFeaturesByNumber) {
  const std::vector<std::int64_t> starts = {0, 2, 2};
  const std::vector<std::int64_t> indices = {3, 4000000000};
  const std::vector<double> values = {1.5, -2};
  const Dataset data =
      make_dataset(SparseMatrix<double, std::int64_t>{starts, indices, values}, two_rows());
  EXPECT_EQ(indices_of(data, 0), (std::vector<std::uint32_t>{3, 4000000000}));
  EXPECT_EQ(values_of(data, 0), (std::vector<float>{1.5, -2}));
  EXPECT_TRUE(values_of(data, 1).empty());
}

TEST(Matrix, CostsWithoutLabelsMakeTheCheapestClassTheLabel) {
  const std::vector<float> values = {1, 2};
  const std::vector<float> costs = {3, 1, 0, 5};
  Targets targets;
  targets.classes = {"a", "b"};
  targets.costs = costs;
  const Dataset data = make_dataset(DenseMatrix<float>{values.data(), 2, 1}, targets);
  EXPECT_EQ(data.label(0), 1);
  EXPECT_EQ(data.label(1), 0);
  EXPECT_EQ(data.costs(0)[0], 3);
}

TEST(Matrix, LabelsAreNumberedAsTheyComeFirst) {
  const std::vector<std::string> labels = {"x", "y", "x", "z"};
  const NumberedLabels numbered = number_labels(labels);
  EXPECT_EQ(numbered.classes, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(numbered.labels, (std::vector<std::uint32_t>{0, 1, 0, 2}));
}

template <class Make>
std::string misfit(const Make& make) {
  try {
    make();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kBadArgument);
    return error.what();
  }
  return "no error";
}

TEST(Matrix, WhatDoesNotFitIsRefusedWithItsPlace) {
  const std::vector<double> values = {1, std::numeric_limits<double>::infinity(), 3, 4};
  const DenseMatrix<double> matrix{values.data(), 2, 2};
  EXPECT_NE(misfit([&] { make_dataset(matrix, two_rows()); }).find("row 0, column 1"),
            std::string::npos);
  const std::vector<double> good = {0, 1, 2, 1};
  const DenseMatrix<double> fits{good.data(), 2, 2};
  const std::vector<Column> columns = {{"a", {"p", "q"}}, {"b", {}}};
  EXPECT_NE(misfit([&] { make_dataset(fits, two_rows(), columns); }).find("row 1, column 0"),
            std::string::npos);
  EXPECT_NE(misfit([&] { make_dataset(fits, two_rows(), {{"a", {}}}); }), "no error");
  EXPECT_NE(misfit([&] { make_dataset(fits, two_rows(), {{"a", {}}, {"a", {}}}); }), "no error");
  EXPECT_NE(misfit([&] {
              make_dataset(DenseMatrix<double>{good.data(), 2, 2, 1}, two_rows());
            }),
            "no error");
  Targets targets = two_rows();
  targets.classes = {"a"};
  EXPECT_NE(misfit([&] { make_dataset(fits, targets); }).find("row 1"), std::string::npos);
  targets.classes = {"a", "a"};
  EXPECT_NE(misfit([&] { make_dataset(fits, targets); }).find("twice"), std::string::npos);
  const std::vector<float> weights = {1, -1};
  targets = two_rows();
  targets.weights = weights;
  EXPECT_NE(misfit([&] { make_dataset(fits, targets); }).find("weight"), std::string::npos);
  targets.weights = std::span(weights).first(1);
  EXPECT_NE(misfit([&] { make_dataset(fits, targets); }), "no error");
}

TEST(Matrix, DamagedSparseRowsAreRefused) {
  const auto made = [](std::vector<std::int32_t> starts, std::vector<std::int32_t> indices) {
    const std::vector<float> values(indices.size(), 1);
    return misfit([&] {
      make_dataset(SparseMatrix<float, std::int32_t>{starts, indices, values}, two_rows());
    });
  };
  EXPECT_EQ(made({0, 1, 2}, {0, 0}), "no error");
  EXPECT_NE(made({0, 2, 2}, {1, 1}), "no error");   // not increasing
  EXPECT_NE(made({0, 1, 2}, {-1, 0}), "no error");  // below 0
  EXPECT_NE(made({1, 1, 2}, {0, 0}), "no error");   // not from 0
  EXPECT_NE(made({0, 3, 2}, {0, 1}), "no error");   // a step back
  EXPECT_NE(made({0, 1, 1}, {0, 1}), "no error");   // another number of values
  EXPECT_NE(made({}, {}), "no error");
  EXPECT_NE(made({0, 1}, {0}), "no error");  // one row, two labels
}

}  // namespace
}  // namespace ect
