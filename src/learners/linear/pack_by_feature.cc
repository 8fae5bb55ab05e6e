// Storing linear classifiers by feature (by_feature_format.h). Weights of 8 bits are rounded to the
// nearest multiple of their problem's scale, its greatest weight being 127. What rounds to 0, or is
// below the share of the greatest that counts (Packing::least), is no weight.
//
// The weights come problem by problem and are stored feature by feature: they are counted in a
// first pass, and put in their places in a second, a block of problems at a time, so that the
// largest thing in memory is the result. Cost: O(weights), twice. Tests: by_feature_test,
// packed_test.
#include "learners/linear/pack_by_feature.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "util/checksum.h"
#include "util/parallel.h"

namespace ect::learners {
namespace {

constexpr double kGreatestNumber = 127;
constexpr std::size_t kProblemsABlock = 256;

struct NumberColumn {
  float scale = 1;
  std::vector<Weight> weights;  // divided by the scale, and rounded if there are 8 bits
};

NumberColumn column_of(std::vector<Weight> weights, const Packing& packing) {
  double greatest = 0;
  for (const Weight& weight : weights) {
    greatest = std::max(greatest, std::abs(static_cast<double>(weight.weight)));
  }
  NumberColumn column{1, std::move(weights)};
  const double least = greatest * static_cast<double>(packing.least);
  if (packing.bits == 8) column.scale = static_cast<float>(greatest / kGreatestNumber);
  std::erase_if(column.weights, [&](Weight& weight) {
    const double value = static_cast<double>(weight.weight);
    if (value == 0 || std::abs(value) < least) return true;
    if (packing.bits != 8) return false;
    weight.weight = static_cast<float>(std::round(value / static_cast<double>(column.scale)));
    return weight.weight == 0;
  });
  return column;
}

class ByFeaturePacker {
 public:
  ByFeaturePacker(std::span<const WeightBlock> blocks, const WeightsOf& weights_of,
                  const Packing& packing)
      : blocks_(blocks), weights_of_(weights_of), packing_(packing), problems_(blocks.size()) {
    head_.problems = static_cast<std::uint32_t>(blocks.size());
    head_.id_bytes = blocks.size() <= kMaxShortProblems ? 2 : 4;
    head_.bits = packing.bits;
  }

  std::unique_ptr<ByFeatureClassifiers> pack() {
    for (std::size_t i = 0; i < problems_.size(); ++i) problems_[i].bias = blocks_[i].bias;
    each_column([&](std::uint32_t problem, const NumberColumn& column) {
      problems_[problem].scale = column.scale;
      for (const Weight& weight : column.weights) {
        if (weight.feature >= sizes_.size()) sizes_.resize(weight.feature + std::size_t{1});
        ++sizes_[weight.feature];
      }
    });
    if (!place_rows()) return nullptr;
    each_column([&](std::uint32_t problem, const NumberColumn& column) { fill(problem, column); });
    return finish();
  }

 private:
  // Calls visit(problem, column) for each problem in order.
  template <class Visit>
  void each_column(const Visit& visit) const {
    std::vector<NumberColumn> columns(kProblemsABlock);
    for (std::size_t first = 0; first < blocks_.size(); first += kProblemsABlock) {
      const std::size_t size = std::min(kProblemsABlock, blocks_.size() - first);
      util::parallel_for(size, packing_.threads, [&](std::uint64_t i) {
        const auto problem = static_cast<std::uint32_t>(first + i);
        const bool any = blocks_[problem].count > 0;
        columns[i] = any ? column_of(weights_of_(problem), packing_) : NumberColumn();
      });
      for (std::size_t i = 0; i < size; ++i) {
        visit(static_cast<std::uint32_t>(first + i), columns[i]);
      }
    }
  }

  // From this share on a weight for every problem takes fewer bytes than numbers of problems.
  bool is_full(std::uint64_t size) const {
    return size * (8 * std::uint64_t{head_.id_bytes} + head_.bits) >=
           std::uint64_t{head_.problems} * head_.bits;
  }

