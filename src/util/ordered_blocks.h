#ifndef ECT_UTIL_ORDERED_BLOCKS_H_
#define ECT_UTIL_ORDERED_BLOCKS_H_

#include <cstddef>
#include <cstdint>

namespace ect::util {

// The result of cutting a block off a stream.
enum class Cut : std::uint8_t { kBlock, kNothingYet, kEnd };

// Work on a stream of blocks: they are cut off one after the other, worked on by several threads,
// and finished in the order in which they were cut. Blocks live in slots that are used again, so
// memory does not grow with the stream.
class OrderedBlocks {
 public:
  virtual ~OrderedBlocks() = default;
  // Puts the next block into the slot. Returns kNothingYet if it would have to wait and may not.
  // Called by one thread at a time.
  virtual Cut cut(std::size_t slot, bool may_wait) = 0;
  // Works on the block in the slot. Called by several threads at once, but by one at a time for
  // each slot and for each worker; workers are numbered below the number of threads.
  virtual void work(std::size_t slot, unsigned worker) = 0;
  // Finishes the block in the slot. Called by one thread at a time, in the order of the blocks,
  // also for a block whose work() threw: the part that was done counts.
  virtual void finish(std::size_t slot) = 0;
  // Called when blocks have been finished and no further one is about to be: results should be
  // flushed to readers who wait for them. Never called at the same time as finish().
  virtual void pause() {}
};

// The number of slots that keep `threads` threads busy, and the number of threads (0: all cores).
std::size_t ordered_slots(unsigned threads);
unsigned ordered_threads(unsigned threads);

// Runs the whole stream on that many threads, including the caller's. Requires that `blocks` has
// ordered_slots(threads) slots. Throws the exception that is first in the order of the blocks: of
// work() or finish() of a block, or of cut() after the last of them. No thread waits in cut() while
// another has something to do, so an exception is never delayed by an input that does not arrive.
void run_in_order(OrderedBlocks& blocks, unsigned threads);

}  // namespace ect::util

#endif  // ECT_UTIL_ORDERED_BLOCKS_H_
