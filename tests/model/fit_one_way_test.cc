// A trial and the final model are fitted by the same steps.
#include "model/fit_one_way.h"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/choose.h"
#include "model/named_options.h"
#include "model/option_names.h"
#include "model/parts.h"
#include "model/train.h"
#include "model/train_options.h"
#include "tests/helpers/small_models.h"

namespace ect::model {
namespace {

// All of a model that was fitted; the error that is told with it was measured by other means.
std::string core_of(const Model& model) {
  const ModelParts& parts = model.parts();
  std::string core = parts.reduction->finals();
  const auto add = [&](std::span<const std::byte> bytes) {
    core.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  const std::vector<std::uint32_t> words = parts.reduction->stored();
  add(std::as_bytes(std::span(words)));
  const Preparation::Stored preparation = parts.preparation.stored();
  add(preparation.scaling);
  add(preparation.expansion);
  const learners::StoredClassifiers stored = parts.classifiers->stored();
  add(stored.directory);
  add(stored.body);
  return core;
}

std::string fitted(const Recipe& recipe, const std::string& name, const std::string& text) {
  ReadFile file = read_text(name, text);
  return core_of(finished(
      fit_one_way(recipe, std::move(file.data), std::move(file.layout), name, nullptr, nullptr)
          .parts));
}

// Options that say all of a recipe.
model::NamedOptions said(const Recipe& way) {
  model::NamedOptions options;
  options.learner = learner_name(way.learner);
  options.expand = data::expand_name(way.expand);
  options.finals = finals_name(way.finals);
  options.seeding = seeding_name(way.seeding);
  options.eliminations = way.eliminations;
  return options;
}

TEST(FitOneWay, IsWhatTrainingKeepsOfOptionsThatLeaveNothingOpen) {
  for (const char* learner : {"hinge", "logistic", "c45"}) {
    for (const char* reduction : {"ect", "one-vs-all"}) {
      model::NamedOptions options;
      options.learner = learner;
      options.reduction = reduction;
      options.finals = "charged";
      options.expand = "none";
      const Recipe recipe = completed(model::parse_options(options), false);
      EXPECT_EQ(fitted(recipe, "a.csv", small_csv()),
                core_of(learnt("a.csv", small_csv(), options)));
    }
  }
}

// Of every way that there is for a table and for text, what a trial fits, bit for bit.
TEST(FitOneWay, ATrialFitsExactlyWhatWouldBeKept) {
  const std::vector<std::pair<std::string, std::string>> files = {{"a.csv", small_csv()},
                                                                  {"a.tsv", small_text()}};
  for (const auto& [name, text] : files) {
    const ReadFile file = read_text(name, text);
    const std::vector<Recipe> ways =
        ways_to_learn(parse_options(model::NamedOptions()), file.data, file.layout);
    ASSERT_GT(ways.size(), 1U);
    for (const Recipe& way : ways) {
      SCOPED_TRACE(name + ", " + learner_name(way.learner) + ", " + data::expand_name(way.expand));
      EXPECT_EQ(fitted(way, name, text), core_of(learnt(name, text, said(way))));
    }
  }
}

}  // namespace
}  // namespace ect::model
