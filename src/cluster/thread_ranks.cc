// Ranks that are threads of one process: messages lie in a table of sender by receiver, between two
// barriers. A rank that fails wakes the others, which then fail too. Tests: communicator_test.
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "cluster/communicator.h"
#include "ect/error.h"

namespace ect::cluster {
namespace {

class Meeting {
 public:
  explicit Meeting(std::uint32_t ranks) : ranks_(ranks), messages_(ranks) {}

  std::vector<Bytes> exchange(std::uint32_t rank, std::vector<Bytes> to) {
    messages_[rank] = std::move(to);
    wait();
    std::vector<Bytes> from;
    for (std::vector<Bytes>& of_rank : messages_) from.push_back(std::move(of_rank[rank]));
    wait();
    return from;
  }

  void fail(std::exception_ptr failure) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (failure_ == nullptr) failure_ = std::move(failure);
    all_here_.notify_all();
  }
  void rethrow() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  // Until all ranks have come here.
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    const std::uint64_t turn = turn_;
    if (++waiting_ == ranks_) {
      waiting_ = 0;
      ++turn_;
      all_here_.notify_all();
    }
    all_here_.wait(lock, [&] { return turn_ != turn || failure_ != nullptr; });
    if (failure_ != nullptr) throw Error(Error::Kind::kCancelled, "another rank has failed");
  }

  std::uint32_t ranks_;
  std::vector<std::vector<Bytes>> messages_;  // by sender, then receiver
  std::mutex mutex_;                          // guards what follows
  std::condition_variable all_here_;
  std::uint32_t waiting_ = 0;
  std::uint64_t turn_ = 0;
  std::exception_ptr failure_;
};

class ThreadRank final : public Communicator {
 public:
  ThreadRank(Meeting& meeting, std::uint32_t rank, std::uint32_t size)
      : meeting_(meeting), rank_(rank), size_(size) {}
  std::uint32_t rank() const override { return rank_; }
  std::uint32_t size() const override { return size_; }
  std::vector<Bytes> exchange(std::vector<Bytes> to) override {
    return meeting_.exchange(rank_, std::move(to));
  }

 private:
  Meeting& meeting_;
  std::uint32_t rank_;
  std::uint32_t size_;
};

}  // namespace

void run_as_threads(std::uint32_t ranks, const std::function<void(Communicator&)>& work) {
  Meeting meeting(ranks);
  std::vector<std::thread> threads;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      try {
        ThreadRank communicator(meeting, rank, ranks);
        work(communicator);
      } catch (...) {
        meeting.fail(std::current_exception());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  meeting.rethrow();
}

}  // namespace ect::cluster
