// Labelled text: n-grams, hashing and the choice of options.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "data/features/hashed.h"
#include "tests/helpers/data_helpers.h"

namespace ect::data {
namespace {

constexpr TextOptions kWords = {2, 0, 0, 22};

std::vector<Example> read_text(const std::string& text, const TextOptions& options = kWords) {
  return all_examples(*text_reader(lines_of(text), options));
}

float total(const Example& example) {
  return std::accumulate(example.values.begin(), example.values.end(), 0.0F);
}

std::uint32_t place_of(const std::string& name) { return NameHash(name).place(22); }

TEST(TextReader, ReadsBothSpellings) {
  const auto examples =
      read_text("play music\tput on some jazz\n__label__weather will it rain\n__label__x\n");
  ASSERT_EQ(examples.size(), 3U);
  EXPECT_EQ(examples[0].label, "play music");
  EXPECT_EQ(examples[1].label, "weather");
  EXPECT_EQ(examples[2].label, "x");
  EXPECT_EQ(total(examples[0]), 4 + 3);  // words and pairs of words
  EXPECT_EQ(total(examples[1]), 3 + 2);
  EXPECT_TRUE(examples[2].indices.empty());
}

TEST(TextReader, FeaturesAreWordsInLowerCaseAndTheirPairs) {
  const auto examples = read_text("a\tRain, rain TODAY!\n");
  std::set<std::uint32_t> expected{place_of("wrain "), place_of("wtoday "), place_of("wrain rain "),
                                   place_of("wrain today ")};
  EXPECT_EQ(std::set(examples[0].indices.begin(), examples[0].indices.end()), expected);
  EXPECT_EQ(total(examples[0]), 5);  // "rain" twice
}

TEST(TextReader, WordsOfOtherScriptsStayWhole) {
  const auto examples = read_text("de\tGrüße\nmal\tഒരു\n", {1, 0, 0, 22});
  EXPECT_EQ(examples[0].indices, std::vector<std::uint32_t>{place_of("wgrüße ")});
  EXPECT_EQ(examples[1].indices, std::vector<std::uint32_t>{place_of("wഒരു ")});
}

TEST(TextReader, CharactersAreCodePoints) {
  // " aë " has 4 characters: 4 of one, 3 of two.
  EXPECT_EQ(total(read_text("x\taë\n", {0, 1, 2, 22})[0]), 4 + 3);
  EXPECT_EQ(total(read_text("x\ta  \t b\n", {0, 3, 3, 22})[0]), 3);  // " a b "
  EXPECT_TRUE(read_text("x\t\n", {0, 2, 3, 22})[0].indices.empty());
}

TEST(TextReader, IndicesStayWithinTheirBits) {
  const auto examples = read_text("x\tone two three four five six\n", {3, 1, 5, 4});
  EXPECT_LT(examples[0].indices.back(), 16U);
  EXPECT_TRUE(std::is_sorted(examples[0].indices.begin(), examples[0].indices.end()));
  EXPECT_EQ(std::set(examples[0].indices.begin(), examples[0].indices.end()).size(),
            examples[0].indices.size());
}

TEST(TextReader, ALineWithoutALabelIsOnlyToBePredicted) {
  const auto examples = read_text("a\tput on jazz\nput on jazz\n\tput on jazz\n");
  ASSERT_EQ(examples.size(), 3U);
  for (const std::size_t i : {1U, 2U}) {
    EXPECT_FALSE(examples[i].label);
    EXPECT_EQ(examples[i].indices, examples[0].indices);
  }
}

TEST(TextReader, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of([] { read_text("__label__ text\n"); }), "file:1: no label");
}

TEST(TextReader, RefusesASecondLabelAndSkipsBlankLines) {
  EXPECT_EQ(error_of([] { read_text("__label__a __label__b hi\n"); }),
            "file:1: a second label (expected one)");
  EXPECT_EQ(read_text("a\tb\n \t\n\nc\td\n").size(), 2U);
}

using Places = std::set<std::uint32_t>;

Places places_of(const Example& example) {
  return {example.indices.begin(), example.indices.end()};
}

TEST(TextReader, WordsHaveTheLowerHalfOfThePlacesAndCharactersTheUpper) {
  const auto half = [](const std::string& name) { return NameHash(name).place(21); };
  const Places expected{half("wab "), (1U << 21) + half("c "), (1U << 21) + half("ca"),
                        (1U << 21) + half("cb")};
  const TextOptions both = {2, 1, 1, 22};
  EXPECT_EQ(places_of(read_text("x\tab\n", both)[0]), expected);
  EXPECT_EQ(first_character_place(both), 1U << 21);
  EXPECT_EQ(first_character_place({0, 1, 1, 22}), 0U);
  EXPECT_EQ(first_character_place(kWords), 1U << 22);
  EXPECT_EQ(places_of(read_text("x\tab cd\n", {2, 1, 4, 1})[0]), (Places{0, 1}));
}

TEST(TextReader, TheFirstEditionSharesThePlacesAndKnowsNoEscapes) {
  const Places expected{place_of("wa "), place_of("wnb "), place_of("wa nb ")};
  EXPECT_EQ(places_of(read_text("x\ta\\nb\n", {2, 0, 0, 22, 1})[0]), expected);
  const Places both{place_of("wa "), place_of("c "), place_of("ca")};
  EXPECT_EQ(places_of(read_text("x\ta\n", {1, 1, 1, 22, 1})[0]), both);
}

TEST(TextReader, EscapesAreWhiteSpaceOrABackslash) {
  const TextOptions both = {2, 1, 3, 22};
  EXPECT_EQ(read_text("x\tone\\ntwo\\tthree\\r\\n\n", both)[0].indices,
            read_text("x\tone two three\n", both)[0].indices);
  EXPECT_EQ(places_of(read_text("x\ta\\\\nb\n")[0]), places_of(read_text("x\ta nb\n")[0]));
  const TextOptions characters = {0, 1, 1, 22};
  EXPECT_EQ(places_of(read_text("x\t\\\\\n", characters)[0]),
            (Places{place_of("c "), place_of("c\\")}));
  EXPECT_EQ(places_of(read_text("x\t\\\n", characters)[0]),
            (Places{place_of("c "), place_of("c\\")}));
}

TextOptions learnt_options(const std::string& text, const TextRequest& request = {}) {
  return learn_text_options(lines_of(text), request);
}

TEST(TextOptions, ShortTextsHaveCharactersToo) {
  const std::string at_limit = "a\t" + std::string(499, 'x') + "é\n";
  const TextOptions both = learnt_options(at_limit);
  EXPECT_EQ(both.words, 2U);
  EXPECT_EQ(both.least_chars, 1U);
  EXPECT_EQ(both.most_chars, 4U);
  EXPECT_EQ(both.bits, 30U);
  EXPECT_EQ(both.edition, 2U);
  const TextOptions words = learnt_options("a\t" + std::string(501, 'x') + "\n");
  EXPECT_EQ(words.words, 2U);
  EXPECT_EQ(words.most_chars, 0U);
  // The average length counts, not that of single texts.
  EXPECT_GT(learnt_options("a\t" + std::string(900, 'x') + "\n__label__b short\n").most_chars, 0U);
}

TEST(TextOptions, WhatIsWishedForStands) {
  const std::string long_text = "a\t" + std::string(1000, 'x') + "\n";
  TextRequest request;
  request.words = 1;
  request.bits = 18;
  EXPECT_EQ(learnt_options("a\tb\n", request).words, 1U);
  EXPECT_EQ(learnt_options("a\tb\n", request).most_chars, 4U);
  EXPECT_EQ(learnt_options(long_text, request).most_chars, 0U);
  EXPECT_EQ(learnt_options(long_text, request).bits, 18U);
  request.words = 0;  // without words, characters are used whatever the length
  EXPECT_EQ(learnt_options(long_text, request).most_chars, 4U);
  request.chars = {3, 5};
  EXPECT_EQ(learnt_options(long_text, request).least_chars, 3U);
  EXPECT_EQ(learnt_options(long_text, request).most_chars, 5U);
  request.words = 3;
  request.chars = {0, 0};
  EXPECT_EQ(learnt_options("a\tb\n", request).most_chars, 0U);
  EXPECT_EQ(learnt_options("a\tb\n", request).words, 3U);
}

TEST(NameHash, NeverChanges) {  // models store these places
  EXPECT_EQ(NameHash("").place(22), 3929095U);
  EXPECT_EQ(NameHash("wrain ").place(22), 1053352U);
}

}  // namespace
}  // namespace ect::data
