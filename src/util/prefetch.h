#ifndef ECT_UTIL_PREFETCH_H_
#define ECT_UTIL_PREFETCH_H_

namespace ect::util {

// Prefetches the cache line at that address for reading. GCC considers a function that only
// prefetches to have no effect and drops calls of it; the empty asm prevents that.
inline void prefetch(const void* at) {
  __builtin_prefetch(at);
  asm volatile("");
}

}  // namespace ect::util

#endif  // ECT_UTIL_PREFETCH_H_
