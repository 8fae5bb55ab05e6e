// Running a selection: failures, retries, several judges, undo and journals.
#include "selection/runner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "ect/error.h"
#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/select_helpers.h"

namespace ect::selection {
namespace {

// Answers by a function, the questions that it holds in some order, a few at a time.
class FakeJudge : public Judge {
 public:
  using Function = std::function<std::variant<Answer, Failure>(const Question&)>;
  FakeJudge(std::string name, Function function, std::uint64_t order = 0)
      : name_(std::move(name)), function_(std::move(function)), random_(order) {}

  const std::string& name() const override { return name_; }
  void ask(const Question& question) override {
    held_.push_back(question);
    most_held = std::max(most_held, held_.size());
    ++asked[question.key];
  }
  void collect(std::vector<Reply>& replies) override {
    for (std::size_t left = 1 + random_.below(3); left > 0 && !held_.empty(); --left) {
      const std::size_t which = random_.below(held_.size());
      const Question question = held_[which];
      held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(which));
      replies.push_back({question.key, function_(question)});
    }
  }
  void withdraw() override { held_.clear(); }

  std::map<QuestionKey, int> asked;
  std::size_t most_held = 0;

 private:
  std::string name_;
  Function function_;
  Random random_;
  std::vector<Question> held_;
};

std::variant<Answer, Failure> perfect(const Question& question) {
  return Answer{smaller_wins(question), "", 0.5};
}
std::variant<Answer, Failure> at_random(const Question& question) {
  return Answer{drawn_verdict(question), "", 0};
}

std::vector<std::unique_ptr<Judge>> judges_of(std::vector<FakeJudge*> judges) {
  std::vector<std::unique_ptr<Judge>> result;
  for (FakeJudge* const judge : judges) result.emplace_back(judge);
  return result;
}

class Runner : public cli::InFolder {
 protected:
  const std::vector<Item> items_ = lettered_items(13);
};

TEST_F(Runner, FindsTheBestWithAnyNumberOfJobs) {
  for (const unsigned jobs : {1U, 2U, 5U, 100U}) {
    auto* const judge = new FakeJudge("j", perfect, jobs);
    const auto judges = judges_of({judge});
    const RunResult result =
        run_selection(items_, {.tournament = "ect:3"}, judges, {.jobs = jobs}, nullptr, {});
    EXPECT_EQ(result.selection.champion(), 0U);
    EXPECT_LE(judge->most_held, jobs);
    EXPECT_EQ(result.questions, result.selection.games().size());
    EXPECT_EQ(result.cost, 0.5 * static_cast<double>(result.questions));
    EXPECT_FALSE(result.stopped);
  }
}

// Killed after any number of answers: nothing that is written is asked again, and the end is the
// same as without.
TEST_F(Runner, GoesOnAfterAnyNumberOfAnswers) {
  const SelectOptions options{.tournament = "ect:2", .judges = 2, .both_orders = true};
  const RunOptions how{.jobs = 4};
  const auto whole_judges =
      judges_of({new FakeJudge("a", at_random), new FakeJudge("b", at_random)});
  const RunResult whole = run_selection(items_, options, whole_judges, how, nullptr, {});
  struct Killed {};
  for (std::uint64_t after = 0; after < whole.questions; ++after) {
    const std::string file = path("j");
    std::filesystem::remove(file);
    const JournalHead head = head_of(items_, options, {"a", "b"});
    std::map<QuestionKey, int> asked;
    for (const bool killed : {true, false}) {
      std::uint64_t answered = 0;
      const FakeJudge::Function function = [&](const Question& question) {
        if (killed && answered == after) throw Killed();
        ++answered;
        return at_random(question);
      };
      auto* const a = new FakeJudge("a", function, after);
      auto* const b = new FakeJudge("b", function, after + 1);
      const auto judges = judges_of({a, b});
      Journal journal(file, head);
      const std::size_t known = journal.content().answers.size();
      if (!killed) {
        for (const JournalAnswer& answer : journal.content().answers) asked.erase(answer.question);
        EXPECT_LE(asked.size(), how.jobs);  // in flight
      }
      std::optional<RunResult> result;
      try {
        result.emplace(run_selection(items_, options, judges, how, &journal, {}));
      } catch (const Killed&) {
      }
      for (const FakeJudge* const judge : {a, b}) {
        for (const auto& [key, times] : judge->asked) {
          asked[key] += times;
          EXPECT_EQ(times, 1);
        }
      }
      if (killed) continue;
      ASSERT_TRUE(result);
      EXPECT_EQ(result->questions, whole.questions);
      EXPECT_EQ(a->asked.size() + b->asked.size(), whole.questions - known);
      EXPECT_EQ(result->selection.champion(), whole.selection.champion());
      EXPECT_EQ(result->selection.coins(), whole.selection.coins());
    }
  }
}

TEST_F(Runner, AFailureIsTriedAgain) {
  std::map<QuestionKey, int> tries;
  const auto judges = judges_of({new FakeJudge("j", [&](const Question& question) {
    if (++tries[question.key] < 3) return std::variant<Answer, Failure>(Failure{"'j' fell over"});
    return perfect(question);
  })});
  const RunResult result = run_selection(
      items_, {}, judges, {.jobs = 3, .retries = 2, .first_pause = 0.001}, nullptr, {});
  EXPECT_EQ(result.selection.champion(), 0U);
  EXPECT_EQ(result.retries, 2 * result.questions);
}

TEST_F(Runner, AJudgeThatAlwaysFailsEndsTheRunAndIsNoVerdict) {
  const auto judges =
      judges_of({new FakeJudge("j", [](const Question&) { return Failure{"'j' fell over"}; })});
  try {
    run_selection(items_, {}, judges, {.retries = 2, .first_pause = 0.001}, nullptr, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "'j' fell over (tried 3 times)");
  }
}

TEST_F(Runner, AnotherJudgeStandsInForOneThatFails) {
  std::vector<std::string> warnings;
  Watcher watcher;
  watcher.warn = [&](const std::string& warning) { warnings.push_back(warning); };
  const auto judges =
      judges_of({new FakeJudge("bad", [](const Question&) { return Failure{"'bad' fell over"}; }),
                 new FakeJudge("good", perfect)});
  const RunResult result = run_selection(items_, {.judges = 2}, judges,
                                         {.retries = 1, .first_pause = 0.001}, nullptr, watcher);
  EXPECT_EQ(result.selection.champion(), 0U);
  EXPECT_EQ(result.selection.judges()[0].answers, 0U);
  EXPECT_EQ(result.selection.judges()[1].answers, result.questions);
  ASSERT_FALSE(warnings.empty());
  EXPECT_EQ(warnings[0], "'bad' fell over; good is asked instead");
}

// A failure must not lose answers that came before it or together with it.
TEST_F(Runner, AJudgeMayStopItAll) {
  for (const unsigned jobs : {1U, 5U}) {
    for (std::uint64_t order = 0; order < 10; ++order) {
      std::uint64_t asked = 0;
      const auto judges = judges_of({new FakeJudge(
          "j",
          [&](const Question& question) {
            if (++asked == 5) {
              return std::variant<Answer, Failure>(Failure{"'j' wants to stop", true});
            }
            return perfect(question);
          },
          order)});
      std::uint64_t answered = 0;
      Watcher watcher;
      watcher.failed = [&](const RunProgress& progress) {
        answered = progress.questions;
        EXPECT_EQ(progress.selection.games().size(), answered);
      };
      const RunOptions how{.jobs = jobs, .retries = 9};
      EXPECT_THROW(run_selection(items_, {}, judges, how, nullptr, watcher), Error);
      EXPECT_GE(asked, 5U);
      EXPECT_EQ(answered, asked - 1);
    }
  }
}

TEST_F(Runner, ARateIsKept) {
  const auto judges = judges_of({new FakeJudge("j", perfect)});
  const auto start = JudgeClock::now();
  const RunResult result = run_selection(lettered_items(5), {.tournament = "single"}, judges,
                                         {.jobs = 10, .rate = 40}, nullptr, {});
  EXPECT_EQ(result.questions, 4U);
  EXPECT_GE(JudgeClock::now() - start, std::chrono::milliseconds(70));
}

TEST_F(Runner, AnswersAreTakenBack) {
  // The first answer is wrong and taken back; then everything is right.
  int answered = 0;
  int undone = 0;
  const auto judges = judges_of({new FakeJudge("j", [&](const Question& question) {
    ++answered;
    const Verdict right = smaller_wins(question);
    const Verdict wrong = right == Verdict::kFirst ? Verdict::kSecond : Verdict::kFirst;
    return std::variant<Answer, Failure>(Answer{answered == 1 ? wrong : right, "", 0});
  })});
  Watcher watcher;
  watcher.wish = [&] {
    if (answered != 1 || undone == 1) return Wish::kNone;
    ++undone;
    return Wish::kUndo;
  };
  const std::string file = path("j");
  const SelectOptions options{.tournament = "single"};
  Journal journal(file, head_of(items_, options, {"j"}));
  const RunResult result =
      run_selection(items_, options, judges, {.undo = true}, &journal, watcher);
  EXPECT_EQ(undone, 1);
  EXPECT_EQ(result.selection.champion(), 0U);
  EXPECT_EQ(result.selection.games().size(), 12U);
  EXPECT_EQ(answered, 13);
  EXPECT_EQ(read_journal(file).answers.size(), 12U);
}

TEST_F(Runner, StopsWhenAskedTo) {
  int wishes = 0;
  Watcher watcher;
  watcher.wish = [&] { return ++wishes == 3 ? Wish::kStop : Wish::kNone; };
  const auto judges = judges_of({new FakeJudge("j", perfect)});
  const RunResult result = run_selection(items_, {}, judges, {}, nullptr, watcher);
  EXPECT_TRUE(result.stopped);
  EXPECT_FALSE(result.selection.over());
}

}  // namespace
}  // namespace ect::selection
