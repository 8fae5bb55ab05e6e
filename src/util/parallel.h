#ifndef ECT_UTIL_PARALLEL_H_
#define ECT_UTIL_PARALLEL_H_

#include <cstdint>
#include <functional>

namespace ect::util {

// Calls work(i) for every i below n, each exactly once, on up to `threads` threads (0: all cores).
// Which thread does what is not fixed: work(i) must write only where no other i does. The first
// exception is rethrown after all threads have stopped; the remaining calls are skipped.
void parallel_for(std::uint64_t n, unsigned threads,
                  const std::function<void(std::uint64_t)>& work);

}  // namespace ect::util

#endif  // ECT_UTIL_PARALLEL_H_
