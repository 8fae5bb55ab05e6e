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
// Cost: O(values) a level. Memory: the values of the nodes that wait for their turn, about twice
// those of the problem. Tests: c45_test.
#include "learners/c45_grow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace ect {
namespace {

// Scaled values are rounded: what is so little above the middle of a cut, as a part of its width,
// is at the middle.
constexpr double kAtMiddle = 1.0 / 256;

// Numbers in the order of the floats, which are finite.
std::uint32_t ordered_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value == 0 ? 0.0F : value);
  return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}

// By radix, a byte after the other: there are as many sorts as attributes and problems.
void sort_by_value(std::span<Known> known, std::vector<Known>& spare) {
  constexpr int kBytes = 4;
  std::array<std::array<std::uint32_t, 256>, kBytes> ends{};
  for (const Known& one : known) {
    const std::uint32_t bits = ordered_bits(one.value);
    for (int byte = 0; byte < kBytes; ++byte) ++ends[byte][bits >> (8 * byte) & 255];
  }
  spare.resize(known.size());
  std::span<Known> from = known;
  std::span<Known> to = spare;
  for (int byte = 0; byte < kBytes; ++byte) {
    std::array<std::uint32_t, 256>& end = ends[byte];
    if (std::find(end.begin(), end.end(), known.size()) != end.end()) continue;  // all are equal
    std::exclusive_scan(end.begin(), end.end(), end.begin(), 0U);
    for (const Known& one : from) {
      to[end[ordered_bits(one.value) >> (8 * byte) & 255]++] = one;
    }
    std::swap(from, to);
  }
  if (from.data() != known.data()) std::copy(from.begin(), from.end(), known.begin());
}

class Grower {
 public:
  explicit Grower(const TreeProblem& problem)
      : problem_(problem),
        attributes_(problem.map().attributes()),
        root_(problem.all()),
        weights_(problem.size()),
        branches_(problem.size()) {
    for (const Instance& instance : root_.instances) whole_ += instance.weight;
  }

  GrownTree grow() {
    tree_.push_back({{}, problem_.weights(root_.instances)});
    if (can_split(tree_[0].weights)) grow(0, root_);
    return std::move(tree_);
  }

 private:
  static bool can_split(const SideWeights& weights) {
    return weights.total() >= 2 * kLeastWeight - kSmall && weights.errors() >= kSmall;
  }

  void grow(std::uint32_t at, const Part& part) {
    for (const Instance& instance : part.instances) {
      SideWeights& weights = weights_[instance.example];
      weights = {};
      (problem_.side(instance.example) == Side::kLeft ? weights.left : weights.right) =
          instance.weight;
    }
    const std::size_t chosen = choose(part, tree_[at].weights);
    if (chosen == part.columns()) return;
    const TreeNode test = test_of(part.column(chosen), candidates_[chosen]);
    mark_branches(part, part.column(chosen), test);
    const auto first = static_cast<std::uint32_t>(tree_.size());
    tree_[at].test = test;
    tree_[at].test.first_child = first;
    tree_.resize(first + test.branches);
    std::vector<Part> parts = deal(part, test, first);
    for (std::uint32_t branch = 0; branch < test.branches; ++branch) {
      if (parts[branch].instances.empty()) continue;
      grow(first + branch, parts[branch]);
      give_back(std::move(parts[branch]));
    }
  }

  std::size_t choose(const Part& part, const SideWeights& all) {
    columns_.clear();
    candidates_.clear();
    const Examples examples{part.instances.size(), weights_, all};
    for (std::size_t i = 0; i < part.columns(); ++i) {
      const Column column = part.column(i);
      const Attribute& attribute = attributes_[column.attribute];
      columns_.push_back(column);
      candidates_.push_back(attribute.kind == Attribute::Kind::kNumeric
                                ? numeric_candidate(attribute, column.known, examples)
                                : nominal_candidate(attribute, column.known, examples));
    }
    return choose_split(attributes_, columns_, candidates_, whole_);
  }

