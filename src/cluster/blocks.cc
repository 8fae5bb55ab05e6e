// Why a model does not depend on the number of ranks. The work is cut into blocks, S of them, and S
// depends on the data alone. A block is an actor: it has rows, labels and weights of its own, and
// what it does depends on these and on the messages of other blocks, which it reads in the order of
// their senders. Ranks only say where blocks live. So whatever is computed from blocks is the same
// on 1, 2 or 7 ranks, to the bit, as long as
//   - fractions are added up in the order of blocks, by the block that owns the sum
//   (shared_weights.h)
//     or by everybody from the numbers of all blocks (numbers_of_all);
//   - what ranks add up themselves are integers, whose sums are the same in any order.
//
// Example: 4 blocks on 3 ranks live at 0 | 1 | 2 3. Block 3 wants the numbers a, b, c, d of all; it
// adds them as ((a + b) + c) + d, wherever they came from.
//
// Cost: a round of mail is one exchange between all ranks. Tests: communicator_test.
#include "cluster/blocks.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "util/parallel.h"

namespace ect::cluster {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void put(std::span<const std::byte> bytes, util::ByteWriter& to) {
  to.number<std::uint64_t>(bytes.size());
  to.raw(bytes);
}

std::span<const std::byte> taken(util::ByteReader& from) {
  return from.take(from.number<std::uint64_t>());
}

}  // namespace

void Blocks::for_own(const std::function<void(std::uint32_t, std::size_t)>& work) const {
  util::parallel_for(own(), threads_, [&](std::uint64_t i) {
    work(first() + static_cast<std::uint32_t>(i), static_cast<std::size_t>(i));
  });
}

std::vector<Bytes> Blocks::exchange(std::vector<Bytes> to) {
  if (!traffic_.empty()) {
    Traffic& phase = traffic_.back();
    ++phase.exchanges;
    for (std::uint32_t r = 0; r < ranks(); ++r) phase.bytes += r == rank() ? 0 : to[r].size();
  }
  return communicator_.exchange(std::move(to));
}

std::vector<Bytes> Blocks::tell_all(Bytes bytes) {
  std::vector<Bytes> to(ranks() - 1, bytes);
  to.push_back(std::move(bytes));
  return exchange(std::move(to));
}

std::uint64_t Blocks::greatest(std::uint64_t number) {
  const auto bytes = std::as_bytes(std::span(&number, 1));
  std::uint64_t greatest = 0;
  for (const Bytes& of_rank : tell_all({bytes.begin(), bytes.end()})) {
    greatest = std::max(greatest, util::ByteReader(of_rank, "a number").number<std::uint64_t>());
  }
  return greatest;
}

std::uint64_t Blocks::sum(std::uint64_t number) {
  std::vector<std::int64_t> numbers = {static_cast<std::int64_t>(number)};
  sum_up(numbers);
  return static_cast<std::uint64_t>(numbers[0]);
}

std::vector<std::vector<double>> Blocks::numbers_of_all(
    const std::vector<std::vector<double>>& own) {
  util::ByteWriter bytes;
  for (const std::vector<double>& numbers : own) put(std::as_bytes(std::span(numbers)), bytes);
  std::vector<std::vector<double>> all;
  for (const Bytes& of_rank : tell_all(bytes.release())) {
    util::ByteReader reader(of_rank, "numbers");
    while (reader.left() > 0) {
      const std::span<const std::byte> of_block = taken(reader);
      all.emplace_back(of_block.size() / sizeof(double));
      util::ByteReader(of_block, "numbers").numbers(std::span(all.back()));
    }
  }
  return all;
}

void Blocks::sum_up(std::vector<std::int64_t>& numbers) {
  const auto part = [&](std::uint32_t rank) {
    const std::size_t first = numbers.size() * rank / ranks();
    const std::size_t last = numbers.size() * (rank + std::size_t{1}) / ranks();
    return std::span(numbers).subspan(first, last - first);
  };
  std::vector<Bytes> to;
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
    const auto bytes = std::as_bytes(part(rank));
    to.emplace_back(bytes.begin(), bytes.end());
  }
  std::vector<std::int64_t> sums(part(rank()).size());
  std::vector<std::int64_t> more(sums.size());
  for (const Bytes& of_rank : exchange(std::move(to))) {
    util::ByteReader(of_rank, "sums").numbers(std::span(more));
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
  }
  const auto bytes = std::as_bytes(std::span(sums));
  const std::vector<Bytes> all = tell_all({bytes.begin(), bytes.end()});
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
    util::ByteReader(all[rank], "sums").numbers(part(rank));
  }
}

void Blocks::begin_phase(const std::string& name) {
  traffic();
  traffic_.push_back({name});
}

const std::vector<Traffic>& Blocks::traffic() {
  const double time = now();
  if (!traffic_.empty()) traffic_.back().seconds += time - started_;
  started_ = time;
  return traffic_;
}

void Mail::deliver() {
  std::vector<Bytes> to;
  for (std::uint32_t rank = 0; rank < blocks_.ranks(); ++rank) {
    to.push_back(together(rank));
  }
  arrived_ = blocks_.exchange(std::move(to));
  for (std::uint32_t rank = 0; rank < blocks_.ranks(); ++rank) {
    util::ByteReader reader(arrived_[rank], "mail");
    for (std::uint32_t sender = blocks_.first_of(rank); sender < blocks_.first_of(rank + 1);
         ++sender) {
      for (std::size_t own = 0; own < blocks_.own(); ++own) {
        from_[own * blocks_.size() + sender] = taken(reader);
      }
    }
  }
}

// All messages to the blocks of a rank, which are forgotten.
Bytes Mail::together(std::uint32_t rank) {
  const std::uint32_t last = blocks_.first_of(rank + 1);
  std::size_t size = 0;
  for (std::size_t own = 0; own < blocks_.own(); ++own) {
    for (std::uint32_t block = blocks_.first_of(rank); block < last; ++block) {
      size += sizeof(std::uint64_t) + to(own, block).size();
    }
  }
  Bytes bytes;
  bytes.reserve(size);
  for (std::size_t own = 0; own < blocks_.own(); ++own) {
    for (std::uint32_t block = blocks_.first_of(rank); block < last; ++block) {
      const Bytes message = to(own, block).release();
      const std::uint64_t length = message.size();
      const auto head = std::as_bytes(std::span(&length, 1));
      bytes.insert(bytes.end(), head.begin(), head.end());
      bytes.insert(bytes.end(), message.begin(), message.end());
    }
  }
  return bytes;
}

util::ByteReader Mail::from(std::size_t own, std::uint32_t sender) const {
  return {bytes_from(own, sender), "mail"};
}

void Notices::deliver() {
  util::ByteWriter bytes;
  for (util::ByteWriter& message : own_) {
    put(message.bytes(), bytes);
    message = {};
  }
  arrived_ = blocks_.tell_all(bytes.release());
  for (std::uint32_t rank = 0; rank < blocks_.ranks(); ++rank) {
    util::ByteReader reader(arrived_[rank], "notices");
    for (std::uint32_t sender = blocks_.first_of(rank); sender < blocks_.first_of(rank + 1);
         ++sender) {
      of_[sender] = taken(reader);
    }
  }
}

}  // namespace ect::cluster
