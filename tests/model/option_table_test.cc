// The table of training options, and that everything that lists options agrees with it.
#include "model/option_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <variant>
#include <vector>

#include "model/about_json.h"
#include "model/fingerprint.h"
#include "model/named_options.h"
#include "model/train_options.h"
#include "tests/helpers/data_helpers.h"

namespace ect::model {
namespace {

// The text of an option, where it is one with names.
const std::string* text_of(const TrainOption& option, const NamedOptions& options) {
  const auto* const member = std::get_if<std::string NamedOptions::*>(&option.member);
  return member != nullptr ? &(options.*(*member)) : nullptr;
}

TEST(OptionTable, NamesAndPlacesAreThereOnce) {
  std::set<std::string_view> names;
  std::set<std::uint32_t> in_fingerprints;
  for (const TrainOption& option : train_options()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_EQ(&train_option(option.name), &option);
    EXPECT_FALSE(option.help.empty()) << option.name;
    if (option.fingerprint == 0) continue;
    EXPECT_TRUE(in_fingerprints.insert(option.fingerprint).second) << option.name;
  }
  EXPECT_EQ(*in_fingerprints.rbegin(), in_fingerprints.size()) << "a place is left out";
  std::set<std::string_view> keys;
  std::uint32_t place = 0;
  for (const AboutField& field : about_fields()) {
    EXPECT_TRUE(keys.insert(field.key).second) << field.key;
    EXPECT_EQ(field.place, ++place) << field.key;
  }
}

TEST(OptionTable, WhatHasNamesIsParsedAndPrintedToTheSame) {
  const NamedOptions defaults;
  const Settings settings = parse_options(defaults);
  for (const TrainOption& option : train_options()) {
    const std::string* text = text_of(option, defaults);
    ASSERT_EQ(text != nullptr, option.parse != nullptr) << option.name;
    ASSERT_EQ(text != nullptr, option.print != nullptr) << option.name;
    if (text != nullptr) {
      EXPECT_EQ(printed(option, settings), *text) << option.name;
    }
  }
  const std::vector<std::pair<std::string, std::vector<std::string>>> others = {
      {"--reduction", {"ect", "tree", "all-pairs-filter-tree"}},
      {"--learner", {"hinge", "logistic-batch", "command:python3 a.py --b 'c:d'"}},
      {"--seeding", {"random", "similar", "given:a:b.json"}},
      {"--code", {"exhaustive", "random:12"}},
      {"--decode", {"scores", "votes"}},
      {"--expand", {"none", "quadratic", "fourier:100"}},
      {"--finals",
       {"charged", "contested", "contested:paths", "contested:wins", "contested:pairs",
        "contested:scorers", "contested:joint"}},
      {"--routing", {"own", "out-of-fold"}},
      {"--cost-scale", {"linear", "log", "rank"}}};
  for (const auto& [name, texts] : others) {
    const TrainOption& option = train_option(name);
    for (const std::string& text : texts) {
      Settings changed = settings;
      option.parse(text, changed);
      EXPECT_EQ(printed(option, changed), text) << name;
    }
    Settings unused;
    EXPECT_NE(error_of([&, &from = option] { from.parse("no such name", unused); }), "") << name;
  }
}

// Checkpoints from before are to be gone on from: the lines may not change, nor their order.
TEST(OptionTable, FingerprintsAreAsTheyWere) {
  NamedOptions options;
  Labels labels;
  labels.add("a");
  const auto beginning = [&] {
    const std::string text = fingerprint(parse_options(options), data::Layout(), labels);
    return text.substr(0, text.find("classes="));
  };
  EXPECT_EQ(beginning(),
            "reduction=ect\n-m=0\nlearner=auto\nseeding=auto\nfinals=auto\ncontenders=0\n"
            "expand=auto\ntrees=1\nfast=false\ndecode=\ncode=\npasses=0\ncosts=false\n"
            "cost-scale=linear\nl2=auto\ncosting=0\nprobing=0\nseed=1\n");
  options.routing = "own";
  options.finals = "charged";
  options.l2 = 0.5;
  options.fast = true;
  options.threads = 3;
  options.compact = 8;
  EXPECT_EQ(beginning(),
            "reduction=ect\n-m=0\nlearner=auto\nseeding=auto\nfinals=charged\ncontenders=0\n"
            "routing=own\nexpand=auto\ntrees=1\nfast=true\ndecode=\ncode=\npasses=0\ncosts=false\n"
            "cost-scale=linear\nl2=0x1p-1\ncosting=0\nprobing=0\nseed=1\n");
}

TEST(OptionTable, WhatAModelSaysOfItsOptionsIsReadBack) {
  About about;
  about.reduction = "ect";
  about.learner = "hinge";
  about.seeding = "similar";
  about.l2 = 0.25;
  about.trees = 3;
  about.finals = "contested";
  about.expand = "fourier:10";
  about.weight_bits = 16;
  const std::string text = about_json(about, data::Layout());
  About read;
  data::Layout layout;
  read_about(text, read, layout);
  EXPECT_EQ(about_json(read, layout), text);
  EXPECT_EQ(read.trees, 3U);
  EXPECT_EQ(read.weight_bits, 16U);
  EXPECT_EQ(text.find("routing"), std::string::npos) << "what is not used is not there";
}

}  // namespace
}  // namespace ect::model
