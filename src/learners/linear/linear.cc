// Linear classifiers as blocks of bytes. A question is a dot product: of the example's features
// with a dense row (by vectors, if no feature is missing before the last one), or with what a small
// open-addressing table holds of them. A table has half as many places again as weights, so that
// nearly every feature, there or not, costs one cache line. Example: weights {3: 0.5, 9: -1} take 4
// places; feature 9 is looked for at hash(9) mod 4 and on to the first empty place. Cost:
// O(non-zeros of x) a question, 4 bytes a dense and 12 bytes a sparse weight. Tests: linear_test;
// model_file_test (damaged bytes), tests/fuzz/fuzz_model.cc.
#include "learners/linear/linear.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "learners/learners.h"
#include "learners/linear/by_feature_classifiers.h"
#include "learners/linear/pack_classifiers.h"
#include "util/checksum.h"
#include "util/dot.h"
#include "util/place_of.h"

namespace ect::learners {
namespace {

float dense_dot(const float* weights, std::uint32_t count, Features x) {
  if (x.indices.empty()) return 0;
  // Indices increase, so that none is missing if the last one is size - 1.
  if (x.indices.back() == x.indices.size() - 1) {
    return util::dot(weights, x.values.data(), std::min<std::size_t>(count, x.values.size()));
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.indices.size(); ++i) {
    if (x.indices[i] >= count) break;  // indices increase
    sum += static_cast<double>(weights[x.indices[i]]) * static_cast<double>(x.values[i]);
  }
  return static_cast<float>(sum);
}

float sparse_dot(const WeightPlace* places, std::uint32_t count, Features x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.indices.size(); ++i) {
    std::uint32_t at = util::place_of(x.indices[i], count);
    // Bounded, so that the loop ends even if a damaged table has no empty place.
    for (std::uint32_t probes = 0; probes < count; ++probes) {
      if (places[at].feature == WeightPlace::kEmpty) break;
      if (places[at].feature == x.indices[i]) {
        sum += static_cast<double>(places[at].weight) * static_cast<double>(x.values[i]);
        break;
      }
      if (++at == count) at = 0;
    }
  }
  return static_cast<float>(sum);
}

float block_margin(const WeightBlock& block, const std::byte* bytes, Features x) {
  if (block.count == 0) return block.bias;
  if (block.kind == WeightBlock::kDense) {
    return block.bias + dense_dot(reinterpret_cast<const float*>(bytes), block.count, x);
  }
  return block.bias + sparse_dot(reinterpret_cast<const WeightPlace*>(bytes), block.count, x);
}

// The weights of a block, in any order.
std::vector<Weight> block_weights(const WeightBlock& block, const std::byte* bytes) {
  if (block.kind == WeightBlock::kDense) {
    return weights_in_order(std::span(reinterpret_cast<const float*>(bytes), block.count), 1);
  }
  std::vector<Weight> result;
  result.reserve(block.count);
  for (std::uint32_t i = 0; i < block.count; ++i) {
    const WeightPlace& place = reinterpret_cast<const WeightPlace*>(bytes)[i];
    if (place.feature != WeightPlace::kEmpty) result.push_back({place.feature, place.weight});
  }
  return result;
}

// A hash table of weights with distinct features.
std::vector<WeightPlace> table_of(std::span<const Weight> weights, std::uint32_t count) {
  std::vector<WeightPlace> places(count, {WeightPlace::kEmpty, 0});
  for (const Weight& weight : weights) {
    std::uint32_t at = util::place_of(weight.feature, count);
    while (places[at].feature != WeightPlace::kEmpty) {
      if (++at == count) at = 0;
    }
    places[at] = {weight.feature, weight.weight};
  }
  return places;
}

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& items) {
  std::vector<std::byte> bytes(items.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), items.data(), bytes.size());
  return bytes;
}

}  // namespace

LinearClassifiers::LinearClassifiers(StoredClassifiers stored, std::uint32_t problems,
                                     Verify verify)
    : stored_(std::move(stored)), verified_(problems, verify) {
  if (stored_.directory.size() != std::size_t{problems} * sizeof(WeightBlock)) {
    throw damaged("the number of weight vectors does not match");
  }
  blocks_ = {reinterpret_cast<const WeightBlock*>(stored_.directory.data()), problems};
  // Blocks must be contiguous, so that every byte of the body is checked.
  std::uint64_t end = 0;
  for (const WeightBlock& block : blocks_) {
    if (block.kind > WeightBlock::kDense || block.offset != end ||
        block.bytes() > stored_.body.size() - end) {
      throw damaged("a block of weights is not where it should be");
    }
    end = block.end();
    if (end > stored_.body.size()) throw damaged("the last block of weights is truncated");
  }
  if (end != stored_.body.size()) throw damaged("there are bytes after the last block");
  if (verify == Verify::kNow) this->verify();
}

float LinearClassifiers::margin(std::uint32_t problem, Features x) const {
  const WeightBlock& block = blocks_[problem];
  if (block.count > 0) verified_.see_to(problem, [&] { verify_block(problem); });
  return block_margin(block, stored_.body.data() + block.offset, x);
}

void LinearClassifiers::verify() const {
  for (std::uint32_t problem = 0; problem < blocks_.size(); ++problem) verify_block(problem);
}