  TreeNode test_of(const Column& column, const Candidate& candidate) const {
    const Attribute& attribute = attributes_[column.attribute];
    TreeNode test;
    test.feature = attribute.first_feature;
    if (attribute.kind == Attribute::Kind::kNominal) {
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
  std::vector<Part> deal(const Part& part, const TreeNode& test, std::uint32_t first) {
    std::vector<Part> parts(test.branches);
    for (Part& branch : parts) branch = take_empty();
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
      SideWeights& weights = tree_[first + i].weights;
      weights = problem_.weights(parts[i].instances);
      if (can_split(weights)) {
        open[i] = &parts[i];
      } else {
        give_back(std::exchange(parts[i], {}));
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

  void deal_values(const Part& part, std::span<Part* const> open) const {
    const std::size_t columns = part.columns();
    std::vector<Known*> ends(open.size());
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i] == nullptr) continue;
      open[i]->known.resize(std::min(part.known.size(), columns * open[i]->instances.size()));
      ends[i] = open[i]->known.data();
    }
    for (std::size_t c = 0; c < columns; ++c) {
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
    const Attribute& attribute = attributes_[last.attribute];
    const auto count = static_cast<std::size_t>(end - begin);
    if (count > 0 && attribute.absent_is_zero && count < part.instances.size()) return;
    const bool sorted = attribute.kind == Attribute::Kind::kNumeric;
    const bool constant = count == 0 || (sorted ? begin->value == (end - 1)->value
                                                : std::all_of(begin, end, [&](const Known& one) {
                                                    return one.value == begin->value;
                                                  }));
    if (!constant) return;
    part.starts.pop_back();
    end = begin;
  }

  Part take_empty() {
    if (spare_.empty()) return {};
    Part part = std::move(spare_.back());
    spare_.pop_back();
    return part;
  }
  void give_back(Part part) {
    part.clear();
    spare_.push_back(std::move(part));
  }

  const TreeProblem& problem_;
  std::span<const Attribute> attributes_;
  const Part& root_;
  double whole_ = 0;
  GrownTree tree_;
  std::vector<SideWeights> weights_;     // by example, at the node in hand
  std::vector<std::uint32_t> branches_;  // by example, at the node in hand
  std::vector<Column> columns_;
  std::vector<Candidate> candidates_;
  std::vector<Part> spare_;  // whose memory is used again
};

}  // namespace

void Part::clear() {
  instances.clear();
  known.clear();
  starts.clear();
}

AttributeMap::AttributeMap(std::span<const Attribute> attributes) : attributes_(attributes) {
  for (std::uint32_t i = 0; i < attributes.size(); ++i) {
    const std::size_t end = std::size_t{attributes[i].first_feature} + attributes[i].values;
    if (of_feature_.size() < end) of_feature_.resize(end, kNone);
    std::fill(of_feature_.begin() + attributes[i].first_feature,
              of_feature_.begin() + static_cast<std::ptrdiff_t>(end), i);
  }
}

TreeProblem::TreeProblem(const AttributeMap& map, const Dataset& data,
                         std::span<const BinaryExample> examples)
    : map_(map), data_(data), examples_(examples) {
  gather();
  sort();
}

void TreeProblem::gather() {
  const std::span<const Attribute> attributes = map_.attributes();
  const auto each_known = [&](const auto& take) {
    for (const Instance& instance : all_.instances) {
      const Features x = row(instance.example);
      for (std::size_t i = 0; i < x.indices.size(); ++i) {
        const std::uint32_t number = map_.of(x.indices[i]);
        if (number == AttributeMap::kNone) continue;
        const Attribute& attribute = attributes[number];
        const bool numeric = attribute.kind == Attribute::Kind::kNumeric;
        if (attribute.absent_is_zero && x.values[i] == 0) continue;
        take(number, Known{numeric ? x.values[i]
                                   : static_cast<float>(x.indices[i] - attribute.first_feature),
                           instance.example});
      }
    }
  };
  for (std::uint32_t i = 0; i < examples_.size(); ++i) {
    if (examples_[i].weight > 0) {
      all_.instances.push_back({i, static_cast<double>(examples_[i].weight)});
    }
  }
  std::vector<std::size_t> ends(attributes.size());
  each_known([&](std::uint32_t number, const Known&) { ++ends[number]; });
  std::size_t begin = 0;
  for (std::uint32_t number = 0; number < attributes.size(); ++number) {
    const std::size_t count = ends[number];
    if (count > 0) all_.starts.push_back({number, begin});
    ends[number] = begin;
    begin += count;
  }
  all_.known.resize(begin);
  each_known([&](std::uint32_t number, const Known& one) { all_.known[ends[number]++] = one; });
}

void TreeProblem::sort() {
  std::vector<Known> spare;
  for (std::size_t i = 0; i < all_.columns(); ++i) {
    const Column column = all_.column(i);
    if (map_.attributes()[column.attribute].kind != Attribute::Kind::kNumeric) continue;
    sort_by_value(std::span(all_.known).subspan(all_.starts[i].begin, column.known.size()), spare);
  }
}

SideWeights TreeProblem::weights(std::span<const Instance> instances) const {
  SideWeights sum;
  for (const Instance& instance : instances) {
    (side(instance.example) == Side::kLeft ? sum.left : sum.right) += instance.weight;
  }
  return sum;
}

GrownTree grow_tree(const TreeProblem& problem) { return Grower(problem).grow(); }

}  // namespace ect
