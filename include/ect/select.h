#ifndef ECT_SELECT_H_
#define ECT_SELECT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ect/format.h"
#include "ect/seeding.h"

namespace ect {

// Choosing the best of k items by asking somebody to compare two of them at a time, when some of
// the answers are wrong. Items are players, numbered from 0 in the order of the caller's list.

enum class Verdict : std::uint8_t { kFirst, kSecond, kTie, kAbstain };

// Which question of a selection: the game'th game of a match, asked for the ask'th time. All count
// from 1 but matches. The same in every run that has had the same answers.
struct QuestionKey {
  std::uint32_t match = 0;
  std::uint32_t game = 1;
  std::uint32_t ask = 1;
  auto operator<=>(const QuestionKey&) const = default;  // NOLINT(modernize-use-nullptr)
};

struct Question {
  QuestionKey key;
  Player first = 0;  // as they are to be shown
  Player second = 0;
  std::uint32_t judge = 0;  // who is to answer
  std::uint64_t seed = 0;   // for judges that draw lots
  bool operator==(const Question&) const = default;
};

struct SelectOptions {
  // As make_format.
  std::string tournament = "ect:2";
  std::uint64_t seed = 1;    // of the draw, of who is shown first, and of coins
  std::uint32_t judges = 1;  // that rotate
  bool both_orders = false;  // ask twice, each item shown first once; disagreement is a tie
};

// A game that is over.
struct SelectedGame {
  std::uint32_t match = 0;
  std::uint32_t game = 1;
  std::uint32_t bracket = 0;  // from 1, the finals behind the last; 0 where the format has none
  Player winner = 0;
  Player loser = 0;
  std::uint32_t judge = 0;  // whose answer it was; the last one asked where it was a coin
  bool coin = false;
  bool unanswered = false;  // a coin because every judge who was asked abstained
  bool operator==(const SelectedGame&) const = default;
};

// Games that a coin decided, and why.
struct CoinCount {
  std::uint64_t games = 0;       // all that are over, however they were decided
  std::uint64_t tied = 0;        // there were answers, but no winner: ties, orders that disagreed
  std::uint64_t unanswered = 0;  // every judge who was asked abstained

  std::uint64_t coins() const { return tied + unanswered; }
  double share() const;  // of the games; 0 without any
  // From a tenth of the games on: worth a warning. From a half on: the winner is more luck than
  // judgment. Both kinds count, as neither comes from a judge who preferred one of the items.
  bool many() const { return coins() > 0 && 10 * coins() >= games; }
  bool most() const { return coins() > 0 && 2 * coins() >= games; }
};

// Two items that came up `games` times without an answer.
struct UnansweredPair {
  Player first = 0;  // the lower number
  Player second = 0;
  std::uint64_t games = 0;
  bool operator==(const UnansweredPair&) const = default;
};
// In order of their numbers, each once.
std::vector<UnansweredPair> unanswered_pairs(std::span<const SelectedGame> games);

// What a judge has said so far.
struct JudgeCount {
  std::uint64_t answers = 0;
  std::uint64_t first = 0;  // the item that was shown first
  std::uint64_t second = 0;
  std::uint64_t ties = 0;
  std::uint64_t abstentions = 0;
  std::uint64_t both_orders = 0;   // games that it was asked about in both orders, with two winners
  std::uint64_t changed_mind = 0;  // of these, where the order changed the winner
  std::uint64_t shared = 0;        // games of a pair that other judges decided as well,
  std::uint64_t disagreed = 0;     // and of these, those that most others decided otherwise
};

// Before the first question.
struct SelectionPlan {
  std::uint64_t least_games = 0;
  std::uint64_t most_games = 0;
  std::uint64_t most_rounds = 0;
  // So many wrong results cannot keep the best item from winning; nothing where no such number is
  // known.
  std::optional<std::uint64_t> withstands;
  Guarantee guarantee = Guarantee::kNone;  // what that rests on
  // Questions that are answered: one a game, or two in both orders, and as many again as ties and
  // abstentions can bring.
  std::uint64_t least_questions = 0;
  std::uint64_t most_questions = 0;
};

// Throws as make_format.
SelectionPlan plan_selection(Player items, const SelectOptions& options);
// Of one judge, not asked in both orders.
SelectionPlan plan_selection(Player items, const std::string& tournament);
// The tournament `ect:M` that withstands so many wrong results.
std::string tournament_to_withstand(std::uint64_t wrong_results);
// The `ect:M` of the most eliminations that has at most `games` games. Throws where even one
// elimination has more.
std::string tournament_within(Player items, std::uint64_t games);

// The selection itself, to be asked for questions and told the answers: for callers with an event
// loop of their own. What comes out depends on the options and on the answers to the questions, not
// on the order in which these come. Not for several threads at once.
//
// A game is decided by one answer. A tie or an abstention is asked again with the items swapped,
// then of another judge, and then decided by a coin, which is known as one. With both_orders an
// answer counts when the judge gives it in both orders; else another judge is asked, then the coin.
// Judges rotate: a game goes to the judge who has decided fewest lost games, then fewest games, of
// the two items.
class Selection {
 public:
  static constexpr std::uint32_t kMaxJudges = 256;

  // Throws for no items, no judge or more than kMaxJudges, and as make_format.
  Selection(Player items, const SelectOptions& options);
  Selection(Selection&&) noexcept;
  Selection& operator=(Selection&&) noexcept;
  ~Selection();

  // A question that can be asked now and was not given yet, those of early matches first; nothing
  // while all of them wait for their answers, and at the end.
  std::optional<Question> next();
  // The answer to a question that next() has given, and who gave it; the judge may be another one
  // than was to answer. Throws for any other question.
  void answer(const QuestionKey& question, Verdict verdict, std::uint32_t judge);
  // Whether the question has been given and not been answered yet.
  bool waits_for(const QuestionKey& question) const;

  bool over() const;
  std::optional<Player> champion() const;  // once it is over
  // The champion, or who leads: the item with the fewest losses, the most wins among those.
  Player leader() const;
  Player items() const;
  const SelectOptions& options() const;

  std::span<const SelectedGame> games() const;  // in the order in which they were decided
  std::uint64_t coins() const;
  const CoinCount& coin_count() const;
  // Whether the item can still win: once it is over, the champion alone.
  bool still_in(Player item) const;
  std::uint64_t losses(Player item) const;
  std::uint64_t wins(Player item) const;
  // The round of the earliest game that is open, from 1, and how many there may be at most. Games
  // of later rounds may be open beside it; in the end it is the last game's.
  std::uint64_t round() const;
  std::uint64_t most_rounds() const;
  std::uint64_t most_games() const;  // in all, by what is known now
  // Who holds the titles of brackets 1 to M of ect:M, as far as known; empty in other formats.
  std::span<const std::optional<Player>> titles() const;
  // The games that must have been wrong if anybody but the champion is the best: the fewest that
  // another item has lost. Nothing in formats where a loss puts nobody out (swiss, round-robin).
  std::optional<std::uint64_t> overturned_by() const;
  std::vector<JudgeCount> judges() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

// Asks `judge` one question after the other until the selection is over, and returns it.
using JudgeFunction = std::function<Verdict(const Question&)>;
Selection select(Player items, const JudgeFunction& judge, const SelectOptions& options = {});

// Strengths by Bradley and Terry's model, the logarithm of the odds against an item of average
// strength, from the games of a selection. Half a game won and half a game lost against such an
// item are added to each, so that those who lost nothing stay finite.
std::vector<double> bradley_terry_strengths(Player items, std::span<const SelectedGame> games);

}  // namespace ect

#endif  // ECT_SELECT_H_
