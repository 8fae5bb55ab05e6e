#ifndef ECT_LEARNERS_NAIVE_BAYES_H_
#define ECT_LEARNERS_NAIVE_BAYES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/formats/attributes.h"
#include "learners/bayes/quadratic.h"
#include "learners/learner.h"
#include "learners/linear/compact_rows.h"

namespace ect::learners {

// How each feature of some data is modelled.
class FeatureModels {
 public:
  enum class Kind : std::uint8_t {
    kNormal,      // a number; missing if absent
    kNormalZero,  // a number; 0 if absent
    kNominal,     // one value of an attribute; missing if all are absent
    kCount,       // a count
    kNone,        // of no attribute
  };

  FeatureModels(const Dataset& data, std::span<const data::Attribute> attributes);

  Kind kind(std::uint32_t feature) const {
    return feature < of_table_.size() ? of_table_[feature].kind : sparse_;
  }
  // Of a nominal feature: the first feature of its attribute, and how many there are.
  std::uint32_t first(std::uint32_t feature) const { return of_table_[feature].first; }
  std::uint32_t values(std::uint32_t feature) const { return of_table_[feature].values; }
  // The value that counts as one, for features that are counted.
  double unit() const { return unit_; }

 private:
  struct OfTable {
    Kind kind = Kind::kNone;
    std::uint32_t first = 0;
    std::uint32_t values = 1;
  };
  std::vector<OfTable> of_table_;  // by feature; those beyond are sparse
  Kind sparse_ = Kind::kNormalZero;
  double unit_ = 1;
};

// Naive Bayes for one binary problem while it is fitted; see naive_bayes.cc. Its memory is reused
// by the next problem. For one thread.
class NaiveBayes {
 public:
  void start(const Dataset& data, std::span<const BinaryExample> examples,
             const FeatureModels& models);

  // The log-odds of an example by all examples, and by all but it and its copies, which stand
  // beside it.
  double margin(std::size_t example) const;
  double margin_without(std::size_t example) const;

  double base() const { return base_; }
  // The terms by increasing feature; what they add to base() is the margin. Only start() may
  // follow.
  std::vector<QuadraticTerm> finish();

 private:
  // Of the values of a feature on one side.
  struct Sums {
    double weight = 0;
    double sum = 0;
    double squares = 0;

    void add(double h, double x) {
      weight += h;
      sum += h * x;
      squares += h * x * x;
    }
  };
  struct Column {
    FeatureModels::Kind kind = FeatureModels::Kind::kNone;
    std::uint32_t group = 0;  // of a nominal one: its attribute, in groups_
    double variance = 0;      // of a normal one: of both sides together
    Sums of[2];               // by side
    QuadraticTerm term;
  };
  struct Group {
    double weight[2] = {0, 0};  // of the examples that have one of the values, by side
    double values = 1;
  };

  void gather(const FeatureModels& models);
  void number_groups(const FeatureModels& models);
  QuadraticTerm term_of(const Column& column, const Group& group, const double (&weight)[2],
                        const double (&counted)[2]) const;
  double prior(const double (&weight)[2]) const;

  CompactRows rows_;
  std::vector<std::uint32_t> row_;  // of the data, by example
  std::vector<double> weights_;     // of the examples; 1 on average
  std::vector<std::uint8_t> sides_;
  std::vector<Column> columns_;
  std::vector<Group> groups_;
  double weight_[2] = {0, 0};   // of the examples, by side
  double counted_[2] = {0, 0};  // the sum of all counts, by side
  double kinds_counted_ = 0;    // how many features are counted
  double unit_ = 1;
  double base_ = 0;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_NAIVE_BAYES_H_
