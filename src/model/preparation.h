#ifndef ECT_MODEL_PREPARATION_H_
#define ECT_MODEL_PREPARATION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "data/features/expansion.h"
#include "data/features/scaling.h"
#include "data/load.h"
#include "ect/dataset.h"

namespace ect::model {

struct Recipe;

// What is done to a row before anything is learnt from it, and before it is asked about: its values
// are scaled, then features are made of its features. Fitted on the rows that are learnt from,
// applied to any row, kept in the model. Threads may share it.
class Preparation {
 public:
  // Leaves every row as it is.
  Preparation() = default;
  Preparation(data::Scaling scaling, data::Expansion expansion)
      : scaling_(std::move(scaling)), expansion_(std::move(expansion)) {}

  const data::Scaling& scaling() const { return scaling_; }
  const data::Expansion& expansion() const { return expansion_; }
  bool expands() const { return expansion_.kind() != FeatureExpansion::Kind::kNone; }

  // Rewrites a row.
  void apply(Example& row) const;
  // The same without memory of its own: changes `row`, and returns its features as they are
  // prepared, which are in `row` or in `expanded`. These and `scratch` grow once.
  Features apply(Example& row, Example& expanded, data::Expansion::Scratch& scratch) const;

  // As a model keeps it.
  struct Stored {
    std::vector<std::byte> scaling;
    std::vector<std::byte> expansion;  // empty where nothing is expanded
  };
  Stored stored() const;
  // From that; `expansion` is nothing where there was none. Throws ect::Error where the bytes
  // cannot be that.
  static Preparation load(std::span<const std::byte> scaling,
                          const std::optional<std::span<const std::byte>>& expansion);

 private:
  data::Scaling scaling_;
  data::Expansion expansion_;
};

struct FittedPreparation {
  Preparation preparation;
  std::uint32_t features;  // of rows that are scaled and not expanded: every index is below
};

// Fits it on the rows of `data`, as suits the recipe, and applies it to them. Does not depend on
// the recipe's threads. Throws where an expansion would be too large.
FittedPreparation fit_preparation(const Recipe& recipe, const data::Layout& layout, Dataset& data);

// The same where the scaling is known and rows may come with features below `features`, which
// `data` need not have.
Preparation fit_preparation(const Recipe& recipe, data::Scaling scaling, std::uint32_t features,
                            Dataset& data);

}  // namespace ect::model

#endif  // ECT_MODEL_PREPARATION_H_
