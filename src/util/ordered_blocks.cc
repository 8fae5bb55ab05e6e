// All threads are alike: each looks for what is to be done next, under one lock, and does it
// outside of it. First comes finishing the oldest block, so that results go out at once; then
// telling those who wait (pause); then cutting the next block, on which the same thread goes on to
// work. So one thread does it all in turn, and reading is spread over the threads as it comes,
// whether it is cheap (a file) or not (unpacking).
//
// cut() is asked first without leave to wait. Only when everything is finished may it wait, on one
// thread; before, another looks again every millisecond.
//
// A thread that leaves something behind that is to be done comes back to do it, unless it goes to
// work or ends; so others are woken only when a block was cut without waiting (there may be more),
// when there is room again, and at the end. Where lines trickle in, one thread answers them all and
// the others sleep.
//
// Cost: two or three turns of a lock a block. Tests: ordered_blocks_test, also under the thread
// sanitizer.
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

constexpr std::size_t kSlotsOfAThread = 4;
constexpr std::chrono::milliseconds kLookAgain{1};

class Line {
 public:
  Line(OrderedBlocks& blocks, std::size_t slots) : blocks_(blocks), states_(slots) {}

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
        changed_.wait_for(lock, kLookAgain);
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
  // Cutting may take longer than it should.
  bool can_pause() const { return !finishing_ && unsaid_ && (hungry_ || cutting_); }
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
    // Finishing comes to what was done before the work was broken off.
    if (failure || done.failure) fail(failure ? failure : done.failure);
    done = State();
    if (!has_room()) changed_.notify_one();
    ++finished_;
    finishing_ = false;
    unsaid_ = true;
    if (ended_ && finished_ == cut_) changed_.notify_all();
  }

  void pause(std::unique_lock<std::mutex>& lock) {
    finishing_ = true;
    unsaid_ = false;
    const std::exception_ptr failure = failure_of(lock, [&] { blocks_.pause(); });
    finishing_ = false;
    if (failure) fail(failure);
  }

  void cut(std::unique_lock<std::mutex>& lock, unsigned worker) {
    cutting_ = true;
    const bool may_wait = nothing_yet_;  // then all is finished and said
    const std::uint64_t block = cut_;
    auto result = Cut::kEnd;
    cut_failure_ = failure_of(lock, [&] { result = blocks_.cut(slot(block), may_wait); });
    cutting_ = false;
    nothing_yet_ = !cut_failure_ && result == Cut::kNothingYet;
    hungry_ =
        nothing_yet_ || may_wait;  // what was waited for is answered before more is looked for
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
  std::uint64_t cut_ = 0;       // blocks so far
  std::uint64_t finished_ = 0;  // of these
  bool cutting_ = false;
  bool finishing_ = false;
  bool looking_ = false;  // every millisecond
  bool ended_ = false;
  bool nothing_yet_ = false;  // cut() said so, and has not been asked again
  bool hungry_ = false;       // nor has it given a block since without waiting
  bool unsaid_ = false;       // something was finished after the last pause
  std::exception_ptr failure_;
  std::exception_ptr cut_failure_;
};

}  // namespace

unsigned ordered_threads(unsigned threads) {
  return threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

std::size_t ordered_slots(unsigned threads) {
  const unsigned count = ordered_threads(threads);
  return count == 1 ? 1 : count * kSlotsOfAThread;
}

void run_in_order(OrderedBlocks& blocks, unsigned threads) {
  Line line(blocks, ordered_slots(threads));
  {
    std::vector<std::jthread> others;
    for (unsigned worker = 1; worker < ordered_threads(threads); ++worker) {
      others.emplace_back([&line, worker] { line.serve(worker); });
    }
    line.serve(0);
  }
  line.rethrow();
}

}  // namespace ect::util
