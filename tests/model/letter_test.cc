// Training on a real data set, against the paper's figures.
#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <utility>

#include "data/load.h"
#include "ect/model.h"
#include "model/named_options.h"
#include "tests/helpers/model_helpers.h"
#include "tests/helpers/shared_data.h"

namespace ect::model {
namespace {

struct Split {
  Dataset train;
  Dataset test;
};

// letter, the first 16000 to learn from as its readme says.
Split letter(const std::filesystem::path& file) {
  const data::DataFile data(file.string(), std::cin);
  const data::Layout layout = learn_layout(data, {});
  const auto reader = open_reader(data, layout);
  Split split;
  Example example;
  for (int i = 0; reader->next(example); ++i) (i < 16000 ? split.train : split.test).add(example);
  return split;
}

TEST(RealData, LetterByFilterTreesOfTenRandomOrders) {
  ECT_NEEDS_FILE(file, data_file("table1/letter.csv.gz"));
  double tree = 0;
  double filter_tree = 0;
  double ect = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto error = [&](const std::string& reduction) {
      model::NamedOptions options;
      options.reduction = reduction;
      options.learner = "hinge";
      options.seeding = "random";
      options.finals = "charged";
      options.seed = seed;
      Split split = letter(file);
      return error_on(train(std::move(split.train), options), split.test) / 10;
    };
    tree += error("tree");
    filter_tree += error("filter-tree");
    ect += error("ect");
  }
  // Measured: 52.2, 50.9 and 47.9 %. The paper has 51.84 and 49.89 in alphabetical order.
  EXPECT_LT(filter_tree, 0.53);
  EXPECT_LT(filter_tree, tree);
  EXPECT_LT(ect, filter_tree);
}

TEST(RealData, LetterByDefaultIsBetterThanAllPairs) {
  ECT_NEEDS_FILE(file, data_file("table1/letter.csv.gz"));
  Split split = letter(file);
  const Model model = train(std::move(split.train), model::NamedOptions{});
  // Measured: 3.0 %, chosen by trial; all pairs of lines 15.4.
  EXPECT_LT(error_on(model, split.test), 0.05);
}

}  // namespace
}  // namespace ect::model
