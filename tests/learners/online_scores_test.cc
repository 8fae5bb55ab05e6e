// Scores of labels that are trained jointly, one example at a time: adaptive regularization with
// one rival a step, in bounded memory.
#include "learners/linear/online_scores.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ect/error.h"
#include "ect/random.h"

namespace ect::learners {
namespace {

struct Text {
  std::uint32_t label;
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
  Features x() const { return {indices, values}; }
};

// Each label has words of its own, of which a text has two, among common ones.
std::vector<Text> texts(std::size_t size, std::uint32_t labels, std::uint64_t seed,
                        float scale = 1) {
  Random random(seed);
  std::vector<Text> result(size);
  for (Text& text : result) {
    text.label = static_cast<std::uint32_t>(random.below(labels));
    for (int i = 0; i < 4; ++i)
      text.indices.push_back(static_cast<std::uint32_t>(random.below(50)));
    for (int i = 0; i < 2; ++i) {
      text.indices.push_back(50 + 5 * text.label + static_cast<std::uint32_t>(random.below(5)));
    }
    std::sort(text.indices.begin(), text.indices.end());
    text.indices.erase(std::unique(text.indices.begin(), text.indices.end()), text.indices.end());
    text.values.assign(text.indices.size(), scale);
  }
  return result;
}

OnlineScores learnt(const std::vector<Text>& examples, std::uint32_t labels, float weight = 1) {
  OnlineScores scores(labels);
  for (const Text& text : examples) scores.learn(text.label, text.x(), weight);
  return scores;
}

std::uint32_t greatest(const OnlineScores& scores, const Text& text) {
  std::uint32_t best = 0;
  for (std::uint32_t label = 1; label < scores.labels(); ++label) {
    if (scores.score(label, text.x()) > scores.score(best, text.x())) best = label;
  }
  return best;
}

double error_on(const OnlineScores& scores, const std::vector<Text>& examples) {
  double wrong = 0;
  for (const Text& text : examples) wrong += greatest(scores, text) != text.label ? 1 : 0;
  return wrong / static_cast<double>(examples.size());
}

std::vector<std::byte> saved(const OnlineScores& scores) {
  util::ByteWriter to;
  scores.save(to);
  return {to.bytes().begin(), to.bytes().end()};
}

TEST(OnlineScores, TheFirstStepIsThatOfTheEssay) {
  const Text text{0, {5}, {1}};
  const OnlineScores scores = learnt({text}, 2);
  // v = 1 and noise 1.5: a step of 1 / 2.5. Nobody else has a weight yet.
  EXPECT_NEAR(scores.score(0, text.x()), 0.4, 1e-6);
  EXPECT_EQ(scores.score(1, text.x()), 0);
}

TEST(OnlineScores, OnlyTheLabelAndItsGreatestRivalMove) {
  OnlineScores scores(3);
  const Text x{0, {1, 4}, {1, 1}};
  scores.learn(1, x.x(), 1);
  scores.learn(2, x.x(), 1);  // its rival is 1, which it lowers
  const float second = scores.score(2, x.x());
  const float first = scores.score(1, x.x());
  ASSERT_GT(second, 0);
  scores.learn(0, x.x(), 1);
  const bool of_first = first > second;
  EXPECT_GT(scores.score(0, x.x()), 0);
  EXPECT_LT(scores.score(of_first ? 1 : 2, x.x()), of_first ? first : second);
  EXPECT_EQ(scores.score(of_first ? 2 : 1, x.x()), of_first ? second : first);
}

TEST(OnlineScores, AnExampleThatIsAheadByOneChangesNothing) {
  OnlineScores scores(2);
  const Text a{0, {1}, {1}};
  for (int i = 0; i < 200; ++i) scores.learn(0, a.x(), 1);
  const float score = scores.score(0, a.x());
  EXPECT_NEAR(score, 1, 0.01);
  scores.learn(0, {a.indices, a.values}, 1e6F);  // an important one closes what is left
  EXPECT_NEAR(scores.score(0, a.x()), 1, 1e-3);
}

TEST(OnlineScores, OnePassLearnsWordsOfLabels) {
  const std::vector<Text> train = texts(3000, 40, 1);
  EXPECT_LT(error_on(learnt(train, 40), texts(500, 40, 2)), 0.03);
  EXPECT_GT(error_on(OnlineScores(40), texts(500, 40, 2)), 0.9);
}

TEST(OnlineScores, TheScaleOfAllFeaturesDoesNotMatter) {
  const std::vector<Text> small = texts(800, 10, 1);
  const OnlineScores scores = learnt(small, 10);
  for (const float scale : {1e-3F, 1e3F}) {
    const std::vector<Text> large = texts(800, 10, 1, scale);
    const OnlineScores scaled = learnt(large, 10);
    for (std::size_t i = 0; i < small.size(); i += 20) {
      const float score = scores.score(small[i].label, small[i].x());
      ASSERT_NEAR(scaled.score(large[i].label, large[i].x()), score, 1e-3 * (1 + std::abs(score)));
    }
  }
}

TEST(OnlineScores, SumsOfAnExampleAreItsScoresAndTheGreatestAreFound) {
  for (const std::uint32_t labels : {3U, 40U, 2000U}) {
    const std::vector<Text> train = texts(2000, labels, 3);
    const OnlineScores scores = learnt(train, labels);
    OnlineScores::Sums sums(labels);
    for (std::size_t i = 0; i < train.size(); i += 100) {
      sums.set_example(scores, train[i].x());
      std::vector<ProblemMargin> all;
      for (std::uint32_t label = 0; label < labels; ++label) {
        const float score = scores.score(label, train[i].x());
        ASSERT_NEAR(sums.of(label), score, 1e-5);
        all.push_back({label, sums.of(label)});
      }
      std::stable_sort(all.begin(), all.end(), [](const ProblemMargin& a, const ProblemMargin& b) {
        return a.margin > b.margin;
      });
      std::vector<ProblemMargin> found;
      sums.find_greatest(7, 4, found);
      ASSERT_LE(found.size(), 4U);
      for (std::size_t place = 0; place < found.size() && all[place].margin > 0; ++place) {
        ASSERT_EQ(found[place].problem, 7 + all[place].problem);
        ASSERT_EQ(found[place].margin, all[place].margin);
      }
    }
    sums.forget();
    for (std::uint32_t label = 0; label < labels; ++label) ASSERT_EQ(sums.of(label), 0);
  }
}

// The same steps, written plainly: a map of labels for each feature, and no memory that moves.
class PlainScores {
 public:
  explicit PlainScores(std::uint32_t labels) : labels_(labels) {}

