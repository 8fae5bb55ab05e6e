#ifndef ECT_TESTS_C45_HELPERS_H_
#define ECT_TESTS_C45_HELPERS_H_

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/formats/attributes.h"
#include "data/load.h"
#include "ect/random.h"
#include "learners/learners.h"
#include "learners/trees/c45_grow.h"
#include "learners/trees/c45_prune.h"
#include "learners/trees/c45_tree.h"

// Binary problems for trees, and trees as text.
namespace ect {

// The rows of a table with two classes, of which the first is the left side. Values as they are,
// not scaled.
struct BinaryTable {
  data::Layout layout;
  Dataset data;
  std::vector<data::Attribute> attributes;
  std::vector<BinaryExample> examples;

  BinaryTable(const std::string& name, const std::string& text) {
    const data::DataFile file(name, std::make_shared<const std::string>(text));
    layout = learn_layout(file, {});
    data = read_dataset(*open_reader(file, layout), name);
    attributes = attributes_of(layout, data.features());
    for (std::uint32_t i = 0; i < data.size(); ++i) {
      examples.push_back({i, data.label(i) == 0 ? Side::kLeft : Side::kRight, 1});
    }
  }

  std::vector<learners::TreeNode> tree() const {
    const auto learner = learners::make_c45({1, data.features(), attributes}, {});
    std::vector<float> margins(examples.size());
    learner->fit(0, data, examples, margins);
    const auto learnt = learner->trained();
    const auto nodes = dynamic_cast<const learners::TreeClassifiers&>(*learnt).nodes(0);
    return {nodes.begin(), nodes.end()};
  }
};

// A line for each leaf, in the order of branches: the way to it, the weights of its sides.
inline void describe(std::span<const learners::TreeNode> tree, std::uint32_t at,
                     const std::string& way, std::string& text) {
  const learners::TreeNode& node = tree[at];
  if (node.branches == 0) {
    text += fmt::format("{}: {:.4g} {:.4g}\n", way, node.left, node.right);
    return;
  }
  for (std::uint32_t i = 0; i < node.branches; ++i) {
    const std::string test =
        node.kind == learners::TreeNode::kNominal
            ? fmt::format("f{}={}", node.feature, i)
            : fmt::format("f{}{}{:.6g}", node.feature, i == 0 ? "<=" : ">", node.threshold);
    describe(tree, node.first_child + i, way.empty() ? test : fmt::format("{} {}", way, test),
             text);
  }
}

inline std::string described(std::span<const learners::TreeNode> tree) {
  std::string text = "\n";
  describe(tree, 0, "", text);
  return text;
}

inline std::string described(const learners::GrownTree& tree) { return described(lay_out(tree)); }

// Numeric attributes that may be missing, one that is 0 where it is absent, and nominal ones; the
// side depends on some of them, and on chance.
struct RandomProblem {
  std::vector<data::Attribute> attributes;
  Dataset data;
  std::vector<BinaryExample> examples;

  RandomProblem(Random& random, std::size_t size, bool missing, bool weighted) {
    using Kind = data::Attribute::Kind;
    attributes = {{Kind::kNumeric, 0, 1, false}, {Kind::kNumeric, 1, 1, true},
                  {Kind::kNominal, 2, 3, false}, {Kind::kNumeric, 5, 1, false},
                  {Kind::kNominal, 6, 2, false}, {Kind::kNominal, 8, 12, false}};
    for (std::uint32_t i = 0; i < size; ++i) {
      Example example;
      example.label = "any";
      double sum = 0;
      for (const data::Attribute& attribute : attributes) {
        const auto drawn = static_cast<std::uint32_t>(random.below(12));
        if (drawn % 2 == 0) sum += drawn;
        if (missing && random.chance(0.15)) continue;
        const bool numeric = attribute.kind == Kind::kNumeric;
        example.indices.push_back(attribute.first_feature +
                                  (numeric ? 0 : drawn % attribute.values));
        example.values.push_back(numeric ? static_cast<float>(drawn) - 4 : 1);
      }
      data.add(example);
      const bool right = random.chance(0.15) != (sum > 15);
      const float weight = weighted ? static_cast<float>(1 + random.below(4)) / 2 : 1;
      examples.push_back({i, right ? Side::kRight : Side::kLeft, weight});
    }
  }

  std::vector<learners::TreeNode> tree(std::span<const BinaryExample> of) const {
    const learners::AttributeMap map(attributes);
    const learners::TreeProblem problem(map, data, of);
    learners::GrownTree grown = grow_tree(problem);
    collapse_tree(grown);
    prune_tree(grown, problem);
    return lay_out(grown);
  }
};

}  // namespace ect

#endif  // ECT_TESTS_C45_HELPERS_H_
