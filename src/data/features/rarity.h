#ifndef ECT_DATA_RARITY_H_
#define ECT_DATA_RARITY_H_

#include <cstdint>
#include <vector>

#include "ect/dataset.h"
#include "util/bytes.h"

namespace ect::data {

// How fast to learn of each feature of the examples of a stream: the rarer, the faster. At most 64
// MiB, however long the stream is.
class Rarity {
 public:
  explicit Rarity(std::uint32_t classes) : classes_(classes) {}

  // Counts the example in, and fills `rates` for it (see Features).
  void rate(Features x, std::vector<float>& rates);

  // What was counted, for checkpoints; and back. Throws where the bytes cannot be that.
  void save(util::ByteWriter& to) const;
  void restore(util::ByteReader& from);

 private:
  std::uint32_t classes_;
  std::uint32_t examples_ = 0;
  std::vector<std::uint32_t> counts_;
};

}  // namespace ect::data

#endif  // ECT_DATA_RARITY_H_
