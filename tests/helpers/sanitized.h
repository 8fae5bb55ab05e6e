#ifndef ECT_TESTS_SANITIZED_H_
#define ECT_TESTS_SANITIZED_H_

namespace ect {

// Whether this is built with a sanitizer: the same code runs many times as long.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ECT_TESTS_SANITIZED
#endif
#endif
#ifdef ECT_TESTS_SANITIZED
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// How much of something a test tries: all of it, or under a sanitizer enough to run every line of
// code that all of it would. The optimised build runs all of it.
template <class T>
constexpr T all_or_enough(T all, T enough) {
  return kSanitized ? enough : all;
}

}  // namespace ect

#endif  // ECT_TESTS_SANITIZED_H_
