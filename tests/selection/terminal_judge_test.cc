// A person is played by bytes in a pipe or in a pseudo-terminal.
#include "selection/terminal_judge.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <sstream>

#include "selection/items.h"
#include "util/display_width.h"
#include "util/terminal_text.h"
#include "util/text.h"

namespace ect::selection {
namespace {

using Wish = TerminalJudge::Wish;

std::vector<Item> items_in_lines(const std::string& text) {
  std::istringstream in(text);
  return read_items("-", in);
}

Question asked(std::uint32_t match, Player first = 0, Player second = 1) {
  return {{match, 1, 1}, first, second, 0, 0};
}

std::vector<Verdict> verdicts(const std::vector<Reply>& replies) {
  std::vector<Verdict> result;
  for (const Reply& reply : replies) result.push_back(std::get<Answer>(reply.what).verdict);
  return result;
}

using Verdicts = std::vector<Verdict>;

class AtAPipe : public ::testing::Test {
 protected:
  void SetUp() override {
    EXPECT_EQ(::pipe(ends_.data()), 0);
    judge_ = std::make_unique<TerminalJudge>(ends_[0], out_, items_);
  }
  void TearDown() override {
    judge_.reset();
    ::close(ends_[0]);
    if (ends_[1] >= 0) ::close(ends_[1]);
  }
  void press(std::string_view keys) {
    ASSERT_EQ(::write(ends_[1], keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }
  void close_input() {
    ::close(ends_[1]);
    ends_[1] = -1;
  }
  // All replies that do not need new keys.
  std::vector<Reply> collect() {
    std::vector<Reply> replies;
    do {
      judge_->collect(replies);
    } while (judge_->wakes());
    judge_->collect(replies);
    return replies;
  }
  void ask(std::uint32_t questions) {
    for (std::uint32_t i = 0; i < questions; ++i) judge_->ask(asked(i));
  }
  std::string output() const { return out_.str(); }
  void forget_shown() { out_.str(""); }
  static std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      ++found;
    }
    return found;
  }

