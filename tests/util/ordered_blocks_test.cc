// Blocks must be finished in order, whatever the threads that work on them.
#include "util/ordered_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace ect::util {
namespace {

// Counts to `blocks`, and notes what was finished.
class Counting : public OrderedBlocks {
 public:
  Counting(unsigned threads, int blocks) : held_(ordered_slots(threads)), blocks_(blocks) {}

  Cut cut(std::size_t slot, bool may_wait) override {
    if (fails_at_cut == next_) throw std::runtime_error("cut");
    if (next_ == blocks_) return Cut::kEnd;
    if (waits_each && !may_wait) return Cut::kNothingYet;
    if (may_wait) {
      // Nothing is left to do, and all who wait for results have them.
      EXPECT_EQ(finished.size(), static_cast<std::size_t>(next_));
      EXPECT_EQ(told_, next_);
    }
    EXPECT_LE(++in_flight_, held_.size());
    held_[slot] = next_++;
    return Cut::kBlock;
  }
  void work(std::size_t slot, unsigned worker) override {
    {
      const std::lock_guard lock(mutex_);
      EXPECT_TRUE(working_.insert(worker).second);  // one call per worker
    }
    const int block = held_[slot];
    held_[slot] = 2 * block;
    {
      const std::lock_guard lock(mutex_);
      working_.erase(worker);
    }
    if (block == fails_at_work) throw std::runtime_error("work");
  }
  void finish(std::size_t slot) override {
    if (held_[slot] == 2 * fails_at_finish) throw std::runtime_error("finish");
    finished.push_back(held_[slot]);
    --in_flight_;
  }
  void pause() override {
    if (fails_to_pause) throw std::runtime_error("pause");
    told_ = static_cast<int>(finished.size());
  }

  int fails_at_cut = -1;
  int fails_at_work = -1;
  int fails_at_finish = -1;
  bool fails_to_pause = false;
  bool waits_each = false;
  std::vector<int> finished;

