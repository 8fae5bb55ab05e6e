// Runs a selection, in one loop: ask as many questions as may be open, wait for the first event (an
// answer, a deadline, the end of a pause), write the answers to the journal, and record them in the
// selection. One thread is enough: judges are programs that run by themselves.
//
// Cost: O(log open games) per question, and a few system calls if a judge is a program. Tests:
// runner_test, select_faults_test.
#include "selection/runner.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "ect/error.h"

namespace ect::selection {
namespace {

using Clock = JudgeClock;
using std::chrono::milliseconds;

constexpr milliseconds kMaxWait{200};  // so that undo and stop do not wait for a judge
constexpr double kMaxPause = 60;       // seconds

Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

// A question that has not been answered yet.
struct Asked {
  Question question;
  std::uint32_t judge = 0;             // the judge who is asked
  unsigned failures = 0;               // of this judge
  std::vector<std::uint32_t> gave_up;  // judges who failed too often
};

class Run {
 public:
  Run(const std::vector<Item>& items, const SelectOptions& options,
      const std::vector<std::unique_ptr<Judge>>& judges, const RunOptions& how, Journal* journal,
      const Watcher& watcher)
      : items_(items),
        options_(options),
        judges_(judges),
        how_(how),
        journal_(journal),
        watcher_(watcher),
        selection_(static_cast<Player>(items.size()), options) {
    if (journal != nullptr) {
      go_on_from(journal->content());
    } else {
      take_questions();
    }
  }

  RunResult run() {
    try {
      play();
    } catch (const Error&) {
      if (watcher_.failed) watcher_.failed(progress());
      throw;
    }
    return {std::move(selection_), questions_, retries_, cost_, stopped_};
  }

 private:
  void play() {
    show();
    while (!selection_.over() && !stopped_) {
      ask();
      if (collect() == 0) wait();
      grant_wish();
    }
    if (selection_.over() && journal_ != nullptr && !journal_->content().champion) {
      journal_->append_champion(items_[*selection_.champion()], selection_.games().size());
      journal_->sync();
    }
  }

  void go_on_from(const JournalContent& content) {
    Replayed replayed = replay(content, journal_->path());
    selection_ = std::move(replayed.selection);
    for (const Question& question : replayed.waiting)
      to_ask_.emplace(question.key, Asked{question, question.judge, 0, {}});
    for (const JournalAnswer& answer : content.answers) {
      cost_ += answer.cost;
      ++questions_;
    }
    if (how_.undo) {
      for (const JournalAnswer& answer : content.answers) {
        answers_.push_back({answer.question, answer.verdict, answer.judge});
      }
    }
    coins_ = selection_.coins();
    games_ = selection_.games().size();
  }

  void take_questions() {
    while (const std::optional<Question> question = selection_.next()) {
      to_ask_.emplace(question->key, Asked{*question, question->judge, 0, {}});
    }
  }

  // Asks as many questions as allowed, those of early matches first.
  void ask() {
    const Clock::time_point now = Clock::now();
    for (auto at = paused_.begin(); at != paused_.end() && at->first <= now;) {
      const QuestionKey key = at->second.question.key;
      to_ask_.emplace(key, std::move(at->second));
      at = paused_.erase(at);
    }
    while (!to_ask_.empty() && open_.size() < how_.jobs) {
      if (how_.rate > 0) {
        if (now < next_question_) break;
        next_question_ = std::max(next_question_, now - seconds(1)) + seconds(1 / how_.rate);
      }
      const auto first = to_ask_.begin();
      const auto [at, added] = open_.emplace(first->first, std::move(first->second));
      to_ask_.erase(first);
      judges_[at->second.judge]->ask(at->second.question);
    }
  }

  // Returns how many replies there were.
  std::size_t collect() {
    std::size_t count = 0;
    for (std::uint32_t judge = 0; judge < judges_.size(); ++judge) {
      replies_.clear();
      judges_[judge]->collect(replies_);
      count += replies_.size();
      for (Reply& reply : replies_) take(judge, reply);
      if (!watcher_.warn) continue;
      for (const std::string& warning : judges_[judge]->take_warnings()) watcher_.warn(warning);
    }
    if (!heard_.empty()) let_count();
    if (failure_) throw Error(*failure_);  // after the answers that came with it were recorded
    return count;
  }

  void take(std::uint32_t judge, Reply& reply) {
    const auto found = open_.find(reply.question);
    Asked asked = std::move(found->second);
    open_.erase(found);
    if (Answer* const answer = std::get_if<Answer>(&reply.what)) {
      heard_.push_back({asked.question, std::move(*answer), judge});
    } else {
      fail(std::move(asked), std::get<Failure>(reply.what));
    }
  }

  void fail(Asked asked, const Failure& failure) {
    if (failure.stop) return end(failure.what);
    ++asked.failures;
    ++retries_;
    if (asked.failures <= how_.retries) {
      const double pause = std::min(
          how_.first_pause * std::exp2(static_cast<double>(asked.failures) - 1), kMaxPause);
      paused_.emplace(Clock::now() + seconds(pause), std::move(asked));
      return;
    }
    asked.gave_up.push_back(asked.judge);
    for (std::uint32_t step = 1; step < judges_.size(); ++step) {
      const auto next = static_cast<std::uint32_t>((asked.judge + step) % judges_.size());
      if (std::find(asked.gave_up.begin(), asked.gave_up.end(), next) != asked.gave_up.end()) {
        continue;
      }
      if (watcher_.warn) {
        watcher_.warn(fmt::format("{}; {} is asked instead", failure.what, judges_[next]->name()));
      }
      asked.judge = next;
      asked.failures = 0;
      paused_.emplace(Clock::now(), std::move(asked));
      return;
    }
    end(fmt::format("{} (tried {} times)", failure.what, how_.retries + 1));
  }

