// Packing linear classifiers (packed.h): for each list of problems that are asked together, the
// features that any of them has a weight for, then a row for each feature. Numbers of 16 or 8 bits
// are rounded to the nearest multiple of the problem's scale, its greatest weight being the
// greatest number; what rounds to 0 is no weight, and a feature without any has no row. How rows
// are found is what takes the fewest bytes.
//
// Example: two problems with weights {3: 0.5, 9: -1} and {9: 2} become, together, features 3 and 9
// with rows {0.5, 0, 0, 0} and {-1, 2, 0, 0}. Cost: O(weights), and O(reach / 64) a group that has
// enough of them. Tests: packed_test.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "learners/packed.h"
#include "util/checksum.h"
#include "util/parallel.h"
#include "util/place_of.h"

namespace ect {
namespace {

// A group's own bytes, before it is known where they will lie.
struct Packed {
  PackedGroup group;
  std::vector<std::byte> bytes;
};

std::uint8_t width_for(std::size_t problems) {
  if (problems == 1) return 1;
  return static_cast<std::uint8_t>(problems <= 4 ? 4 : problems <= 8 ? 8 : kLongestRow);
}

std::uint32_t places_for(std::uint64_t rows) {
  return static_cast<std::uint32_t>(rows + rows / 2 + 1);
}

double greatest_number(std::uint32_t bits) { return bits == 16 ? 32767 : 127; }

// What the greatest number stands for.
float scale_of(std::span<const Weight> weights, std::uint32_t bits) {
  if (bits == 32) return 1;
  float most = 0;
  for (const Weight& weight : weights) most = std::max(most, std::abs(weight.weight));
  return static_cast<float>(static_cast<double>(most) / greatest_number(bits));
}

// The rows of one group while they are filled.
class Rows {
 public:
  Rows(std::vector<std::vector<Weight>> weights, std::vector<float> scales, std::uint32_t bits)
      : weights_(std::move(weights)), scales_(std::move(scales)), bits_(bits) {}

  Packed pack() {
    find_features();
    PackedGroup& group = packed_.group;
    group.rows = static_cast<std::uint32_t>(features_.size());
    group.width = width_for(weights_.size());
    group.bits = static_cast<std::uint8_t>(bits_);
    choose_kind();
    packed_.bytes.resize(group.end());
    fill_index();
    for (std::size_t column = 0; column < weights_.size(); ++column) fill(column);
    group.checksum = checksum_of(packed_.bytes);
    return std::move(packed_);
  }

 private:
  double number_of(float weight, std::size_t column) const {
    if (bits_ == 32) return static_cast<double>(weight);
    return std::round(static_cast<double>(weight) / static_cast<double>(scales_[column]));
  }

  // Those with a number that is not 0, increasing.
  void find_features() {
    for (std::size_t column = 0; column < weights_.size(); ++column) {
      std::erase_if(weights_[column], [&](const Weight& weight) {
        return weight.weight == 0 || number_of(weight.weight, column) == 0;
      });
      for (const Weight& weight : weights_[column]) features_.push_back(weight.feature);
    }
    if (features_.empty()) return;
    reach_ = *std::max_element(features_.begin(), features_.end()) + 1;
    if (features_.size() < reach_ / 64) {  // few: no set of all is worth it
      std::sort(features_.begin(), features_.end());
      features_.erase(std::unique(features_.begin(), features_.end()), features_.end());
      return;
    }
    ranks_ = ranked_set(features_, reach_);
    features_ = members_of(ranks_);
  }

  void choose_kind() {
    PackedGroup& group = packed_.group;
    if (features_.empty()) return;
    PackedGroup dense = group;
    dense.rows = dense.reach = reach_;
    PackedGroup ranked = group;
    ranked.kind = PackedGroup::kRanked;
    ranked.reach = reach_;
    PackedGroup hashed = group;
    hashed.kind = PackedGroup::kHashed;
    hashed.places = places_for(features_.size());
    group = dense;
    if (ranked.end() < group.end()) group = ranked;
    if (hashed.end() < group.end()) group = hashed;
  }

  void fill_index() {
    const PackedGroup& group = packed_.group;
    if (group.kind == PackedGroup::kRanked) {
      if (ranks_.empty()) ranks_ = ranked_set(features_, reach_);
      std::memcpy(packed_.bytes.data(), ranks_.data(), group.index_bytes());
    } else if (group.kind == PackedGroup::kHashed) {
      std::vector<HashedPlace> places(group.places);
      for (std::uint32_t row = 0; row < features_.size(); ++row) {
        std::uint32_t at = place_of(features_[row], group.places);
        while (places[at].feature != HashedPlace::kEmpty) {
          if (++at == group.places) at = 0;
        }
        places[at] = {features_[row], row};
      }
      std::memcpy(packed_.bytes.data(), places.data(), group.index_bytes());
    }
  }

