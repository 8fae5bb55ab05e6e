// Predictions for training examples by out-of-fold margins.
#include "reductions/out_of_fold_margins.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "ect/random.h"
#include "tests/helpers/learner_mocks.h"

namespace ect::reductions {
namespace {

// Each problem has a number that its margins tell, wherever it is moved to; an out-of-fold
// margin tells the row as well.
class NumberedLearner : public learners::BatchLearner {
 public:
  explicit NumberedLearner(std::uint32_t problems) {
    for (std::uint32_t i = 0; i < problems; ++i) names_.push_back(next_++);
  }
  void fit(std::uint32_t problem, const Dataset&, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    for (std::size_t i = 0; i < examples.size(); ++i) {
      margins[i] = static_cast<float>(1000 * (1 + examples[i].row) + names_[problem]);
    }
  }
  float margin(std::uint32_t problem, Features) const override {
    return static_cast<float>(names_[problem]);
  }
  void add_problems(std::uint32_t first, std::uint32_t more) override {
    for (std::uint32_t i = 0; i < more; ++i) names_.insert(names_.begin() + first + i, next_++);
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    names_.erase(names_.begin() + first, names_.begin() + last);
  }
  std::unique_ptr<learners::TrainedClassifiers> trained() override { return nullptr; }

  const std::vector<std::uint32_t>& names() const { return names_; }

 private:
  std::vector<std::uint32_t> names_;
  std::uint32_t next_ = 0;
};

TEST(OutOfFoldMargins, AnExampleIsAnsweredOutOfFoldWhereItWasFittedAndByTheClassifierElsewhere) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    const Dataset data = one_example_a_label(std::vector<float>(9, 1));
    NumberedLearner learner(3);
    OutOfFoldMargins margins_by_row(data.size(), 3);
    RecordingLearner recording(learner, margins_by_row);
    std::set<std::pair<std::uint32_t, std::uint32_t>> fitted;  // name of a problem, row
    for (int step = 0; step < 12; ++step) {
      const auto problems = static_cast<std::uint32_t>(learner.names().size());
      switch (random.below(4)) {
        case 0:
          recording.add_problems(static_cast<std::uint32_t>(random.below(problems + 1)),
                                 static_cast<std::uint32_t>(random.below(3)));
          break;
        case 1: {
          const auto first = static_cast<std::uint32_t>(random.below(problems + 1));
          const auto last = static_cast<std::uint32_t>(first + random.below(problems + 1 - first));
          if (last - first < problems) recording.drop_problems(first, last);
          break;
        }
        default: {  // fit, perhaps once more
          const auto problem = static_cast<std::uint32_t>(random.below(problems));
          const std::uint32_t name = learner.names()[problem];
          std::erase_if(fitted, [&](const auto& item) { return item.first == name; });
          std::vector<BinaryExample> examples;
          for (std::uint32_t row = 0; row < data.size(); ++row) {
            if (!random.chance(0.4)) continue;
            examples.push_back({row, Side::kLeft, 1});
            fitted.insert({name, row});
          }
          std::vector<float> margins(examples.size());
          recording.fit(problem, data, examples, margins);
        }
      }
    }
    margins_by_row.sort_by_row();
    if (random.chance(0.5)) margins_by_row.finish();
    for (std::uint32_t row = 0; row < data.size(); ++row) {
      for (std::uint32_t problem = 0; problem < learner.names().size(); ++problem) {
        const std::uint32_t name = learner.names()[problem];
        const float expected =
            static_cast<float>(fitted.contains({name, row}) ? 1000 * (1 + row) + name : name);
        ASSERT_EQ(OutOfFoldRow(margins_by_row, row, learner).margin(problem, data.row(row)),
                  expected);
        ASSERT_EQ(recording.margin(problem, data.row(row)), static_cast<float>(name));
      }
    }
  }
}

// Out-of-fold margins of 20 rows at random problems out of 12, for a row that is asked about.
TEST(OutOfFoldMargins, AreFoundInWhateverOrderProblemsAreAsked) {
  Random random(8);
  const Dataset data = one_example_a_label(std::vector<float>(20, 1));
  const NumberedLearner learner(12);
  OutOfFoldMargins margins(data.size(), 12);
  std::map<std::pair<std::uint32_t, std::uint32_t>, float> expected;  // problem, row
  for (std::uint32_t problem = 0; problem < 12; ++problem) {
    std::vector<BinaryExample> examples;
    std::vector<float> given;
    for (std::uint32_t row = 0; row < data.size(); ++row) {
      if (!random.chance(0.5)) continue;
      examples.push_back({row, Side::kLeft, 1});
      given.push_back(static_cast<float>(100 + random.below(1000)));
      expected[{problem, row}] = given.back();
    }
    margins.record(problem, examples, given);
  }
  margins.finish();
  for (std::uint32_t row = 0; row < data.size(); ++row) {
    const OutOfFoldRow answers(margins, row, learner);
    for (int question = 0; question < 100; ++question) {
      const auto problem = static_cast<std::uint32_t>(random.below(12));
      const auto found = expected.find({problem, row});
      ASSERT_EQ(answers.margin(problem, data.row(row)),
                found == expected.end() ? static_cast<float>(problem) : found->second);
    }
  }
}

TEST(OutOfFoldMargins, OnlySampledRowsAreKeptAndOfCopiesTheLast) {
  const std::vector<std::uint32_t> sample = {1, 3};
  OutOfFoldMargins margins(4, 2, sample);
  const std::vector<BinaryExample> examples = {
      {0, Side::kLeft, 1}, {1, Side::kLeft, 1}, {1, Side::kRight, 1}, {3, Side::kLeft, 1}};
  margins.record(1, examples, std::vector<float>{5, 6, 7, 8});
  margins.finish();
  EXPECT_TRUE(margins.of(0).empty());
  EXPECT_TRUE(margins.of(2).empty());
  ASSERT_EQ(margins.of(1).size(), 1U);
  EXPECT_EQ(margins.of(1)[0].problem, 1U);
  EXPECT_EQ(margins.of(1)[0].margin, 7);
  EXPECT_EQ(margins.of(3)[0].margin, 8);
}

}  // namespace
}  // namespace ect::reductions
