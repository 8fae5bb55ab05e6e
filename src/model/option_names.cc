// Names of learners, finals and routings. Tests: option_table_test, learn_errors_test.
#include "model/option_names.h"

#include <fmt/format.h>

#include "ect/error.h"
#include "model/named_options.h"
#include "util/text.h"

namespace ect::model {
namespace {

constexpr std::string_view kCharged = "charged";
constexpr std::string_view kContested = "contested";

}  // namespace

LearnerChoice parse_learner(std::string_view text) {
  return {&learners::learner_named(text), std::string(learners::program_in(text))};
}

std::string learner_name(const LearnerChoice& learner) {
  const std::string name(learner.kind->name);
  return learner.program.empty() ? name : name + ':' + learner.program;
}

FinalsChoice parse_finals(std::string_view text) {
  if (text == kCharged) return {false, std::nullopt};
  if (text == kContested) return {true, std::nullopt};
  if (text.starts_with(kContested) && text.substr(kContested.size()).starts_with(':')) {
    const auto rule = reductions::rule_named(text.substr(kContested.size() + 1));
    if (rule) return {true, rule};
  }
  throw Error::bad_argument(
      fmt::format("unknown finals {} (expected charged, contested, or contested:RULE with paths, "
                  "wins, pairs, scorers or joint)",
                  util::quoted(text)));
}

std::string finals_name(const FinalsChoice& finals) {
  if (!finals.contested) return std::string(kCharged);
  return finals.rule ? fmt::format("{}:{}", kContested, reductions::rule_name(*finals.rule))
                     : std::string(kContested);
}

RoutedBy parse_routing(std::string_view text) {
  for (const RoutedBy routing : {RoutedBy::kOutOfFold, RoutedBy::kOwn}) {
    if (text == routing_name(routing)) return routing;
  }
  throw Error::bad_argument(
      fmt::format("unknown routing {} (expected out-of-fold or own)", util::quoted(text)));
}

std::string_view routing_name(RoutedBy routing) {
  return routing == RoutedBy::kOwn ? model::NamedOptions::kOwn : model::NamedOptions::kOutOfFold;
}

}  // namespace ect::model
