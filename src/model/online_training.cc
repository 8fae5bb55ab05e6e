// Online training, whoever brings the examples. What the first of them decide is settled once: the
// numbers of tables are scaled by their mean and deviation there, labels that are to be seeded by
// similarity are by these examples, and those that come later stand where there is room. Other data
// is not scaled, which the logistic learner does not mind. The rarer a feature, the faster it is
// learnt (data/features/rarity.h).
// Tests: learn_stream_test, online_test.
#include "model/online_training.h"

#include <numeric>
#include <utility>

#include "data/features/expansion.h"
#include "data/sparse.h"
#include "ect/error.h"
#include "learners/learners.h"
#include "model/assemble.h"
#include "model/make_reduction.h"

namespace ect::model {
namespace {

data::Scaling scaling_of(const Dataset& first, const data::Layout& layout,
                         const FeatureExpansion& expand, std::uint32_t features) {
  data::Scaling scaling = learn_scaling(first, layout, data::units_for(expand));
  scaling.offsets.resize(features, 0);  // of nominal values that come later
  scaling.factors.resize(features, 1);
  return scaling;
}

// At least as many as an expansion of that many features makes.
std::uint32_t max_places(const FeatureExpansion& request, std::uint32_t features) {
  if (request.kind == FeatureExpansion::Kind::kFourier) return request.waves;
  // More than Expansion takes, it says so itself.
  if (request.kind == FeatureExpansion::Kind::kNone || features > data::Expansion::kMaxQuadratic) {
    return features;
  }
  return features + features * (features + 1) / 2;
}

}  // namespace

bool is_sparse_input(const data::Layout& layout, const Dataset& first) {
  return layout.format == FileFormat::kText || (!is_table(layout) && data::is_sparse(first));
}

OnlineTraining::OnlineTraining(Recipe recipe, data::Layout layout, const Labels& classes,
                               data::Scaling scaling, Dataset first, std::uint32_t passes,
                               reductions::OnProgress progress, std::vector<std::string>& warnings)
    : recipe_(std::move(recipe)),
      layout_(std::move(layout)),
      classes_(classes),
      passes_(passes),
      progress_(std::move(progress)) {
  const std::uint32_t known =
      layout_.format == FileFormat::kText ? scaling.text.size() : features_of(layout_);
  width_known_ = known > 0;
  // svmlight does not say how many features are to come.
  features_ = width_known_ ? known : std::uint32_t{1} << 31;
  if (recipe_.expand.kind != FeatureExpansion::Kind::kNone && !is_table(layout_)) {
    throw Error::bad_argument(
        "an expansion is learnt from the first examples of a stream, which must be a table (csv, "
        "arff)");
  }
  if (is_table(layout_)) scaling = scaling_of(first, layout_, recipe_.expand, features_);
  preparation_ = fit_preparation(recipe_, std::move(scaling), features_, first);
  std::vector<std::uint32_t> rows(first.size());
  std::iota(rows.begin(), rows.end(), 0);
  reduction_ = make_reduction(recipe_, classes_, {first, rows}, warnings);
  const std::vector<float> shares = reduction_->shares();
  learner_ = recipe_.learner.kind->online({reduction_->problems(),
                                           max_places(recipe_.expand, features_),
                                           {},
                                           shares,
                                           reduction_->online_scores()},
                                          {recipe_.seed, recipe_.l2, 0, 0, {}});
  pass_ = std::make_unique<StreamPass>(*reduction_, *learner_, passes_, recipe_.threads, progress_);
}

OnlineTraining::~OnlineTraining() = default;

Model OnlineTraining::model(const std::string& name) const {
  About about = about_of(recipe_, name);
  about.examples = pass_->examples();
  about.features = width_known_ ? features_ : pass_->features();
  about.passes = passes_;
  about.error = pass_->error();
  const reductions::ProgressiveFinals* const finals = pass_->finals();
  const auto reduction = finals != nullptr ? finals->settled() : reduction_;
  const bool scored = reduction->online_scores() > 0;
  ModelParts parts{std::move(about), layout_,
                   preparation_,     LabelTable(classes_),
                   reduction,        scored ? learner_->trained() : learner_->trained_matches()};
  // Scores are looked up by feature; how far their weights may be pruned is not measured.
  pack(recipe_, is_table(layout_), scored ? std::optional(0.0F) : std::nullopt, parts);
  return finished(std::move(parts));
}

}  // namespace ect::model