  float score(std::uint32_t label, const Text& text) const {
    float sum = 0;
    for (std::size_t i = 0; i < text.indices.size(); ++i) {
      const auto row = rows_.find(text.indices[i]);
      if (row == rows_.end() || row->second.count(label) == 0) continue;
      sum += text.values[i] * row->second.at(label).weight;
    }
    return sum;
  }

  void learn(const Text& text) {
    std::size_t entries = 0;
    std::set<std::uint32_t> rivals;
    for (const std::uint32_t feature : text.indices) {
      for (const auto& [label, entry] : rows_[feature]) rivals.insert(label);
      entries += rows_[feature].size();
      squares_ += 1;
    }
    ++examples_;
    if (entries >= labels_) {
      for (std::uint32_t label = 0; label < labels_; ++label) rivals.insert(label);
    }
    rivals.erase(text.label);
    std::uint32_t rival = labels_;
    for (const std::uint32_t label : rivals) {
      if (rival == labels_ || score(label, text) > score(rival, text)) rival = label;
    }
    const bool none = rival == labels_ || (entries < labels_ && score(rival, text) < 0);
    const double margin =
        static_cast<double>(score(text.label, text) - (none ? 0 : score(rival, text)));
    if (margin >= 1) return;
    const double noise = 1.5 * squares_ / examples_;
    double variance = 0;
    for (const std::uint32_t feature : text.indices) {
      variance += static_cast<double>(rows_[feature][text.label].variance);
      if (!none) variance += static_cast<double>(rows_[feature][rival].variance);
    }
    const double step = (1 - margin) / (variance + noise);
    for (const std::uint32_t feature : text.indices) {
      move(rows_[feature][text.label], step, noise);
      if (!none) move(rows_[feature][rival], -step, noise);
    }
  }

 private:
  struct Entry {
    float weight = 0;
    float variance = 1;
  };
  static void move(Entry& entry, double step, double noise) {
    const auto before = static_cast<double>(entry.variance);
    entry.weight += static_cast<float>(step * before);
    entry.variance = static_cast<float>(before / (1 + before / noise));
  }

