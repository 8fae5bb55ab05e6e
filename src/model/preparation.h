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

// Preprocessing of rows, in training and in prediction: values are scaled, then features are
// expanded. Fitted on the training rows, applied to any row, stored in the model. Threads may share
// it.
class Preparation {
 public:
  // Leaves every row as it is.
  Preparation() = default;
  Preparation(data::Scaling scaling, data::Expansion expansion)
      : scaling_(std::move(scaling)), expansion_(std::move(expansion)) {}

  const data::Scaling& scaling() const { return scaling_; }
  const data::Expansion& expansion() const { return expansion_; }
  bool expands() const { return expansion_.kind() != FeatureExpansion::Kind::kNone; }

  // Prepares a row in place.
  void apply(Example& row) const;
  // The same without allocations once `expanded` and `scratch` have grown: changes `row` and
  // returns its prepared features, which lie in `row` or in `expanded`.
  Features apply(Example& row, Example& expanded, data::Expansion::Scratch& scratch) const;

  // The bytes in a model file.
  struct Stored {
    std::vector<std::byte> scaling;
    std::vector<std::byte> expansion;  // empty if there is none
  };
  Stored stored() const;
  // Loads these bytes; `expansion` is nullopt if there was none. Throws ect::Error for invalid
  // bytes.
  static Preparation load(std::span<const std::byte> scaling,
                          const std::optional<std::span<const std::byte>>& expansion);

 private:
  data::Scaling scaling_;
  data::Expansion expansion_;
};

struct FittedPreparation {
  Preparation preparation;
  std::uint32_t features;  // of rows before expansion: every index is below this
};

// Fits a preparation by the recipe on the rows of `data`, and applies it to them. Does not depend
// on the recipe's threads. Throws if an expansion would be too large.
FittedPreparation fit_preparation(const Recipe& recipe, const data::Layout& layout, Dataset& data);

// The same with a given scaling, for rows with features below `features`, which `data` need not
// have.
Preparation fit_preparation(const Recipe& recipe, data::Scaling scaling, std::uint32_t features,
                            Dataset& data);

}  // namespace ect::model

#endif  // ECT_MODEL_PREPARATION_H_