void LinearClassifiers::verify_block(std::uint32_t problem) const {
  const WeightBlock& block = blocks_[problem];
  if (!is_sound_part(stored_.body, block.offset, block.bytes(), block.end(), block.checksum)) {
    throw damaged("the checksum of match " + std::to_string(problem) + " is wrong");
  }
}

Error LinearClassifiers::damaged(const std::string& what) const {
  return damaged_model(stored_, "the weights are damaged: " + what);
}

std::unique_ptr<TrainedClassifiers> LinearClassifiers::packed(const Packing& packing) const {
  const auto weights_of = [&](std::uint32_t problem) {
    return block_weights(blocks_[problem], stored_.body.data() + blocks_[problem].offset);
  };
  return pack_linear(blocks_, weights_of, packing);
}

std::unique_ptr<TrainedClassifiers> load_linear(StoredClassifiers stored, std::uint32_t problems,
                                                Verify verify) {
  switch (stored.layout) {
    case WeightLayout::kPacked:
      return std::make_unique<PackedClassifiers>(std::move(stored), problems, verify);
    case WeightLayout::kByFeature:
      return std::make_unique<ByFeatureClassifiers>(std::move(stored), problems, verify);
    default:
      return std::make_unique<LinearClassifiers>(std::move(stored), problems, verify);
  }
}

void LinearBuilder::set(std::uint32_t problem, float bias, std::span<const Weight> weights) {
  std::vector<Weight> there;
  for (const Weight& weight : weights) {
    if (weight.weight != 0) there.push_back(weight);
  }
  WeightBlock& block = blocks_[problem];
  block.bias = bias;
  if (there.empty()) return;
  const std::uint64_t width = std::uint64_t{there.back().feature} + 1;
  const std::uint64_t places = there.size() + there.size() / 2 + 1;
  if (width * sizeof(float) <= places * sizeof(WeightPlace)) {
    std::vector<float> row(width);
    for (const Weight& weight : there) row[weight.feature] = weight.weight;
    block.kind = WeightBlock::kDense;
    block.count = static_cast<std::uint32_t>(width);
    bytes_[problem] = bytes_of(row);
  } else {
    block.count = static_cast<std::uint32_t>(places);
    bytes_[problem] = bytes_of(table_of(there, block.count));
  }
  block.checksum = util::checksum_of(bytes_[problem]);
}

void LinearBuilder::add_problems(std::uint32_t first, std::uint32_t more) {
  blocks_.insert(blocks_.begin() + first, more, {});
  bytes_.insert(bytes_.begin() + first, more, {});
}

void LinearBuilder::drop_problems(std::uint32_t first, std::uint32_t last) {
  blocks_.erase(blocks_.begin() + first, blocks_.begin() + last);
  bytes_.erase(bytes_.begin() + first, bytes_.begin() + last);
}

std::vector<std::byte> LinearBuilder::serialize(std::uint32_t problem) const {
  std::vector<std::byte> bytes = bytes_of(std::vector{blocks_[problem]});
  bytes.insert(bytes.end(), bytes_[problem].begin(), bytes_[problem].end());
  return bytes;
}

void LinearBuilder::deserialize(std::uint32_t problem, std::span<const std::byte> bytes) {
  WeightBlock block;
  const bool sized = bytes.size() >= sizeof block;
  if (sized) std::memcpy(&block, bytes.data(), sizeof block);
  const std::span<const std::byte> weights = bytes.subspan(sized ? sizeof block : 0);
  const bool whole = sized && block.kind <= WeightBlock::kDense && block.offset == 0 &&
                     block.bytes() == weights.size() &&
                     (block.count == 0 || util::checksum_of(weights) == block.checksum);
  if (!whole) throw Error(Error::Kind::kParse, "the weights of a checkpoint are damaged");
  blocks_[problem] = block;
  bytes_[problem].assign(weights.begin(), weights.end());
}

float LinearBuilder::margin(std::uint32_t problem, Features x) const {
  return block_margin(blocks_[problem], bytes_[problem].data(), x);
}

std::unique_ptr<TrainedClassifiers> LinearBuilder::packed(const Packing& packing) const {
  const auto weights_of = [&](std::uint32_t problem) {
    return block_weights(blocks_[problem], bytes_[problem].data());
  };
  return pack_linear(blocks_, weights_of, packing);
}

std::unique_ptr<LinearClassifiers> LinearBuilder::finish() {
  struct Owned {
    std::vector<WeightBlock> blocks;
    std::vector<std::uint64_t> words;  // aligned for every block
  };
  const auto owned = std::make_shared<Owned>();
  std::uint64_t size = 0;
  for (WeightBlock& block : blocks_) {
    block.offset = size;
    size = block.end();
  }
  owned->words.resize(size / 8);
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(owned->words));
  for (std::size_t problem = 0; problem < blocks_.size(); ++problem) {
    std::vector<std::byte>& from = bytes_[problem];
    std::copy(from.begin(), from.end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(blocks_[problem].offset));
    std::vector<std::byte>().swap(from);
  }
  owned->blocks = std::move(blocks_);
  const auto problems = static_cast<std::uint32_t>(owned->blocks.size());
  return std::make_unique<LinearClassifiers>(
      StoredClassifiers{std::as_bytes(std::span(owned->blocks)), bytes, owned, ""}, problems,
      Verify::kNever);
}

}  // namespace ect::learners
