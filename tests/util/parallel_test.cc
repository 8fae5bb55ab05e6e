// The parallel loop: every index exactly once, and exceptions are rethrown.
#include "util/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace ect::util {
namespace {

TEST(ParallelFor, DoesEachPieceExactlyOnce) {
  for (const unsigned threads : {0U, 1U, 2U, 7U}) {
    std::vector<int> done(1000, 0);
    parallel_for(done.size(), threads, [&](std::uint64_t i) { ++done[i]; });
    EXPECT_EQ(done, std::vector<int>(1000, 1));
  }
}

TEST(ParallelFor, DoesNothingForNothing) {
  parallel_for(0, 4, [](std::uint64_t) { FAIL(); });
}

TEST(ParallelFor, ThrowsOnWhatAPieceThrew) {
  std::atomic<int> calls = 0;
  EXPECT_THROW(parallel_for(1'000'000, 4,
                            [&](std::uint64_t i) {
                              ++calls;
                              if (i == 10) throw std::runtime_error("piece 10");
                            }),
               std::runtime_error);
  EXPECT_LT(calls, 1'000'000);  // the others stopped soon
}

}  // namespace
}  // namespace ect::util
