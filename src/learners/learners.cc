#include "learners/learners.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "ect/error.h"
#include "learners/program/command.h"
#include "util/text.h"

namespace ect::learners {
namespace {

// What a program has learnt, to be looked at only.
std::unique_ptr<TrainedClassifiers> load_unasked(StoredClassifiers stored, std::uint32_t problems,
                                                 Verify verify) {
  return load_command(std::move(stored), problems, verify, {});
}

}  // namespace

std::span<const LearnerKind> learner_kinds() {
  static constexpr std::array<LearnerKind, 8> kLearners = {{
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
      {.name = "hinge", .batch = make_hinge, .load = load_linear, .linear = true, .draws = true},
      {.name = "logistic",
       .online = make_logistic,
       .load = load_linear,
       .linear = true,
       .draws = true},
      {.name = "logistic-batch", .batch = make_logistic_batch, .load = load_linear, .linear = true},
      {.name = "squares", .batch = make_squares, .load = load_squares, .linear = true},
  }};
  return kLearners;
}

const LearnerKind& learner_named(std::string_view name) {
  std::string names;
  const std::string_view own = name.substr(0, name.find(':'));
  for (const LearnerKind& kind : learner_kinds()) {
    if (kind.name == (kind.program ? own : name)) return kind;
    names +=
        (names.empty() ? "" : ", ") + std::string(kind.name) + (kind.program ? ":PROGRAM" : "");
  }
  throw Error::bad_argument(
      fmt::format("unknown learner {} (there are {})", util::quoted(name), names));
}

std::string_view program_in(std::string_view learner) {
  const std::size_t colon = learner.find(':');
  return colon == std::string_view::npos ? std::string_view() : learner.substr(colon + 1);
}

}  // namespace ect::learners
