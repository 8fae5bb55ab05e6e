// Journals: they can be continued from any byte, and every change is noticed.
#include "selection/journal.h"

#include <gtest/gtest.h>

#include <map>

#include "ect/error.h"
#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/select_helpers.h"

namespace ect::selection {
namespace {

using cli::read;

class JournalTest : public cli::InFolder {
 protected:
  const std::vector<Item> items_ = lettered_items(5);
  const SelectOptions options_{.tournament = "ect:2", .seed = 3, .judges = 2};
  const JournalHead head_ = head_of(items_, options_, {"one", "two"});

  // Plays a selection to its end, or for so many answers, with a journal; goes on with what is
  // there. Returns how many questions were asked.
  std::size_t play(const std::string& file, std::size_t most = 1000) const {
    Journal journal(file, head_);
    Replayed replayed = replay(journal.content(), file);
    Selection& selection = replayed.selection;
    std::map<QuestionKey, Question> open;
    for (const Question& question : replayed.waiting) open[question.key] = question;
    std::size_t asked = 0;
    while (!selection.over() && asked < most) {
      while (const auto question = selection.next()) open[question->key] = *question;
      const Question question = open.begin()->second;
      open.erase(open.begin());
      const Answer answer{drawn_verdict(question), "because \"so\"\n", 0.25};
      journal.append(question, items_, answer, question.judge);
      journal.sync();
      selection.answer(question.key, answer.verdict, question.judge);
      ++asked;
    }
    if (selection.over() && !journal.content().champion) {
      journal.append_champion(items_[*selection.champion()], selection.games().size());
      journal.sync();
    }
    return asked;
  }

