#ifndef ECT_LEARNERS_LINEAR_H_
#define ECT_LEARNERS_LINEAR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ect/error.h"
#include "learners/learner.h"
#include "learners/stored_parts.h"

namespace ect::learners {

// Where the weights of a problem lie. The layout of a model file: 24 bytes, little-endian.
struct WeightBlock {
  static constexpr std::uint32_t kSparse = 0;  // `count` places of an open-addressing table
  static constexpr std::uint32_t kDense = 1;   // `count` weights, of the features 0 to count - 1

  std::uint64_t offset = 0;  // in bytes, a multiple of 8
  std::uint32_t count = 0;
  std::uint32_t kind = kSparse;
  float bias = 0;
  std::uint32_t checksum = 0;  // CRC-32 of the block's bytes

  std::uint64_t bytes() const { return std::uint64_t{count} * (kind == kDense ? 4 : 8); }
  // Where the next block begins; the gap is filled with zeros.
  std::uint64_t end() const { return offset + (bytes() + 7) / 8 * 8; }
};

// An entry of a sparse block, which is a hash table with linear probing.
struct WeightPlace {
  static constexpr std::uint32_t kEmpty = 0xffffffff;
  std::uint32_t feature;
  float weight;
};

// The weight of a feature.
struct Weight {
  std::uint32_t feature;
  float weight;
};

// The weights of features 0, 1, 2 and so on, times `factor`.
template <class T>
std::vector<Weight> weights_in_order(std::span<T> weights, double factor) {
  std::vector<Weight> result;
  result.reserve(weights.size());
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    result.push_back({i, static_cast<float>(factor * static_cast<double>(weights[i]))});
  }
  return result;
}

// Linear classifiers over bytes in memory or in a mapped file. Each block is dense or sparse,
// whichever is smaller. Evaluation never reads outside of the bytes, whatever they are.
class LinearClassifiers final : public TrainedClassifiers {
 public:
  // Throws ect::Error unless there is a block for each of `problems` and they fill the body, one
  // after the other.
  LinearClassifiers(StoredClassifiers stored, std::uint32_t problems, Verify verify);

  float margin(std::uint32_t problem, Features x) const override;

  StoredClassifiers stored() const override { return stored_; }
  void verify() const override;
  std::unique_ptr<TrainedClassifiers> packed(const Packing& packing) const override;

  std::span<const WeightBlock> blocks() const { return blocks_; }

 private:
  void verify_block(std::uint32_t problem) const;
  Error damaged(const std::string& what) const;

  StoredClassifiers stored_;
  std::span<const WeightBlock> blocks_;  // the directory
  VerifiedParts verified_;               // by problem
};

// Collects weights problem by problem. Threads may set different problems together.
class LinearBuilder {
 public:
  explicit LinearBuilder(std::uint32_t problems) : blocks_(problems), bytes_(problems) {}

  void add_problems(std::uint32_t first, std::uint32_t more);
  void drop_problems(std::uint32_t first, std::uint32_t last);
  // Weights by increasing feature; zeros are left out.
  void set(std::uint32_t problem, float bias, std::span<const Weight> weights);
  // Stores the weights of a problem in a checkpoint, and restores them. Throws for invalid bytes.
  std::vector<std::byte> serialize(std::uint32_t problem) const;
  void deserialize(std::uint32_t problem, std::span<const std::byte> bytes);
  // The margin by the weights set so far; 0 if there are none.
  float margin(std::uint32_t problem, Features x) const;
  // Packs the weights set so far.
  std::unique_ptr<TrainedClassifiers> packed(const Packing& packing) const;
  std::unique_ptr<LinearClassifiers> finish();

 private:
  std::vector<WeightBlock> blocks_;
  std::vector<std::vector<std::byte>> bytes_;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_LINEAR_H_
