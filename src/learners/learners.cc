// The table of binary learners by name: those of the library, and those that users register.
// Tests: registered_test, learn_errors_test.
#include "learners/learners.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "ect/error.h"
#include "ect/learner.h"
#include "learners/program/command.h"
#include "learners/registered.h"
#include "util/text.h"

namespace ect::learners {
namespace {

// What a program has learnt, to be looked at only.
std::unique_ptr<TrainedClassifiers> load_unasked(StoredClassifiers stored, std::uint32_t problems,
                                                 Verify verify) {
  return load_command(std::move(stored), problems, verify, {});
}

// Rows are added by register_learner() and stay until the process ends.
struct LearnerTable {
  std::mutex mutex;
  std::deque<LearnerKind> rows;  // which do not move when more come

  const LearnerKind* find(std::string_view name) const {
    const std::string_view own = name.substr(0, name.find(':'));
    for (const LearnerKind& kind : rows) {
      if (kind.name == (kind.program ? own : name)) return &kind;
    }
    return nullptr;
  }
};

LearnerTable& learner_table() {
  static LearnerTable table{
      .mutex = {},
      .rows = {
          {.name = "bayes",
           .batch = make_bayes,
           .load = load_quadratic,
           .attributes = true,
           .l2 = false},
          {.name = "boosted",
           .batch = make_boosted,
           .load = load_forest,
           .memorizes = true,
           .unscaled = true},
          {.name = "c45",
           .batch = make_c45,
           .load = load_trees,
           .attributes = true,
           .memorizes = true,
           .unscaled = true,
           .l2 = false},
          {.name = "command",
           .batch = make_command,
           .load = load_unasked,
           .weights = false,
           .program = true,
           .l2 = false,
           .draws = true},
          {.name = "hinge",
           .batch = make_hinge,
           .load = load_linear,
           .linear = true,
           .joint = true,
           .draws = true},
          {.name = "logistic",
           .online = make_logistic,
           .load = load_linear,
           .linear = true,
           .draws = true},
          {.name = "logistic-batch",
           .batch = make_logistic_batch,
           .load = load_linear,
           .linear = true,
           .joint = true},
          {.name = "squares", .batch = make_squares, .load = load_squares, .linear = true},
      }};
  return table;
}

}  // namespace

const LearnerKind* find_learner(std::string_view name) {
  LearnerTable& table = learner_table();
  const std::lock_guard lock(table.mutex);
  return table.find(name);
}

const LearnerKind& learner_named(std::string_view name) {
  if (const LearnerKind* kind = find_learner(name)) return *kind;
  throw Error::bad_argument(fmt::format("unknown learner {} (there are {})", util::quoted(name),
                                        fmt::join(learner_names(), ", ")));
}

std::string_view program_in(std::string_view learner) {
  const std::size_t colon = learner.find(':');
  return colon == std::string_view::npos ? std::string_view() : learner.substr(colon + 1);
}

}  // namespace ect::learners

namespace ect {

void register_learner(const std::string& name, std::shared_ptr<const BinaryLearner> learner,
                      const LearnerTraits& traits) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789-_";
  if (name.empty() || name.find_first_not_of(kAllowed) != std::string::npos) {
    throw Error::bad_argument(
        fmt::format("a learner cannot be named {} (expected lower-case letters, digits, - and _)",
                    util::quoted(name)));
  }
  if (learner == nullptr) {
    throw Error::bad_argument(fmt::format("the learner {} is null", util::quoted(name)));
  }
  learners::LearnerTable& table = learners::learner_table();
  const std::lock_guard lock(table.mutex);
  if (table.find(name) != nullptr) {
    throw Error::bad_argument(fmt::format("there is a learner {} already", util::quoted(name)));
  }
  table.rows.push_back(learners::registered_kind(name, std::move(learner), traits));
}

std::vector<std::string> learner_names() {
  learners::LearnerTable& table = learners::learner_table();
  const std::lock_guard lock(table.mutex);
  std::vector<std::string> names;
  for (const learners::LearnerKind& kind : table.rows) {
    names.push_back(kind.name + (kind.program ? ":PROGRAM" : ""));
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace ect
