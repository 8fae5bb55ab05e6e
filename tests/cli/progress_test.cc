// The progress line: its text, and when nothing is shown.
#include "cli/progress.h"

#include <thread>

#include "tests/helpers/learn_helpers.h"

namespace ect::cli {
namespace {

using Progress = TrainProgress;

TEST(ProgressLine, SaysHowFarAndHowLong) {
  // Half of the third of four rounds: 5 of 8 parts in 50 s, so 3 parts are 30 s.
  EXPECT_EQ(progress_line({true, 3, 4, 500, 1000, -1}, 50, 2500),
            "round 3 of 4: 500 of 1000 examples, 50/s, 30 s left");
  EXPECT_EQ(progress_line({false, 2, 0, 12000, 54000, 0.125}, 10, 66000),
            "pass 2: 12 k of 54 k examples, error 12.5 %, 6600/s, 6 s left in this pass");
  EXPECT_EQ(progress_line({false, 1, 1, 2500000, 0, 0}, 100, 2500000),
            "pass 1 of 1: 2.5 M examples, error 0.0 %, 25 k/s");
  EXPECT_EQ(progress_line({true, 1, 4, 0, 1000, -1}, 0, 0), "round 1 of 4: 0 of 1000 examples");
}

TEST(ProgressLine, LongTimesAreInMinutesAndHours) {
  EXPECT_TRUE(progress_line({true, 1, 2, 10, 10, -1}, 90, 10).ends_with(", 1 min 30 s left"));
  EXPECT_TRUE(progress_line({true, 1, 2, 10, 10, -1}, 7380, 10).ends_with(", 2 h 3 min left"));
}

TEST(ProgressLine, FitsTheTerminal) {
  const Progress longest{false, 4000000000, 4000000000, 99999999999999, 99999999999999, 0.99999};
  EXPECT_LE(progress_line(longest, 3e5, 1e15).size(), 79U);  // numbers nobody meets
  EXPECT_EQ(progress_line({false, 29, 30, 123456789, 987654321, 0.1234}, 86400, 1e10),
            "pass 29 of 30: 123.5 M of 987.7 M examples, error 12.3 %, 1 h 36 min left");
}

TEST(ProgressLine, OfJobsHasABar) {
  EXPECT_EQ(progress_line(JobsProgress{3, 12, 0.25}, 10),
            "[######..................] 3 of 12 done, 9 to do, 30 s left");
  EXPECT_EQ(progress_line(JobsProgress{0, 12, 0}, 10),
            "[........................] 0 of 12 done, 12 to do");
  EXPECT_LE(progress_line(JobsProgress{1, ~std::uint64_t{0}, 1e-9}, 1e6).size(), 79U);
  EXPECT_EQ(progress_line(JobsProgress{12, 12, 1.0000001}, 1).find('.'), std::string::npos);
}

std::string shown(bool terminal, bool quiet, std::chrono::milliseconds wait) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{in, out, err, terminal};
  {
    ProgressLine line(streams, quiet);
    std::this_thread::sleep_for(wait);
    line.show({true, 1, 2, 10, 20, -1});
    line.show({true, 1, 2, 11, 20, -1});  // too soon after the first
  }
  EXPECT_EQ(out.str(), "");
  return err.str();
}

TEST(ProgressLine, IsShownOnATerminalAndTakenAwayAgain) {
  using std::chrono::milliseconds;
  const std::string text = shown(true, false, milliseconds(110));
  const std::string clear = "\r\x1b[K";
  EXPECT_TRUE(text.starts_with(clear + "round 1 of 2: 10 of 20 examples, ")) << text;
  EXPECT_TRUE(text.ends_with(" left" + clear)) << text;
  EXPECT_EQ(lines_in(text), 0);
  EXPECT_FALSE(has(text, "11 of 20"));
  EXPECT_EQ(shown(true, false, milliseconds(0)), "");  // short work shows nothing
  EXPECT_EQ(shown(true, true, milliseconds(110)), "");
  EXPECT_EQ(shown(false, false, milliseconds(110)), "");
}

TEST(ProgressLine, EveryStepThatMayTakeLongIsShownAndNoneWraps) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{in, out, err, true};
  ProgressLine line(streams, false);
  line.show_now("one");
  line.show_now(std::string(100, 'x'));
  line.clear();
  EXPECT_EQ(err.str(),
            "\r\x1b[Kone\r\x1b[K" + std::string(kProgressColumns - 1, 'x') + "…\r\x1b[K");
}

TEST(ProgressLine, IsBackAtOnceAfterItMadeRoomForAWarning) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{in, out, err, true};
  ProgressLine line(streams, false, ProgressLine::First::kAtOnce);
  line.show_when_due([](double) { return "one"; });
  line.show_when_due([](double) { return "too soon"; });
  line.clear();
  line.show_when_due([](double) { return "two"; });
  EXPECT_EQ(err.str(), "\r\x1b[Kone\r\x1b[K\r\x1b[Ktwo");
}

class Progressing : public LearnCli {};

TEST_F(Progressing, OnATerminalTheErrorsAndWarningsStillHaveTheirOwnLines) {
  const std::string data = path("synth.svm");
  ASSERT_EQ(ect({"synth", "--classes", "64", "--examples", "4000", "-o", data, "--quiet"}).status,
            0);
  const std::vector<std::string> arguments{"train",     data,       "-o", path("a.model"),
                                           "--learner", "logistic", "-m", "8"};
  const Outcome outcome = ect(arguments, "", true);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(lines_in(outcome.err), 0);
  EXPECT_TRUE(outcome.err.empty() || outcome.err.ends_with("\r\x1b[K"));
  std::vector<std::string> quiet = arguments;
  quiet.emplace_back("--quiet");
  EXPECT_EQ(ect(quiet, "", true).err, "");
  EXPECT_EQ(ect(arguments).err, "");
}

}  // namespace
}  // namespace ect::cli
