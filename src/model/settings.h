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

// How to train, with every name looked up. NamedOptions become Settings where training begins
// (train_options.h); after that nothing parses a name.

struct LearnerChoice {
  const learners::LearnerKind* kind = nullptr;
  std::string program;  // with its arguments, if the learner is a program

  bool operator==(const LearnerChoice&) const = default;
};

// Settings that tuning does not change.
struct CommonSettings : TrainNumbers {
  const reductions::ReductionKind* reduction = nullptr;
  RoutedBy routing = RoutedBy::kOutOfFold;
  std::optional<OneVsAllDecode> decode;
  EcocCode code;
  CostScale cost_scale = CostScale::kLinear;
};

// The user's settings. Unset ones are tuned or have a default.
struct Settings : CommonSettings {
  std::optional<LearnerChoice> learner;
  std::optional<SeedingChoice> seeding;
  std::optional<FinalsChoice> finals;
  std::optional<FeatureExpansion> expand;
};

// One way to train: nothing is unset, and `eliminations` is the actual number.
struct Recipe : CommonSettings {
  LearnerChoice learner;
  SeedingChoice seeding;
  FinalsChoice finals;
  FeatureExpansion expand;
};

}  // namespace ect::model

#endif  // ECT_MODEL_SETTINGS_H_
