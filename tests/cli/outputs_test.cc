// No output file of any verb overwrites an input or another output.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/temp_folder.h"

namespace ect::cli {
namespace {

class Outputs : public LearnCli {
 protected:
  void SetUp() override {
    LearnCli::SetUp();
    write("fruit.csv", kFruit);
    write("types.json", R"({"size": "num"})");
    write("labels.txt", "apple\nbanana\nkiwi fruit\n");
    write("items.txt", "a\nbb\nccc\n");
    write("votes.csv", "a,b,winner\na,bb,a\nbb,ccc,bb\na,ccc,a\n");
    write("journal.jsonl", "");
    train(path("fruit.csv"), {"--fast"});
  }

  // Runs it and sees that it is refused, with the file as it was. `file` stands for @.
  void refuses(std::vector<std::string> arguments, const std::string& file) {
    const std::string before = read(path(file));
    for (std::string& argument : arguments) {
      for (std::size_t at = argument.find('@'); at != std::string::npos; at = argument.find('@')) {
        argument.replace(at, 1, folder_.string() + "/");
      }
    }
    SCOPED_TRACE(testing::PrintToString(arguments));
    const Outcome outcome = ect(arguments);
    expect_one_line_error(outcome, 2);
    EXPECT_TRUE(has(outcome.err, path(file) + ": ")) << outcome.err;
    EXPECT_EQ(read(path(file)), before);
  }
};

TEST_F(Outputs, OfLearningAreNoInputs) {
  refuses({"train", "@fruit.csv", "-o", "@fruit.csv"}, "fruit.csv");
  refuses({"train", "@fruit.csv", "-o", "@types.json", "--types", "@types.json"}, "types.json");
  refuses({"train", "@fruit.csv", "-o", "@labels.txt", "--labels", "@labels.txt"}, "labels.txt");
  refuses({"train", "@fruit.csv", "-o", "@labels.txt", "--seeding", "given:@labels.txt"},
          "labels.txt");
  refuses({"train", "@fruit.csv", "-o", "@m", "--checkpoint", "@fruit.csv"}, "fruit.csv");
  refuses({"train", "@fruit.csv", "-o", "@m", "--stream", "--cache", "@fruit.csv"}, "fruit.csv");
  refuses({"predict", "@a.model", "@fruit.csv", "-o", "@fruit.csv"}, "fruit.csv");
  refuses({"predict", "@a.model", "@fruit.csv", "-o", "@a.model"}, "a.model");
  refuses({"compare", "@fruit.csv", "--html", "@fruit.csv"}, "fruit.csv");
  refuses({"compare", "@labels.txt,@fruit.csv", "--html", "@fruit.csv"}, "fruit.csv");
  refuses({"compare", "@fruit.csv", "--types", "@types.json", "--html", "@types.json"},
          "types.json");
}

TEST_F(Outputs, OfChoosingAreNoInputs) {
  const std::vector<std::string> select = {"select", "@items.txt", "--judge", "votes:@votes.csv"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), select.begin(), select.end());
    return more;
  };
  refuses(with({"--html", "@items.txt"}), "items.txt");
  refuses(with({"--journal", "@items.txt"}), "items.txt");
  refuses(with({"--html", "@votes.csv"}), "votes.csv");
  refuses(with({"--html", "@journal.jsonl", "--journal", "@journal.jsonl"}), "journal.jsonl");
  refuses({"select", "--replay", "@journal.jsonl", "--html", "@journal.jsonl"}, "journal.jsonl");
  refuses({"select", "@items.txt", "--judge", "votes:@votes.csv?winner=a", "--html", "@votes.csv"},
          "votes.csv");
  for (const std::string judge :
       {"cat '@votes.csv' {a}", "mine=@votes.csv {a}", "cat\n@votes.csv\n{a}",
        "cat --rubric=@votes.csv {a}", "mine=votes:@votes.csv"}) {
    refuses({"select", "@items.txt", "--judge", judge, "--html", "@votes.csv"}, "votes.csv");
  }
}

TEST_F(Outputs, OfPlanningAreNoInputs) {
  refuses({"bracket", "@items.txt", "--svg", "@items.txt"}, "items.txt");
}

TEST_F(Outputs, AreNoInputsUnderAnyName) {
  fs::create_symlink(path("items.txt"), path("link"));
  fs::create_hard_link(path("items.txt"), path("hard"));
  refuses({"bracket", "@items.txt", "--svg", "@link"}, "link");
  refuses({"bracket", "@hard", "--svg", "@items.txt"}, "items.txt");
  refuses({"bracket", "@items.txt", "--svg", "@../" + folder_.filename().string() + "/items.txt"},
          "../" + folder_.filename().string() + "/items.txt");
}

TEST_F(Outputs, AreDifferentFiles) {
  const Outcome outcome =
      ect({"train", path("fruit.csv"), "-o", path("new"), "--checkpoint", path("./new")});
  expect_one_line_error(outcome, 2);
  EXPECT_TRUE(has(outcome.err, "must be different files")) << outcome.err;
  EXPECT_FALSE(fs::exists(path("new")));
}

TEST_F(Outputs, MayReplaceWhatIsNotRead) {
  write("old.svg", "old");
  EXPECT_EQ(ect({"bracket", path("items.txt"), "--svg", path("old.svg")}).status, 0);
  EXPECT_TRUE(has(read(path("old.svg")), "<svg"));
  EXPECT_EQ(ect({"predict", path("a.model"), path("fruit.csv"), "-o", "/dev/null"}).status, 0);
}

TEST_F(Outputs, MayBeCalledAsAMethodOrAColumn) {
  const WorkingFolder here(folder_);
  for (int time = 0; time < 2; ++time) {
    for (const std::string name : {"hinge", "class"}) {
      const Outcome outcome = ect({"train", "fruit.csv", "-o", name, "--learner", "hinge",
                                   "--label", "class", "--finals", "charged"});
      EXPECT_EQ(outcome.status, 0) << outcome.err;
    }
  }
}

}  // namespace
}  // namespace ect::cli
