// The number of classifiers that a prediction evaluates, and the effect of eliminations.
#include <fmt/format.h>

#include <set>

#include "data/load.h"
#include "ect/model.h"
#include "ect/predict.h"
#include "model/parts.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/learn_helpers.h"

namespace ect::cli {
namespace {

class Questions : public LearnCli {
 protected:
  std::string synth(const std::string& noise, const std::string& part) const {
    std::string file = path("synth" + part + ".svm");
    const Outcome outcome = ect({"synth", "--classes", "16", "--examples", "600", "--noise", noise,
                                 "--part", part, "-o", file, "--quiet"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return file;
  }
};

std::vector<Example> examples_of(const std::string& file) {
  std::istringstream none;
  return all_examples(*open_reader(data::DataFile(file, none), data::Layout()));
}

// A way down the tournament that shares no code with the library's: by the definition, upwards.
// Every match is played first, and only then is it seen which ones the champion's way hangs on.
struct Count {
  std::uint32_t champion;
  std::size_t asked;
};

Count count_by_playing(const model::ModelParts& parts, Features x) {
  const Schedule& schedule = *parts.reduction->schedule();
  std::vector<std::uint32_t> winners(schedule.matches());
  std::vector<std::uint32_t> losers(schedule.matches());
  std::vector<bool> right_won(schedule.matches());
  const auto who = [&](Entrant entrant) {
    return entrant.from == From::kPlayer     ? entrant.index
           : entrant.from == From::kWinnerOf ? winners[entrant.index]
                                             : losers[entrant.index];
  };
  for (std::uint32_t match = 0; match < schedule.matches(); ++match) {
    right_won[match] = parts.classifiers->margin(match, x) > 0;
    const std::uint32_t left = who(schedule.left(match));
    const std::uint32_t right = who(schedule.right(match));
    winners[match] = right_won[match] ? right : left;
    losers[match] = right_won[match] ? left : right;
  }
  std::set<std::uint32_t> asked;
  Entrant at = schedule.champion();
  while (at.from != From::kPlayer) {
    asked.insert(at.index);
    const bool to_right = right_won[at.index] == (at.from == From::kWinnerOf);
    at = to_right ? schedule.right(at.index) : schedule.left(at.index);
  }
  return {who(schedule.champion()), asked.size()};
}

TEST_F(Questions, AreAsManyAsTheWayDownTheTournamentHas) {
  const std::string data = synth("uniform:0.1", "1");
  for (const char* m : {"1", "2", "5"}) {
    SCOPED_TRACE(m);
    const std::string file = train(data, {"-m", m, "--finals", "charged", "--fast"});
    const Model model = Model::load(file);
    Predictor predictor(model);
    std::size_t asked = 0;
    std::size_t mistakes = 0;
    const std::vector<Example> examples = examples_of(data);
    for (Example example : examples) {
      const std::uint32_t predicted = predictor.predict(example.features());
      model.parts().preparation.apply(example);
      const Count count = count_by_playing(model.parts(), example.features());
      EXPECT_EQ(count.champion, predicted);
      asked += count.asked;
      mistakes += model.label(predicted) == *example.label ? 0 : 1;
    }
    const auto n = static_cast<double>(examples.size());
    const nlohmann::json test = json_of({"test", file, data});
    EXPECT_DOUBLE_EQ(test["questions_per_example"], static_cast<double>(asked) / n);
    EXPECT_DOUBLE_EQ(test["error"], static_cast<double>(mistakes) / n);
    EXPECT_LE(test["questions_per_example"], json_of({"info", file})["depth"]);
    if (std::string(m) == "1") {
      EXPECT_EQ(test["questions_per_example"], 4);  // log2 of 16 classes
    }
  }
}

TEST_F(Questions, FilterTreeIsEctWithOneElimination) {
  const std::string data = synth("uniform:0.1", "1");
  const std::string ect_model = train(data, {"-m", "1", "--finals", "charged", "--fast"});
  const std::string tree = train(data, {"--reduction", "filter-tree"}, "b.model");
  EXPECT_EQ(ect({"predict", ect_model, data, "--probabilities"}).out,
            ect({"predict", tree, data, "--probabilities"}).out);
}

TEST_F(Questions, MoreEliminationsCorrectWhatOneBracketGetsWrong) {
  // Four classes at the corners of a square; the first bracket pairs opposite corners, and no line
  // tells two opposite pairs apart. Some label must fail there, whatever is learnt; with more
  // eliminations it comes back.
  std::string data = "x,y,class\n";
  for (int i = 0; i < 20; ++i) {
    data += fmt::format("0.{0},0.0{0},sw\n1.{0},1.0{0},ne\n", i % 5);
    data += fmt::format("0.0{0},1.{0},nw\n1.0{0},0.{0},se\n", i % 5);
  }
  const std::string file = write("square.csv", data);
  const std::string seeds = write("seeds.json", R"([["sw", "ne"], ["nw", "se"]])");
  const auto error = [&](const char* m) {
    const std::string model =
        train(file, {"-m", m, "--seeding", "given:" + seeds, "--finals", "charged", "--fast"});
    return json_of({"test", model, file})["error"].get<double>();
  };
  EXPECT_GE(error("1"), 0.2);
  EXPECT_LT(error("4"), error("1"));
}

}  // namespace
}  // namespace ect::cli
