// Growing a tree from the root down.
//
// The values of each numeric attribute are sorted once for the problem. When a node is split, the
// values of every attribute are dealt to the branches in the order they have, so no node sorts
// again; what can split no further (one side only, or too little weight) gets no values at all, and
// an attribute that has become constant is not passed on. An example whose value is missing goes to
// all branches, with the share of its weight that the known ones went there with. A cut lies at the
// greatest value of the whole problem that is not above the middle between its neighbours, so that
// a threshold is always a value that exists.
//
// Cost: O(values) a level. Memory: the values of the nodes that wait for their turn, at most about
// twice those of the problem. Tests: c45_test.
#include "learners/trees/c45_grow.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace ect::learners {
namespace {

// Scaled values are rounded: what is so little above the middle of a cut, as a part of its width,
// is at the middle.
constexpr double kAtMiddle = 1.0 / 256;

class Grower {
 public:
  explicit Grower(const TreeProblem& problem)
      : problem_(problem),
        attributes_(problem.map().attributes()),
        root_(problem.all()),
        weights_(problem.size()),
        rights_(problem.size()),
        branches_(problem.size()) {
    for (const Instance& instance : root_.instances) {
      whole_ += instance.weight;
      rights_[instance.example] = problem.side(instance.example) == Side::kRight ? 1 : 0;
    }
  }

  GrownTree grow() {
    tree_.push_back({{}, problem_.weights(root_.instances)});
    if (can_split(tree_[0].weights)) grow_all(split(0, root_));
    return std::move(tree_);
  }

 private:
  static bool can_split(const SideWeights& weights) {
    return weights.total() >= 2 * kMinWeight - kSmall && weights.errors() >= kSmall;
  }

  // The branches of a node, and of these the examples and values of those that can be split.
  struct Branches {
    std::uint32_t first_child = 0;
    std::vector<Part> parts;
  };

  void grow_all(Branches branches) {
    for (std::size_t i = 0; i < branches.parts.size(); ++i) {
      if (branches.parts[i].instances.empty()) continue;
      const auto at = branches.first_child + static_cast<std::uint32_t>(i);
      Branches next = split(at, branches.parts[i]);
      branches.parts[i] = {};  // its memory is not needed below
      grow_all(std::move(next));
    }
  }

  Branches split(std::uint32_t at, const Part& part) {
    for (const Instance& instance : part.instances) {
      SideWeights& weights = weights_[instance.example];
      weights = {};
      (problem_.side(instance.example) == Side::kLeft ? weights.left : weights.right) =
          instance.weight;
    }
    const std::size_t chosen = choose(part, tree_[at].weights);
    if (chosen == part.columns()) return {};
    TreeNode test = test_of(part.column(chosen), candidates_[chosen]);
    mark_branches(part, part.column(chosen), test);
    test.first_child = static_cast<std::uint32_t>(tree_.size());
    tree_[at].test = test;
    tree_.resize(tree_.size() + test.branches);
    return {test.first_child, deal(part, test)};
  }

  std::size_t choose(const Part& part, const SideWeights& all) {
    columns_.clear();
    candidates_.clear();
    const bool equal = std::all_of(part.instances.begin(), part.instances.end(),
                                   [](const Instance& one) { return one.weight == 1; });
    const Examples examples{
        part.instances.size(), weights_,
        equal ? std::span<const std::uint8_t>(rights_) : std::span<const std::uint8_t>(), all};
    for (std::size_t i = 0; i < part.columns(); ++i) {
      const Column column = part.column(i);
      const data::Attribute& attribute = attributes_[column.attribute];
      columns_.push_back(column);
      candidates_.push_back(attribute.kind == data::Attribute::Kind::kNumeric
                                ? numeric_candidate(attribute, column.known, examples)
                                : nominal_candidate(attribute, column.known, examples));
    }
    return choose_split(attributes_, columns_, candidates_, whole_);
  }

  TreeNode test_of(const Column& column, const Candidate& candidate) const {
    const data::Attribute& attribute = attributes_[column.attribute];
    TreeNode test;
    test.feature = attribute.first_feature;
    if (attribute.kind == data::Attribute::Kind::kNominal) {
      test.kind = TreeNode::kNominal;
      test.branches = attribute.values;
    } else {
      test.kind = attribute.absent_is_zero ? TreeNode::kNumericZero : TreeNode::kNumeric;
      test.branches = 2;
      test.threshold = threshold_of(column.attribute, candidate);
    }
    return test;
  }

  float threshold_of(std::uint32_t attribute, const Candidate& cut) const {
    const auto below = static_cast<double>(cut.below);
    const double width = static_cast<double>(cut.above) - below;
    const double middle = below + width * (0.5 + kAtMiddle);
    const auto start = std::lower_bound(
        root_.starts.begin(), root_.starts.end(), attribute,
        [](const Part::Start& a, std::uint32_t number) { return a.attribute < number; });
    const std::span<const Known> known =
        root_.column(static_cast<std::size_t>(start - root_.starts.begin())).known;
    const auto above = std::upper_bound(
        known.begin(), known.end(), middle,
        [](double value, const Known& one) { return value < static_cast<double>(one.value); });
    float threshold = cut.below;
    if (above != known.begin()) threshold = std::max(threshold, (above - 1)->value);
    const bool zeros =
        attributes_[attribute].absent_is_zero && known.size() < root_.instances.size();
    if (zeros && middle >= 0) threshold = std::max(threshold, 0.0F);
    return threshold;
  }

