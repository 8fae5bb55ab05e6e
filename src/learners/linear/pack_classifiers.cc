// Packing linear classifiers (packed_format.h): for each list of problems that are asked together,
// the features that any of them has a weight for, then a row for each feature. Where problems share
// few features the rows would be mostly zeros: the list is halved if that makes it smaller by a
// quarter. Numbers of 8 bits are rounded to the nearest multiple of the problem's scale, its
// greatest weight being 127; what rounds to 0 is no weight, and a feature without any has no row.
// How rows are found is what takes the fewest bytes.
//
// Example: two problems with weights {3: 0.5, 9: -1} and {9: 2} become, together, features 3 and 9
// with rows {0.5, 0, 0, 0} and {-1, 2, 0, 0}. Cost: O(weights), and O(reach / 64) a group that has
// enough of them. Tests: packed_test.
#include "learners/linear/pack_classifiers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "learners/linear/pack_by_feature.h"
#include "util/checksum.h"
#include "util/hashed_set.h"
#include "util/parallel.h"
#include "util/ranked_set.h"

namespace ect::learners {
namespace {

constexpr double kMaxNumber = 127;

// A problem's weights without zeros.
struct PackedColumn {
  std::uint32_t problem;
  float scale;
  std::vector<Weight> weights;
};

// The bytes of a group before their position is known.
struct Packed {
  PackedGroup group;
  std::vector<std::byte> bytes;
  std::vector<std::uint32_t> problems;  // by column
  std::vector<float> scales;
};

std::uint8_t width_for(std::size_t problems) {
  if (problems == 1) return 1;
  return static_cast<std::uint8_t>(problems <= 4 ? 4 : problems <= 8 ? 8 : util::kLongestRow);
}

double whole_number(float weight, float scale) {
  return std::round(static_cast<double>(weight) / static_cast<double>(scale));
}

PackedColumn column_of(std::uint32_t problem, std::vector<Weight> weights, std::uint32_t bits) {
  PackedColumn column{problem, 1, std::move(weights)};
  if (bits == 8) {
    float most = 0;
    for (const Weight& weight : column.weights) most = std::max(most, std::abs(weight.weight));
    column.scale = static_cast<float>(static_cast<double>(most) / kMaxNumber);
  }
  std::erase_if(column.weights, [&](const Weight& weight) {
    return weight.weight == 0 || (bits == 8 && whole_number(weight.weight, column.scale) == 0);
  });
  return column;
}

// The rows of one group.
class Rows {
 public:
  Rows(std::span<const PackedColumn> columns, std::uint32_t bits) : columns_(columns) {
    find_features();
    group_.rows = static_cast<std::uint32_t>(features_.size());
    group_.width = width_for(columns.size());
    group_.bits = static_cast<std::uint8_t>(bits);
    choose_kind();
  }

  std::uint64_t bytes() const { return group_.end(); }

  Packed pack() {
    Packed packed;
    packed.bytes.resize(group_.end());
    fill_index(packed.bytes);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      fill(i, packed.bytes.data() + group_.rows_offset());
      packed.problems.push_back(columns_[i].problem);
      packed.scales.push_back(columns_[i].scale);
    }
    group_.checksum = util::checksum_of(packed.bytes);
    packed.group = group_;
    return packed;
  }

 private:
  // Sets features_, in increasing order.
  void find_features() {
    for (const PackedColumn& column : columns_) {
      for (const Weight& weight : column.weights) features_.push_back(weight.feature);
    }
    if (features_.empty()) return;
    reach_ = *std::max_element(features_.begin(), features_.end()) + 1;
    if (features_.size() < reach_ / 64) {  // few: sorting is faster than a bit set
      std::sort(features_.begin(), features_.end());
      features_.erase(std::unique(features_.begin(), features_.end()), features_.end());
      return;
    }
    ranks_ = util::ranked_set(features_, reach_);
    features_ = members_of(ranks_);
  }

  void choose_kind() {
    if (features_.empty()) return;
    PackedGroup dense = group_;
    dense.rows = dense.reach = reach_;
    PackedGroup ranked = group_;
    ranked.kind = PackedGroup::kRanked;
    ranked.reach = reach_;
    PackedGroup hashed = group_;
    hashed.kind = PackedGroup::kHashed;
    hashed.places = util::hashed_places(features_.size());
    group_ = dense;
    if (ranked.end() < group_.end()) group_ = ranked;
    if (hashed.end() < group_.end()) group_ = hashed;
  }

  void fill_index(std::span<std::byte> bytes) {
    if (group_.kind == PackedGroup::kRanked) {
      if (ranks_.empty()) ranks_ = util::ranked_set(features_, reach_);
      std::memcpy(bytes.data(), ranks_.data(), group_.index_bytes());
    } else if (group_.kind == PackedGroup::kHashed) {
      const std::vector<util::HashedPlace> places = util::hashed_set(features_);
      std::memcpy(bytes.data(), places.data(), group_.index_bytes());
    }
  }

  void fill(std::size_t column, std::byte* rows) const {
    for (const Weight& weight : columns_[column].weights) {
      std::byte* at = rows + (row_of(weight.feature) * group_.width + column) * group_.bits / 8;
      const auto put = [&](auto number) { std::memcpy(at, &number, sizeof number); };
      if (group_.bits == 32) {
        put(weight.weight);
      } else if (group_.bits == 16) {
        put(util::HalfFloat::of(weight.weight));
      } else {
        put(static_cast<std::int8_t>(whole_number(weight.weight, columns_[column].scale)));
      }
    }
  }

