#ifndef ECT_LEARNERS_PROGRAM_H_
#define ECT_LEARNERS_PROGRAM_H_

#include <array>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "learners/learner.h"
#include "util/child_process.h"

namespace ect::learners {

// Which labels can stand on a side of a problem: some of their names, and how many there are.
struct SideLabels {
  std::vector<std::string> some;
  std::uint64_t count = 0;
};

// How to run a program that is a binary learner, and what it is told for the sake of people.
struct ProgramOptions {
  std::string command;            // split into words as a shell would; no shell runs
  std::optional<double> timeout;  // seconds for each reply; nothing: 60, and any time to learn
  // Of a problem of the reduction: left and right. May be empty.
  std::function<std::array<SideLabels, 2>(std::uint32_t problem)> sides;
  // The features as the data has them, names and values. May be empty.
  std::function<std::vector<std::pair<std::string, std::string>>(Features)> show;
};

// A program that learns and answers by the protocol of docs/reference/command_learner.md: one process,
// started with the object and ended with it. Threads may share it; they take turns. Throws
// ect::Error when the program does anything but what it should, and ever after.
class Program {
 public:
  // A problem by its own number, and by that of the reduction's problem that it is part of.
  struct Problem {
    std::uint32_t inner;
    std::uint32_t outer;
  };

  explicit Program(ProgramOptions options);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  // What it says of itself.
  const std::string& name() const { return name_; }
  bool weights() const { return weights_; }  // honours them
  bool learns() const { return learns_; }    // else its answers are what they are

  // What it has learnt, to be kept: text that only the program understands.
  std::string fit(Problem problem, const Dataset& data, std::span<const BinaryExample> examples);
  // Asks about a problem. `kept` is what it has learnt there, if it has learnt in another process.
  float ask(Problem problem, Features x, std::string_view kept = {});
  // The same for rows, all at once.
  void ask(Problem problem, const Dataset& data, std::span<const std::uint32_t> rows,
           std::span<float> margins);

 private:
  enum class Wait : std::uint8_t { kToAnswer, kToLearn };

  template <class Talk>
  auto take_turn(Talk&& talk);
  void say_hello();
  void load(std::uint32_t problem, std::string_view kept);
  std::string head(std::string_view what, Problem problem, bool with_sides);
  std::string question(Problem problem, Features x);
  float read_margin(std::uint64_t id);
  std::string read_reply(Wait wait);
  util::ChildProcess::Deadline deadline(Wait wait) const;

  ProgramOptions options_;
  std::mutex mutex_;
  util::ChildProcess process_;
  bool failed_ = false;
  std::uint64_t last_id_ = 0;
  std::string name_;
  bool weights_ = false;
  bool learns_ = true;
  std::unordered_set<std::uint32_t> known_;  // problems that it has learnt or loaded
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_PROGRAM_H_
