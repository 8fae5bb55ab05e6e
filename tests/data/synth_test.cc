// Synthetic data must have exactly the distribution that it claims.
#include "data/synth/synth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>

#include "data/formats/svmlight_writer.h"
#include "data/synth/class_code.h"
#include "ect/error.h"
#include "tests/helpers/data_helpers.h"

namespace ect::data {
namespace {

using Drawn = Distribution::Drawn;

SynthOptions options(const std::string& distribution, std::uint32_t classes,
                     const std::string& noise = "", std::uint32_t features = 0,
                     std::uint32_t nonzeros = 0) {
  SynthOptions result;
  result.distribution = distribution;
  result.classes = classes;
  result.noise = noise;
  result.features = features;
  result.nonzeros = nonzeros;
  return result;
}

std::vector<Drawn> sample(const Distribution& distribution, std::size_t examples,
                          std::uint64_t part = 1) {
  Random random = distribution.part(part);
  std::vector<Drawn> result(examples);
  for (Drawn& drawn : result) distribution.draw(random, drawn);
  return result;
}

std::string text_of(const std::vector<Drawn>& examples) {
  std::string text;
  for (const Drawn& drawn : examples) append_svmlight(drawn.example, text);
  return text;
}

// Every kind of input and of noise; small and large, roomy and crowded.
std::vector<SynthOptions> many() {
  return {options("words", 2),
          options("words", 2, "uniform:0.9"),
          options("words", 64, "none"),
          options("words", 7, "neighbour:0.3"),
          options("words", 1000, "uniform:0.25", 1000),     // two own words a class
          options("words", 5000, "uniform:0.999", 60, 14),  // many of them
          options("words", 100'000, "neighbour:0.75", 1U << 30, 50),
          options("words", SynthOptions::kMaxClasses),
          options("dense", 5, "uniform:0.1", 1),
          options("dense", 9, "split:0.01", 2),
          options("dense", 1000, "uniform:1"),
          options("inconsistent", 3),
          options("inconsistent", 4),
          options("inconsistent", 101, "split:0.08")};
}

TEST(ClassCode, ReadsWhatItWroteAndNoTwoClassesAreAlike) {
  Random random(3);
  for (std::uint32_t classes = 2; classes < 60; ++classes) {
    for (std::uint32_t base = 2; base < 70; base += 3) {
      const ClassCode code(classes, base, random);
      std::set<ClassCode::Digits> words;
      for (std::uint32_t c = 0; c < classes; ++c) {
        const ClassCode::Digits word = code.write(c);
        EXPECT_TRUE(words.insert(word).second);
        EXPECT_EQ(code.read(word), c);
        EXPECT_LT(*std::max_element(word.begin(), word.end()), base);
      }
    }
  }
}

TEST(Synth, TheClassCanAlwaysBeToldFromTheInput) {
  for (const SynthOptions& each : many()) {
    const Distribution distribution(each);
    for (const Drawn& drawn : sample(distribution, 2000)) {
      ASSERT_EQ(distribution.clean_class(drawn.example.features()), drawn.clean);
      ASSERT_GE(drawn.clean, distribution.first_clean());
      ASSERT_LT(drawn.clean, each.classes);
      ASSERT_EQ(drawn.example.label, std::to_string(drawn.label));
      ASSERT_LT(drawn.label, each.classes);
    }
  }
}

TEST(Synth, IndicesIncreaseAndAreBelowTheNumberOfFeatures) {
  for (const SynthOptions& each : many()) {
    const Distribution distribution(each);
    for (const Drawn& drawn : sample(distribution, 500)) {
      const std::vector<std::uint32_t>& indices = drawn.example.indices;
      ASSERT_EQ(indices.size(), drawn.example.values.size());
      ASSERT_TRUE(std::is_sorted(indices.begin(), indices.end(), std::less_equal<>()));
      ASSERT_LT(indices.back(), distribution.features());
      if (each.distribution == "dense") continue;  // which may leave out a zero
      ASSERT_EQ(indices.size(), distribution.nonzeros());
    }
  }
}

TEST(Synth, ManyNonzerosOfFewFeaturesAreStillDifferentWords) {
  const Distribution distribution(options("words", 4, "none", 4000, 1400));
  for (const Drawn& drawn : sample(distribution, 20)) {
    EXPECT_EQ(drawn.example.indices.size(), 1400U);
  }
}

TEST(Synth, EachClassHasAWordThatNoOtherHasSoAnySplitIsLinearlySeparable) {
  for (const std::uint32_t features : {200U, 134U}) {  // the default's ratio, and 4/3
    const Distribution distribution(options("words", 100, "none", features, 12));
    std::vector<std::set<std::uint32_t>> always(100);
    std::vector<std::set<std::uint32_t>> ever(100);
    for (const Drawn& drawn : sample(distribution, 10'000)) {
      const std::set<std::uint32_t> words(drawn.example.indices.begin(),
                                          drawn.example.indices.end());
      std::set<std::uint32_t> both;
      std::set<std::uint32_t>& kept = always[drawn.clean];
      std::set_intersection(kept.begin(), kept.end(), words.begin(), words.end(),
                            std::inserter(both, both.end()));
      kept = ever[drawn.clean].empty() ? words : both;
      ever[drawn.clean].insert(words.begin(), words.end());
    }
    for (std::uint32_t c = 0; c < 100; ++c) {
      EXPECT_TRUE(std::any_of(always[c].begin(), always[c].end(), [&](std::uint32_t word) {
        for (std::uint32_t d = 0; d < 100; ++d) {
          if (d != c && ever[d].contains(word)) return false;
        }
        return true;
      })) << c;
    }
  }
}

TEST(Synth, ProbabilitiesAddUpToOneAndTheBayesErrorIsTheirSum) {
  for (const SynthOptions& each : many()) {
    if (each.classes > 5000) continue;
    const Distribution distribution(each);
    double correct = 0;
    for (std::uint32_t c = distribution.first_clean(); c < each.classes; ++c) {
      const LabelLaw law = distribution.law(c);
      double sum = 0;
      double most = 0;
      for (std::uint32_t label = 0; label < each.classes; ++label) {
        ASSERT_GE(law.probability(label), 0);
        sum += law.probability(label);
        most = std::max(most, law.probability(label));
      }
      ASSERT_NEAR(sum, 1, 1e-12);
      ASSERT_EQ(law.probability(law.best()), most);
      correct += most;
    }
    const double bayes = 1 - correct / (each.classes - distribution.first_clean());
    EXPECT_NEAR(distribution.bayes_error(), bayes, 1e-12) << each.noise;
  }
  EXPECT_EQ(Distribution(options("words", 64)).bayes_error(), 0.1);
  EXPECT_NEAR(Distribution(options("words", 2, "uniform:0.7")).bayes_error(), 0.3, 1e-15);
  EXPECT_NEAR(Distribution(options("words", 4, "uniform:0.9")).bayes_error(), 0.7, 1e-15);
  EXPECT_NEAR(Distribution(options("words", 4, "neighbour:0.9")).bayes_error(), 0.1, 1e-15);
  EXPECT_NEAR(Distribution(options("inconsistent", 3)).bayes_error(), 14.0 / 24, 1e-15);
}

TEST(Synth, LabelsAreAsFrequentAsTheLawSays) {
  for (const char* noise : {"none", "uniform:0.3", "uniform:0.95", "neighbour:0.2", "split:0.05"}) {
    for (const std::uint32_t classes : {3U, 4U, 9U}) {
      for (const std::uint64_t part : {1U, 2U}) {
        SCOPED_TRACE(testing::Message() << noise << ' ' << classes << ' ' << part);
        const Distribution distribution(options("dense", classes, noise, 2));
        std::vector<std::vector<double>> seen(classes, std::vector<double>(classes, 0));
        const double examples = 40'000;
        for (const Drawn& drawn : sample(distribution, 40'000, part)) {
          ++seen[drawn.clean][drawn.label];
        }
        double chi_square = 0;
        double cells = 0;
        const std::uint32_t first = distribution.first_clean();
        for (std::uint32_t c = 0; c < classes; ++c) {
          for (std::uint32_t label = 0; label < classes; ++label) {
            const double p = c < first ? 0 : distribution.law(c).probability(label);
            const double expected = examples / (classes - first) * p;
            const double off = seen[c][label] - expected;
            if (expected == 0) {
              EXPECT_EQ(off, 0);
              continue;
            }
            chi_square += off * off / expected;
            ++cells;
          }
        }
        EXPECT_LT(chi_square, cells + 5 * std::sqrt(2 * cells));
      }
    }
  }
}

TEST(Synth, TheBayesOptimalRuleHasTheBayesError) {
  for (const SynthOptions& each : many()) {
    const Distribution distribution(each);
    const std::size_t examples = 50'000;
    double wrong = 0;
    Random random = distribution.part(7);
    Drawn drawn;
    for (std::size_t i = 0; i < examples; ++i) {
      distribution.draw(random, drawn);
      // From the input alone, as a learner would have to.
      const std::uint32_t clean = distribution.clean_class(drawn.example.features()).value();
      if (distribution.law(clean).best() != drawn.label) ++wrong;
    }
    const double error = distribution.bayes_error();
    const double sigma = std::sqrt(error * (1 - error) / static_cast<double>(examples));
    EXPECT_NEAR(wrong / static_cast<double>(examples), error, 4 * sigma)
        << each.distribution << ' ' << each.classes << ' ' << each.noise;
  }
}

TEST(Synth, TheSeedFixesTheDistributionAndThePartTheExamples) {
  const SynthOptions one = options("words", 50);
  SynthOptions other = one;
  other.seed = 2;
  const std::vector<Drawn> first = sample(Distribution(one), 300);
  const std::vector<Drawn> second = sample(Distribution(one), 300, 2);
  const std::vector<Drawn> reseeded = sample(Distribution(other), 300);
  EXPECT_EQ(text_of(first), text_of(sample(Distribution(one), 300)));
  EXPECT_NE(text_of(first), text_of(second));
  EXPECT_NE(text_of(first), text_of(reseeded));
  int told = 0;
  for (const Drawn& drawn : second) {
    EXPECT_EQ(Distribution(one).clean_class(drawn.example.features()), drawn.clean);
  }
  for (const Drawn& drawn : reseeded) {
    told += Distribution(one).clean_class(drawn.example.features()) == drawn.clean ? 1 : 0;
  }
  EXPECT_LT(told, 60);  // other words, other classes
}

TEST(Synth, TheBytesAreTheSameOnEveryMachine) {
  // Written down once; a change here is a change of every data set that somebody has.
  EXPECT_EQ(text_of(sample(Distribution(options("words", 4, "", 40, 6)), 2)),
            "0 3:1 7:1 19:1 26:1 28:1 32:1\n"
            "2 1:1 8:1 24:1 30:1 35:1 38:1\n");
  EXPECT_EQ(text_of(sample(Distribution(options("dense", 4, "", 3)), 2)),
            "0 1:-1.588 2:-0.783 3:-1.536\n"
            "1 1:1.205 2:0.542 3:-1.226\n");
}

TEST(Synth, SvmlightReadsBackTheSameExamples) {
  for (const SynthOptions& each : many()) {
    const std::vector<Drawn> written = sample(Distribution(each), 200);
    const std::vector<Example> read = all_examples(*svmlight_reader(lines_of(text_of(written))));
    ASSERT_EQ(read.size(), written.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
      ASSERT_EQ(read[i].label, written[i].example.label);
      ASSERT_EQ(read[i].indices, written[i].example.indices);
      ASSERT_EQ(read[i].values, written[i].example.values);
    }
  }
}

TEST(Synth, WhatCannotBeIsABadArgument) {
  const std::vector<SynthOptions> wrong{
      options("words", 1),
      options("words", SynthOptions::kMaxClasses + 1),
      options("words", 10, "", SynthOptions::kMaxFeatures + 1),
      options("words", 1000, "", 5),
      options("words", 10, "", 1000, 900),
      options("words", 1000, "", 1000, 1),  // one word cannot encode the class
      options("word", 10),
      options("dense", 10, "", 0, 5),
      options("dense", 2000, "", 1),
      options("dense", 10, "", 1U << 17),
      options("inconsistent", 2),
      options("inconsistent", 9, "uniform:0.1"),
      options("words", 9, "uniform"),
      options("words", 9, "uniform:"),
      options("words", 9, "uniform:1.1"),
      options("words", 9, "uniform:nan"),
      options("words", 9, "uniform:0.1x"),
      options("words", 9, "neighbour:-0.1"),
      options("words", 9, "none:0"),
      options("words", 9, "split:0"),
      options("words", 9, "split:"),
      options("words", 9, "split:0.0834"),
      options("words", 9, "splits"),
      options("words", 9, "frob:0.1")};
  for (const SynthOptions& each : wrong) {
    try {
      const Distribution distribution(each);
      ADD_FAILURE() << each.distribution << ' ' << each.classes << ' ' << each.noise;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kBadArgument) << error.what();
    }
  }
}

}  // namespace
}  // namespace ect::data