  void fill(std::size_t column) {
    for (const Weight& weight : weights_[column]) {
      set(row_of(weight.feature), column, number_of(weight.weight, column));
    }
  }

  std::size_t row_of(std::uint32_t feature) const {
    if (packed_.group.kind == PackedGroup::kDense) return feature;
    if (!ranks_.empty()) return rank_in(ranks_, feature);
    const auto at = std::lower_bound(features_.begin(), features_.end(), feature);
    return static_cast<std::size_t>(at - features_.begin());
  }

  void set(std::size_t row, std::size_t column, double number) {
    const PackedGroup& group = packed_.group;
    std::byte* at =
        packed_.bytes.data() + group.rows_offset() + (row * group.width + column) * group.bits / 8;
    const auto put = [&](auto value) { std::memcpy(at, &value, sizeof value); };
    if (bits_ == 32) {
      put(static_cast<float>(number));
    } else if (bits_ == 16) {
      put(static_cast<std::int16_t>(number));
    } else {
      put(static_cast<std::int8_t>(number));
    }
  }

  std::vector<std::vector<Weight>> weights_;  // by column
  std::vector<float> scales_;
  std::uint32_t bits_;
  std::vector<std::uint32_t> features_;
  std::uint32_t reach_ = 0;        // all are below
  std::vector<RankedWord> ranks_;  // of the features, where they are many
  Packed packed_;
};

// Problems with weights, together or each for itself; those without are in no list.
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
  // First those that begin at cache lines.
  std::stable_partition(lists.begin(), lists.end(),
                        [](const std::vector<std::uint32_t>& list) { return list.size() > 1; });
  return lists;
}

}  // namespace

std::unique_ptr<PackedClassifiers> pack(std::span<const WeightBlock> blocks,
                                        const WeightsOf& weights_of, const Packing& packing) {
  struct Owned {
    std::vector<std::uint64_t> directory;
    std::vector<std::uint64_t> body;
  };
  const std::vector<std::vector<std::uint32_t>> lists = lists_of(blocks, packing);
  std::vector<PackedProblem> problems(blocks.size());
  for (std::size_t problem = 0; problem < blocks.size(); ++problem) {
    problems[problem].bias = blocks[problem].bias;
  }
  // Group 0 is for problems without weights.
  std::vector<Packed> packed(lists.size() + 1);
  packed[0].group.checksum = checksum_of({});
  parallel_for(lists.size(), packing.threads, [&](std::uint64_t i) {
    std::vector<std::vector<Weight>> weights;
    std::vector<float> scales;
    for (std::uint32_t column = 0; column < lists[i].size(); ++column) {
      const std::uint32_t problem = lists[i][column];
      weights.push_back(weights_of(problem));
      scales.push_back(scale_of(weights.back(), packing.bits));
      problems[problem].group = static_cast<std::uint32_t>(i) + 1;
      problems[problem].column = column;
      problems[problem].scale = scales.back();
    }
    packed[i + 1] = Rows(std::move(weights), std::move(scales), packing.bits).pack();
  });

  const auto owned = std::make_shared<Owned>();
  std::uint64_t size = 0;
  for (Packed& one : packed) {
    const std::uint64_t bytes = one.group.end();
    one.group.offset = size;
    size += bytes;
  }
  owned->body.resize(size / 8);
  const std::span<std::byte> body = std::as_writable_bytes(std::span(owned->body));
  std::vector<PackedGroup> groups;
  groups.reserve(packed.size());
  for (Packed& one : packed) {
    std::copy(one.bytes.begin(), one.bytes.end(),
              body.begin() + static_cast<std::ptrdiff_t>(one.group.offset));
    std::vector<std::byte>().swap(one.bytes);
    groups.push_back(one.group);
  }
  const std::uint32_t head[2] = {static_cast<std::uint32_t>(problems.size()),
                                 static_cast<std::uint32_t>(groups.size())};
  static_assert((sizeof head + sizeof(PackedProblem)) % 8 == 0 && sizeof(PackedGroup) % 8 == 0);
  owned->directory.resize(
      (sizeof head + std::span(problems).size_bytes() + std::span(groups).size_bytes()) / 8);
  const std::span<std::byte> directory = std::as_writable_bytes(std::span(owned->directory));
  std::memcpy(directory.data(), head, sizeof head);
  std::memcpy(directory.data() + sizeof head, problems.data(), std::span(problems).size_bytes());
  std::memcpy(directory.data() + sizeof head + std::span(problems).size_bytes(), groups.data(),
              std::span(groups).size_bytes());
  return std::make_unique<PackedClassifiers>(StoredClassifiers{directory, body, owned, "", true},
                                             static_cast<std::uint32_t>(problems.size()),
                                             Verify::kNever);
}

}  // namespace ect
