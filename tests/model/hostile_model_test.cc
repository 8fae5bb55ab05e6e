// Malicious model files, with right checksums. They are refused with a line that names the file, or
// are models whose evaluation stays within bounds.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "ect/error.h"
#include "model/named_options.h"
#include "reductions/reductions.h"
#include "tests/fuzz/ask_model.h"
#include "tests/fuzz/model_frame.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/sanitized.h"
#include "tests/helpers/small_models.h"

namespace ect::model {
namespace {

std::string good_file() {
  static const std::string bytes = bytes_of(learnt("a.csv", small_csv()));
  return bytes;
}

// As the paper has it: nothing that only version 2 of the format can say.
model::NamedOptions plain() {
  model::NamedOptions options;
  options.finals = "charged";
  options.expand = "none";
  return options;
}

std::string error_with(const ModelFrame& frame) {
  return error_of([&] { ask_model(model_of(frame.file())); });
}

// The error of the good file with another section.
std::string error_with(std::uint32_t id, const std::string& bytes) {
  ModelFrame frame(good_file());
  frame.part(id) = bytes;
  return error_with(frame);
}

// The same with a piece of what it says of itself replaced.
std::string error_about(const std::string& piece, const std::string& by) {
  std::string about = ModelFrame(good_file()).part(kAboutId);
  const std::size_t at = about.find(piece);
  EXPECT_NE(at, std::string::npos) << piece << " in " << about;
  if (at != std::string::npos) about.replace(at, piece.size(), by);
  return error_with(kAboutId, about);
}

TEST(HostileModel, AFileTakenApartAndPutTogetherIsTheSame) {
  EXPECT_EQ(ModelFrame(good_file()).file(), good_file());
  ModelFrame mended(good_file());
  mended.mend_blocks();
  EXPECT_EQ(mended.file(), good_file());
  std::string in_place = good_file();
  put_number<std::uint64_t>(in_place, 16, 0);
  put_number<std::uint32_t>(in_place, kFrameHeader + 4, 0);
  mend_checksums(in_place);
  EXPECT_EQ(in_place, good_file());
}

// Of the changes to the byte at a place: all, or under a sanitizer one, the next one at the next
// place.
std::vector<int> changes_at(std::size_t place, const std::vector<int>& all) {
  if (!kSanitized) return all;
  return {all[place % all.size()]};
}

TEST(HostileModel, EveryByteOfEverySectionMayBeAnother) {
  int taken = 0;
  int refused = 0;
  const ModelFrame good(good_file());
  for (std::size_t i = 0; i < good.parts.size(); ++i) {
    for (std::size_t at = 0; at < good.parts[i].bytes.size(); ++at) {
      for (const int change : changes_at(at, {0x01, 0x80, 0xff})) {
        ModelFrame frame = good;
        char& byte = frame.parts[i].bytes[at];
        byte = static_cast<char>(byte ^ change);
        frame.mend_blocks();
        ++(load_and_ask(frame.file()) ? taken : refused);
      }
    }
  }
  EXPECT_GT(taken, all_or_enough(100, 30));
  EXPECT_GT(refused, all_or_enough(1000, 300));
}

// What the reduction needs, with every byte changed and of every other length: refused or harmless.
void spoil_words(const ModelFrame& good) {
  const std::string words = ModelFrame(good).part(kScheduleId);
  for (std::size_t at = 0; at < words.size(); ++at) {
    for (const int change : changes_at(at, {0x01, 0x02, 0x80, 0xff})) {
      ModelFrame frame = good;
      char& byte = frame.part(kScheduleId)[at];
      byte = static_cast<char>(byte ^ change);
      load_and_ask(frame.file());
    }
  }
  for (std::size_t size = 0; size < words.size() + 9; size += all_or_enough(1, 3)) {
    if (size == words.size()) continue;
    ModelFrame frame = good;
    frame.part(kScheduleId).resize(size, '\0');
    EXPECT_FALSE(load_and_ask(frame.file())) << size;
  }
}

TEST(HostileModel, WhatEveryReductionNeedsMayBeAnything) {
  for (const reductions::ReductionKind& kind : reductions::reduction_kinds()) {
    SCOPED_TRACE(kind.name);
    model::NamedOptions options;
    options.reduction = kind.name;
    const ModelFrame good(bytes_of(learnt("a.csv", small_csv(), options)));
    EXPECT_TRUE(load_and_ask(good.file()));
    spoil_words(good);
    // Another reduction's words and classifiers.
    for (const reductions::ReductionKind& other : reductions::reduction_kinds()) {
      ModelFrame frame = good;
      std::string& about = frame.part(kAboutId);
      const std::string name = '"' + std::string(kind.name) + '"';
      about.replace(about.find(name), name.size(), '"' + std::string(other.name) + '"');
      load_and_ask(frame.file());
    }
  }
}

TEST(HostileModel, WhatContestedFinalsAndTreesNeedMayBeAnything) {
  for (const char* rule : {"contested:paths", "contested:wins", "contested:pairs",
                           "contested:scorers", "contested:joint"}) {
    for (const std::uint32_t trees : {1U, 3U}) {
      for (const std::uint32_t eliminations : {1U, 2U}) {
        SCOPED_TRACE(testing::Message() << rule << ", " << trees << " trees, " << eliminations);
        model::NamedOptions options;
        options.finals = rule;
        options.trees = trees;
        options.eliminations = eliminations;
        options.fast = true;
        const ModelFrame good(bytes_of(learnt("a.csv", small_csv(), options)));
        EXPECT_TRUE(load_and_ask(good.file()));
        spoil_words(good);
        // It says something else of itself than what is there.
        for (const auto& [piece, by] :
             {std::pair<std::string, std::string>("\"contested\"", "\"charged\""),
              {"\"contested\"", "\"\""},
              {"\"trees\":3", "\"trees\":2"},
              {"\"trees\":3", "\"trees\":0"},
              {"\"trees\":3", "\"trees\":4294967295"}}) {
          ModelFrame frame = good;
          std::string& about = frame.part(kAboutId);
          const std::size_t at = about.find(piece);
          if (at == std::string::npos) continue;
          about.replace(at, piece.size(), by);
          EXPECT_FALSE(load_and_ask(frame.file())) << piece << " is " << by;
        }
      }
    }
  }
}

TEST(HostileModel, ExpansionsMayBeAnything) {
  for (const char* expand : {"quadratic", "fourier:20"}) {
    SCOPED_TRACE(expand);
    model::NamedOptions options;
    options.expand = expand;
    const ModelFrame good(bytes_of(learnt("a.csv", small_csv(), options)));
    EXPECT_TRUE(load_and_ask(good.file()));
    const std::string bytes = ModelFrame(good).part(kExpansionId);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const int change : changes_at(at, {0x01, 0x40, 0x80, 0xff})) {
        ModelFrame frame = good;
        char& byte = frame.part(kExpansionId)[at];
        byte = static_cast<char>(byte ^ change);
        load_and_ask(frame.file());
      }
    }
    for (std::size_t size = 0; size < bytes.size() + 9; ++size) {
      ModelFrame frame = good;
      frame.part(kExpansionId).resize(size, '\0');
      EXPECT_EQ(load_and_ask(frame.file()), size == bytes.size()) << size;
    }
    // What it says of itself must be what is there.
    ModelFrame other = good;
    std::string& about = other.part(kAboutId);
    const std::string name = '"' + std::string(expand) + '"';
    about.replace(about.find(name), name.size(), "\"fourier:21\"");
    EXPECT_FALSE(load_and_ask(other.file()));
    ModelFrame without = good;
    std::erase_if(without.parts, [](const auto& part) { return part.id == kExpansionId; });
    EXPECT_FALSE(load_and_ask(without.file()));
  }
}

