#include "learners/learners.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "ect/error.h"
#include "util/text.h"

namespace ect {

std::span<const LearnerKind> learners() {
  static constexpr std::array<LearnerKind, 5> kLearners = {{
      {"bayes", nullptr, make_bayes, load_quadratic, true},
      {"boosted", nullptr, make_boosted, load_trees, false},
      {"hinge", nullptr, make_hinge, load_linear, false},
      {"logistic", make_logistic, nullptr, load_linear, false},
      {"logistic-batch", nullptr, make_logistic_batch, load_linear, false},
  }};
  return kLearners;
}

const LearnerKind& learner_named(std::string_view name) {
  std::string names;
  for (const LearnerKind& kind : learners()) {
    if (kind.name == name) return kind;
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  }
  throw Error::bad_argument(fmt::format("unknown learner {} (there are {})", shown(name), names));
}

}  // namespace ect