  std::size_t row_of(std::uint32_t feature) const {
    if (group_.kind == PackedGroup::kDense) return feature;
    if (!ranks_.empty()) return rank_in(ranks_, feature);
    const auto at = std::lower_bound(features_.begin(), features_.end(), feature);
    return static_cast<std::size_t>(at - features_.begin());
  }

  std::span<const PackedColumn> columns_;
  PackedGroup group_;
  std::vector<std::uint32_t> features_;
  std::uint32_t reach_ = 0;              // all features are below this
  std::vector<util::RankedWord> ranks_;  // of the features, where they are many
};

// Packs a list as one group or as several.
void pack_list(std::span<const PackedColumn> columns, std::uint32_t bits, Rows& whole,
               std::vector<Packed>& packed) {
  if (columns.size() > 1) {
    const std::size_t half = columns.size() / 2;
    Rows left(columns.first(half), bits);
    Rows right(columns.subspan(half), bits);
    if (4 * (left.bytes() + right.bytes()) < 3 * whole.bytes()) {
      pack_list(columns.first(half), bits, left, packed);
      pack_list(columns.subspan(half), bits, right, packed);
      return;
    }
  }
  packed.push_back(whole.pack());
}

// The lists of problems to pack together; problems without weights are in no list.
std::vector<std::vector<std::uint32_t>> lists_of(std::span<const WeightBlock> blocks,
                                                 const Packing& packing) {
  std::vector<bool> listed(blocks.size());
  std::vector<std::vector<std::uint32_t>> lists;
  if (!packing.full) {
    for (const std::vector<std::uint32_t>& together : packing.together) {
      std::vector<std::uint32_t> list;
      for (const std::uint32_t problem : together) {
        listed[problem] = true;
        if (blocks[problem].count > 0) list.push_back(problem);
      }
      if (!list.empty()) lists.push_back(std::move(list));
    }
  }
  for (std::uint32_t problem = 0; problem < blocks.size(); ++problem) {
    if (!listed[problem] && blocks[problem].count > 0) lists.push_back({problem});
  }
  return lists;
}

}  // namespace

std::unique_ptr<TrainedClassifiers> pack_linear(std::span<const WeightBlock> blocks,
                                                const WeightsOf& weights_of,
                                                const Packing& packing) {
  if (packing.by_feature) {
    if (auto by_feature = pack_by_feature(blocks, weights_of, packing)) return by_feature;
  }
  struct Owned {
    std::vector<std::uint64_t> directory;
    std::vector<std::uint64_t> body;
  };
  const std::vector<std::vector<std::uint32_t>> lists = lists_of(blocks, packing);
  std::vector<std::vector<Packed>> of_list(lists.size());
  util::parallel_for(lists.size(), packing.threads, [&](std::uint64_t i) {
    std::vector<PackedColumn> columns;
    columns.reserve(lists[i].size());
    for (const std::uint32_t problem : lists[i]) {
      columns.push_back(column_of(problem, weights_of(problem), packing.bits));
    }
    Rows whole(columns, packing.bits);
    pack_list(columns, packing.bits, whole, of_list[i]);
  });
  std::vector<Packed*> packed;
  for (std::vector<Packed>& list : of_list) {
    for (Packed& one : list) packed.push_back(&one);
  }
  // Groups aligned to cache lines come first.
  std::stable_partition(packed.begin(), packed.end(),
                        [](const Packed* one) { return one->group.width > 1; });

  // Group 0 is for problems without weights.
  std::vector<PackedGroup> groups(1);
  groups[0].checksum = util::checksum_of({});
  std::vector<PackedProblem> problems(blocks.size());
  for (std::size_t problem = 0; problem < blocks.size(); ++problem) {
    problems[problem].bias = blocks[problem].bias;
  }
  std::uint64_t size = 0;
  for (const Packed* one : packed) size += one->bytes.size();
  const auto owned = std::make_shared<Owned>();
  owned->body.resize(size / 8);
  const std::span<std::byte> body = std::as_writable_bytes(std::span(owned->body));
  size = 0;
  for (Packed* one : packed) {
    for (std::uint32_t column = 0; column < one->problems.size(); ++column) {
      PackedProblem& problem = problems[one->problems[column]];
      problem.group = static_cast<std::uint32_t>(groups.size());
      problem.column = column;
      problem.scale = one->scales[column];
    }
    std::copy(one->bytes.begin(), one->bytes.end(),
              body.begin() + static_cast<std::ptrdiff_t>(size));
    one->group.offset = size;
    groups.push_back(one->group);
    size += one->bytes.size();
    std::vector<std::byte>().swap(one->bytes);
  }
  const PackedHead head{static_cast<std::uint32_t>(problems.size()),
                        static_cast<std::uint32_t>(groups.size())};
  const std::span<const std::byte> parts[3] = {std::as_bytes(std::span(&head, 1)),
                                               std::as_bytes(std::span(problems)),
                                               std::as_bytes(std::span(groups))};
  owned->directory.resize((parts[0].size() + parts[1].size() + parts[2].size()) / 8);
  const std::span<std::byte> directory = std::as_writable_bytes(std::span(owned->directory));
  auto to = directory.begin();
  for (const std::span<const std::byte> part : parts) to = std::ranges::copy(part, to).out;
  return std::make_unique<PackedClassifiers>(
      StoredClassifiers{directory, body, owned, "", WeightLayout::kPacked},
      static_cast<std::uint32_t>(problems.size()), Verify::kNever);
}

}  // namespace ect::learners
