#ifndef ECT_MODEL_SETTINGS_H_
#define ECT_MODEL_SETTINGS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "data/features/expansion.h"
#include "data/formats/costs.h"
#include "ect/model.h"
#include "learners/learners.h"
#include "model/seed_labels.h"
#include "reductions/reductions.h"

namespace ect::model {

// How to learn, with every name looked up. TrainOptions become Settings where training begins
// (train_options.h); after that nothing parses a name.

struct LearnerChoice {
  const learners::LearnerKind* kind = nullptr;
  std::string program;  // and its arguments, where the learner is a program

  bool operator==(const LearnerChoice&) const = default;
};

struct FinalsChoice {
  bool contested = false;                      // else charged, the paper's
  std::optional<reductions::FinalsRule> rule;  // of contested finals; nothing: the best

  bool operator==(const FinalsChoice&) const = default;
};

// By whose answers a training example goes on from a match.
enum class RoutedBy : std::uint8_t { kOutOfFold, kOwn };

// What is the same in everything that is tried.
struct CommonSettings : TrainNumbers {
  const reductions::ReductionKind* reduction = nullptr;
  RoutedBy routing = RoutedBy::kOutOfFold;
  std::optional<reductions::OneVsAllDecode> decode;
  reductions::CodeRequest code;
  data::CostScale cost_scale = data::CostScale::kLinear;
};

// What a user says. Nothing: it is left to us.
struct Settings : CommonSettings {
  std::optional<LearnerChoice> learner;
  std::optional<SeedingChoice> seeding;
  std::optional<FinalsChoice> finals;
  std::optional<data::Expansion::Request> expand;
};

// One way to learn: nothing is left open, and `eliminations` are as many as there will be.
struct Recipe : CommonSettings {
  LearnerChoice learner;
  SeedingChoice seeding;
  FinalsChoice finals;
  data::Expansion::Request expand;
};

}  // namespace ect::model

#endif  // ECT_MODEL_SETTINGS_H_
