#ifndef ECT_CLUSTER_BLOCKS_H_
#define ECT_CLUSTER_BLOCKS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cluster/communicator.h"
#include "util/bytes.h"

namespace ect::cluster {

// What was sent to other ranks in a phase.
struct Traffic {
  std::string phase;
  std::uint64_t exchanges = 0;
  std::uint64_t bytes = 0;  // by this rank, to others
  double seconds = 0;       // of the phase
};

// The blocks of a training run: their number depends on the data alone. A block belongs to one
// rank, which does all of its work; consecutive blocks lie together. See blocks.cc for why nothing
// depends on the number of ranks. For one thread, but for for_own().
class Blocks {
 public:
  Blocks(Communicator& communicator, std::uint32_t blocks, unsigned threads)
      : communicator_(communicator), blocks_(blocks), threads_(threads) {}

  std::uint32_t size() const { return blocks_; }
  unsigned threads() const { return threads_; }
  std::uint32_t rank() const { return communicator_.rank(); }
  std::uint32_t ranks() const { return communicator_.size(); }
  // The blocks of a rank: from first_of(rank) to before first_of(rank + 1).
  std::uint32_t first_of(std::uint32_t rank) const {
    return static_cast<std::uint32_t>(std::uint64_t{blocks_} * rank / ranks());
  }
  std::uint32_t first() const { return first_of(rank()); }
  std::uint32_t own() const { return first_of(rank() + 1) - first(); }

  // Calls work(block, its place among the own ones) for each own block, in parallel.
  void for_own(const std::function<void(std::uint32_t, std::size_t)>& work) const;

  // Communicator::exchange(), counted.
  std::vector<Bytes> exchange(std::vector<Bytes> to);
  // What each rank says, at all of them.
  std::vector<Bytes> tell_all(Bytes bytes);
  std::uint64_t greatest(std::uint64_t number);
  std::uint64_t sum(std::uint64_t number);
  // Numbers of each block, in the order of blocks: what the sum of fractions needs.
  std::vector<std::vector<double>> numbers_of_all(const std::vector<std::vector<double>>& own);
  // The sums of as many integers at each rank, at all of them: the same in any order. The vector is
  // summed up in parts, one by each rank.
  void sum_up(std::vector<std::int64_t>& numbers);

  void begin_phase(const std::string& name);
  const std::vector<Traffic>& traffic();

 private:
  Communicator& communicator_;
  std::uint32_t blocks_;
  unsigned threads_;
  std::vector<Traffic> traffic_;
  double started_ = 0;
};

// One round of messages between blocks. Threads may write those of different senders together.
class Mail {
 public:
  explicit Mail(Blocks& blocks)
      : blocks_(blocks), to_(blocks.own() * std::size_t{blocks.size()}), from_(to_.size()) {}

  util::ByteWriter& to(std::size_t own, std::uint32_t receiver) {
    return to_[own * blocks_.size() + receiver];
  }
  // Collective. What was written is gone then, and the next round may be written.
  void deliver();
  // What a block has sent to an own one in the last round.
  util::ByteReader from(std::size_t own, std::uint32_t sender) const;
  std::span<const std::byte> bytes_from(std::size_t own, std::uint32_t sender) const {
    return from_[own * blocks_.size() + sender];
  }

 private:
  Bytes together(std::uint32_t rank);

  Blocks& blocks_;
  std::vector<util::ByteWriter> to_;              // by own sender, then receiver
  std::vector<std::span<const std::byte>> from_;  // by own receiver, then sender
  std::vector<Bytes> arrived_;
};

// One round of messages of blocks to all ranks: each is sent to a rank once, and all its blocks
// read it.
class Notices {
 public:
  explicit Notices(Blocks& blocks) : blocks_(blocks), own_(blocks.own()), of_(blocks.size()) {}

  util::ByteWriter& of_own(std::size_t own) { return own_[own]; }
  void deliver();
  util::ByteReader of(std::uint32_t sender) const { return {of_[sender], "a notice"}; }

 private:
  Blocks& blocks_;
  std::vector<util::ByteWriter> own_;
  std::vector<std::span<const std::byte>> of_;
  std::vector<Bytes> arrived_;
};

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_BLOCKS_H_