  void end(const std::string& why) {
    if (!failure_) failure_ = Error::input_output(why);
  }

  // Records the answers: first on disk, then in the selection.
  void let_count() {
    if (journal_ != nullptr) {
      for (const Heard& heard : heard_) {
        journal_->append(heard.question, items_, heard.answer, heard.judge);
      }
      journal_->sync();
    }
    for (const Heard& heard : heard_) {
      selection_.answer(heard.question.key, heard.answer.verdict, heard.judge);
      cost_ += heard.answer.cost;
      if (how_.undo) answers_.push_back({heard.question.key, heard.answer.verdict, heard.judge});
    }
    questions_ += heard_.size();
    asked_now_ += heard_.size();
    heard_.clear();
    write_coins();
    take_questions();
    show();
  }

  // Appends coins to the journal. They follow from the answers, so they need no sync().
  void write_coins() {
    if (journal_ != nullptr && selection_.coins() > coins_) {
      for (const SelectedGame& game : selection_.games().subspan(games_)) {
        if (game.coin) journal_->append_coin(game, items_);
      }
    }
    coins_ = selection_.coins();
    games_ = selection_.games().size();
  }

  void wait() {
    if (selection_.over()) return;
    Clock::time_point until = Clock::now() + kMaxWait;
    if (!paused_.empty()) until = std::min(until, paused_.begin()->first);
    if (how_.rate > 0 && !to_ask_.empty() && open_.size() < how_.jobs) {
      until = std::min(until, next_question_);
    }
    descriptors_.clear();
    for (const std::unique_ptr<Judge>& judge : judges_) {
      judge->watch(descriptors_);
      if (const auto wakes = judge->wakes()) until = std::min(until, *wakes);
    }
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    const int time = static_cast<int>(std::max<std::int64_t>(0, left.count()));
    if (::poll(descriptors_.data(), descriptors_.size(), time) < 0 && errno != EINTR) {
      throw Error::input_output("cannot wait for the judges: poll failed");
    }
  }

  void grant_wish() {
    if (!watcher_.wish) return;
    const Wish wish = watcher_.wish();
    if (wish == Wish::kStop) stopped_ = true;
    if (wish == Wish::kUndo) undo();
  }

  // Repeats all answers except the last one in a new selection. A person gives few answers.
  void undo() {
    if (answers_.empty()) return;
    const QuestionKey taken_back = answers_.back().question;
    answers_.pop_back();
    if (journal_ != nullptr) {
      journal_->append_undo(taken_back);
      journal_->sync();
    }
    for (const std::unique_ptr<Judge>& judge : judges_) judge->withdraw();
    open_.clear();
    to_ask_.clear();
    selection_ = Selection(selection_.items(), options_);
    take_questions();
    for (const Given& given : answers_) {
      to_ask_.erase(given.question);
      selection_.answer(given.question, given.verdict, given.judge);
      take_questions();
    }
    coins_ = selection_.coins();
    games_ = selection_.games().size();
    show();
  }

  RunProgress progress() const {
    return {selection_, questions_, asked_now_, open_.size(), retries_, cost_};
  }

  void show() {
    if (watcher_.progress) watcher_.progress(progress());
  }

  struct Heard {
    Question question;
    Answer answer;
    std::uint32_t judge;
  };
  struct Given {
    QuestionKey question;
    Verdict verdict;
    std::uint32_t judge;
  };

  const std::vector<Item>& items_;
  const SelectOptions& options_;
  const std::vector<std::unique_ptr<Judge>>& judges_;
  const RunOptions& how_;
  Journal* journal_;
  const Watcher& watcher_;
  Selection selection_;
  std::map<QuestionKey, Asked> to_ask_;
  std::map<QuestionKey, Asked> open_;
  std::multimap<Clock::time_point, Asked> paused_;  // after a failure, by the time of the retry
  std::vector<Heard> heard_;                        // answers that are not recorded yet
  std::vector<Given> answers_;                      // recorded answers, if they may be undone
  std::vector<Reply> replies_;
  std::vector<pollfd> descriptors_;
  Clock::time_point next_question_ = Clock::now();  // its earliest time, if the rate is limited
  std::uint64_t questions_ = 0;
  std::uint64_t asked_now_ = 0;
  std::uint64_t retries_ = 0;
  std::uint64_t coins_ = 0;  // coins in the journal
  std::size_t games_ = 0;    // games that were checked for coins
  double cost_ = 0;
  bool stopped_ = false;
  std::optional<Error> failure_;  // the error that ends the run
};

}  // namespace

RunResult run_selection(const std::vector<Item>& items, const SelectOptions& options,
                        const std::vector<std::unique_ptr<Judge>>& judges, const RunOptions& how,
                        Journal* journal, const Watcher& watcher) {
  return Run(items, options, judges, how, journal, watcher).run();
}

}  // namespace ect::selection
