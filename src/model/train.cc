// From data to a model: scale the features, seed the labels, make the tournament, learn it. Nothing
// random but by the seed. Tests: train_test.
#include "model/train.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>

#include "data/scaling.h"
#include "ect/error.h"
#include "learners/learners.h"
#include "model/parts.h"
#include "model/passes.h"
#include "model/prepare.h"
#include "model/seed_labels.h"
#include "reductions/reductions.h"

namespace ect {
namespace {

std::uint32_t eliminations_of(const TrainOptions& options) {
  if (!reduction_named(options.reduction).several_brackets) return 1;
  return options.eliminations == 0 ? TrainOptions::kDefaultEliminations : options.eliminations;
}

}  // namespace

TournamentReduction make_reduction(const TrainOptions& options, const Labels& labels,
                                   std::vector<std::string>& warnings) {
  const Seeding seeding = seed_labels(options.seeding, labels, options.seed, warnings);
  return {error_correcting(seeding, eliminations_of(options)),
          reduction_named(options.reduction).routing};
}

About about_of(const TrainOptions& options, const std::string& name) {
  About about;
  about.reduction = options.reduction;
  about.learner = options.learner;
  // The tree itself is in the model; the path of a file is nobody's business.
  about.seeding = options.seeding.substr(0, options.seeding.find(':'));
  about.seed = options.seed;
  about.l2 = options.l2;
  about.data = std::filesystem::path(name).filename().string();
  return about;
}

Trained trained(About about, Layout layout, Scaling scaling, const Labels& labels,
                TournamentReduction reduction, std::unique_ptr<KeptClassifiers> classifiers,
                std::vector<std::string> warnings) {
  return {Model(std::make_shared<const ModelParts>(
              ModelParts{std::move(about), std::move(layout), std::move(scaling),
                         LabelTable(labels), std::move(reduction), std::move(classifiers), 0})),
          std::move(warnings)};
}

void require_two_classes(const Labels& labels, const std::string& name) {
  if (labels.size() >= 2) return;
  throw Error(Error::Kind::kParse, fmt::format("{}: {} to learn (at least two classes are needed)",
                                               name.empty() ? "the data" : name,
                                               labels.size() == 0 ? "nothing" : "one class only"));
}

void check_options(const TrainOptions& options, bool stream) {
  const ReductionKind& reduction = reduction_named(options.reduction);
  const LearnerKind& learner = learner_named(options.learner);
  check_seeding(options.seeding);
  if (!reduction.several_brackets && options.eliminations > 1) {
    throw Error::bad_argument(
        fmt::format("{} has one elimination; more take --reduction ect", reduction.name));
  }
  if (stream && learner.online == nullptr) {
    throw Error::bad_argument(
        fmt::format("{} needs all examples at once and cannot learn from a stream (logistic can)",
                    learner.name));
  }
  if (stream && options.passes > 1) {
    throw Error::bad_argument("a stream comes but once; it has no second pass");
  }
  if (options.passes > 0 && learner.online == nullptr) {
    throw Error::bad_argument(
        fmt::format("{} knows itself when it is done; passes are for logistic", learner.name));
  }
  if (options.l2 && !(std::isfinite(*options.l2) && *options.l2 >= 0)) {
    throw Error::bad_argument("l2 must be a number that is not negative");
  }
}

Trained train(Dataset data, Layout layout, const std::string& name, const TrainOptions& options,
              const OnProgress& progress) {
  check_options(options, false);
  require_two_classes(data.label_names(), name);
  std::vector<std::string> warnings;
  About about = about_of(options, name);
  about.examples = data.size();
  Scaling scaling = learn_scaling(data, layout);
  data.rewrite([&](Example& example) { scaling.apply(example); });
  about.features = std::max(data.features(), features_of(layout));

  TournamentReduction reduction = make_reduction(options, data.label_names(), warnings);
  const LearnerKind& kind = learner_named(options.learner);
  const ProblemSize size{reduction.problems(), data.features()};
  const LearnerOptions learner_options{options.seed, options.l2};
  std::vector<std::uint32_t> rows(data.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::unique_ptr<KeptClassifiers> classifiers;
  if (kind.batch != nullptr) {
    const std::unique_ptr<BatchLearner> learner = kind.batch(size, learner_options);
    about.error = reduction.fit(*learner, data, rows, options.threads, progress);
    classifiers = learner->learnt();
  } else {
    const std::unique_ptr<OnlineLearner> learner = kind.online(size, learner_options);
    const Passes passes = learn_in_passes(reduction, *learner, data, rows, options, progress);
    about.passes = passes.passes;
    about.error = passes.error;
    classifiers = learner->learnt();
  }
  return trained(std::move(about), std::move(layout), std::move(scaling), data.label_names(),
                 std::move(reduction), std::move(classifiers), std::move(warnings));
}

Model train(Dataset data, const TrainOptions& options, const OnProgress& progress) {
  return train(std::move(data), Layout(), "", options, progress).model;
}

}  // namespace ect
