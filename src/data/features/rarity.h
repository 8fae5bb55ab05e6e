#ifndef ECT_DATA_RARITY_H_
#define ECT_DATA_RARITY_H_

#include <cstdint>
#include <vector>

#include "ect/dataset.h"
#include "util/bytes.h"

namespace ect::data {

// Learning rates for the features of a stream's examples: the rarer a feature, the higher its rate.
// Takes at most 64 MiB, however long the stream is. One thread at a time may use it.
class Rarity {
 public:
  explicit Rarity(std::uint32_t classes) : classes_(classes) {}

  // Counts the features of an example and fills `rates` for it (see Features).
  void rate(Features x, std::vector<float>& rates);

  // Saves the counts in a checkpoint, and restores them. restore() throws ect::Error for bytes that
  // save() cannot have written.
  void save(util::ByteWriter& to) const;
  void restore(util::ByteReader& from);

 private:
  std::uint32_t classes_;
  std::uint32_t examples_ = 0;
  std::vector<std::uint32_t> counts_;
};

}  // namespace ect::data

#endif  // ECT_DATA_RARITY_H_