  std::uint32_t labels_;
  double squares_ = 0;
  double examples_ = 0;
  std::map<std::uint32_t, std::map<std::uint32_t, Entry>> rows_;
};

TEST(OnlineScores, AgreeWithAPlainImplementation) {
  for (const std::uint32_t labels : {2U, 7U, 200U}) {
    const std::vector<Text> train = texts(1000, labels, 8);  // no row is full
    const OnlineScores scores = learnt(train, labels);
    PlainScores plain(labels);
    for (const Text& text : train) plain.learn(text);
    for (std::size_t i = 0; i < train.size(); i += 25) {
      for (std::uint32_t label = 0; label < labels; ++label) {
        ASSERT_NEAR(scores.score(label, train[i].x()), plain.score(label, train[i]), 1e-3)
            << labels << " labels, label " << label;
      }
    }
  }
}

TEST(OnlineScores, AFeatureHasWeightsForABoundedNumberOfLabels) {
  constexpr std::uint32_t kLabels = 1000;
  OnlineScores scores(kLabels);
  const Text common{0, {3}, {1}};
  for (std::uint32_t label = 0; label < kLabels; ++label) scores.learn(label, common.x(), 1);
  std::size_t weights = 0;
  for (const std::vector<Weight>& of_label : scores.weights()) weights += of_label.size();
  EXPECT_EQ(weights, 256U);
}

TEST(OnlineScores, WeightsAreByLabelAndInTheOrderOfFeatures) {
  const std::vector<Text> train = texts(500, 6, 4);
  const OnlineScores scores = learnt(train, 6);
  const std::vector<std::vector<Weight>> weights = scores.weights();
  ASSERT_EQ(weights.size(), 6U);
  for (std::uint32_t label = 0; label < 6; ++label) {
    double sum = 0;
    for (std::size_t i = 0; i < weights[label].size(); ++i) {
      ASSERT_TRUE(i == 0 || weights[label][i - 1].feature < weights[label][i].feature);
      const bool there = std::binary_search(train[9].indices.begin(), train[9].indices.end(),
                                            weights[label][i].feature);
      sum += there ? static_cast<double>(weights[label][i].weight) : 0;
    }
    EXPECT_NEAR(sum, scores.score(label, train[9].x()), 1e-5);
  }
}

TEST(OnlineScores, GoOnFromACheckpointAsIfNothingHadHappened) {
  const std::vector<Text> train = texts(2000, 300, 5);
  const OnlineScores whole = learnt(train, 300);
  for (const std::size_t stop : {0U, 1U, 700U, 2000U}) {
    const OnlineScores first = learnt({train.begin(), train.begin() + stop}, 300);
    const std::vector<std::byte> bytes = saved(first);
    util::ByteReader from(bytes, "checkpoint");
    OnlineScores second(300);
    second.restore(from);
    from.expect_end();
    for (std::size_t i = stop; i < train.size(); ++i) second.learn(train[i].label, train[i].x(), 1);
    const auto expected = whole.weights();
    const auto actual = second.weights();
    for (std::uint32_t label = 0; label < 300; ++label) {
      ASSERT_EQ(actual[label].size(), expected[label].size());
      for (std::size_t i = 0; i < expected[label].size(); ++i) {
        ASSERT_EQ(actual[label][i].feature, expected[label][i].feature);
        ASSERT_EQ(actual[label][i].weight, expected[label][i].weight);
      }
    }
  }
}

TEST(OnlineScores, DamagedCheckpointsAreRefusedOrRead) {
  const std::vector<std::byte> bytes = saved(learnt(texts(30, 5, 6), 5));
  std::size_t refused = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::vector<std::byte> damaged = bytes;
    damaged[at] ^= std::byte{0xff};
    util::ByteReader from(damaged, "checkpoint");
    OnlineScores scores(5);
    try {
      scores.restore(from);
      scores.learn(1, texts(1, 5, 7)[0].x(), 1);
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, bytes.size() / 8);  // every label has three bytes that are too large then
}

TEST(OnlineScores, ValuesWithoutBoundsLeaveFiniteScores) {
  OnlineScores scores(3);
  const Text huge{0, {0, 1}, {3e38F, -3e38F}};
  for (std::uint32_t i = 0; i < 20; ++i) scores.learn(i % 3, huge.x(), 1e30F);
  for (std::uint32_t label = 0; label < 3; ++label) {
    EXPECT_TRUE(std::isfinite(scores.score(label, huge.x())));
  }
}

}  // namespace
}  // namespace ect::learners
