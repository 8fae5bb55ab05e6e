// Problems that are added and dropped while others are trained (learners/learner.h), by every batch
// learner.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ect/error.h"
#include "ect/random.h"
#include "learners/compose.h"
#include "learners/learners.h"
#include "tests/helpers/batch_learners.h"

namespace ect::reductions {
namespace {

struct Way {
  std::string learner;
  std::uint32_t costing = 0;
  std::uint32_t probing = 0;
};

std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << way.learner << " costing " << way.costing << " probing " << way.probing;
}

class MovingProblems : public testing::TestWithParam<Way> {};

TEST_P(MovingProblems, TheOthersAnswerAsBeforeWhereverTheyAreMovedTo) {
  const learners::LearnerKind& kind = learners::learner_named(GetParam().learner);
  const Dataset data = noisy_line(80, 3, 0.1);
  const std::vector<data::Attribute> attributes = numeric_attributes(kind.attributes ? 3 : 0);
  learners::LearnerOptions options;
  options.costing = GetParam().costing;
  options.probing = GetParam().probing;
  options = completed(kind, options);
  std::unique_ptr<learners::BatchLearner> learner;
  try {
    learner = make_batch(kind, {3, data.features(), attributes}, options);
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();  // built without it
  }

  // The margins of every row at each problem, in the order in which they are now.
  using Margins = std::vector<float>;
  std::vector<Margins> expected(3, Margins(data.size()));
  const auto margins_at = [&](const learners::Classifiers& classifiers, std::uint32_t problem) {
    Margins margins;
    for (std::size_t i = 0; i < data.size(); ++i) {
      margins.push_back(classifiers.margin(problem, data.row(i)));
    }
    return margins;
  };
  Random random(9);
  const auto fit = [&](std::uint32_t problem) {
    std::vector<BinaryExample> examples = binary(data, 2);
    const auto feature = static_cast<std::size_t>(random.below(3));
    for (BinaryExample& example : examples) {
      if (data.row(example.row).values[feature] > 0.3F) example.side = other(example.side);
    }
    std::vector<float> out_of_fold(examples.size());
    learner->fit(problem, data, examples, out_of_fold);
    expected[problem] = margins_at(*learner, problem);
    EXPECT_NE(expected[problem], Margins(data.size()));
  };
  const auto expect_all = [&](const learners::Classifiers& classifiers) {
    for (std::uint32_t problem = 0; problem < expected.size(); ++problem) {
      ASSERT_EQ(margins_at(classifiers, problem), expected[problem])
          << "problem " << problem << " of " << expected.size();
    }
  };
  const auto add = [&](std::uint32_t first, std::uint32_t more) {
    learner->add_problems(first, more);
    expected.insert(expected.begin() + first, more, Margins(data.size()));
    expect_all(*learner);
  };
  const auto drop = [&](std::uint32_t first, std::uint32_t last) {
    learner->drop_problems(first, last);
    expected.erase(expected.begin() + first, expected.begin() + last);
    expect_all(*learner);
  };

  for (std::uint32_t problem = 0; problem < 3; ++problem) fit(problem);
  expect_all(*learner);
  add(1, 2);
  fit(2);
  drop(1, 2);
  add(4, 3);
  fit(6);
  fit(4);
  add(0, 1);
  drop(2, 4);
  drop(0, 0);
  fit(0);
  ASSERT_EQ(expected.size(), 6U);
  expect_all(*learner);

  const auto learnt = learner->trained();
  expect_all(*learnt);
  learnt->verify();
  const auto loaded = load_trained(kind, learnt->stored(), 6, learners::Verify::kNow, options);
  expect_all(*loaded);
}

INSTANTIATE_TEST_SUITE_P(EveryLearner, MovingProblems,
                         testing::Values(Way{"hinge"}, Way{"logistic-batch"}, Way{"bayes"},
                                         Way{"c45"}, Way{"boosted"}, Way{"hinge", 3},
                                         Way{"logistic-batch", 0, 4}, Way{"bayes", 2, 3}));

}  // namespace
}  // namespace ect::reductions
