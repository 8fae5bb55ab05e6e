#ifndef ECT_LEARNERS_BY_FEATURE_FORMAT_H_
#define ECT_LEARNERS_BY_FEATURE_FORMAT_H_

#include <algorithm>
#include <cstdint>

namespace ect::learners {

// The format of linear classifiers stored by feature, see by_feature_classifiers.cc. These structs
// are the layout of a model file, little-endian.
//
// The directory is a head, a ByFeatureProblem for each problem, features + 1 starts of 32 bits, and
// a checksum (CRC-32) for every kFeaturesAPart features. The body has a row for each feature, which
// goes from its start to the next one's, in units of unit() bytes: the number n of its weights (an
// id); the numbers of their problems (n ids), strictly increasing; zeros up to a multiple of the
// unit; the weights (n numbers); zeros again. A row without weights has no bytes at all; one with a
// weight for every problem has no numbers of problems.
struct ByFeatureHead {
  std::uint32_t problems = 0;
  std::uint32_t features = 0;
  std::uint32_t id_bytes = 2;  // 2, or 4 where 16 bits cannot number the problems
  std::uint32_t bits = 8;      // of a weight: 32 (a float), 16 (a HalfFloat) or 8 (a whole number)

  std::uint64_t unit() const { return std::max(id_bytes, bits / 8); }
  // Where the weights of a row begin, and where it ends, counted from its start.
  std::uint64_t weights_at(std::uint64_t size) const {
    return aligned(id_bytes * (size == problems ? 1 : size + 1));
  }
  std::uint64_t row_bytes(std::uint64_t size) const {
    return size == 0 ? 0 : aligned(weights_at(size) + size * bits / 8);
  }

 private:
  std::uint64_t aligned(std::uint64_t bytes) const {
    return (bytes + unit() - 1) / unit() * unit();
  }
};
static_assert(sizeof(ByFeatureHead) == 16);

struct ByFeatureProblem {
  float bias = 0;
  float scale = 0;  // factor of the numbers in the rows
};

inline constexpr std::uint32_t kFeaturesAPart = 1024;

// The most problems that 2 bytes can number. n itself must fit, too.
inline constexpr std::uint32_t kMaxShortProblems = 0xffff;

}  // namespace ect::learners

#endif  // ECT_LEARNERS_BY_FEATURE_FORMAT_H_
