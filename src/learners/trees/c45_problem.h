#ifndef ECT_LEARNERS_C45_PROBLEM_H_
#define ECT_LEARNERS_C45_PROBLEM_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/formats/attributes.h"
#include "ect/dataset.h"
#include "learners/learner.h"
#include "learners/trees/c45_split.h"

namespace ect::learners {

// An example at a node; if it has missing values, part of its weight may be at other nodes.
struct Instance {
  std::uint32_t example;
  double weight;
};

// Attributes, and which of them a feature belongs to.
class AttributeMap {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // The attributes must outlive it.
  explicit AttributeMap(std::span<const data::Attribute> attributes);

  std::span<const data::Attribute> attributes() const { return attributes_; }
  std::uint32_t of(std::uint32_t feature) const {
    return feature < of_feature_.size() ? of_feature_[feature] : kNone;
  }

 private:
  std::span<const data::Attribute> attributes_;
  std::vector<std::uint32_t> of_feature_;
};

// Some examples and their values, attribute by attribute; numeric values are in order.
struct Part {
  struct Start {
    std::uint32_t attribute;
    std::size_t begin;  // in `known`, up to where the next one begins
  };
  std::vector<Instance> instances;
  std::vector<Known> known;
  std::vector<Start> starts;

  std::size_t columns() const { return starts.size(); }
  Column column(std::size_t i) const {
    const std::size_t end = i + 1 < starts.size() ? starts[i + 1].begin : known.size();
    return {starts[i].attribute, std::span(known).subspan(starts[i].begin, end - starts[i].begin)};
  }
};

// A binary problem as trees see it.
class TreeProblem {
 public:
  TreeProblem(const AttributeMap& map, const Dataset& data,
              std::span<const BinaryExample> examples);

  const AttributeMap& map() const { return map_; }
  std::size_t size() const { return examples_.size(); }
  Side side(std::uint32_t example) const { return examples_[example].side; }
  Features row(std::uint32_t example) const { return data_.row(examples_[example].row); }
  // The examples of some weight.
  const Part& all() const { return all_; }
  SideWeights weights(std::span<const Instance> instances) const;

 private:
  void gather();
  void sort();

  const AttributeMap& map_;
  const Dataset& data_;
  std::span<const BinaryExample> examples_;
  Part all_;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_C45_PROBLEM_H_
