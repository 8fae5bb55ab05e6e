// The preparation of rows: fitted, applied, stored in a model and loaded.
#include "model/preparation.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "model/named_options.h"
#include "model/parts.h"
#include "model/settings.h"
#include "model/train_options.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/small_models.h"

namespace ect::model {
namespace {

Recipe recipe(const std::string& learner, const std::string& expand) {
  model::NamedOptions options;
  options.learner = learner;
  options.expand = expand;
  options.threads = 1;
  return completed(model::parse_options(options), false);
}

Example row_of(const Dataset& data, std::size_t row) {
  Example example;
  example.indices.assign(data.row(row).indices.begin(), data.row(row).indices.end());
  example.values.assign(data.row(row).values.begin(), data.row(row).values.end());
  return example;
}

// Features that are 0 say nothing: whole rows of a data set may have them, single ones not.
Example without_zeros(const Features& x) {
  Example example;
  for (std::size_t i = 0; i < x.indices.size(); ++i) {
    if (x.values[i] == 0) continue;
    example.indices.push_back(x.indices[i]);
    example.values.push_back(x.values[i]);
  }
  return example;
}

void expect_same(const Features& a, const Features& b) {
  const Example one = without_zeros(a);
  const Example other = without_zeros(b);
  EXPECT_EQ(one.indices, other.indices);
  EXPECT_EQ(one.values, other.values);
}

// Fits on all rows, and compares what training was given with what each of them becomes: at once,
// with memory that is used again, and after the way to a model and back.
void expect_one_thing(const std::string& name, const std::string& text, const Recipe& recipe) {
  SCOPED_TRACE(name + ", " + std::string(recipe.learner.kind->name) + ", " +
               data::expand_name(recipe.expand));
  ReadFile file = read_text(name, text);
  const ReadFile raw = read_text(name, text);
  const FittedPreparation fitted = fit_preparation(recipe, file.layout, file.data);
  const Preparation& preparation = fitted.preparation;
  EXPECT_EQ(preparation.expansion().name(), data::expand_name(recipe.expand));
  const Preparation::Stored stored = preparation.stored();
  EXPECT_EQ(stored.expansion.empty(), !preparation.expands());
  std::optional<std::span<const std::byte>> expansion;
  if (preparation.expands()) expansion = stored.expansion;
  const Preparation loaded = Preparation::load(stored.scaling, expansion);
  EXPECT_EQ(loaded.stored().scaling, stored.scaling);
  EXPECT_EQ(loaded.stored().expansion, stored.expansion);
  Example expanded;
  data::Expansion::Scratch scratch;
  for (std::size_t row = 0; row < raw.data.size(); ++row) {
    Example alone = row_of(raw.data, row);
    Example again = alone;
    Example by_loaded = alone;
    preparation.apply(alone);
    expect_same(alone.features(), file.data.row(row));
    expect_same(preparation.apply(again, expanded, scratch), file.data.row(row));
    loaded.apply(by_loaded);
    EXPECT_EQ(by_loaded.indices, alone.indices);
    EXPECT_EQ(by_loaded.values, alone.values);
  }
}

TEST(Preparation, WhatTrainingWasGivenIsWhatEveryRowBecomes) {
  for (const char* expand : {"none", "quadratic", "fourier:20"}) {
    expect_one_thing("a.csv", small_csv(), recipe("hinge", expand));
    expect_one_thing("a.svm", small_svm(), recipe("hinge", expand));
  }
  expect_one_thing("a.tsv", small_text(), recipe("hinge", "none"));
  expect_one_thing("a.csv", small_csv(), recipe("c45", "none"));
  expect_one_thing("a.tsv", small_text(), recipe("c45", "none"));
}

TEST(Preparation, AModelKeepsTheOneThatItWasLearntWith) {
  for (const char* expand : {"none", "quadratic", "fourier:20"}) {
    model::NamedOptions options;
    options.learner = "hinge";
    options.expand = expand;
    options.fast = true;
    ReadFile file = read_text("a.csv", small_csv());
    const FittedPreparation fitted =
        fit_preparation(completed(model::parse_options(options), false), file.layout, file.data);
    const Model model = learnt("a.csv", small_csv(), options);
    const Model loaded = model_of(bytes_of(model));
    for (const Model* kept : {&model, &loaded}) {
      const Preparation::Stored stored = kept->parts().preparation.stored();
      EXPECT_EQ(stored.scaling, fitted.preparation.stored().scaling);
      EXPECT_EQ(stored.expansion, fitted.preparation.stored().expansion);
    }
  }
}

TEST(Preparation, DoesNotDependOnThreads) {
  for (const char* expand : {"none", "quadratic", "fourier:20"}) {
    Recipe how = recipe("hinge", expand);
    ReadFile one = read_text("a.csv", small_csv());
    ReadFile several = read_text("a.csv", small_csv());
    const FittedPreparation by_one = fit_preparation(how, one.layout, one.data);
    how.threads = 3;
    const FittedPreparation by_three = fit_preparation(how, several.layout, several.data);
    EXPECT_EQ(by_one.features, by_three.features);
    EXPECT_EQ(by_one.preparation.stored().scaling, by_three.preparation.stored().scaling);
    EXPECT_EQ(by_one.preparation.stored().expansion, by_three.preparation.stored().expansion);
  }
}

TEST(Preparation, WithoutAnythingFittedRowsStayAsTheyAre) {
  Example row;
  row.indices = {1, 5};
  row.values = {2, -3};
  Preparation().apply(row);
  EXPECT_EQ(row.indices, (std::vector<std::uint32_t>{1, 5}));
  EXPECT_EQ(row.values, (std::vector<float>{2, -3}));
}

TEST(Preparation, DamagedBytesAreRefused) {
  const std::vector<std::byte> nothing;
  EXPECT_NE(error_of([&] { Preparation::load(nothing, std::nullopt); }), "");
  const Preparation::Stored stored = Preparation().stored();
  EXPECT_NE(error_of([&] { Preparation::load(stored.scaling, nothing); }), "");
}

}  // namespace
}  // namespace ect::model
