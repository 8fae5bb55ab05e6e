// Trains a model by one recipe. All random choices depend on the recipe's seed alone. Tests:
// fit_one_way_test, train_test.
#include "model/fit_one_way.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/counted_rows.h"
#include "data/formats/costs.h"
#include "model/fit.h"
#include "model/make_reduction.h"
#include "model/preparation.h"

namespace ect::model {
namespace {

void prepare_costs(const Recipe& recipe, const std::string& name, Dataset& data,
                   std::vector<std::string>& warnings) {
  if (recipe.costs) {
    data::scale_costs(data, recipe.cost_scale);
  } else if (data.has_costs()) {
    warnings.push_back(fmt::format("{}: training on the labels (--costs would train on the costs)",
                                   name.empty() ? "the data" : name));
    data.drop_costs();
  }
}

std::vector<std::uint32_t> label_counts(const Dataset& data, std::span<const std::uint32_t> rows) {
  std::vector<std::uint32_t> counts(data.label_names().size());
  for (const std::uint32_t row : rows) ++counts[data.label(row)];
  return counts;
}

}  // namespace

LearntParts fit_one_way(const Recipe& recipe, Dataset data, data::Layout layout,
                        const std::string& name, const reductions::OnProgress& progress,
                        Checkpoint* checkpoint) {
  const std::vector<std::uint32_t> rows = data::counted_rows(data);
  std::vector<std::string> warnings;
  prepare_costs(recipe, name, data, warnings);
  About about = about_of(recipe, name);
  FittedPreparation fitted = fit_preparation(recipe, layout, data);
  const data::Scaling& scaling = fitted.preparation.scaling();
  about.features = scaling.kind == data::Scaling::Kind::kText
                       ? scaling.text.size()
                       : std::max(fitted.features, features_of(layout));
  about.examples = rows.size();
  if (checkpoint != nullptr) checkpoint->stop_if_asked();
  std::unique_ptr<const reductions::Reduction> reduction =
      make_reduction(recipe, data.label_names(), {data, rows}, warnings);
  FitResult fit =
      fit_examples(recipe, *reduction, {data, rows, layout, fitted.preparation, data.features()},
                   progress, checkpoint);
  about.error = fit.error;
  if (fit.error >= 0) {
    const auto judged = static_cast<double>(fit.judged > 0 ? fit.judged : rows.size());
    about.error_se = std::sqrt(fit.error * (1 - fit.error) / judged);
  }
  about.passes = fit.passes;
  about.costing = fit.costing;
  about.probing = fit.probing;
  about.program = std::move(fit.program);
  about.tried = std::move(fit.tried);
  if (fit.settled != nullptr) reduction = std::move(fit.settled);
  ModelParts parts{std::move(about),
                   std::move(layout),
                   std::move(fitted.preparation),
                   LabelTable(data.label_names()),
                   std::move(reduction),
                   std::move(fit.classifiers),
                   label_counts(data, rows)};
  pack(recipe, data.full(), fit.prune, parts);
  return {std::move(parts), std::move(warnings)};
}

}  // namespace ect::model