  static std::string message_of(const std::string& file) {
    try {
      replay(read_journal(file), file);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(JournalTest, IsReadAsItWasWritten) {
  const std::string file = path("j");
  const std::size_t asked = play(file);
  const JournalContent content = read_journal(file);
  EXPECT_EQ(content.head.ids.size(), 5U);
  EXPECT_EQ(content.head.items_digest, head_.items_digest);
  EXPECT_EQ(content.head.options.tournament, "ect:2");
  EXPECT_EQ(content.head.options.seed, 3U);
  EXPECT_EQ(content.head.judges, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(content.answers.size(), asked);
  EXPECT_EQ(content.answers[0].cost, 0.25);
  EXPECT_FALSE(content.cut);
  const Replayed again = replay(content, file);
  EXPECT_TRUE(again.selection.over());
  EXPECT_EQ(items_[*again.selection.champion()].id, content.champion);
  EXPECT_EQ(play(file), 0U);  // nothing is asked, nothing written
  EXPECT_EQ(read_journal(file).hash, content.hash);
}

// A crash can leave any part of it: every whole line counts, and the run that goes on ends as the
// one that was never stopped. (Every 13th byte, and all around the ends of lines: disks are slow.)
TEST_F(JournalTest, GoesOnFromAnyByte) {
  const std::string whole_file = path("whole");
  const std::size_t asked = play(whole_file);
  const std::string whole = read(whole_file);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const bool at_end =
        whole.substr(std::max<std::size_t>(size, 2) - 2, 4).find('\n') != std::string::npos;
    if (size % 13 != 0 && !at_end) continue;
    const std::string file = write("cut", whole.substr(0, size));
    const auto lines = static_cast<std::size_t>(
        std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size), '\n'));
    const std::size_t known = lines == 0 ? 0 : std::min(lines - 1, asked);
    ASSERT_EQ(play(file), asked - known) << size;
    ASSERT_TRUE(read(file) == whole) << size;
  }
}

TEST_F(JournalTest, EveryChangedByteIsNoticed) {
  const std::string file = path("j");
  play(file);
  const std::string whole = read(file);
  const std::size_t last_line = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t at = 0; at < last_line; ++at) {
    std::string changed = whole;
    changed[at] = changed[at] == '1' ? '2' : '1';
    write("j", changed);
    const std::string message = message_of(file);
    ASSERT_NE(message, "") << at;
    ASSERT_NE(message.find("j:"), std::string::npos) << message;
  }
}

TEST_F(JournalTest, AChangedLineIsNamed) {
  const std::string file = path("j");
  play(file);
  std::string text = read(file);
  // The winner of the second line turned, the chain left as it is.
  const std::size_t line = text.find('\n') + 1;
  const std::size_t note = text.find("because", line);
  text.replace(note, 7, "forgery");
  write("j", text);
  EXPECT_NE(message_of(file).find("j:3: the journal was changed"), std::string::npos)
      << message_of(file);
}

TEST_F(JournalTest, LinesThatAreMissingOrMovedAreNoticed) {
  const std::string file = path("j");
  play(file);
  const std::string text = read(file);
  const std::size_t second = text.find('\n') + 1;
  const std::size_t third = text.find('\n', second) + 1;
  const std::size_t fourth = text.find('\n', third) + 1;
  write("j", text.substr(0, second) + text.substr(third));
  EXPECT_NE(message_of(file), "");
  write("j", text.substr(0, second) + text.substr(third, fourth - third) +
                 text.substr(second, third - second) + text.substr(fourth));
  EXPECT_NE(message_of(file), "");
}

TEST_F(JournalTest, OfAnotherSelectionIsRefused) {
  const std::string file = path("j");
  play(file, 3);
  const auto refused = [&](const JournalHead& head) {
    try {
      const Journal journal(file, head);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused(head_), "");
  SelectOptions other = options_;
  other.seed = 4;
  EXPECT_NE(refused(head_of(items_, other, {"one", "two"})).find("--seed 3, not 4"),
            std::string::npos);
  other = options_;
  other.tournament = "ect:3";
  EXPECT_NE(refused(head_of(items_, other, {"one", "two"})).find("ect:2, not ect:3"),
            std::string::npos);
  other = options_;
  other.both_orders = true;
  EXPECT_NE(refused(head_of(items_, other, {"one", "two"})), "");
  EXPECT_NE(refused(head_of(items_, options_, {"one", "three"})), "");
  EXPECT_NE(refused(head_of(lettered_items(6), options_, {"one", "two"})).find("other items"),
            std::string::npos);
  std::vector<Item> changed = items_;
  changed[2].text += '!';
  EXPECT_NE(refused(head_of(changed, options_, {"one", "two"})).find("other items"),
            std::string::npos);
}

TEST_F(JournalTest, KnowsAJudgeWithANameWhateverItsCommand) {
  const std::string file = path("j");
  const std::vector<std::string> names = {"one", "two"};
  { const Journal journal(file, head_of(items_, options_, names, {"./one --price 3", "./two"})); }
  EXPECT_EQ(read_journal(file).head.commands,
            (std::vector<std::string>{"./one --price 3", "./two"}));
  EXPECT_NO_THROW(
      Journal(file, head_of(items_, options_, names, {"./one --price 4", "./two --fast"})));
  // The same command without a name is the same judge.
  EXPECT_NO_THROW(Journal(file, head_of(items_, options_, {"./one --price 3", "two"})));
  EXPECT_THROW(Journal(file, head_of(items_, options_, {"./one --price 4", "two"})), Error);
  EXPECT_THROW(Journal(file, head_of(items_, options_, {"two", "one"})), Error);
}

TEST_F(JournalTest, IsWrittenByOneAtATime) {
  const Journal journal(path("j"), head_);
  EXPECT_THROW(Journal(path("j"), head_), Error);
}

TEST_F(JournalTest, WhatIsNoJournalIsLeftAlone) {
  for (const std::string text : {"hello\n", "hello", "{}\n", "{\"v\":2}\n", "[1]\n", "\n"}) {
    const std::string file = write("other", text);
    EXPECT_THROW(Journal(file, head_), Error) << text;
    EXPECT_EQ(read(file), text);
    EXPECT_THROW(read_journal(file), Error);
  }
  EXPECT_THROW(Journal(path("no/such/folder"), head_), Error);
  EXPECT_THROW(Journal(folder_.string(), head_), Error);
}

// Numbers that JSON can write and an integer cannot hold are damage, not another number.
TEST_F(JournalTest, NumbersThatDoNotFitAreRefused) {
  const std::string file = path("j");
  play(file, 1);
  const std::string whole = read(file);
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{R"("v":1)", R"("v":5e47)"},
                                                        {R"("v":1)", R"("v":4294967297)"},
                                                        {R"("seed":3)", R"("seed":1e99)"},
                                                        {R"("seed":3)", R"("seed":-3)"},
                                                        {R"("judge":2)", R"("judge":4294967297)"},
                                                        {R"("judge":2)", R"("judge":1.5)"}}) {
    std::string text = whole;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    if (text.find('\n') < at) {  // not the first line: the lines before it keep the chain
      EXPECT_THROW(parse_journal(text, file), Error) << to;
    } else {
      EXPECT_THROW(parse_journal(text.substr(0, text.find('\n') + 1), file), Error) << to;
    }
  }
}

TEST_F(JournalTest, AnAnswerThatWasTakenBackIsAskedAgain) {
  const std::string file = path("j");
  play(file, 4);
  const JournalContent before = read_journal(file);
  {
    Journal journal(file, head_);
    journal.append_undo(before.answers.back().question);
    journal.sync();
  }
  const JournalContent after = read_journal(file);
  EXPECT_EQ(after.answers.size(), 3U);
  EXPECT_NE(after.hash, before.hash);
  play(file);
  EXPECT_TRUE(read_journal(file).champion);
}

TEST_F(JournalTest, VerdictsAreReadAsWritten) {
  for (const Verdict verdict :
       {Verdict::kFirst, Verdict::kSecond, Verdict::kTie, Verdict::kAbstain}) {
    EXPECT_EQ(verdict_named(verdict_name(verdict)), verdict);
  }
  EXPECT_FALSE(verdict_named("A"));
}

}  // namespace
}  // namespace ect::selection
