#ifndef ECT_SELECT_H_
#define ECT_SELECT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ect/export.h"
#include "ect/format.h"
#include "ect/seeding.h"

namespace ect {

// Choosing the best of k items by asking judges to compare two of them at a time, when some of the
// answers are wrong. Items are players, numbered from 0 in the order of the caller's list. A
// question shows two items to a judge; a game is decided by the answers to one or more questions.

// A judge's answer: which of the two items is better, neither, or no answer.
enum class Verdict : std::uint8_t { kFirst, kSecond, kTie, kAbstain };

// Identifies a question of a selection: the match, which game of the match, and how often that game
// has been asked. Matches count from 0, games and asks from 1. Runs with the same options and the
// same answers have the same keys.
struct QuestionKey {
  std::uint32_t match = 0;
  std::uint32_t game = 1;
  std::uint32_t ask = 1;
  auto operator<=>(const QuestionKey&) const = default;  // NOLINT(modernize-use-nullptr)
};

struct Question {
  QuestionKey key;
  Player first = 0;  // the item to be shown first
  Player second = 0;
  std::uint32_t judge = 0;  // the judge who is to answer, from 0
  std::uint64_t seed = 0;   // for judges that use random numbers
  bool operator==(const Question&) const = default;
};

struct SelectOptions {
  std::string tournament = "ect:2";  // a name that make_format() takes
  std::uint64_t seed = 1;            // of the draw, of which item is shown first, and of coins
  std::uint32_t judges = 1;          // how many judges take turns
  bool both_orders = false;          // ask twice, each item shown first once; disagreement is a tie
};

// A game that is over.
struct SelectedGame {
  std::uint32_t match = 0;
  std::uint32_t game = 1;
  std::uint32_t bracket = 0;  // from 1; the finals come after the last; 0 in formats without any
  Player winner = 0;
  Player loser = 0;
  std::uint32_t judge = 0;  // the judge whose answer decided; after a coin, the last one asked
  bool coin = false;        // whether a random coin decided the game
  bool unanswered = false;  // the coin decided because every judge who was asked abstained
  bool operator==(const SelectedGame&) const = default;
};

// Games that a coin decided, and why.
struct ECT_EXPORT CoinCount {
  std::uint64_t games = 0;       // all games that are over, however they were decided
  std::uint64_t tied = 0;        // coins after ties, or after answers that depended on the order
  std::uint64_t unanswered = 0;  // coins because every judge who was asked abstained

  std::uint64_t coins() const { return tied + unanswered; }
  double share() const;  // coins() / games; 0 if there are no games
  // many(): a tenth of the games or more, which deserves a warning. most(): a half or more, where
  // the winner is more luck than judgment. Both kinds of coins count, as in neither a judge
  // preferred one of the items.
  bool many() const { return coins() > 0 && 10 * coins() >= games; }
  bool most() const { return coins() > 0 && 2 * coins() >= games; }
};

// Two items, and how many of their games no judge answered.
struct UnansweredPair {
  Player first = 0;  // the lower number
  Player second = 0;
  std::uint64_t games = 0;
  bool operator==(const UnansweredPair&) const = default;
};
// All pairs with unanswered games, each once, by increasing numbers.
ECT_EXPORT std::vector<UnansweredPair> unanswered_pairs(std::span<const SelectedGame> games);

// The answers of a judge so far.
struct JudgeCount {
  std::uint64_t answers = 0;
  std::uint64_t first = 0;  // answers for the item that was shown first
  std::uint64_t second = 0;
  std::uint64_t ties = 0;
  std::uint64_t abstentions = 0;
  std::uint64_t both_orders = 0;   // games in which it named a winner in both orders
  std::uint64_t changed_mind = 0;  // how many of these had two different winners
  std::uint64_t shared = 0;        // games it decided of pairs that other judges decided as well
  std::uint64_t disagreed = 0;     // how many of these most other judges decided differently
};

// The size and the guarantee of a selection, known before the first question.
struct SelectionPlan {
  std::uint64_t least_games = 0;
  std::uint64_t most_games = 0;
  std::uint64_t most_rounds = 0;
  // The largest number of wrong results that cannot keep the best item from winning; nothing if no
  // such number is known.
  std::optional<std::uint64_t> withstands;
  Guarantee guarantee = Guarantee::kNone;  // the reason for `withstands`
  // The number of answered questions: at least one per game, or two with both orders; at most with
  // all repetitions after ties and abstentions.
  std::uint64_t least_questions = 0;
  std::uint64_t most_questions = 0;
};

// Throws ect::Error as make_format(), and for tournaments that are too large.
ECT_EXPORT SelectionPlan plan_selection(Player items, const SelectOptions& options);
// The same for one judge who is not asked in both orders.
ECT_EXPORT SelectionPlan plan_selection(Player items, const std::string& tournament);
// The name `ect:M` of the tournament that withstands that many wrong results.
ECT_EXPORT std::string tournament_to_withstand(std::uint64_t wrong_results);
// The name `ect:M`, with M as large as possible, of a tournament of at most `games` games. Throws
// ect::Error if even one elimination takes more games.
ECT_EXPORT std::string tournament_within(Player items, std::uint64_t games);

// A selection in progress, for callers with an event loop of their own: they take questions from it
// and record the answers. The outcome depends on the options and on the answers, not on the order
// in which these come. One thread at a time may use it.
//
// A game is decided by one answer. After a tie or an abstention the question is repeated with the
// items swapped, then put to another judge, and then a coin decides, which is recorded. With
// both_orders an answer counts if the judge gives it in both orders; otherwise another judge is
// asked, then a coin decides. Judges take turns: a game goes to the judge who has decided the
// fewest lost games, then the fewest games, of the two items.
class ECT_EXPORT Selection {
 public:
  static constexpr std::uint32_t kMaxJudges = 256;

