#ifndef ECT_UTIL_PREFETCH_H_
#define ECT_UTIL_PREFETCH_H_

namespace ect::util {

// Asks for the cache line at that address, to be read soon. To GCC a function that does nothing but
// prefetch has no effect, and calls of it are left out, unless there is something that it cannot
// look into: the empty asm.
inline void prefetch(const void* at) {
  __builtin_prefetch(at);
  asm volatile("");
}

}  // namespace ect::util

#endif  // ECT_UTIL_PREFETCH_H_