TEST(HostileModel, EverySectionMayEndEarlierOrLater) {
  const ModelFrame good(good_file());
  for (std::size_t i = 0; i < good.parts.size(); ++i) {
    for (std::size_t size = 0; size < good.parts[i].bytes.size() + 70; ++size) {
      if (size == good.parts[i].bytes.size()) continue;
      ModelFrame frame = good;
      frame.parts[i].bytes.resize(size, ' ');
      frame.mend_blocks();
      const bool blanks_behind_json = i == 0 && size > good.parts[i].bytes.size();
      EXPECT_EQ(load_and_ask(frame.file()), blanks_behind_json) << i << ": " << size;
    }
  }
}

TEST(HostileModel, OtherVersionsAreNamed) {
  // Trees are no weights that could be packed.
  model::NamedOptions first = plain();
  first.learner = "c45";
  ModelFrame frame(bytes_of(learnt("a.csv", small_csv(), first)));
  EXPECT_EQ(frame.version, 1U);
  for (const std::uint32_t version : {0U, 5U, 0xffffffffU}) {
    frame.version = version;
    EXPECT_EQ(error_with(frame), "some.model: the model has format version " +
                                     std::to_string(version) + " (expected 1 to 4)");
  }
  const std::string lies = "some.model: the content does not match the format version";
  for (const std::uint32_t version : {2U, 3U, 4U}) {
    frame.version = version;
    EXPECT_EQ(error_with(frame), lies);
  }
  model::NamedOptions trees = first;
  trees.trees = 2;
  trees.seeding = "random";
  for (const auto& [later, version] :
       {std::pair(bytes_of(learnt("b.tsv", small_text(), first)), 2U),
        std::pair(bytes_of(learnt("a.csv", small_csv(), trees)), 2U),
        std::pair(bytes_of(learnt("a.csv", small_csv(), plain())), 3U),
        std::pair(bytes_of(learnt("b.tsv", small_text(), model::NamedOptions{})), 4U)}) {
    frame = ModelFrame(later);
    EXPECT_EQ(frame.version, version);
    EXPECT_EQ(error_with(frame), "");
    for (const std::uint32_t other : {1U, 2U, 3U, 4U}) {
      frame.version = other;
      // Versions 3 and 4 differ in the layout of the weights alone.
      const bool layouts = version >= 3 && other >= 3;
      const std::string weights =
          "some.model: the weights are damaged: the number of weight vectors does not match";
      EXPECT_EQ(error_with(frame), other == version ? "" : layouts ? weights : lies);
    }
  }
}

