#ifndef ECT_LEARNERS_BLOBS_H_
#define ECT_LEARNERS_BLOBS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ect/error.h"
#include "learners/learner.h"
#include "learners/stored_parts.h"

namespace ect::learners {

// Classifiers stored as one block of bytes per problem, which only the learner interprets. In a
// model file the directory has the position and the checksum of each block.
struct Blob {
  std::uint64_t offset = 0;  // a multiple of 8
  std::uint32_t size = 0;    // in bytes
  std::uint32_t checksum = 0;

  // Where the next blob begins; the gap is filled with zeros.
  std::uint64_t end() const { return offset + (std::uint64_t{size} + 7) / 8 * 8; }
};

class BlobStore {
 public:
  // Throws ect::Error unless there is a blob for each of `problems` and they fill the body, one
  // after the other.
  BlobStore(StoredClassifiers stored, std::uint32_t problems, Verify verify);

  // Begins at a multiple of 8. Throws if it is damaged.
  std::span<const std::byte> at(std::uint32_t problem) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(blobs_.size()); }
  StoredClassifiers stored() const { return stored_; }
  void verify() const;
  // The error for a blob whose checksum is right but whose content is invalid.
  Error damaged(const std::string& what) const;

 private:
  void verify_blob(std::uint32_t problem) const;

  StoredClassifiers stored_;
  std::span<const Blob> blobs_;  // the directory
  VerifiedParts verified_;       // by problem
};

// Classifiers that are evaluated in place, from their blobs.
class BlobClassifiers final : public TrainedClassifiers {
 public:
  // The margin of an example by a blob: nothing if the blob is damaged.
  using MarginOf = std::optional<float> (*)(std::span<const std::byte> blob, Features x);

  // `damage` is the error message for a damaged blob. Throws as BlobStore does.
  BlobClassifiers(StoredClassifiers stored, std::uint32_t problems, Verify verify,
                  MarginOf margin_of, const char* damage)
      : blobs_(std::move(stored), problems, verify), margin_of_(margin_of), damage_(damage) {}

  float margin(std::uint32_t problem, Features x) const override {
    const std::optional<float> margin = margin_of_(blobs_.at(problem), x);
    if (!margin) throw blobs_.damaged(damage_);
    return *margin;
  }
  StoredClassifiers stored() const override { return blobs_.stored(); }
  void verify() const override { blobs_.verify(); }

 private:
  BlobStore blobs_;
  MarginOf margin_of_;
  const char* damage_;
};

// Collects blobs. Threads may set different problems together.
class BlobBuilder {
 public:
  explicit BlobBuilder(std::uint32_t problems) : blobs_(problems) {}

  void set(std::uint32_t problem, std::vector<std::byte> bytes) {
    blobs_[problem] = std::move(bytes);
  }
  void add_problems(std::uint32_t first, std::uint32_t more) {
    blobs_.insert(blobs_.begin() + first, more, {});
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) {
    blobs_.erase(blobs_.begin() + first, blobs_.begin() + last);
  }
  // Stores a blob in a checkpoint, and restores it. `load` is the learner's own and throws for
  // invalid bytes.
  std::vector<std::byte> serialize(std::uint32_t problem) const { return blobs_[problem]; }
  template <class Load>
  void deserialize(std::uint32_t problem, std::span<const std::byte> bytes, const Load& load) {
    BlobBuilder alone(1);
    alone.set(0, {bytes.begin(), bytes.end()});
    load(alone.finish(), 1, Verify::kNow);
    set(problem, {bytes.begin(), bytes.end()});
  }
  std::uint32_t problems() const { return static_cast<std::uint32_t>(blobs_.size()); }
  // The blob of a problem; empty if it has not been set yet.
  std::span<const std::byte> at(std::uint32_t problem) const { return blobs_[problem]; }
  // The result, for a BlobStore.
  StoredClassifiers finish();

 private:
  std::vector<std::vector<std::byte>> blobs_;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_BLOBS_H_
