// Models written to files and loaded, and accidentally damaged files. Malicious files are in
// hostile_model_test.
#include <gtest/gtest.h>

#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "data/features/scaling.h"
#include "ect/error.h"
#include "ect/predict.h"
#include "learners/linear/linear.h"
#include "model/named_options.h"
#include "reductions/reductions.h"
#include "reductions/tournament/tournament_reduction.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/small_models.h"

namespace ect::model {
namespace {

model::NamedOptions options(const std::string& reduction, const std::string& learner,
                            std::uint32_t eliminations = 0) {
  model::NamedOptions result;
  result.reduction = reduction;
  result.learner = learner;
  result.eliminations = eliminations;
  result.expand = "none";
  return result;
}

// Every answer, bit by bit.
void expect_same_answers(const Model& a, const Model& b, data::Reader& reader) {
  ASSERT_EQ(a.classes(), b.classes());
  for (std::uint32_t i = 0; i < a.classes(); ++i) ASSERT_EQ(a.label(i), b.label(i));
  Predictor one(a);
  Predictor other(b);
  for (Example example; reader.next(example);) {
    const Features x = example.features();
    ASSERT_EQ(one.predict(x), other.predict(x));
    const auto likeliest = one.top(x, a.classes());
    const auto too = other.top(x, a.classes());
    ASSERT_EQ(likeliest.size(), too.size());
    for (std::size_t i = 0; i < too.size(); ++i) {
      ASSERT_EQ(likeliest[i].label, too[i].label);
      ASSERT_EQ(likeliest[i].probability, too[i].probability);
    }
    for (std::uint32_t label = 0; label < a.classes(); ++label) {
      ASSERT_EQ(one.probability(x, label), other.probability(x, label));
    }
    Example scaled = example;
    b.parts().preparation.scaling().apply(scaled);
    for (std::uint32_t n = 0; n < a.parts().reduction->problems(); ++n) {
      ASSERT_EQ(a.parts().classifiers->margin(n, scaled.features()),
                b.parts().classifiers->margin(n, scaled.features()));
    }
  }
}

TEST(ModelFile, EveryKindOfModelAnswersAfterLoadingAsBefore) {
  for (const auto& [name, text] : {std::pair<std::string, std::string>("a.csv", small_csv()),
                                   {"b.tsv", small_text()},
                                   {"c.svm", small_svm()}}) {
    std::vector<model::NamedOptions> ways = {options("ect", "hinge", 3)};
    for (const reductions::ReductionKind& kind : reductions::reduction_kinds()) {
      ways.push_back(options(std::string(kind.name), "hinge"));
      ways.push_back(options(std::string(kind.name), "logistic"));
    }
    for (const char* finals : {"charged", "contested:paths", "contested:wins", "contested:pairs",
                               "contested:scorers", "contested:joint"}) {
      ways.push_back(options("ect", "hinge"));
      ways.back().finals = finals;
      ways.back().trees = 1 + static_cast<std::uint32_t>(ways.size() % 3);
    }
    for (const char* expand : {"quadratic", "fourier:30"}) {
      if (name == "b.tsv") continue;  // far too many features
      ways.push_back(options("ect", "hinge"));
      ways.back().expand = expand;
    }
    for (const model::NamedOptions& how : ways) {
      SCOPED_TRACE(name + ' ' + how.reduction + ' ' + how.learner + ' ' + how.expand);
      const Model model = learnt(name, text, how);
      const TempFile file;
      model.save(file.path());
      const Model loaded = Model::load(file.path());
      loaded.verify();
      const data::DataFile data(name, std::make_shared<const std::string>(text));
      const auto reader = open_reader(data, loaded.parts().layout);
      ASSERT_NO_FATAL_FAILURE(expect_same_answers(model, loaded, *reader));
      EXPECT_EQ(bytes_of(loaded), file.bytes());
      EXPECT_EQ(loaded.parts().about.data, name);
      EXPECT_EQ(loaded.parts().preparation.expansion().name(), how.expand);
      EXPECT_EQ(loaded.parts().about.learner, how.learner);
      EXPECT_EQ(loaded.parts().about.error, model.parts().about.error);
    }
  }
}

TEST(ModelFile, TheSameDataGivesTheSameBytesWhateverTheThreads) {
  for (const std::string learner : {"hinge", "logistic"}) {
    model::NamedOptions how = options("ect", learner, 2);
    how.threads = 1;
    const std::string bytes = bytes_of(learnt("a.csv", small_csv(), how));
    EXPECT_EQ(bytes_of(learnt("a.csv", small_csv(), how)), bytes);
    how.threads = 2;
    EXPECT_EQ(bytes_of(learnt("a.csv", small_csv(), how)), bytes);
    how.seed = 2;
    EXPECT_NE(bytes_of(learnt("a.csv", small_csv(), how)), bytes);
  }
}

TEST(ModelFile, AModelMayReplaceTheFileItWasLoadedFrom) {
  const TempFile file;
  learnt("a.csv", small_csv()).save(file.path());
  const std::string bytes = file.bytes();
  const Model model = Model::load(file.path());
  model.save(file.path());
  EXPECT_EQ(file.bytes(), bytes);
  EXPECT_EQ(bytes_of(model), bytes);
}

TEST(ModelFile, BytesNeedNotBeginWhereNumbersMay) {
  const std::string bytes = bytes_of(learnt("a.csv", small_csv()));
  for (std::size_t shift = 0; shift < 8; ++shift) {
    const auto memory = std::make_shared<const std::string>(std::string(shift, 'x') + bytes);
    const Model model =
        Model::from_bytes(std::as_bytes(std::span(*memory)).subspan(shift), memory, "shifted");
    EXPECT_EQ(bytes_of(model), bytes);
  }
}

TEST(ModelFile, EveryCutOfAFileIsRefusedByName) {
  const std::string bytes = bytes_of(learnt("c.svm", small_svm()));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string error = error_of([&] { model_of(bytes.substr(0, size)); });
    ASSERT_TRUE(error.starts_with("some.model: ")) << size << ": " << error;
  }
  EXPECT_THROW(model_of(bytes + '\0'), Error);
}

TEST(ModelFile, EveryFlippedBitOfASmallFileIsFoundWhenItIsLoaded) {
  for (const auto& [name, text] :
       {std::pair<std::string, std::string>("a.csv", small_csv()), {"b.tsv", small_text()}}) {
    std::string bytes = bytes_of(learnt(name, text));
    ASSERT_LT(bytes.size(), 20000U);
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      const char old = bytes[bit / 8];
      bytes[bit / 8] = static_cast<char>(old ^ (1 << (bit % 8)));
      const std::string error = error_of([&] { model_of(bytes); });
      ASSERT_TRUE(error.starts_with("some.model: ")) << name << ", bit " << bit << ": " << error;
      ASSERT_EQ(error.find('\n'), std::string::npos);
      bytes[bit / 8] = old;
    }
    EXPECT_NO_THROW(model_of(bytes));
  }
}