  std::vector<Item> items_ = items_in_lines("alpha\nbeta\n");
  std::array<int, 2> ends_{-1, -1};
  std::ostringstream out_;
  std::unique_ptr<TerminalJudge> judge_;
};

TEST_F(AtAPipe, KeysAreVerdicts) {
  ask(10);
  press(
      "a1A\x1b[D\x1bOD"
      "b2t T");
  EXPECT_EQ(
      verdicts(collect()),
      (Verdicts{Verdict::kFirst, Verdict::kFirst, Verdict::kFirst, Verdict::kFirst, Verdict::kFirst,
                Verdict::kSecond, Verdict::kSecond, Verdict::kTie, Verdict::kTie, Verdict::kTie}));
  EXPECT_EQ(judge_->take_wish(), Wish::kNone);
  EXPECT_EQ(count(output(), "> left: alpha\n"), 5U);
  EXPECT_EQ(count(output(), "> right: beta\n"), 2U);
  EXPECT_EQ(count(output(), "> tie\n"), 3U);
}

TEST_F(AtAPipe, RepliesAreForTheQuestionsInTheirOrder) {
  ask(3);
  press("abt");
  const std::vector<Reply> replies = collect();
  ASSERT_EQ(replies.size(), 3U);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(replies[i].question, asked(i).key);
}

TEST_F(AtAPipe, ArrowsMayComeInPieces) {
  for (const std::string& arrow :
       {std::string("\x1b[C"), std::string("\x1bOC"), std::string("\x1b[1;5C")}) {
    ask(1);
    for (std::size_t i = 0; i + 1 < arrow.size(); ++i) {
      press(arrow.substr(i, 1));
      EXPECT_TRUE(collect().empty());
    }
    press(arrow.substr(arrow.size() - 1));
    EXPECT_EQ(verdicts(collect()), Verdicts{Verdict::kSecond});
  }
}

TEST_F(AtAPipe, OtherKeysAreNothing) {
  ask(1);
  press("xyz\n\r\t\x1b[A\x1b[B\x1b[3~\x1b[15~\x1bOP\xc3\xa4");
  EXPECT_TRUE(collect().empty());
  press("\x1b");  // the key itself
  EXPECT_TRUE(collect().empty());
  press("a");
  EXPECT_EQ(verdicts(collect()), Verdicts{Verdict::kFirst});
  ask(1);
  press("\x1b[\x1b[C");
  EXPECT_EQ(verdicts(collect()), Verdicts{Verdict::kSecond});
}

TEST_F(AtAPipe, OneQuestionIsShownAtATime) {
  std::vector<Reply> replies;
  judge_->collect(replies);
  EXPECT_EQ(output(), "");
  EXPECT_FALSE(judge_->wakes());
  ask(2);
  EXPECT_EQ(output(), "");
  EXPECT_TRUE(judge_->wakes());
  judge_->set_head("Game 1 of about 31, round 1");
  judge_->collect(replies);
  EXPECT_FALSE(judge_->wakes());
  EXPECT_EQ(count(output(), "Game 1 of about 31, round 1\n"), 1U);
  EXPECT_EQ(count(output(), "┬"), 1U);
  press("a");
  judge_->collect(replies);
  EXPECT_EQ(replies.size(), 1U);
  EXPECT_TRUE(judge_->wakes());
  EXPECT_EQ(count(output(), "┬"), 1U);
  judge_->set_head("Game 2");
  judge_->collect(replies);
  EXPECT_EQ(count(output(), "Game 2\n"), 1U);
  EXPECT_EQ(count(output(), "┬"), 2U);
}

TEST_F(AtAPipe, WatchesTheInputWhileAQuestionIsOpen) {
  const auto watched = [&] {
    std::vector<pollfd> descriptors;
    judge_->watch(descriptors);
    return descriptors.size();
  };
  EXPECT_EQ(watched(), 0U);
  ask(1);
  collect();
  std::vector<pollfd> descriptors;
  judge_->watch(descriptors);
  ASSERT_EQ(descriptors.size(), 1U);
  EXPECT_EQ(descriptors[0].fd, ends_[0]);
  EXPECT_EQ(descriptors[0].events, POLLIN);
  press("ax");
  collect();
  EXPECT_EQ(watched(), 0U);
}

TEST_F(AtAPipe, UndoIsAWishAndTheQuestionStays) {
  ask(2);
  press("aub");
  EXPECT_EQ(verdicts(collect()), Verdicts{Verdict::kFirst});
  EXPECT_TRUE(collect().empty());  // no keys are read until take_wish() is called
  EXPECT_EQ(judge_->take_wish(), Wish::kUndo);
  EXPECT_EQ(judge_->take_wish(), Wish::kNone);
  EXPECT_EQ(count(output(), "┬"), 2U);
  EXPECT_EQ(verdicts(collect()), Verdicts{Verdict::kSecond});
  EXPECT_EQ(count(output(), "┬"), 3U);
}

TEST_F(AtAPipe, QuestionsCanBeWithdrawn) {
  ask(3);
  press("u");
  EXPECT_TRUE(collect().empty());
  EXPECT_EQ(judge_->take_wish(), Wish::kUndo);
  judge_->withdraw();
  press("a");
  EXPECT_TRUE(collect().empty());
  EXPECT_FALSE(judge_->wakes());
  judge_->ask(asked(7));
  const std::vector<Reply> replies = collect();
  ASSERT_EQ(replies.size(), 1U);
  EXPECT_EQ(replies[0].question, asked(7).key);
}

TEST_F(AtAPipe, QuitEndsIt) {
  for (const char* key : {"q", "Q", "\x03", "\x04"}) {
    TerminalJudge judge(ends_[0], out_, items_);
    judge.ask(asked(0));
    judge.ask(asked(1));
    press(std::string("x") + key);
    std::vector<Reply> replies;
    judge.collect(replies);
    EXPECT_EQ(judge.take_wish(), Wish::kQuit);
    EXPECT_FALSE(judge.wakes());
    judge.collect(replies);
    EXPECT_TRUE(replies.empty());
    EXPECT_EQ(judge.take_wish(), Wish::kNone);
  }
}

TEST_F(AtAPipe, TheEndOfTheInputIsAQuit) {
  ask(2);
  press("a");
  close_input();
  EXPECT_EQ(verdicts(collect()), Verdicts{Verdict::kFirst});
  EXPECT_EQ(judge_->take_wish(), Wish::kQuit);
}

TEST_F(AtAPipe, HelpIsShownAndTheQuestionStays) {
  ask(1);
  press("?");
  EXPECT_TRUE(collect().empty());
  EXPECT_EQ(count(output(), "take the last answer back"), 1U);
  EXPECT_TRUE(output().ends_with("\n> "));
  press("b");
  EXPECT_EQ(verdicts(collect()), Verdicts{Verdict::kSecond});
}

// The page at the width of a pipe, 80 columns.
TEST_F(AtAPipe, ThePageIsAsItShouldBe) {
  items_ = items_in_lines(
      R"({"id":"b7","title":"The old man and the sea","year":1952,"tags":["sea","fish"],"text":"He was an old man who fished alone in a skiff in the Gulf Stream.\n\nHe had gone eighty-four days now without taking a fish."})"
      "\n"
      R"({"id":"b9","title":"吾輩は猫である","year":1905,"note":null,"text":"吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。","link":"https://example.org/a-very-long-address-that-has-no-blank-in-it"})"
      "\n");
  judge_->set_head("Game 7 of about 31, round 2");
  ask(1);
  press("\x1b[D");
  collect();
  EXPECT_EQ(output(), R"(Game 7 of about 31, round 2
───────────────────────────────────────┬───────────────────────────────────────
id: b7                                 │ id: b9
title: The old man and the sea         │ title: 吾輩は猫である
year: 1952                             │ year: 1905
tags: ["sea","fish"]                   │ note:
text: He was an old man who fished     │ text:
  alone in a skiff in the Gulf Stream. │   吾輩は猫である。名前はまだ無い。どこ
                                       │   で生れたかとんと見当がつかぬ。
  He had gone eighty-four days now     │ link:
  without taking a fish.               │   https://example.org/a-very-long-addr
                                       │   ess-that-has-no-blank-in-it
───────────────────────────────────────┴───────────────────────────────────────
← or a: left   → or b: right   t: tie   u: undo   q: quit   ?: help
> left: b7

)");
}

TEST_F(AtAPipe, NothingInAnItemSteersTheTerminal) {
  items_ = items_in_lines(
      R"({"id":"a\u202e","\u001b[2J":"\u001b]0;title\u0007","b":"x\u009b31my\r\nz\tw","c":["\u001b"]})"
      "\n{\"id\":2}\n");
  judge_->set_head("the \x1b[1m head");
  ask(1);
  press("a");
  collect();
  for (const char* part : {"id: a\\u202e", "\\x1b[2J: \\x1b]0;title\\x07", "x\\x9b31my", "z  w",
                           "\\u001b", "the \\x1b[1m head", "> left: a\\u202e\n"}) {
    EXPECT_EQ(count(output(), part), 1U) << part << '\n' << output();
  }
  for (const std::string& line : util::printable_lines(output())) {
    EXPECT_FALSE(util::has_control_character(line));
  }
  EXPECT_EQ(output().find('\x1b'), std::string::npos);
}

TEST_F(AtAPipe, VeryLongItemsAreCut) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "line\\n";
  items_ = items_in_lines("{\"id\":1,\"x\":\"" + text + "\"}\n{\"id\":2}\n");
  ask(1);
  collect();
  EXPECT_EQ(count(output(), " │"), 501U);
  EXPECT_EQ(count(output(), "(1502 more lines)"), 1U);
}

class AtATerminal : public ::testing::Test {
 protected:
  void SetUp() override {
    EXPECT_EQ(::openpty(&person_, &terminal_, nullptr, nullptr, nullptr), 0);
    resize(80);
    judge_ = std::make_unique<TerminalJudge>(terminal_, out_, items_);
  }
  void TearDown() override {
    judge_.reset();
    ::close(terminal_);
    if (person_ >= 0) ::close(person_);
  }
  void resize(unsigned short columns) const {
    winsize window{};
    window.ws_col = columns;
    window.ws_row = 24;
    EXPECT_EQ(::ioctl(terminal_, TIOCSWINSZ, &window), 0);
  }
  void press(std::string_view keys) const {
    ASSERT_EQ(::write(person_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }
  // Waits as the runner of judges does.
  std::vector<Reply> collect(std::size_t wanted) {
    std::vector<Reply> replies;
    for (int i = 0; i < 100 && replies.size() < wanted; ++i) collect_some(replies);
    return replies;
  }
  void collect_some(std::vector<Reply>& replies) {
    std::vector<pollfd> descriptors;
    judge_->watch(descriptors);
    if (!judge_->wakes()) ::poll(descriptors.data(), descriptors.size(), 100);
    judge_->collect(replies);
  }
  // Whether it waits for the end of a line, and shows what is pressed.
  bool is_raw() const {
    termios state{};
    EXPECT_EQ(::tcgetattr(terminal_, &state), 0);
    EXPECT_EQ((state.c_lflag & ICANON) != 0, (state.c_lflag & ECHO) != 0);
    EXPECT_NE(state.c_lflag & ISIG, 0U);  // control-C stays a signal
    return (state.c_lflag & ICANON) == 0;
  }
  // The longest line, in columns.
  std::size_t widest() const {
    std::size_t most = 0;
    for (const std::string& line : util::printable_lines(out_.str())) {
      most = std::max(most, util::display_width(line));
    }
    return most;
  }

  std::vector<Item> items_ = items_in_lines(
      "one item of several words that goes on and on until it does not fit into forty columns\n"
      "another-that-is-one-word-which-goes-on-and-on-until-it-does-not-fit-into-forty-columns\n");
  int person_ = -1;
  int terminal_ = -1;
  std::ostringstream out_;
  std::unique_ptr<TerminalJudge> judge_;
};

TEST_F(AtATerminal, KeysCountAtOnce) {
  judge_->ask(asked(0));
  judge_->ask(asked(1));
  press("\x1b[C");
  EXPECT_EQ(verdicts(collect(1)), Verdicts{Verdict::kSecond});
  press("t");
  EXPECT_EQ(verdicts(collect(1)), Verdicts{Verdict::kTie});
}

TEST_F(AtATerminal, TheTerminalIsAsBeforeUnlessAQuestionIsOpen) {
  EXPECT_FALSE(is_raw());
  std::vector<Reply> replies;
  judge_->ask(asked(0));
  EXPECT_FALSE(is_raw());
  judge_->collect(replies);
  EXPECT_TRUE(is_raw());
  press("a");
  collect(1);
  EXPECT_FALSE(is_raw());

  for (const std::string key : {"u", "q"}) {
    judge_ = std::make_unique<TerminalJudge>(terminal_, out_, items_);
    judge_->ask(asked(0));
    judge_->collect(replies);
    EXPECT_TRUE(is_raw());
    press(key);
    for (int i = 0; i < 100 && is_raw(); ++i) collect_some(replies);
    EXPECT_FALSE(is_raw()) << key;
  }

  judge_ = std::make_unique<TerminalJudge>(terminal_, out_, items_);
  judge_->ask(asked(0));
  judge_->collect(replies);
  EXPECT_TRUE(is_raw());
  judge_->withdraw();
  EXPECT_FALSE(is_raw());
  judge_->ask(asked(1));
  judge_->collect(replies);
  EXPECT_TRUE(is_raw());
  judge_.reset();
  EXPECT_FALSE(is_raw());
}

TEST_F(AtATerminal, WhoHangsUpQuits) {
  judge_->ask(asked(0));
  std::vector<Reply> replies;
  judge_->collect(replies);
  ::close(person_);
  person_ = -1;
  collect_some(replies);
  EXPECT_EQ(judge_->take_wish(), Wish::kQuit);
}

TEST_F(AtATerminal, ThePageFitsTheWindow) {
  judge_->set_head("Game 7 of about 31, round 2, and the item of many words leads");
  std::vector<Reply> replies;
  for (const unsigned short columns : {80, 40, 24, 200, 81}) {
    resize(columns);
    out_.str("");
    judge_->ask(asked(0));
    judge_->collect(replies);
    EXPECT_LE(widest(), columns - 1U);
    EXPECT_GE(widest(), columns - 2U);
    judge_->withdraw();
  }
  resize(0);  // not known
  out_.str("");
  judge_->ask(asked(0));
  judge_->collect(replies);
  EXPECT_EQ(widest(), 79U);
}

TEST_F(AtATerminal, ThePageOfFortyColumnsIsAsItShouldBe) {
  resize(40);
  judge_->set_head("Game 7 of about 31, round 2");
  judge_->ask(asked(0));
  std::vector<Reply> replies;
  judge_->collect(replies);
  EXPECT_EQ(out_.str(), R"(Game 7 of about 31, round 2
───────────────────┬───────────────────
one item of        │ another-that-is-on
several words that │ e-word-which-goes-
goes on and on     │ on-and-on-until-it
until it does not  │ -does-not-fit-into
fit into forty     │ -forty-columns
columns            │
───────────────────┴───────────────────
← or a: left   → or b: right   t: tie
u: undo   q: quit   ?: help
> )");
}

}  // namespace
}  // namespace ect::selection
