// Non-blocking reads and writes on pipes.
#include "util/spawn.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <string>

namespace ect::util {
namespace {

// Our ends of both pipes to a program are non-blocking.
TEST(Moved, TellsWhatIsThereAndWhatHasEnded) {
  Pipe pipe;
  int from = pipe.take(0);
  int to = pipe.take(1);
  std::array<char, 4> buffer{};
  const Moved nothing = read_now(from, buffer);
  EXPECT_EQ(nothing.bytes, 0U);
  EXPECT_FALSE(nothing.ended);

  EXPECT_EQ(write_now(to, "hello").bytes, 5U);
  EXPECT_EQ(read_now(from, buffer).bytes, 4U);
  EXPECT_EQ(std::string(buffer.data(), 4), "hell");
  close_descriptor(to);
  EXPECT_EQ(read_now(from, buffer).bytes, 1U);
  const Moved end = read_now(from, buffer);
  EXPECT_TRUE(end.ended);
  EXPECT_EQ(end.error, 0);
  close_descriptor(from);
}

TEST(Moved, AFullPipeTakesNothingAndAClosedOneEndsWithoutASignal) {
  Pipe pipe;
  int from = pipe.take(0);
  int to = pipe.take(1);
  const std::string much(1 << 16, 'x');
  std::size_t taken = 0;
  while (const std::size_t bytes = write_now(to, much).bytes) taken += bytes;
  EXPECT_GT(taken, 0U);
  EXPECT_FALSE(write_now(to, much).ended);
  close_descriptor(from);
  const Moved refused = write_now(to, much);
  EXPECT_TRUE(refused.ended);
  EXPECT_EQ(refused.error, EPIPE);
  close_descriptor(to);
}

}  // namespace
}  // namespace ect::util
