// Output codes: distances, error correction, decoding, and probabilities.
#include "reductions/flat/ecoc.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/helpers/data_helpers.h"
#include "tests/helpers/reduction_helpers.h"

namespace ect::reductions {
namespace {

// Of every label: its bit in a column; the complement if that begins with 1.
std::vector<bool> question(const CodeMatrix& code, std::uint32_t column) {
  std::vector<bool> bits;
  for (std::uint32_t label = 0; label < code.labels(); ++label) {
    bits.push_back(code.bit(label, column) != code.bit(0, column));
  }
  return bits;
}

std::size_t questions_in(const CodeMatrix& code) {
  std::set<std::vector<bool>> seen;
  for (std::uint32_t c = 0; c < code.columns(); ++c) seen.insert(question(code, c));
  return seen.size();
}

bool asks_something(const CodeMatrix& code, std::uint32_t column) {
  const std::vector<bool> bits = question(code, column);
  return std::find(bits.begin(), bits.end(), true) != bits.end();
}

// Margins that answer with the word of a label, but for the columns in `wrong`.
std::vector<float> answers(const CodeMatrix& code, std::uint32_t label, std::uint32_t wrong = 0) {
  std::vector<float> margins;
  for (std::uint32_t c = 0; c < code.columns(); ++c) {
    const bool flipped = c < 32 && (wrong >> c & 1) != 0;
    margins.push_back(code.bit(label, c) != flipped ? 1 : -1);
  }
  return margins;
}

std::uint32_t ask_code(const Reduction& reduction, const std::vector<float>& margins) {
  std::uint64_t questions = 0;
  const std::uint32_t label = reduction.predict(FixedClassifiers(margins), {}, questions);
  EXPECT_EQ(questions, margins.size());
  return label;
}

TEST(Codes, TheExhaustiveCodeAsksEveryQuestionOnce) {
  for (std::uint32_t k = 2; k <= kMaxExhaustive; ++k) {
    const CodeMatrix code = exhaustive_code(k);
    EXPECT_EQ(code.columns(), (1U << (k - 1)) - 1);
    EXPECT_EQ(questions_in(code), code.columns());
    for (std::uint32_t c = 0; c < code.columns(); ++c) EXPECT_TRUE(asks_something(code, c));
    // Every two labels are equally far apart.
    for (std::uint32_t a = 1; a < k; ++a) {
      for (std::uint32_t b = 0; b < a; ++b) {
        EXPECT_EQ(distance(code.row(a), code.row(b)), k == 2 ? 1 : 1U << (k - 2));
      }
    }
  }
}

TEST(Codes, RandomCodesTellAllLabelsApartByDifferentQuestions) {
  for (const std::uint32_t k : {2U, 3U, 4U, 5U, 8U, 9U, 26U, 32U, 33U, 64U, 65U, 300U}) {
    const auto digits = static_cast<std::uint32_t>(std::bit_width(k - 1));
    for (const std::uint32_t columns : {digits, digits + 1, 2 * digits, 10 * digits}) {
      const CodeMatrix code = random_code(k, columns, columns);
      EXPECT_GE(code.least_distance(), 1U) << k << " labels, " << columns << " columns";
      const std::uint64_t possible = k > 16 ? columns : (1U << (k - 1)) - 1;
      EXPECT_EQ(questions_in(code), std::min<std::uint64_t>(columns, possible));
      for (std::uint32_t c = 0; c < columns; ++c) EXPECT_TRUE(asks_something(code, c));
    }
  }
}

TEST(Codes, TheBestOfManyRandomCodesIsBetterThanMost) {
  // A code of 50 coin flips has labels as near as 12 or 13 among 26; no seed gives such a one here.
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_GE(random_code(26, 50, seed).least_distance(), 14U);
  }
  EXPECT_EQ(random_code(26, 50, 3), random_code(26, 50, 3));
  EXPECT_FALSE(random_code(26, 50, 3) == random_code(26, 50, 4));
}

TEST(Codes, ManyLabelsTakeNoTimeForDistances) {
  const CodeMatrix code = random_code(20000, 60, 1);
  EXPECT_EQ(CodeMatrix::unpack(code.pack(), 20000), code);  // which looks for rows that are equal
}

TEST(Ecoc, CorrectsAsManyWrongColumnsAsTheDistanceAllows) {
  const auto check = [](const CodeMatrix& code) {
    const Ecoc reduction(code);
    const auto corrected = static_cast<int>((code.least_distance() - 1) / 2);
    for (std::uint32_t wrong = 0; wrong < 1U << code.columns(); ++wrong) {
      if (std::popcount(wrong) > corrected) continue;
      for (std::uint32_t label = 0; label < code.labels(); ++label) {
        ASSERT_EQ(ask_code(reduction, answers(code, label, wrong)), label);
      }
    }
  };
  for (std::uint32_t k = 2; k <= 5; ++k) check(exhaustive_code(k));  // up to 3 wrong of 15
  for (std::uint32_t k = 3; k <= 12; ++k) check(random_code(k, 14, k));
}

TEST(Ecoc, TiesAreBrokenByMarginsThenTheLowestLabel) {
  const Ecoc reduction(exhaustive_code(3));  // words 111, 010, 001
  EXPECT_EQ(ask_code(reduction, {-0.1F, 2, 0.3F}), 0U);
  EXPECT_EQ(ask_code(reduction, {-1, 2, 0.3F}), 1U);
  EXPECT_EQ(ask_code(reduction, {-1, 0.3F, 2}), 2U);
  EXPECT_EQ(ask_code(reduction, {-1, 1, 1}), 0U);
  // Nearer words come before larger margins.
  EXPECT_EQ(ask_code(reduction, {-0.1F, 0.1F, -0.1F}), 1U);
  EXPECT_EQ(ask_code(Ecoc(exhaustive_code(2)), {-1}), 1U);
  EXPECT_EQ(ask_code(Ecoc(exhaustive_code(2)), {1}), 0U);
}

TEST(Ecoc, AnExampleIsOnTheSideOfItsBit) {
  const Ecoc reduction(random_code(9, 20, 5));
  for (std::uint32_t label = 0; label < 9; ++label) {
    std::vector<Member> members;
    reduction.problems_of(label, members);
    ASSERT_EQ(members.size(), 20U);
    for (const Member& member : members) {
      EXPECT_EQ(member.side == Side::kRight, reduction.code().bit(label, member.index));
      std::vector<Member> labels;
      reduction.labels_of(member.index, labels);
      EXPECT_EQ(labels[label], (Member{label, member.side}));
    }
  }
}

TEST(Ecoc, ProbabilitiesAreGeometricMeansOverTheColumnsForEachBit) {
  Random random(51);
  for (int round = 0; round < 50; ++round) {
    const Ecoc reduction(random_code(7, 12, random.next()));
    const FixedClassifiers classifiers(random_margins(12, random));
    std::vector<double> expected(7, 1);
    double sum = 0;
    for (std::uint32_t label = 0; label < 7; ++label) {
      for (std::uint32_t c = 0; c < 12; ++c) {
        const double right = learners::probability_of(classifiers.margin(c, {}));
        expected[label] *= reduction.code().bit(label, c) ? right : 1 - right;
      }
      expected[label] = std::pow(expected[label], 3.0 / 12);  // 7 labels have 3 bits
      sum += expected[label];
    }
    for (std::uint32_t label = 0; label < 7; ++label) {
      EXPECT_NEAR(reduction.probability(classifiers, {}, label), expected[label] / sum, 1e-9);
    }
  }
}

// The bound on errors that `guarantee` states: a wrong label takes half the distance in wrong
// columns.
TEST(Ecoc, AWrongLabelTakesHalfTheDistanceInWrongColumns) {
  const CodeMatrix code = random_code(6, 12, 2);
  const Ecoc reduction(code);
  for (std::uint32_t wrong = 0; wrong < 1U << 12; ++wrong) {
    for (std::uint32_t label = 0; label < 6; ++label) {
      if (ask_code(reduction, answers(code, label, wrong)) == label) continue;
      ASSERT_GE(2 * std::popcount(wrong), static_cast<int>(code.least_distance()));
    }
  }
  EXPECT_EQ(Ecoc(exhaustive_code(4)).guarantee(false),
            "none of regret; error <= 3.50 x the average error of its columns");
}

TEST(Ecoc, CodesAreChosenByTheirNames) {
  ReductionPlan plan = plan_for(5);
  const auto columns = [&] { return reduction_named("ecoc").make(plan)->problems(); };
  EXPECT_EQ(columns(), 15U);
  plan.code = parse_code("random:9");
  EXPECT_EQ(columns(), 9U);
  plan.code = parse_code("random:2");
  EXPECT_EQ(error_of(columns),
            "2 columns cannot distinguish 5 labels (expected at least random:3)");
  plan.classes = 12;
  plan.code = parse_code("exhaustive");
  EXPECT_EQ(error_of(columns),
            "an exhaustive code of 12 labels is too long (expected at most 11 labels, or random:N "
            "for N columns)");
  for (const char* code : {"random", "random:", "random:0", "random:-1", "random:1e3",
                           "random:70000", "Exhaustive", "hadamard"}) {
    EXPECT_EQ(error_of([&] { parse_code(code); }),
              "unknown code '" + std::string(code) +
                  "' (expected exhaustive or random:N, N up to 65536)");
  }
}

TEST(Ecoc, RefusesWordsThatAreNoCode) {
  const auto load = reduction_named("ecoc").load;
  const std::vector<std::uint32_t> words = exhaustive_code(3).pack();  // 3 columns: 7, 2, 4
  ASSERT_EQ(words, (std::vector<std::uint32_t>{3, 7, 2, 4}));
  EXPECT_EQ(error_of([&] { load(words, 3); }), "");
  const auto refused = [&](const std::vector<std::uint32_t>& changed) {
    return error_of([&] { load(changed, 3); });
  };
  EXPECT_EQ(refused({}), "the code is damaged: it has no columns");
  EXPECT_EQ(refused({0}), "the code is damaged: it has no columns");
  EXPECT_EQ(refused({3, 7, 2}), "the code is damaged: its length is wrong");
  EXPECT_EQ(refused({0xffffffff, 7, 2, 4}), "the code is damaged: its length is wrong");
  EXPECT_EQ(refused({3, 7, 2, 2}), "the code is damaged: two labels have the same row");
  EXPECT_EQ(refused({3, 7, 2, 12}),
            "the code is damaged: there is something behind the last column");
}

}  // namespace
}  // namespace ect::reductions
