// Assembles a model from its trained parts. Tests: train_test, model_file_test.
#include "model/assemble.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "ect/error.h"
#include "model/option_table.h"

namespace ect::model {

About about_of(const Recipe& recipe, const std::string& name) {
  About about;
  for (const TrainOption& option : train_options()) {
    if (option.describe != nullptr) option.describe(recipe, about);
  }
  about.data = std::filesystem::path(name).filename().string();
  return about;
}

void pack(const Recipe& recipe, bool full, std::optional<float> prune, ModelParts& parts) {
  const std::uint32_t bits = recipe.compact > 0 ? recipe.compact : prune && !full ? 8 : 32;
  if (full && bits == 32) return;  // dense blocks of floats need no packing
  const learners::Packing packing{.together = parts.reduction->asked_together(),
                                  .full = full,
                                  .bits = bits,
                                  .threads = recipe.threads,
                                  .by_feature = prune.has_value() && !full,
                                  .least = bits == 8 ? prune.value_or(0) : 0};
  std::unique_ptr<learners::TrainedClassifiers> packed = parts.classifiers->packed(packing);
  if (packed == nullptr) return;
  parts.classifiers = std::move(packed);
  parts.about.weight_bits = packing.bits;
}

Model finished(ModelParts parts) {
  return Model(std::make_shared<const ModelParts>(std::move(parts)));
}

void require_two_classes(const Labels& labels, const std::string& name) {
  if (labels.size() >= 2) return;
  throw Error(Error::Kind::kParse, fmt::format("{}: {} (expected at least two classes)",
                                               name.empty() ? "the data" : name,
                                               labels.size() == 0 ? "nothing" : "only one class"));
}

}  // namespace ect::model
