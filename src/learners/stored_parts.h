#ifndef ECT_LEARNERS_STORED_PARTS_H_
#define ECT_LEARNERS_STORED_PARTS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ect/error.h"
#include "learners/learner.h"

namespace ect::learners {

// Common to all classifiers in a model file: a body of parts with a checksum each.

// Which parts have been verified, if that is done when they are used. Threads may share it: two may
// verify the same part, with the same result.
class VerifiedParts {
 public:
  VerifiedParts() = default;
  VerifiedParts(std::size_t parts, Verify verify)
      : verified_(verify == Verify::kWhenAsked ? parts : 0) {}

  // Calls `verify`, which throws if the part is damaged, unless the part has been verified before.
  template <class VerifyPart>
  void see_to(std::size_t part, const VerifyPart& verify) const {
    if (verified_.empty() || verified_[part].load(std::memory_order_relaxed)) return;
    verify();
    verified_[part].store(true, std::memory_order_relaxed);
  }

 private:
  mutable std::vector<std::atomic<bool>> verified_;
};

// Whether `size` bytes of a body, from `offset` on, have that checksum and zeros follow up to
// `end`.
bool is_sound_part(std::span<const std::byte> body, std::uint64_t offset, std::uint64_t size,
                   std::uint64_t end, std::uint32_t checksum);

// The error for a damaged model; names the file, if there is one.
Error damaged_model(const StoredClassifiers& stored, std::string_view what);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_STORED_PARTS_H_
