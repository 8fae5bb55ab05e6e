// A trial and the final model are fitted by the same steps.
#include "model/fit_one_way.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "model/choose.h"
#include "model/named_options.h"
#include "model/option_names.h"
#include "model/train.h"
#include "model/train_options.h"
#include "tests/helpers/small_models.h"

namespace ect::model {
namespace {

std::string fitted(const Recipe& recipe, const std::string& name, const std::string& text) {
  ReadFile file = read_text(name, text);
  return bytes_of(finished(
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
  options.fast = true;
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
                bytes_of(learnt("a.csv", small_csv(), options)));
    }
  }
}

// Of every way that there is for a table and for text, the model of a trial, bit for bit.
TEST(FitOneWay, ATrialFitsExactlyWhatWouldBeKept) {
  const std::vector<std::pair<std::string, std::string>> files = {{"a.csv", small_csv()},
                                                                  {"a.tsv", small_text()}};
  for (const auto& [name, text] : files) {
    const ReadFile file = read_text(name, text);
    const std::vector<Recipe> ways =
        ways_to_learn(parse_options(model::NamedOptions()), file.data, file.layout);
    ASSERT_GT(ways.size(), 1U);
    for (Recipe way : ways) {
      const Recipe tried = trial_recipe(way, file.data, file.layout);
      SCOPED_TRACE(name + ", " + learner_name(way.learner) + ", " + data::expand_name(way.expand));
      EXPECT_EQ(tried.threads, 1U);
      EXPECT_TRUE(tried.learner == way.learner);
      EXPECT_TRUE(tried.expand == way.expand);
      EXPECT_TRUE(tried.seeding == way.seeding);
      EXPECT_EQ(tried.eliminations, way.eliminations);
      EXPECT_EQ(tried.finals.contested, way.finals.contested);
      EXPECT_EQ(fitted(tried, name, text), bytes_of(learnt(name, text, said(way))));
      // Where the rule is said, that one.
      if (!way.finals.contested) continue;
      way.finals.rule = FinalsRule::kWins;
      EXPECT_TRUE(trial_recipe(way, file.data, file.layout).finals == way.finals);
      EXPECT_EQ(fitted(trial_recipe(way, file.data, file.layout), name, text),
                fitted(way, name, text));
    }
  }
}

}  // namespace
}  // namespace ect::model
