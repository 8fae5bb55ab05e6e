// Naive Bayes: the log-odds of the sides are those of their weights plus, for each attribute as if
// it were independent of the others, the logarithm of p(value | right) / p(value | left). By kind:
//
//  - a number is normal with the mean and the variance of its side. A side with few examples, or
//    whose values are all the same, would be far too sure: so kPrior examples of the variance of
//    both sides together are added, and no deviation is below kMinDeviation of that one (Weka
//    takes what the resolution of the column allows; John, Langley 1995). A constant column has no
//    variance and says nothing.
//  - a nominal value has the share of its examples, each value with one more (Laplace).
//  - data that is not a table and has no value below 0 and most of them absent, as texts, is
//    counted: an example is so many draws of features, p(feature | side) the feature's share of all
//    counts of the side, each feature with kCountPrior more (multinomial; McCallum, Nigam 1998).
//    The mean value in the data counts as one draw. Other sparse data is normal, 0 where absent.
//
// In each case the logarithm is constant + linear x + square x^2 for a feature that is there, and
// 0, or a constant that goes to the base, for one that is not: costs go with the non-zeros.
//
// Without an example: its own weight, sums and counts are taken off before the terms of its
// features are made. (The features that are not there keep their terms; exact but for sparse normal
// ones.)
//
// Example: left {1, 3}, right {5, 7} all of weight 1; the variance of all is 5, with kPrior = 1
// those of the sides are (2 + 5) / 3 = 7/3 each around 2 and 6. At 4.5 the log-odds are
// ((4.5 - 2)^2 - (4.5 - 6)^2) / (2 * 7/3) = 6/7. With nominal values left {a, a, b} and right {b},
// p(b | left) = (1 + 1) / (3 + 2) and p(b | right) = 2/3: log(5/3) for b, beside the prior
// log(1/3).
//
// Cost: O(non-zeros) logarithms. Tests: bayes_test.
#include "learners/bayes/naive_bayes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ect::learners {
namespace {

using Kind = FeatureModels::Kind;

constexpr double kPrior = 1;
constexpr double kMinDeviation = 0.4;  // yeast 59.8 % error with 0.03, 49.4 with 0.4; letter alike
constexpr double kCountPrior = 0.3;

}  // namespace

FeatureModels::FeatureModels(const Dataset& data, std::span<const data::Attribute> attributes) {
  for (const data::Attribute& attribute : attributes) {
    if (attribute.absent_is_zero) continue;
    const std::uint32_t end = attribute.first_feature + attribute.values;
    if (of_table_.size() < end) of_table_.resize(end);
    const bool nominal = attribute.kind == data::Attribute::Kind::kNominal;
    for (std::uint32_t f = attribute.first_feature; f < end; ++f) {
      of_table_[f] = {nominal ? Kind::kNominal : Kind::kNormal, attribute.first_feature,
                      attribute.values};
    }
  }
  double sum = 0;
  std::size_t there = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const Features x = data.row(i);
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      if (x.indices[j] < of_table_.size() || x.values[j] == 0) continue;
      if (x.values[j] < 0) return;
      sum += static_cast<double>(x.values[j]);
      ++there;
    }
  }
  const double places = static_cast<double>(data.features()) * static_cast<double>(data.size());
  if (there == 0 || static_cast<double>(there) > places / 2) return;
  sparse_ = Kind::kCount;
  unit_ = sum / static_cast<double>(there);
}

void NaiveBayes::start(const Dataset& data, std::span<const BinaryExample> examples,
                       const FeatureModels& models) {
  rows_.start(data, examples, CompactRows::Zeros::kKept);
  unit_ = models.unit();
  double weight = 0;
  for (const BinaryExample& example : examples) weight += static_cast<double>(example.weight);
  row_.clear();
  weights_.clear();
  sides_.clear();
  for (const BinaryExample& example : examples) {
    row_.push_back(example.row);
    weights_.push_back(static_cast<double>(example.weight) * static_cast<double>(examples.size()) /
                       weight);
    sides_.push_back(example.side == Side::kRight ? 1 : 0);
  }
  gather(models);
  number_groups(models);
  base_ = prior(weight_);
  for (Column& column : columns_) {
    column.term = term_of(column, groups_[column.group], weight_, counted_);
    if (column.kind == Kind::kNormalZero) {
      base_ += column.term.constant;
      column.term.constant = 0;
    }
  }
}

// The sums of all columns.
void NaiveBayes::gather(const FeatureModels& models) {
  columns_.assign(rows_.features(), {});
  for (double* by_side : {weight_, counted_}) by_side[0] = by_side[1] = 0;
  kinds_counted_ = 0;
  for (std::size_t f = 0; f < columns_.size(); ++f) {
    columns_[f].kind = models.kind(rows_.name(f));
    kinds_counted_ += columns_[f].kind == Kind::kCount ? 1 : 0;
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    weight_[sides_[i]] += weights_[i];
    for (std::size_t j = rows_.first(i); j < rows_.last(i); ++j) {
      Column& column = columns_[rows_.indices()[j]];
      const auto x = static_cast<double>(rows_.values()[j]);
      column.of[sides_[i]].add(weights_[i], x);
      if (column.kind == Kind::kCount) counted_[sides_[i]] += weights_[i] * x / unit_;
    }
  }
  for (Column& column : columns_) {
    if (column.kind == Kind::kNormalZero) {
      for (std::size_t side = 0; side < 2; ++side) column.of[side].weight = weight_[side];
    }
    const double all = column.of[0].weight + column.of[1].weight;
    const double mean = (column.of[0].sum + column.of[1].sum) / all;
    const double square = (column.of[0].squares + column.of[1].squares) / all;
    // A smaller difference is the rounding error of a constant column.
    column.variance = square - mean * mean > 1e-9 * square ? square - mean * mean : 0;
  }
}

