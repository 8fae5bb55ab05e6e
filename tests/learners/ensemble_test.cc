// Ensembles of tournaments: the mean of their probabilities, each with its own problems.
#include "reductions/ensemble.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "ect/error.h"
#include "ect/predict.h"
#include "ect/random.h"
#include "learners/learners.h"
#include "model/named_options.h"
#include "reductions/reductions.h"
#include "tests/helpers/batch_learners.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/model_helpers.h"
#include "tests/helpers/reduction_helpers.h"
#include "tests/helpers/small_models.h"

namespace ect::learners {
namespace {

// The classifiers from one number on.
class From final : public learners::Classifiers {
 public:
  From(const Classifiers& all, std::uint32_t first) : all_(all), first_(first) {}
  float margin(std::uint32_t problem, Features x) const override {
    return all_.margin(first_ + problem, x);
  }

 private:
  const Classifiers& all_;
  std::uint32_t first_;
};

class Counted final : public learners::Classifiers {
 public:
  explicit Counted(const Classifiers& all) : all_(all) {}
  float margin(std::uint32_t problem, Features x) const override {
    ++asked;
    return all_.margin(problem, x);
  }
  mutable std::uint64_t asked = 0;

 private:
  const Classifiers& all_;
};

std::unique_ptr<reductions::Reduction> member(std::uint32_t labels, std::uint32_t tree,
                                              bool contested) {
  reductions::ReductionPlan plan = plan_for(labels, 100 + tree);
  plan.eliminations = 1 + tree % 2;
  plan.contested = contested;
  return reductions::reduction_named("ect").make(plan);
}

reductions::EnsembleReduction ensemble_of(std::uint32_t labels, std::uint32_t trees,
                                          bool contested) {
  std::vector<std::unique_ptr<reductions::Reduction>> members;
  for (std::uint32_t tree = 0; tree < trees; ++tree) {
    members.push_back(member(labels, tree, contested));
  }
  return reductions::EnsembleReduction(std::move(members));
}

TEST(Ensemble, ItsProbabilitiesAreTheMeanOfItsMembers) {
  Random random(1);
  for (int round = 0; round < 50; ++round) {
    const auto labels = static_cast<std::uint32_t>(2 + random.below(12));
    const auto trees = static_cast<std::uint32_t>(1 + random.below(4));
    const reductions::EnsembleReduction ensemble = ensemble_of(labels, trees, false);
    const FixedClassifiers classifiers(random_margins(ensemble.problems(), random));
    std::vector<double> mean(labels);
    std::uint32_t first = 0;
    for (std::uint32_t tree = 0; tree < trees; ++tree) {
      const auto one = member(labels, tree, false);
      for (std::uint32_t label = 0; label < labels; ++label) {
        mean[label] += one->probability(From(classifiers, first), {}, label) / trees;
      }
      for (std::uint32_t n = 0; n < one->problems(); ++n) {
        for (const Side side : {Side::kLeft, Side::kRight}) {
          EXPECT_EQ(ensemble.labels_at(first + n, side), one->labels_at(n, side));
        }
      }
      first += one->problems();
    }
    EXPECT_EQ(ensemble.problems(), first);
    std::vector<Scored> scored;
    ensemble.top_labels(classifiers, {}, labels, scored);
    ASSERT_EQ(scored.size(), labels);
    const Counted counted(classifiers);
    std::uint64_t questions = 3;
    EXPECT_EQ(ensemble.predict(counted, {}, questions), scored.front().label);
    EXPECT_EQ(questions, 3 + counted.asked);
    for (std::size_t i = 0; i < labels; ++i) {
      EXPECT_NEAR(scored[i].probability, mean[scored[i].label], 1e-9);
      EXPECT_NEAR(ensemble.probability(classifiers, {}, scored[i].label), mean[scored[i].label],
                  1e-12);
      EXPECT_LE(scored[i].probability, scored[i > 1 ? i - 1 : i].probability);
    }
    // So few that every member considers all of them.
    const double most = *std::max_element(mean.begin(), mean.end());
    if (labels <= 8) {
      EXPECT_NEAR(scored.front().probability, most, 0.02);
    }
    ensemble.top_labels(classifiers, {}, 2, scored);
    EXPECT_EQ(scored.size(), 2U);
  }
}

TEST(Ensemble, AloneItIsItsMember) {
  Random random(2);
  const reductions::EnsembleReduction ensemble = ensemble_of(9, 1, false);
  const auto one = member(9, 0, false);
  for (int round = 0; round < 50; ++round) {
    const FixedClassifiers classifiers(random_margins(one->problems(), random));
    for (std::uint32_t label = 0; label < 9; ++label) {
      EXPECT_EQ(ensemble.probability(classifiers, {}, label),
                one->probability(classifiers, {}, label));
    }
  }
}

Dataset noisy_clusters(std::uint32_t labels, std::uint32_t rows, std::uint64_t seed = 5) {
  Random random(seed);
  Dataset data;
  for (std::uint32_t i = 0; i < labels * rows; ++i) {
    Example example;
    example.label = std::to_string(i % labels);
    for (std::uint32_t f = 0; f < labels; ++f) {
      example.indices.push_back(f);
      example.values.push_back(
          static_cast<float>((f == i % labels ? 1 : 0) + 0.9 * random.uniform()));
    }
    data.add(example);
  }
  return data;
}

// Every member learns as if there were no other, though each finds out how many problems it has.
TEST(Ensemble, MembersLearnAsTheyWouldAlone) {
  const Dataset data = noisy_clusters(7, 30);
  for (const bool contested : {false, true}) {
    const reductions::EnsembleReduction ensemble = ensemble_of(7, 3, contested);
    const LearnerKind& kind = learner_named("bayes");  // which draws nothing by a problem's number
    const std::vector<data::Attribute> attributes = numeric_attributes(data.features());
    const auto learner = kind.batch({ensemble.problems(), data.features(), attributes}, {});
    reductions::Fitted fitted =
        ensemble.fit_and_settle(*learner, data, all_rows(data), false, 2, nullptr);
    const reductions::Reduction& settled =
        contested ? *fitted.settled : static_cast<const reductions::Reduction&>(ensemble);
    const auto together = learner->trained();
    std::uint32_t first = 0;
    double error = 0;
    std::vector<std::vector<double>> mean(data.size(), std::vector<double>(7));
    for (std::uint32_t tree = 0; tree < 3; ++tree) {
      const auto plain = member(7, tree, contested);
      const auto own = kind.batch({plain->problems(), data.features(), attributes}, {});
      reductions::Fitted alone =
          plain->fit_and_settle(*own, data, all_rows(data), false, 1, nullptr);
      const reductions::Reduction& one = contested ? *alone.settled : *plain;
      const auto learnt = own->trained();
      error += alone.error / 3;
      for (std::uint32_t n = 0; n < one.problems(); ++n) {
        ASSERT_EQ(together->margin(first + n, data.row(n)), learnt->margin(n, data.row(n)));
      }
      for (std::uint32_t row = 0; row < data.size(); ++row) {
        for (std::uint32_t label = 0; label < 7; ++label) {
          mean[row][label] += one.probability(*learnt, data.row(row), label) / 3;
        }
      }
      first += one.problems();
    }
    EXPECT_EQ(settled.problems(), first);
    EXPECT_NEAR(fitted.error, error, 1e-12);
    EXPECT_EQ(fitted.tried.empty(), !contested);
    for (std::uint32_t row = 0; row < data.size(); ++row) {
      double sum = 0;
      for (std::uint32_t label = 0; label < 7; ++label) {
        const double p = settled.probability(*together, data.row(row), label);
        EXPECT_NEAR(p, mean[row][label], 1e-12);
        sum += p;
      }
      EXPECT_NEAR(sum, 1, 1e-6);
    }
    // Loaded, it answers the same.
    const reductions::ReductionKind& ect = reductions::reduction_named("ect");
    const auto loaded = reductions::EnsembleReduction::load(
        settled.stored(), contested ? ect.load_contested : ect.load, 7);
    EXPECT_EQ(loaded->stored(), settled.stored());
    for (std::uint32_t row = 0; row < data.size(); ++row) {
      std::uint64_t before = 0;
      std::uint64_t after = 0;
      EXPECT_EQ(loaded->predict(*together, data.row(row), after),
                settled.predict(*together, data.row(row), before));
      EXPECT_EQ(before, after);
      EXPECT_LE(before, settled.most_questions());
    }
  }
}

TEST(Ensemble, ManyTreesMakeNoMoreMistakesThanOne) {
  model::NamedOptions options;
  options.expand = "none";
  options.fast = true;
  const Dataset asked = noisy_clusters(12, 40, 6);
  const double one = error_on(train(noisy_clusters(12, 15), options), asked);
  options.trees = 7;
  EXPECT_LE(error_on(train(noisy_clusters(12, 15), options), asked), one);
}

TEST(Ensemble, TheBytesDoNotDependOnThreads) {
  model::NamedOptions options;
  options.trees = 3;
  options.expand = "none";
  options.fast = true;
  options.threads = 1;
  const std::string bytes = bytes_of(train(noisy_clusters(6, 20), options));
  options.threads = 3;
  EXPECT_EQ(bytes_of(train(noisy_clusters(6, 20), options)), bytes);
}

TEST(Ensemble, WordsThatCannotBeOneAreRefused) {
  const reductions::EnsembleReduction ensemble = ensemble_of(4, 3, false);
  const std::vector<std::uint32_t> good = ensemble.stored();
  const auto load = [](const std::vector<std::uint32_t>& words) {
    return reductions::EnsembleReduction::load(words, reductions::reduction_named("ect").load, 4);
  };
  ASSERT_EQ(load(good)->stored(), good);
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_THROW(load({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)}), Error);
  }
  std::vector<std::uint32_t> longer = good;
  longer.push_back(0);
  EXPECT_THROW(load(longer), Error);
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const std::uint32_t word : {0U, 1U, 2U, 4U, 1001U, 0x7fffffffU, 0xffffffffU}) {
      std::vector<std::uint32_t> words = good;
      words[at] = word;
      try {
        load(words);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), Error::Kind::kModelFormat) << at << ": " << word;
      }
    }
  }
}

}  // namespace
}  // namespace ect::learners