 private:
  std::vector<int> held_;
  int blocks_;
  int next_ = 0;
  int told_ = 0;
  std::atomic<std::size_t> in_flight_ = 0;
  std::mutex mutex_;
  std::set<unsigned> working_;
};

std::vector<int> doubled(int blocks) {
  std::vector<int> result;
  for (int i = 0; i < blocks; ++i) result.push_back(2 * i);
  return result;
}

std::string failure_of(Counting& blocks, unsigned threads) {
  try {
    run_in_order(blocks, threads);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

class OrderedBlocksBy : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Threads, OrderedBlocksBy, testing::Values(0U, 1U, 2U, 5U));

TEST_P(OrderedBlocksBy, AreFinishedInTheirOrder) {
  for (const int count : {0, 1, 2, 1000}) {
    Counting blocks(GetParam(), count);
    run_in_order(blocks, GetParam());
    EXPECT_EQ(blocks.finished, doubled(count));
  }
}

TEST_P(OrderedBlocksBy, AllIsSaidBeforeAnybodyWaits) {
  Counting blocks(GetParam(), 300);
  blocks.waits_each = true;
  run_in_order(blocks, GetParam());
  EXPECT_EQ(blocks.finished, doubled(300));
}

TEST_P(OrderedBlocksBy, WhatFailsFirstInTheirOrderIsThrown) {
  for (const bool waits : {false, true}) {
    Counting cut(GetParam(), 100);
    cut.waits_each = waits;
    cut.fails_at_cut = 20;
    EXPECT_EQ(failure_of(cut, GetParam()), "cut");
    EXPECT_EQ(cut.finished, doubled(20));

    Counting work(GetParam(), 100);
    work.waits_each = waits;
    work.fails_at_work = 20;
    work.fails_at_cut = 22;
    work.fails_at_finish = 21;
    EXPECT_EQ(failure_of(work, GetParam()), "work");
    EXPECT_EQ(work.finished, doubled(21));  // the finished part of block 20 counts

    Counting finish(GetParam(), 100);
    finish.waits_each = waits;
    finish.fails_at_finish = 20;
    finish.fails_at_work = 20;
    EXPECT_EQ(failure_of(finish, GetParam()), "finish");
    EXPECT_EQ(finish.finished, doubled(20));
  }
  Counting pause(GetParam(), 100);
  pause.waits_each = true;
  pause.fails_to_pause = true;
  EXPECT_EQ(failure_of(pause, GetParam()), "pause");
}

// Each call of work() waits until two threads are working.
class Meeting : public OrderedBlocks {
 public:
  Cut cut(std::size_t, bool) override { return cut_++ < 2 ? Cut::kBlock : Cut::kEnd; }
  void work(std::size_t, unsigned) override {
    std::unique_lock lock(mutex_);
    ++there_;
    arrived_.notify_all();
    met = arrived_.wait_for(lock, std::chrono::seconds(60), [&] { return there_ == 2; });
  }
  void finish(std::size_t) override {}

  bool met = false;

 private:
  int cut_ = 0;
  int there_ = 0;
  std::mutex mutex_;
  std::condition_variable arrived_;
};

TEST(OrderedBlocks, AreWorkedOnTogether) {
  Meeting blocks;
  run_in_order(blocks, 2);
  EXPECT_TRUE(blocks.met);
}

// A block comes while another is worked on, and is not waited for in vain.
class Late : public OrderedBlocks {
 public:
  Cut cut(std::size_t, bool may_wait) override {
    if (cut_ == 1 && !may_wait && ++looks_ < 5) return Cut::kNothingYet;
    EXPECT_FALSE(may_wait && cut_ == 1) << "the first block cannot be finished without the second";
    return cut_++ < 2 ? Cut::kBlock : Cut::kEnd;
  }
  void work(std::size_t slot, unsigned) override {
    std::unique_lock lock(mutex_);
    second_ = second_ || slot == 1;
    came_.notify_all();
    met = came_.wait_for(lock, std::chrono::seconds(60), [&] { return second_; });
  }
  void finish(std::size_t) override {}

  bool met = false;

 private:
  int cut_ = 0;
  int looks_ = 0;
  bool second_ = false;
  std::mutex mutex_;
  std::condition_variable came_;
};

TEST(OrderedBlocks, AreLookedForWhileOthersWork) {
  Late blocks;
  run_in_order(blocks, 2);
  EXPECT_TRUE(blocks.met);
}

// The first block is not done before as many are cut as can be.
class Crowd : public OrderedBlocks {
 public:
  Cut cut(std::size_t, bool) override { return cut_ < 1000 ? (++cut_, Cut::kBlock) : Cut::kEnd; }
  void work(std::size_t, unsigned) override {
    if (first_.exchange(true)) return;
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(50)) {
      most = std::max<int>(most, cut_);
    }
  }
  void finish(std::size_t) override {}

  std::atomic<int> most = 0;

 private:
  std::atomic<int> cut_ = 0;
  std::atomic<bool> first_ = false;
};

TEST(OrderedBlocks, AreNeverMoreThanThereAreSlots) {
  Crowd blocks;
  run_in_order(blocks, 3);
  EXPECT_LE(blocks.most, static_cast<int>(ordered_slots(3)));
  EXPECT_GT(blocks.most, 3);
}

// Cutting waits, although it may not, until the block before has been told.
class Slow : public OrderedBlocks {
 public:
  Cut cut(std::size_t, bool) override {
    if (cut_++ == 0) return Cut::kBlock;
    std::unique_lock lock(mutex_);
    told = heard_.wait_for(lock, std::chrono::seconds(60), [&] { return told; });
    return Cut::kEnd;
  }
  void work(std::size_t, unsigned) override {}
  void finish(std::size_t) override {}
  void pause() override {
    const std::lock_guard lock(mutex_);
    told = true;
    heard_.notify_all();
  }

  bool told = false;

 private:
  int cut_ = 0;
  std::mutex mutex_;
  std::condition_variable heard_;
};

TEST(OrderedBlocks, AreToldWhileAnotherThreadCuts) {
  Slow blocks;
  run_in_order(blocks, 2);
  EXPECT_TRUE(blocks.told);
}

}  // namespace
}  // namespace ect::util