// Numbers the groups of columns that are values of one attribute. Group 0 is for all others.
void NaiveBayes::number_groups(const FeatureModels& models) {
  groups_.assign(1, {});
  std::vector<std::pair<std::uint32_t, std::uint32_t>> nominal;  // first feature, column
  for (std::uint32_t f = 0; f < columns_.size(); ++f) {
    if (columns_[f].kind == Kind::kNominal) nominal.emplace_back(models.first(rows_.name(f)), f);
  }
  std::sort(nominal.begin(), nominal.end());
  for (std::size_t i = 0; i < nominal.size(); ++i) {
    Column& column = columns_[nominal[i].second];
    if (i == 0 || nominal[i].first != nominal[i - 1].first) {
      groups_.push_back(
          {{0, 0}, static_cast<double>(models.values(rows_.name(nominal[i].second)))});
    }
    column.group = static_cast<std::uint32_t>(groups_.size() - 1);
    for (std::size_t side = 0; side < 2; ++side) {
      groups_.back().weight[side] += column.of[side].weight;
    }
  }
}

double NaiveBayes::prior(const double (&weight)[2]) const {
  return std::log((weight[1] + 1) / (weight[0] + 1));
}

// The logarithm of p(x | right) / p(x | left), where the sides have these weights and counts.
QuadraticTerm NaiveBayes::term_of(const Column& column, const Group& group,
                                  const double (&weight)[2], const double (&counted)[2]) const {
  QuadraticTerm term;
  for (std::size_t side = 0; side < 2; ++side) {
    const double sign = side == 1 ? 1 : -1;
    const Sums& sums = column.of[side];
    switch (column.kind) {
      case Kind::kNormal:
      case Kind::kNormalZero: {
        if (column.variance == 0) return {};
        const double there = column.kind == Kind::kNormal ? sums.weight : weight[side];
        const double all = std::max(there, 0.0) + kPrior;
        const double mean = there > 1e-9 ? sums.sum / there : 0;
        const double spread = std::max(sums.squares - mean * sums.sum, 0.0);
        const double variance = std::max((spread + kPrior * column.variance) / all,
                                         kMinDeviation * kMinDeviation * column.variance);
        term.constant -= sign * (0.5 * std::log(variance) + mean * mean / (2 * variance));
        term.linear += sign * mean / variance;
        term.square -= sign * 0.5 / variance;
        break;
      }
      case Kind::kNominal:
        term.constant += sign * std::log((std::max(sums.weight, 0.0) + 1) /
                                         (std::max(group.weight[side], 0.0) + group.values));
        break;
      case Kind::kCount:
        term.linear += sign / unit_ *
                       std::log((std::max(sums.sum / unit_, 0.0) + kCountPrior) /
                                (std::max(counted[side], 0.0) + kCountPrior * kinds_counted_));
        break;
      case Kind::kNone:
        break;
    }
  }
  return term;
}

double NaiveBayes::margin(std::size_t example) const {
  double sum = base_;
  for (std::size_t j = rows_.first(example); j < rows_.last(example); ++j) {
    sum += columns_[rows_.indices()[j]].term.at(static_cast<double>(rows_.values()[j]));
  }
  return sum;
}

double NaiveBayes::margin_without(std::size_t example) const {
  // The weight of the example and its copies on each side.
  double own[2] = {0, 0};
  std::size_t first = example;
  while (first > 0 && row_[first - 1] == row_[example]) --first;
  for (std::size_t i = first; i < row_.size() && row_[i] == row_[example]; ++i) {
    own[sides_[i]] += weights_[i];
  }
  double weight[2];
  double counted[2];
  for (std::size_t side = 0; side < 2; ++side) {
    weight[side] = std::max(weight_[side] - own[side], 0.0);
    counted[side] = counted_[side];
    for (std::size_t j = rows_.first(example); j < rows_.last(example); ++j) {
      if (columns_[rows_.indices()[j]].kind != Kind::kCount) continue;
      counted[side] -= own[side] * static_cast<double>(rows_.values()[j]) / unit_;
    }
  }
  double sum = base_ - prior(weight_) + prior(weight);
  for (std::size_t j = rows_.first(example); j < rows_.last(example); ++j) {
    const auto x = static_cast<double>(rows_.values()[j]);
    Column column = columns_[rows_.indices()[j]];
    Group group = groups_[column.group];
    // The base contains the term of a sparse normal feature at 0, fitted on all examples.
    if (column.kind == Kind::kNormalZero) {
      sum -= term_of(column, group, weight_, counted_).constant;
    }
    for (std::size_t side = 0; side < 2; ++side) {
      column.of[side].add(-own[side], x);
      if (column.kind == Kind::kNominal) group.weight[side] -= own[side];
    }
    sum += term_of(column, group, weight, counted).at(x);
  }
  return sum;
}

std::vector<QuadraticTerm> NaiveBayes::finish() {
  std::vector<QuadraticTerm> terms;
  for (std::size_t f = 0; f < columns_.size(); ++f) {
    QuadraticTerm term = columns_[f].term;
    term.feature = rows_.name(f);
    if (term.constant != 0 || term.linear != 0 || term.square != 0) terms.push_back(term);
  }
  std::sort(terms.begin(), terms.end(),
            [](const QuadraticTerm& a, const QuadraticTerm& b) { return a.feature < b.feature; });
  rows_.finish();
  return terms;
}

}  // namespace ect::learners
