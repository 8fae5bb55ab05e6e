// Scales and expands the features of rows. Tests: preparation_test.
#include "model/preparation.h"

#include <utility>

#include "model/settings.h"
#include "model/stored_scaling.h"

namespace ect::model {
namespace {

void scale(const data::Scaling& scaling, unsigned threads, Dataset& data) {
  data.rewrite(threads, [&](Example& row) { scaling.apply(row); });
}

data::Expansion expand(const Recipe& recipe, std::uint32_t features, Dataset& scaled) {
  data::Expansion expansion(recipe.expand, scaled, features, recipe.seed);
  expansion.apply(scaled, recipe.threads);
  return expansion;
}

}  // namespace

void Preparation::apply(Example& row) const {
  scaling_.apply(row);
  if (!expands()) return;
  Example expanded;
  data::Expansion::Scratch scratch;
  expansion_.apply(row.features(), expanded, scratch);
  row.indices = std::move(expanded.indices);
  row.values = std::move(expanded.values);
}

Features Preparation::apply(Example& row, Example& expanded,
                            data::Expansion::Scratch& scratch) const {
  scaling_.apply(row);
  if (!expands()) return row.features();
  expansion_.apply(row.features(), expanded, scratch);
  return expanded.features();
}

Preparation::Stored Preparation::stored() const {
  return {store_scaling(scaling_), expands() ? expansion_.stored() : std::vector<std::byte>()};
}

Preparation Preparation::load(std::span<const std::byte> scaling,
                              const std::optional<std::span<const std::byte>>& expansion) {
  return {load_scaling(scaling), expansion ? data::Expansion(*expansion) : data::Expansion()};
}

FittedPreparation fit_preparation(const Recipe& recipe, const data::Layout& layout, Dataset& data) {
  // Text is scaled for all learners: the length of a text is not informative.
  const bool unscaled = recipe.learner.kind->unscaled && layout.format != FileFormat::kText;
  data::Scaling scaling =
      unscaled ? data::Scaling()
               : learn_scaling(data, layout, data::units_for(recipe.expand), recipe.threads);
  scale(scaling, recipe.threads, data);
  const std::uint32_t features = data.features();
  return {{std::move(scaling), expand(recipe, features, data)}, features};
}

Preparation fit_preparation(const Recipe& recipe, data::Scaling scaling, std::uint32_t features,
                            Dataset& data) {
  scale(scaling, recipe.threads, data);
  return {std::move(scaling), expand(recipe, features, data)};
}

}  // namespace ect::model
