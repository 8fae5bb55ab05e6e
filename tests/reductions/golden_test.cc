// Models written by earlier versions must load and answer as before. If this fails, the program is
// wrong, never the files (tests/files/README.md).
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "ect/predict.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/places.h"
#include "tests/helpers/small_models.h"
#include "util/input.h"
#include "util/text.h"

namespace ect::reductions {
namespace {

struct Golden {
  std::string model;
  std::string data;
  std::uint32_t classes;
  std::size_t examples;
};

const Golden kTable = {"golden", "golden.csv", 7, 28};
const Golden kText = {"golden_text", "golden.tsv", 5, 15};
const Golden kWeighted = {"golden_text_2", "golden.tsv", 5, 15};  // of version 2 of the format
// Contested finals and expansions; several trees of them.
const Golden kPairs = {"golden_pairs", "golden.csv", 7, 28};
const Golden kTrees = {"golden_trees", "golden.csv", 7, 28};
const Golden kSquares = {"golden_squares", "golden.csv", 7, 28};  // estimates made into margins

std::string golden_file(const std::string& name) { return source_path("tests/files/" + name); }

void expect_line(const Model& model, std::span<const Scored> scored, const std::string& line) {
  const std::vector<std::string_view> cells = util::split(line, '\t');
  ASSERT_EQ(cells.size(), 2 * scored.size());
  for (std::size_t i = 0; i < scored.size(); ++i) {
    EXPECT_EQ(model.label(scored[i].label), cells[2 * i]);
    EXPECT_NEAR(scored[i].probability, std::stod(std::string(cells[2 * i + 1])), 1e-6);
  }
}

void expect_golden(const Golden& golden) {
  const Model model = Model::load(golden_file(golden.model + ".model"));
  ASSERT_EQ(model.classes(), golden.classes);
  Predictor predictor(model);
  std::istringstream expected(
      read_all(*util::open_file(golden_file(golden.model + ".predictions"))));
  std::istringstream no_input;
  const data::DataFile data(golden_file(golden.data), no_input);
  const std::vector<Example> examples = all_examples(*open_reader(data, model.parts().layout));
  ASSERT_EQ(examples.size(), golden.examples);
  for (const Example& example : examples) {
    std::string line;
    ASSERT_TRUE(std::getline(expected, line));
    expect_line(model, predictor.top(example.features(), model.classes()), line);
    EXPECT_EQ(model.label(predictor.predict(example.features())), util::split(line, '\t').front());
  }
  std::string more;
  EXPECT_FALSE(std::getline(expected, more));
}

TEST(Golden, AModelOfATableLoadsForEverAndAnswersAsItDid) { expect_golden(kTable); }

TEST(Golden, AModelOfTextLoadsForEverAndAnswersAsItDid) { expect_golden(kText); }

TEST(Golden, AModelOfWeightedTextLoadsForEverAndAnswersAsItDid) { expect_golden(kWeighted); }

TEST(Golden, AModelWithContestedFinalsLoadsForEverAndAnswersAsItDid) { expect_golden(kPairs); }

TEST(Golden, AModelOfSeveralTreesLoadsForEverAndAnswersAsItDid) { expect_golden(kTrees); }

TEST(Golden, AModelByLeastSquaresLoadsForEverAndAnswersAsItDid) { expect_golden(kSquares); }

TEST(Golden, TheFilesAreWrittenAsTheyAre) {
  for (const Golden& golden : {kTable, kText, kWeighted, kPairs, kTrees, kSquares}) {
    const std::string path = golden_file(golden.model + ".model");
    EXPECT_EQ(bytes_of(Model::load(path)), read_all(*util::open_file(path)));
  }
}

}  // namespace
}  // namespace ect::reductions