  void mark_branches(const Part& part, const Column& column, const TreeNode& test) {
    const bool zero = test.kind == TreeNode::kNumericZero;
    const std::uint32_t absent = zero ? (0.0F <= test.threshold ? 0 : 1) : kMissing;
    for (const Instance& instance : part.instances) branches_[instance.example] = absent;
    for (const Known& one : column.known) {
      branches_[one.example] = test.kind == TreeNode::kNominal
                                   ? static_cast<std::uint32_t>(one.value)
                                   : (one.value <= test.threshold ? 0 : 1);
    }
  }

  // The examples and values of each branch that can be split. Fills in the weights of all.
  std::vector<Part> deal(const Part& part, const TreeNode& test) {
    std::vector<Part> parts(test.branches);
    const std::vector<double> shares = known_shares(part, test.branches);
    for (const Instance& instance : part.instances) {
      const std::uint32_t branch = branches_[instance.example];
      if (branch != kMissing) {
        parts[branch].instances.push_back(instance);
        continue;
      }
      for (std::uint32_t i = 0; i < test.branches; ++i) {
        if (shares[i] <= kSmall) continue;
        parts[i].instances.push_back({instance.example, instance.weight * shares[i]});
      }
    }
    std::vector<Part*> open(test.branches);
    for (std::uint32_t i = 0; i < test.branches; ++i) {
      SideWeights& weights = tree_[test.first_child + i].weights;
      weights = problem_.weights(parts[i].instances);
      if (can_split(weights)) {
        open[i] = &parts[i];
      } else {
        parts[i] = {};
      }
    }
    deal_values(part, open);
    return parts;
  }

  std::vector<double> known_shares(const Part& part, std::uint32_t branches) const {
    std::vector<double> shares(branches);
    double known = 0;
    for (const Instance& instance : part.instances) {
      const std::uint32_t branch = branches_[instance.example];
      if (branch == kMissing) continue;
      shares[branch] += instance.weight;
      known += instance.weight;
    }
    for (double& share : shares) share /= known;
    return shares;
  }

  // For the values that will come to each branch.
  void make_room(const Part& part, std::span<Part* const> open) const {
    std::vector<std::size_t> sizes(open.size());
    if (part.known.size() == part.columns() * part.instances.size()) {  // nothing is absent
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (open[i] != nullptr) sizes[i] = part.columns() * open[i]->instances.size();
      }
    } else {
      std::size_t everywhere = 0;
      for (const Known& one : part.known) {
        const std::uint32_t branch = branches_[one.example];
        ++(branch == kMissing ? everywhere : sizes[branch]);
      }
      for (std::size_t& size : sizes) size += everywhere;
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i] != nullptr) open[i]->known.resize(sizes[i]);
    }
  }

  void deal_values(const Part& part, std::span<Part* const> open) const {
    std::vector<Known*> ends(open.size());
    make_room(part, open);
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i] != nullptr) ends[i] = open[i]->known.data();
    }
    for (std::size_t c = 0; c < part.columns(); ++c) {
      const Column column = part.column(c);
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (open[i] == nullptr) continue;
        const auto begin = static_cast<std::size_t>(ends[i] - open[i]->known.data());
        open[i]->starts.push_back({column.attribute, begin});
      }
      for (const Known& one : column.known) {
        const std::uint32_t branch = branches_[one.example];
        if (branch != kMissing) {
          if (ends[branch] != nullptr) *ends[branch]++ = one;
          continue;
        }
        for (Known*& end : ends) {
          if (end != nullptr) *end++ = one;
        }
      }
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (open[i] != nullptr) drop_if_constant(*open[i], ends[i]);
      }
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i] == nullptr) continue;
      open[i]->known.resize(static_cast<std::size_t>(ends[i] - open[i]->known.data()));
    }
  }

  // Takes back the column that was dealt last where it can split nothing any more.
  void drop_if_constant(Part& part, Known*& end) const {
    const Part::Start& last = part.starts.back();
    Known* const begin = part.known.data() + last.begin;
    const data::Attribute& attribute = attributes_[last.attribute];
    const auto count = static_cast<std::size_t>(end - begin);
    if (count > 0 && attribute.absent_is_zero && count < part.instances.size()) return;
    const bool sorted = attribute.kind == data::Attribute::Kind::kNumeric;
    const bool constant = count == 0 || (sorted ? begin->value == (end - 1)->value
                                                : std::all_of(begin, end, [&](const Known& one) {
                                                    return one.value == begin->value;
                                                  }));
    if (!constant) return;
    part.starts.pop_back();
    end = begin;
  }

  const TreeProblem& problem_;
  std::span<const data::Attribute> attributes_;
  const Part& root_;
  double whole_ = 0;
  GrownTree tree_;
  std::vector<SideWeights> weights_;     // by example, at the node in hand
  std::vector<std::uint8_t> rights_;     // by example: 1 for the right side
  std::vector<std::uint32_t> branches_;  // by example, at the node in hand
  std::vector<Column> columns_;
  std::vector<Candidate> candidates_;
};

}  // namespace

GrownTree grow_tree(const TreeProblem& problem) { return Grower(problem).grow(); }

}  // namespace ect::learners