  // Throws ect::Error for 0 items, 0 judges or more than kMaxJudges, and as plan_selection().
  Selection(Player items, const SelectOptions& options);
  Selection(Selection&&) noexcept;
  Selection& operator=(Selection&&) noexcept;
  ~Selection();

  // Returns the next question that can be asked now, those of early matches first, each once.
  // Nothing if all such questions have been returned and wait for answers, and at the end.
  std::optional<Question> next();
  // Records the answer to a question that next() has returned. `judge` is who gave it, which may be
  // another one than Question::judge. Throws ect::Error for a question that waits_for() denies, and
  // for an unknown judge.
  void answer(const QuestionKey& question, Verdict verdict, std::uint32_t judge);
  // Whether next() has returned the question and it has not been answered yet.
  bool waits_for(const QuestionKey& question) const;

  bool over() const;
  std::optional<Player> champion() const;  // nothing until it is over
  // The champion or, until it is over, the item with the fewest losses and among those the most
  // wins.
  Player leader() const;
  Player items() const;
  const SelectOptions& options() const;

  // The decided games in order. The spans that this and titles() return are valid until the next
  // call of answer().
  std::span<const SelectedGame> games() const;
  std::uint64_t coins() const;  // games that a coin decided
  const CoinCount& coin_count() const;
  // Whether the item can still win; once the selection is over, only the champion.
  bool still_in(Player item) const;
  std::uint64_t losses(Player item) const;
  std::uint64_t wins(Player item) const;
  // The round of the earliest open game, from 1; at the end, that of the last game. Games of later
  // rounds may be open at the same time.
  std::uint64_t round() const;
  std::uint64_t most_rounds() const;
  std::uint64_t most_games() const;
  // The holders of the titles of brackets 1 to M of ect:M that are known; empty in other formats.
  std::span<const std::optional<Player>> titles() const;
  // How many results must be wrong if another item than leader() is the best: the fewest games that
  // another item has lost. Nothing in formats where losses do not eliminate (swiss, round-robin).
  std::optional<std::uint64_t> overturned_by() const;
  std::vector<JudgeCount> judges() const;  // an entry per judge

 private:
  class State;
  std::unique_ptr<State> state_;
};

// Asks `judge` one question after the other, in the calling thread, until the selection is over,
// and returns it. Throws as Selection, and what `judge` throws.
using JudgeFunction = std::function<Verdict(const Question&)>;
ECT_EXPORT Selection select(Player items, const JudgeFunction& judge,
                            const SelectOptions& options = {});

// The strength of each item by the model of Bradley and Terry, fitted to the games of a selection:
// the logarithm of the odds against an item of average strength. Each item gets half a game won and
// half a game lost against such an item in addition, so that undefeated items have finite strength.
// Requires that all players of the games are below `items`.
ECT_EXPORT std::vector<double> bradley_terry_strengths(Player items,
                                                       std::span<const SelectedGame> games);

}  // namespace ect

#endif  // ECT_SELECT_H_
