// Labels, names and messages from untrusted sources reach the terminal as text, never as control
// sequences.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ect/model.h"
#include "model/named_options.h"
#include "tests/helpers/learn_helpers.h"
#include "util/terminal_text.h"

namespace ect::cli {
namespace {

// A colour by ESC and by C1, a title, a bell, DEL, text from right to left.
const std::string kHostile =
    "\x1b[31mred \xc2\x9b"
    "2J\x1b]0;title\x07 \x7f \xe2\x80\xaetxt";

void expect_harmless(const std::string& text) {
  std::string all;
  for (const std::string& line : util::printable_lines(text)) all += line + '\n';
  all.pop_back();
  EXPECT_EQ(text, all);
}

// What may stand in a label of our own readers.
const std::string kC1 =
    "red \xc2\x9b"
    "2J \x7f \xe2\x80\xaetxt";

class UntrustedText : public LearnCli {
 protected:
  // A model that somebody else made.
  std::string foreign_model() const {
    Dataset data;
    Example example;
    for (std::uint32_t i = 0; i < 12; ++i) {
      example.label = kHostile + "\n" + std::to_string(i % 3);
      example.indices = {i % 3};
      example.values = {1};
      data.add(example);
    }
    model::NamedOptions options;
    options.fast = true;
    const std::string file = path("foreign.model");
    model::train(std::move(data), options).save(file);
    return file;
  }

  std::string hostile_table(const std::string& name) const {
    std::string text = "size,class\n";
    for (int i = 0; i < 12; ++i) {
      text += std::to_string(i) + ",\"" + kC1 + std::to_string(i % 3) + "\"\n";
    }
    return write(name, text);
  }
};

TEST_F(UntrustedText, LabelsAndDataNamesOfAModelAreHarmless) {
  const std::string data = hostile_table("a" + kHostile + ".csv");
  const Outcome trained = ect({"train", data, "-o", path("m" + kHostile), "--fast"});
  EXPECT_EQ(trained.status, 0) << trained.err;
  EXPECT_TRUE(has(trained.out, "\\x1b[31mred")) << trained.out;  // the name of the file
  expect_harmless(trained.out);
  const std::string model = path("m" + kHostile);
  for (const std::vector<std::string>& verb :
       {std::vector<std::string>{"info", model},
        {"info", model, "--labels"},
        {"info", model, "--json"},
        {"info", model, "--labels", "--json"},
        {"test", model, data, "--confusion"},
        {"test", model, data, "--confusion", "--json"},
        {"compare", data, "--splits", "2", "--learners", "bayes", "--reductions", "tree"}}) {
    const Outcome outcome = ect(verb);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_harmless(outcome.out);
    expect_harmless(outcome.err);
  }
  // What JSON says is still the label.
  const nlohmann::json info = json_of({"info", model, "--labels"});
  EXPECT_EQ(info.at("labels").at(0), kC1 + "0");
}

TEST_F(UntrustedText, LabelsOfAForeignModelAreHarmlessAndTakeOneLine) {
  const std::string model = foreign_model();
  const Outcome all = ect({"info", model, "--labels"});
  EXPECT_EQ(all.status, 0) << all.err;
  expect_harmless(all.out);
  EXPECT_TRUE(has(all.out, "\\u202etxt\\x0a2\n")) << all.out;
  expect_harmless(ect({"info", model}).out);
  const nlohmann::json info = json_of({"info", model, "--labels"});
  EXPECT_EQ(info.at("labels").at(0), kHostile + "\n0");
}

TEST_F(UntrustedText, NamesOfFilesInErrorsAreHarmless) {
  for (const std::vector<std::string>& verb :
       {std::vector<std::string>{"info", path(kHostile)},
        {"train", path(kHostile), "-o", path("m")},
        {"bracket", path(kHostile)},
        {"select", path(kHostile), "--judge", "true"},
        {"train", hostile_table("a.csv"), "-o", path("m"), "--label", kHostile},
        {"train", path("a.csv"), "-o", path("m"), "--learner", kHostile},
        {"train", path("a.csv"), "-o", path("m"), kHostile},
        {kHostile}}) {
    const Outcome outcome = ect(verb);
    EXPECT_NE(outcome.status, 0);
    EXPECT_EQ(lines_in(outcome.err), 1) << outcome.err;
    expect_harmless(outcome.err);
  }
}

TEST_F(UntrustedText, WarningsAreHarmless) {
  train(write("b.csv", kFruit), {"--fast"});
  const Outcome outcome =
      ect({"test", path("a.model"),
           write("c" + kHostile + ".csv", "size,colour,class\n1," + kC1 + "," + kC1 + "\n")});
  EXPECT_TRUE(has(outcome.err, "warning")) << outcome.err;
  expect_harmless(outcome.err);
}

TEST_F(UntrustedText, NamesOfPlayersAreHarmless) {
  const std::string players = write("players.txt",
                                    "a\xc2\x9b"
                                    "b\nc\xe2\x80\xae\nd\n");
  // Ids with control characters are refused.
  const std::string items = write("items.txt", "a\xe2\x80\xae\nb\nc\n");
  for (const std::vector<std::string>& verb :
       {std::vector<std::string>{"bracket", players, "--schedule"},
        {"bracket", players, "--schedule", "--json"},
        {"select", items, "--judge", "printf A"},
        {"select", items, "--judge", "printf A", "--json"}}) {
    const Outcome outcome = ect(verb);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_harmless(outcome.out);
    expect_harmless(outcome.err);
  }
}

}  // namespace
}  // namespace ect::cli
