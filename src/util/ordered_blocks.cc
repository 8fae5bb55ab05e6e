// A pipeline over the blocks of a stream: cut in order, worked on in parallel, finished in order.
// All threads run the same loop: under one lock a thread chooses the next task, and runs it outside
// the lock. The tasks in order of priority: finish the oldest block, so that results go out at
// once; call pause(), for readers who wait for results; cut the next block, on which the same
// thread then works. So even one thread does everything, and the cost of reading, small (a file) or
// large (decompression), is shared by the threads.
//
// cut() is first called without permission to wait. Only when everything is finished may it wait,
// on one thread; until then a thread polls it every millisecond.
//
// A thread that leaves a task undone returns to it, unless it goes on to work() or ends. So others
// are woken only when a block was cut without waiting (there may be more), when a slot becomes
// free, and at the end. If lines arrive slowly, one thread answers them all and the others sleep.
//
// Cost: the lock is taken two or three times per block. Tests: ordered_blocks_test, also under the
// thread sanitizer.
#include "util/ordered_blocks.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ect::util {
namespace {

constexpr std::size_t kSlotsPerThread = 4;
constexpr std::chrono::milliseconds kPollInterval{1};

class Pipeline {
 public:
  Pipeline(OrderedBlocks& blocks, std::size_t slots) : blocks_(blocks), states_(slots) {}

  void serve(unsigned worker) {
    std::unique_lock lock(mutex_);
    while (!failure_) {
      if (can_finish()) {
        finish(lock);
      } else if (can_pause()) {
        pause(lock);
      } else if (can_cut()) {
        cut(lock, worker);
      } else if (ended_ && finished_ == cut_) {
        return;
      } else if (nothing_yet_ && !cutting_ && !looking_) {
        looking_ = true;
        changed_.wait_for(lock, kPollInterval);
        looking_ = false;
        nothing_yet_ = false;
      } else {
        changed_.wait(lock);
      }
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
    if (cut_failure_) std::rethrow_exception(cut_failure_);
  }

 private:
  struct State {
    bool worked = false;
    std::exception_ptr failure;
  };

  State& state(std::uint64_t block) { return states_[slot(block)]; }
  std::size_t slot(std::uint64_t block) const { return block % states_.size(); }
  bool has_room() const { return cut_ - finished_ < states_.size(); }
  bool all_finished() const { return finished_ == cut_ && !finishing_; }
  bool can_finish() { return !finishing_ && finished_ < cut_ && state(finished_).worked; }
  // pause() is also called while another thread is cutting, because that may take long.
  bool can_pause() const { return !finishing_ && pause_due_ && (input_waits_ || cutting_); }
  bool can_cut() const {
    return !cutting_ && !ended_ && has_room() && (!nothing_yet_ || all_finished());
  }

  void fail(std::exception_ptr failure) {
    if (!failure_) failure_ = std::move(failure);
    changed_.notify_all();
  }

  template <class Work>
  static std::exception_ptr failure_of(std::unique_lock<std::mutex>& lock, Work work) {
    lock.unlock();
    std::exception_ptr failure;
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    return failure;
  }

  void finish(std::unique_lock<std::mutex>& lock) {
    finishing_ = true;
    const std::exception_ptr failure = failure_of(lock, [&] { blocks_.finish(slot(finished_)); });
    State& done = state(finished_);
    // finish() was called even if work() threw: it handles what was done before the exception.
    if (failure || done.failure) fail(failure ? failure : done.failure);
    done = State();
    if (!has_room()) changed_.notify_one();
    ++finished_;
    finishing_ = false;
    pause_due_ = true;
    if (ended_ && finished_ == cut_) changed_.notify_all();
  }

  void pause(std::unique_lock<std::mutex>& lock) {
    finishing_ = true;
    pause_due_ = false;
    const std::exception_ptr failure = failure_of(lock, [&] { blocks_.pause(); });
    finishing_ = false;
    if (failure) fail(failure);
  }

  void cut(std::unique_lock<std::mutex>& lock, unsigned worker) {
    cutting_ = true;
    const bool may_wait = nothing_yet_;  // can_cut() allows that only when all is finished
    const std::uint64_t block = cut_;
    auto result = Cut::kEnd;
    cut_failure_ = failure_of(lock, [&] { result = blocks_.cut(slot(block), may_wait); });
    cutting_ = false;
    nothing_yet_ = !cut_failure_ && result == Cut::kNothingYet;
    // A block that was waited for is answered before the next one is cut.
    input_waits_ = nothing_yet_ || may_wait;
    ended_ = cut_failure_ || result == Cut::kEnd;
    if (ended_) changed_.notify_all();
    if (ended_ || nothing_yet_) return;
    ++cut_;
    if (!may_wait) changed_.notify_one();
    const std::exception_ptr failure = failure_of(lock, [&] { blocks_.work(slot(block), worker); });
    state(block).failure = failure;
    state(block).worked = true;
  }

  OrderedBlocks& blocks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<State> states_;
  std::uint64_t cut_ = 0;       // blocks cut so far
  std::uint64_t finished_ = 0;  // blocks finished so far
  bool cutting_ = false;
  bool finishing_ = false;
  bool looking_ = false;  // a thread polls every millisecond
  bool ended_ = false;
  bool nothing_yet_ = false;  // the last cut() returned kNothingYet
  bool input_waits_ = false;  // nor has it given a block since without waiting
  bool pause_due_ = false;    // something was finished after the last pause
  std::exception_ptr failure_;
  std::exception_ptr cut_failure_;
};

}  // namespace

unsigned ordered_threads(unsigned threads) {
  return threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

std::size_t ordered_slots(unsigned threads) {
  const unsigned count = ordered_threads(threads);
  return count == 1 ? 1 : count * kSlotsPerThread;
}

void run_in_order(OrderedBlocks& blocks, unsigned threads) {
  Pipeline pipeline(blocks, ordered_slots(threads));
  {
    std::vector<std::jthread> others;
    for (unsigned worker = 1; worker < ordered_threads(threads); ++worker) {
      others.emplace_back([&pipeline, worker] { pipeline.serve(worker); });
    }
    pipeline.serve(0);
  }
  pipeline.rethrow();
}

}  // namespace ect::util