TEST(HostileModel, CountsOfTheHeaderAreNotBelieved) {
  for (const std::uint32_t sections : {0U, 6U, 8U, 65U, 0x7fffffffU, 0xffffffffU}) {
    std::string file = good_file();
    put_number(file, 12, sections);
    mend_checksums(file);
    EXPECT_FALSE(error_of([&] { model_of(file); }).empty()) << sections;
  }
  for (const std::size_t field : {8, 16}) {  // offset and bytes of each section
    for (std::size_t section = 0; section < 7; ++section) {
      const std::size_t at = kFrameHeader + section * kFrameEntry + field;
      const auto old = number_at<std::uint64_t>(good_file(), at);
      for (const std::uint64_t value : {old + 1, old + 64, old - 1, std::uint64_t{1} << 40,
                                        std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        std::string file = good_file();
        put_number(file, at, value);
        mend_checksums(file);
        EXPECT_FALSE(error_of([&] { model_of(file); }).empty()) << section << ": " << value;
      }
    }
  }
}

TEST(HostileModel, SectionsAreThereOnceAndNothingIsBetweenThem) {
  for (std::size_t i = 0; i < 6; ++i) {
    ModelFrame missing(good_file());
    missing.parts.erase(missing.parts.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(error_with(missing).find("is missing"), std::string::npos);
    ModelFrame twice(good_file());
    twice.parts.push_back(twice.parts[i]);
    EXPECT_NE(error_with(twice).find("is duplicated"), std::string::npos);
  }
  ModelFrame more(good_file());
  more.parts.push_back({77, "of a later program"});
  EXPECT_EQ(error_with(more), "");
  std::string file = good_file();
  const auto first = number_at<std::uint64_t>(file, kFrameHeader + 8);
  const auto end = first + number_at<std::uint64_t>(file, kFrameHeader + 16);
  ASSERT_NE(end % 64, 0U);
  file[end] = 'x';
  EXPECT_NE(error_of([&] { model_of(file); }).find("the bytes before section 2 are damaged"),
            std::string::npos);
}

TEST(HostileModel, WhatItSaysOfItselfIsChecked) {
  for (const auto& [piece, by] : {std::pair<std::string, std::string>("\"ect\"", "\"a\\nb\""),
                                  {"\"hinge\"", "\"\\u0007\""},
                                  {"\"hinge\"", "7"},
                                  {"\"csv\"", "\"x\\ny\""},
                                  {"\"seed\":1", "\"seed\":-1"},
                                  {"\"seed\":1", "\"seed\":1e300"},
                                  {"\"seed\":1", "\"sead\":1"},
                                  {"\"passes\":0", "\"passes\":4294967296"},
                                  {"\"examples\":60", "\"examples\":0.5"},
                                  {"\"header\":true", "\"header\":3"},
                                  {"\"num\"", "\"cost\""},
                                  {"\"num\"", "\"number\""},
                                  {"\"name\":\"size\"", "\"name\":[1,256]"},
                                  {"\"name\":\"size\"", "\"name\":[1.5]"},
                                  {"\"name\":\"size\"", "\"name\":{}"},
                                  {"{", "[[[["}}) {
    const std::string error = error_about(piece, by);
    EXPECT_TRUE(error.starts_with("some.model: ")) << piece << " is " << by << ": " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
  EXPECT_EQ(error_about("\"name\":\"size\"", "\"name\":[115,105,255]"), "");
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  EXPECT_NE(error_with(kAboutId, deep), "");
}

TEST(HostileModel, TextLayoutsKeepToTheirLimits) {
  ModelFrame good(bytes_of(learnt("b.tsv", small_text())));
  const std::string about = good.part(kAboutId);
  const auto error_for = [&](const std::string& piece, const std::string& by) {
    ModelFrame frame = good;
    const std::size_t at = about.find(piece);
    EXPECT_NE(at, std::string::npos) << about;
    frame.part(kAboutId).replace(at, piece.size(), by);
    return error_with(frame);
  };
  EXPECT_NE(error_for("\"words\":2", "\"words\":65"), "");
  EXPECT_EQ(error_for("\"words\":2", "\"words\":64"), "");
  EXPECT_NE(error_for("\"most_chars\":4", "\"most_chars\":1000000"), "");
  EXPECT_NE(error_for("\"bits\":30", "\"bits\":31"), "");
  EXPECT_NE(error_for("\"bits\":30", "\"bits\":0"), "");
  EXPECT_EQ(error_for("\"bits\":30", "\"bits\":1"), "");
  EXPECT_NE(error_for("\"edition\":2", "\"edition\":0"), "");
  EXPECT_NE(error_for("\"edition\":2", "\"edition\":3"), "");
  EXPECT_EQ(error_for("\"edition\":2", "\"edition\":1"), "");
}

TEST(HostileModel, TableLayoutsNameSeparatorsAndNotationsThatThereAre) {
  std::string text = "size;share;class\n";
  for (int i = 0; i < 12; ++i) text += i % 2 == 0 ? "1,5;10 %;p\n" : "9,5;90 %;q\n";
  ModelFrame good(bytes_of(learnt("b.csv", text)));
  const std::string about = good.part(kAboutId);
  const auto error_for = [&](const std::string& piece, const std::string& by) {
    ModelFrame frame = good;
    const std::size_t at = about.find(piece);
    EXPECT_NE(at, std::string::npos) << about;
    frame.part(kAboutId).replace(at, piece.size(), by);
    return error_with(frame);
  };
  const std::string separator = "\"separator\":\";\"";
  EXPECT_EQ(error_for(separator, "\"separator\":\"\\t\""), "");
  for (const char* by : {"\"x\"", "\"\"", "\";;\"", "59", "null"}) {
    EXPECT_NE(error_for(separator, std::string("\"separator\":") + by), "") << by;
  }
  EXPECT_NE(error_for("\"decimal_comma\":true", "\"decimal_comma\":1"), "");
  EXPECT_NE(error_for("\"percent\":true", "\"percent\":\"yes\""), "");
}

TEST(HostileModel, WeightsOfTextAreInOrderAndSound) {
  const ModelFrame good(bytes_of(learnt("b.tsv", small_text())));
  const std::string scaling = ModelFrame(good).part(kScalingId);
  const auto known = number_at<std::uint64_t>(scaling, 8);
  ASSERT_EQ(scaling.size(), 24 + 8 * known);
  const auto error_for = [&](std::size_t at, auto number) {
    ModelFrame frame = good;
    put_number(frame.part(kScalingId), at, number);
    return error_with(frame);
  };
  const std::string damaged = "some.model: the scaling of features is damaged";
  const std::size_t second = 28;
  const std::size_t last = 24 + 4 * (known - 1);
  const std::size_t idf = 24 + 4 * known;
  EXPECT_EQ(error_for(second, number_at<std::uint32_t>(scaling, 24)), damaged);
  EXPECT_EQ(error_for(second, 0U), damaged);
  EXPECT_EQ(error_for(last, (1U << 30) - 1), "");
  EXPECT_EQ(error_for(last, 1U << 30), damaged);
  EXPECT_EQ(error_for(idf, 0.0F), damaged);
  EXPECT_EQ(error_for(idf, -1.0F), damaged);
  EXPECT_EQ(error_for(idf, std::numeric_limits<float>::infinity()), damaged);
  EXPECT_EQ(error_for(idf, std::numeric_limits<float>::quiet_NaN()), damaged);
  EXPECT_EQ(error_for(16, known), "");  // all of them words
  for (const std::uint64_t huge : {known + 1, std::uint64_t{1} << 32, std::uint64_t{1} << 61,
                                   std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    EXPECT_EQ(error_for(8, huge), damaged) << huge;
    EXPECT_EQ(error_for(16, huge), damaged) << huge;
  }
}

TEST(HostileModel, TablesWithHugeCountsAreRefusedBeforeMemoryIsTaken) {
  ModelFrame good(good_file());
  for (const std::uint64_t huge :
       {std::uint64_t{7}, std::uint64_t{1} << 32, std::uint64_t{1} << 61, std::uint64_t{1} << 63,
        ~std::uint64_t{0}, ~std::uint64_t{0} / 2}) {
    std::string labels = good.part(kLabelsId);
    put_number(labels, 0, huge);
    EXPECT_TRUE(error_with(kLabelsId, labels).starts_with("some.model: ")) << huge;
    for (const std::size_t at : {8, 16}) {  // columns, and those that are always there
      std::string scaling = good.part(kScalingId);
      put_number(scaling, at, huge);
      EXPECT_TRUE(error_with(kScalingId, scaling).starts_with("some.model: ")) << huge;
    }
  }
}

TEST(HostileModel, LabelsAreAsManyAsPlayersAndDifferent) {
  ModelFrame other(bytes_of(learnt("c.svm", small_svm())));  // five classes, not six
  ModelFrame frame(bytes_of(learnt("a.csv", small_csv(), plain())));
  frame.part(kLabelsId) = other.part(kLabelsId);
  EXPECT_EQ(error_with(frame), "some.model: the number of labels does not match the tournament");
  EXPECT_NE(error_with(kLabelsId, other.part(kLabelsId)), "");
  EXPECT_NE(error_with(kScheduleId, other.part(kScheduleId)), "");
  EXPECT_NE(error_with(kDirectoryId, other.part(kDirectoryId)), "");
  std::string labels = ModelFrame(good_file()).part(kLabelsId);
  labels.replace(labels.find("class 1"), 7, "class 0");
  EXPECT_EQ(error_with(kLabelsId, labels), "some.model: the table of labels is damaged");
}

}  // namespace
}  // namespace ect::model
