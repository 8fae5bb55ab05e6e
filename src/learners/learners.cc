#include "learners/learners.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "ect/error.h"
#include "learners/command.h"
#include "util/text.h"

namespace ect {
namespace {

// What a program has learnt, to be looked at only.
std::unique_ptr<KeptClassifiers> load_unasked(StoredClassifiers stored, std::uint32_t problems,
                                              Verify verify) {
  return load_command(std::move(stored), problems, verify, {});
}

}  // namespace

std::span<const LearnerKind> learners() {
  static constexpr std::array<LearnerKind, 7> kLearners = {{
      {"bayes", nullptr, make_bayes, load_quadratic, true},
      {"boosted", nullptr, make_boosted, load_forest, false, true, true, true},
      {"c45", nullptr, make_c45, load_trees, true, true, true, true},
      {"command", nullptr, make_command, load_unasked, false, false, false, false, true},
      {"hinge", nullptr, make_hinge, load_linear, false},
      {"logistic", make_logistic, nullptr, load_linear, false},
      {"logistic-batch", nullptr, make_logistic_batch, load_linear, false},
  }};
  return kLearners;
}

const LearnerKind& learner_named(std::string_view name) {
  std::string names;
  const std::string_view own = name.substr(0, name.find(':'));
  for (const LearnerKind& kind : learners()) {
    if (kind.name == (kind.program ? own : name)) return kind;
    names +=
        (names.empty() ? "" : ", ") + std::string(kind.name) + (kind.program ? ":PROGRAM" : "");
  }
  throw Error::bad_argument(fmt::format("unknown learner {} (there are {})", shown(name), names));
}

std::string_view program_in(std::string_view learner) {
  const std::size_t colon = learner.find(':');
  return colon == std::string_view::npos ? std::string_view() : learner.substr(colon + 1);
}

}  // namespace ect
