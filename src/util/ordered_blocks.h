#ifndef ECT_UTIL_ORDERED_BLOCKS_H_
#define ECT_UTIL_ORDERED_BLOCKS_H_

#include <cstddef>
#include <cstdint>

namespace ect::util {

// What came of cutting a block off a stream.
enum class Cut : std::uint8_t { kBlock, kNothingYet, kEnd };

// Work on a stream of blocks: they are cut off one after the other, worked on by several threads,
// and finished in the order in which they were cut. Blocks live in slots that are used again, so
// memory does not grow with the stream.
class OrderedBlocks {
 public:
  virtual ~OrderedBlocks() = default;
  // Puts the next block into the slot. Where it would have to wait and may not, it says so
  // (kNothingYet). Calls come one at a time.
  virtual Cut cut(std::size_t slot, bool may_wait) = 0;
  // Calls come together, but of a slot and of a worker (below the number of threads) one at a time.
  virtual void work(std::size_t slot, unsigned worker) = 0;
  // Calls come one at a time, in the order of the blocks, also for a block whose work was broken
  // off by an exception: what there is of it still counts.
  virtual void finish(std::size_t slot) = 0;
  // Something has been finished, and nothing has been cut yet that would be finished next: whoever
  // waits for results must get them now. Comes as finish() does.
  virtual void pause() {}
};

// How many slots keep that many threads busy (0: all cores), and how many threads that is.
std::size_t ordered_slots(unsigned threads);
unsigned ordered_threads(unsigned threads);

// Runs all to the end on that many threads, the caller's among them; `blocks` has
// ordered_slots(threads) slots. Throws what comes first in the order of the blocks: what
// work or finish of a block threw, or cut after the last of them. No thread waits in cut while
// another has something left to do, so an exception is never held up by an input that does not
// come.
void run_in_order(OrderedBlocks& blocks, unsigned threads);

}  // namespace ect::util

#endif  // ECT_UTIL_ORDERED_BLOCKS_H_