  // Sets the starts; false if they do not fit into 32 bits.
  bool place_rows() {
    head_.features = static_cast<std::uint32_t>(sizes_.size());
    std::uint64_t units = 0;
    starts_.reserve(sizes_.size() + 1);
    for (std::uint32_t& size : sizes_) {
      if (size > 0 && is_full(size)) size = head_.problems;
      starts_.push_back(static_cast<std::uint32_t>(units));
      units += head_.row_bytes(size) / head_.unit();
    }
    starts_.push_back(static_cast<std::uint32_t>(units));
    if (units > std::numeric_limits<std::uint32_t>::max()) return false;
    body_.resize((units * head_.unit() + 7) / 8);
    filled_.resize(sizes_.size());
    return true;
  }

  std::uint64_t offset(std::size_t feature) const { return starts_[feature] * head_.unit(); }
  std::span<std::byte> body() {
    return std::as_writable_bytes(std::span(body_)).first(offset(sizes_.size()));
  }

  void put_id(std::byte* ids, std::size_t at, std::uint32_t id) const {
    const auto narrow = static_cast<std::uint16_t>(id);
    const void* from = head_.id_bytes == 2 ? static_cast<const void*>(&narrow) : &id;
    std::memcpy(ids + at * head_.id_bytes, from, head_.id_bytes);
  }

  void put_number(std::byte* numbers, std::size_t at, float number) const {
    const auto put = [&](auto one) { std::memcpy(numbers + at * sizeof one, &one, sizeof one); };
    if (head_.bits == 32) {
      put(number);
    } else if (head_.bits == 16) {
      put(util::HalfFloat::of(number));
    } else {
      put(static_cast<std::int8_t>(number));
    }
  }

  void fill(std::uint32_t problem, const NumberColumn& column) {
    for (const Weight& weight : column.weights) {
      const std::uint32_t size = sizes_[weight.feature];
      const bool full = size == head_.problems;
      std::byte* const row = body().data() + offset(weight.feature);
      std::uint32_t& place = filled_[weight.feature];
      if (place == 0) put_id(row, 0, size);
      if (!full) put_id(row, place + std::size_t{1}, problem);
      put_number(row + head_.weights_at(size), full ? problem : place, weight.weight);
      ++place;
    }
  }

  std::unique_ptr<ByFeatureClassifiers> finish() {
    struct Owned {
      std::vector<std::uint64_t> directory;
      std::vector<std::uint64_t> body;
    };
    std::vector<std::uint32_t> checksums;
    for (std::size_t first = 0; first < sizes_.size(); first += kFeaturesAPart) {
      const std::size_t last = std::min<std::size_t>(first + kFeaturesAPart, sizes_.size());
      checksums.push_back(
          util::checksum_of(body().subspan(offset(first), offset(last) - offset(first))));
    }
    const std::span<const std::byte> parts[] = {
        std::as_bytes(std::span(&head_, 1)), std::as_bytes(std::span(problems_)),
        std::as_bytes(std::span(starts_)), std::as_bytes(std::span(checksums))};
    const auto owned = std::make_shared<Owned>();
    std::size_t size = 0;
    for (const std::span<const std::byte> part : parts) size += part.size();
    owned->directory.resize((size + 7) / 8);
    const std::span<std::byte> directory =
        std::as_writable_bytes(std::span(owned->directory)).first(size);
    auto to = directory.begin();
    for (const std::span<const std::byte> part : parts) to = std::ranges::copy(part, to).out;
    const std::size_t body_bytes = body().size();
    owned->body = std::move(body_);
    StoredClassifiers stored{directory, std::as_bytes(std::span(owned->body)).first(body_bytes),
                             owned, "", WeightLayout::kByFeature};
    return std::make_unique<ByFeatureClassifiers>(std::move(stored), head_.problems,
                                                  Verify::kNever);
  }

  std::span<const WeightBlock> blocks_;
  const WeightsOf& weights_of_;
  const Packing& packing_;
  ByFeatureHead head_;
  std::vector<ByFeatureProblem> problems_;
  std::vector<std::uint32_t> sizes_;   // of rows: their weights, of full ones all problems
  std::vector<std::uint32_t> starts_;  // of rows, in units
  std::vector<std::uint32_t> filled_;  // of rows: the weights that are there already
  std::vector<std::uint64_t> body_;
};

}  // namespace

std::unique_ptr<ByFeatureClassifiers> pack_by_feature(std::span<const WeightBlock> blocks,
                                                      const WeightsOf& weights_of,
                                                      const Packing& packing) {
  return ByFeaturePacker(blocks, weights_of, packing).pack();
}

}  // namespace ect::learners
