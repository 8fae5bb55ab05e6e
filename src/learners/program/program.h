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

// The labels on a side of a problem: some of their names, and their number.
struct SideLabels {
  std::vector<std::string> some;
  std::uint64_t count = 0;
};

// How to run an external learner, and what it is told about labels and features.
struct ProgramOptions {
  std::string command;            // split into words as a shell would; no shell runs
  std::optional<double> timeout;  // seconds per reply; unset: 60, and no limit while training
  // The labels of both sides of a problem of the reduction. May be empty.
  std::function<std::array<SideLabels, 2>(std::uint32_t problem)> sides;
  // Names and values of features as in the data. May be empty.
  std::function<std::vector<std::pair<std::string, std::string>>(Features)> show;
};

// A program that trains and predicts by the protocol of docs/reference/command_learner.md: one
// process, started with the object and ended with it. Threads may share it; they take turns. Throws
// ect::Error if the program violates the protocol, and in every later call.
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

  // As declared by the program.
  const std::string& name() const { return name_; }
  bool weights() const { return weights_; }  // it takes importance weights
  bool learns() const { return learns_; }    // it needs training

  // Fits a problem and returns the program's model of it, a text that only the program understands.
  std::string fit(Problem problem, const Dataset& data, std::span<const BinaryExample> examples);
  // Asks about a problem. `kept` is the model of the problem, if it was fitted in another process.
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
  std::unordered_set<std::uint32_t> known_;  // problems that it has fitted or loaded
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_PROGRAM_H_