TEST(ModelFile, WhatIsNoModelSaysSo) {
  const TempFile file("no.model");
  EXPECT_NE(error_of([&] { Model::load(file.path()); }).find(file.path() + ": cannot be read"),
            std::string::npos);
  util::write_file(file.path(), "");
  EXPECT_EQ(error_of([&] { Model::load(file.path()); }),
            file.path() + ": cannot be read: it is empty");
  util::write_file(file.path(), small_csv());
  EXPECT_EQ(error_of([&] { Model::load(file.path()); }), file.path() + ": not a model file");
}

TEST(ModelFile, NamesOfAnyBytesComeBack) {
  Dataset data;
  const std::vector<std::string> names = {"with blanks in it", "\xe6\x97\xa5\xe6\x9c\xac", "",
                                          "tab\tand\nline",    "latin1 \xf6\xff",          "\"q\""};
  for (std::uint32_t i = 0; i < 36; ++i) {
    Example example;
    example.label = names[i % names.size()];
    example.indices = {static_cast<std::uint32_t>(i % names.size())};
    example.values = {1.0F + static_cast<float>(i % 5)};
    data.add(example);
  }
  const Model model = model_of(bytes_of(train(std::move(data), model::NamedOptions{})));
  ASSERT_EQ(model.classes(), names.size());
  for (std::uint32_t i = 0; i < names.size(); ++i) EXPECT_EQ(model.label(i), names[i]);
}

