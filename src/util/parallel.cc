// A parallel loop. The threads take the next index from a shared counter, so that uneven work is
// balanced; the calling thread works too. Tests: parallel_test.
#include "util/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ect::util {

void parallel_for(std::uint64_t n, unsigned threads,
                  const std::function<void(std::uint64_t)>& work) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::uint64_t> next = 0;
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto take = [&] {
    try {
      for (std::uint64_t i = next++; i < n; i = next++) work(i);
    } catch (...) {
      next = n;
      const std::scoped_lock lock(failure_mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (std::uint64_t t = 1; t < std::min<std::uint64_t>(threads, n); ++t) {
      helpers.emplace_back(take);
    }
    take();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace ect::util
