#ifndef ECT_MODEL_SETTINGS_H_
#define ECT_MODEL_SETTINGS_H_

#include <optional>
#include <string>

#include "data/features/expansion.h"
#include "data/formats/costs.h"
#include "ect/train_options.h"
#include "learners/learners.h"
#include "model/seed_labels.h"
#include "reductions/reductions.h"

namespace ect::model {

// How to learn, with every name looked up. NamedOptions become Settings where training begins
// (train_options.h); after that nothing parses a name.

struct LearnerChoice {
  const learners::LearnerKind* kind = nullptr;
  std::string program;  // and its arguments, where the learner is a program

  bool operator==(const LearnerChoice&) const = default;
};

// What is the same in everything that is tried.
struct CommonSettings : TrainNumbers {
  const reductions::ReductionKind* reduction = nullptr;
  RoutedBy routing = RoutedBy::kOutOfFold;
  std::optional<OneVsAllDecode> decode;
  EcocCode code;
  CostScale cost_scale = CostScale::kLinear;
};

// What a user says. Nothing: it is left to us.
struct Settings : CommonSettings {
  std::optional<LearnerChoice> learner;
  std::optional<SeedingChoice> seeding;
  std::optional<FinalsChoice> finals;
  std::optional<FeatureExpansion> expand;
};

// One way to learn: nothing is left open, and `eliminations` are as many as there will be.
struct Recipe : CommonSettings {
  LearnerChoice learner;
  SeedingChoice seeding;
  FinalsChoice finals;
  FeatureExpansion expand;
};

}  // namespace ect::model

#endif  // ECT_MODEL_SETTINGS_H_