TEST(ModelFile, ColumnsWithNamesAndValuesThatAreNoUtf8ComeBack) {
  std::string text =
      "gr\xf6\xdf"
      "e,farbe,id,class\n";
  for (int i = 0; i < 20; ++i) {
    text += std::to_string(i % 4) + (i % 2 == 0 ? ",gr\xfcn" : ",\"rot, \"\"hell\"\"\"") + ",?,k" +
            std::to_string(i % 3) + "\n";
  }
  const Model model = learnt("da\xff.csv", text);
  const Model loaded = model_of(bytes_of(model));
  EXPECT_EQ(loaded.parts().about.data, "da\xff.csv");
  const std::vector<data::TableColumn>& columns = model.parts().layout.columns;
  const std::vector<data::TableColumn>& again = loaded.parts().layout.columns;
  ASSERT_EQ(columns.size(), again.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    EXPECT_EQ(columns[i].name, again[i].name);
    EXPECT_EQ(columns[i].role, again[i].role);
    EXPECT_EQ(columns[i].first_feature, again[i].first_feature);
    EXPECT_EQ(columns[i].values, again[i].values);
    EXPECT_EQ(columns[i].places, again[i].places);
  }
  EXPECT_EQ(again[1].values, (std::vector<std::string>{"gr\xfcn", "rot, \"hell\""}));
}

TEST(ModelFile, NamesThatAreNoUtf8CanBeReportedAsJson) {
  const TempFile data("da\xff.csv");
  const TempFile model("mo\xff.model");
  util::write_file(data.path(), small_csv());
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"train", data.path(), "-o", model.path(), "--json"},
        {"info", model.path(), "--json", "--labels"},
        {"test", model.path(), data.path(), "--json"}}) {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(cli::run(arguments, {in, out, err, false}), 0) << err.str();
    EXPECT_TRUE(out.str().starts_with("{")) << out.str();
  }
}

// Three labels in one bracket, all weights at one feature each; match 0 has more than 64 MB.
Model large_model() {
  Labels labels;
  for (const char* name : {"a", "b", "c"}) labels.add(name);
  auto reduction = std::make_unique<reductions::TournamentReduction>(
      single_elimination(3), reductions::Routing::kFiltered);
  std::vector<learners::Weight> weights;
  const std::uint32_t width = (std::uint32_t{64} << 20) / sizeof(float) + 1000;
  for (std::uint32_t feature = 0; feature < width; feature += 3) weights.push_back({feature, 1.0F});
  learners::LinearBuilder builder(2);
  builder.set(0, 0, weights);
  // Feature 0 speaks for whoever has not played yet, feature 1 for the winner of match 0.
  const bool winner_is_right = reduction->schedule()->right(1).from == From::kWinnerOf;
  const float to_winner = winner_is_right ? 1.0F : -1.0F;
  const std::vector<learners::Weight> last = {{0, -to_winner}, {1, to_winner}};
  builder.set(1, 0, last);
  About about;
  about.reduction = "filter-tree";
  about.learner = "hinge";
  about.seeding = "random";
  return Model(std::make_shared<const ModelParts>(ModelParts{about,
                                                             data::Layout(),
                                                             Preparation(),
                                                             LabelTable(labels),
                                                             std::move(reduction),
                                                             builder.finish(),
                                                             {},
                                                             0}));
}

TEST(ModelFile, ALargeFileIsVerifiedWhereItIsAsked) {
  const TempFile file("large.model");
  large_model().save(file.path());
  {
    std::fstream damage(file.path(), std::ios::in | std::ios::out | std::ios::binary);
    damage.seekp(40 << 20);
    damage.put('!');
  }
  const Model model = Model::load(file.path());
  const std::vector<std::uint32_t> indices = {0, 1};
  const std::vector<float> away = {1, 0};
  const std::vector<float> there = {0, 1};
  Predictor predictor(model);
  EXPECT_EQ(model.label(predictor.predict({indices, away})), "c");
  const std::string expected =
      file.path() + ": the weights are damaged: the checksum of match 0 is wrong";
  EXPECT_EQ(error_of([&] { predictor.predict({indices, there}); }), expected);
  EXPECT_EQ(error_of([&] { predictor.predict({indices, there}); }), expected);  // and again
  EXPECT_EQ(error_of([&] { model.verify(); }), expected);
}

}  // namespace
}  // namespace ect::model
