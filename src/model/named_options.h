#ifndef ECT_MODEL_NAMED_OPTIONS_H_
#define ECT_MODEL_NAMED_OPTIONS_H_

#include <string>
#include <string_view>

#include "ect/dataset.h"
#include "ect/model.h"
#include "ect/train_options.h"
#include "model/settings.h"
#include "reductions/reduction.h"

namespace ect::model {

// Training options as people write them on a command line: TrainOptions with names instead of
// types. option_table.h has what each name means; docs/guide/learn.md explains them.
struct NamedOptions : TrainNumbers {
  std::string reduction = "ect";
  std::string learner{kAuto};
  std::string seeding{kAuto};
  std::string finals{kAuto};  // charged, contested, or contested:RULE
  std::string expand{kAuto};  // none, quadratic or fourier:N
  std::string routing{kOutOfFold};
  std::string decode;                 // of one-vs-all: scores (or empty) or votes
  std::string code;                   // of ecoc: exhaustive, random:N; empty: by the classes
  std::string cost_scale = "linear";  // linear, log or rank

  static constexpr std::string_view kAuto = "auto";
  static constexpr std::string_view kOutOfFold = "out-of-fold";
  static constexpr std::string_view kOwn = "own";
};

// Looks up every name in the options. Throws ect::Error for an unknown one.
Settings parse_options(const NamedOptions& options);

// Trains with these options, as ect::train() does with typed ones.
Model train(Dataset data, const NamedOptions& options,
            const reductions::OnProgress& progress = nullptr);

}  // namespace ect::model

#endif  // ECT_MODEL_NAMED_OPTIONS_H_
