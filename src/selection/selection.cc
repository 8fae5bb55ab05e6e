// A selection: a contest, the questions of its open games, and the results of the answers.
//
// Everything random (which item is shown first, which judge is chosen among equals, the coin)
// depends on the seed and on the question alone. The choice of the judge also depends on the
// earlier games of the two items, which are over, as no item is in two open games. So the same
// answers give the same questions, whatever the order in which they come, and a journal can be
// replayed.
//
// Cost: O(log items + judges) per game. Memory: 28 bytes per finished game, about 150 per open one.
// Tests: selection_test.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <queue>
#include <utility>

#include "ect/error.h"
#include "ect/format.h"
#include "ect/select.h"
#include "selection/contest.h"
#include "util/digest.h"

namespace ect {
namespace {

enum class Draw : std::uint8_t { kOrder, kJudge, kSeed, kCoin };

std::uint64_t drawn(std::uint64_t seed, Draw draw, std::uint32_t match, std::uint32_t game,
                    std::uint32_t ask = 0) {
  util::Digest digest;
  digest.add(seed);
  digest.add((std::uint64_t{match} << 32) | game);
  digest.add((std::uint64_t{ask} << 8) | static_cast<std::uint64_t>(draw));
  return digest.value();
}

// The state of an open game.
struct OpenGame {
  selection::ContestGame game;
  std::uint32_t judge = 0;
  bool right_first = false;   // whether odd asks show the right side first; even ones are swapped
  std::uint32_t asks = 0;     // questions so far
  std::uint32_t given = 0;    // bit set of asks that next() has returned and that are not answered
  std::uint32_t answers = 0;  // in this judge's turn
  bool heard = false;         // whether a judge has not abstained
  // With both orders: the winner in each order, and the judge who named it.
  std::array<std::optional<Side>, 2> said;
  std::array<std::uint32_t, 2> said_by{};
};

// How many games of an item a judge has decided.
struct Decided {
  std::uint32_t lost = 0;
  std::uint32_t games = 0;
};

}  // namespace

class Selection::State {
 public:
  State(Player items, SelectOptions options)
      : items_(items),
        options_(std::move(options)),
        plan_(plan_selection(items, options_)),
        contest_(selection::make_contest(*make_format(options_.tournament, items), options_.seed)),
        wins_(items, 0),
        losses_(items, 0),
        counts_(options_.judges) {
    if (options_.judges > 1) decided_.resize(std::size_t{items} * options_.judges);
    open_games();
  }

  std::optional<Question> next() {
    if (to_ask_.empty()) return std::nullopt;
    const QuestionKey key = to_ask_.top();
    to_ask_.pop();
    OpenGame& open = open_.at(key.match);
    open.given |= 1U << key.ask;
    const bool right_first = open.right_first == (key.ask % 2 == 1);
    return Question{key, right_first ? open.game.right : open.game.left,
                    right_first ? open.game.left : open.game.right, open.judge,
                    drawn(options_.seed, Draw::kSeed, key.match, key.game, key.ask)};
  }

  bool waits_for(const QuestionKey& key) const {
    const auto found = open_.find(key.match);
    return found != open_.end() && found->second.game.game == key.game && key.ask < 32 &&
           (found->second.given >> key.ask & 1U) == 1;
  }

  void answer(const QuestionKey& key, Verdict verdict, std::uint32_t judge) {
    if (!waits_for(key)) {
      throw Error::bad_argument(fmt::format("question {}.{}.{} is not waiting for an answer",
                                            key.match, key.game, key.ask));
    }
    if (judge >= options_.judges) {
      throw Error::bad_argument(
          fmt::format("no judge {} (there are {})", judge + 1, options_.judges));
    }
    OpenGame& open = open_.at(key.match);
    open.given &= ~(1U << key.ask);
    ++open.answers;
    open.heard = open.heard || verdict != Verdict::kAbstain;
    count(judge, verdict);
    const bool right_first = open.right_first == (key.ask % 2 == 1);
    std::optional<Side> winner;
    if (verdict == Verdict::kFirst) winner = right_first ? Side::kRight : Side::kLeft;
    if (verdict == Verdict::kSecond) winner = right_first ? Side::kLeft : Side::kRight;
    if (options_.both_orders) {
      heard_in_one_order(open, key.ask, winner, judge);
    } else if (winner) {
      decide(open, *winner, judge, false);
    } else if (open.answers == 1 && open.asks == 1) {
      ask(open);  // swapped
    } else {
      ask_another(open, judge);
    }
  }

  bool over() const { return open_.empty(); }
  std::optional<Player> champion() const { return contest_->champion(); }
  Player leader() const {
    if (const std::optional<Player> champion = contest_->champion()) return *champion;
    Player best = 0;
    for (Player item = 1; item < items_; ++item) {
      const bool better = losses_[item] != losses_[best] ? losses_[item] < losses_[best]
                                                         : wins_[item] > wins_[best];
      if (better) best = item;
    }
    return best;
  }

  Player items_;
  SelectOptions options_;
  SelectionPlan plan_;
  std::unique_ptr<selection::Contest> contest_;
  std::vector<std::uint32_t> wins_;  // by item
  std::vector<std::uint32_t> losses_;
  std::vector<JudgeCount> counts_;  // without `shared` and `disagreed`: see judges()
  std::vector<SelectedGame> games_;
  CoinCount coins_;
  std::uint64_t round_ = 0;  // of the open game with the lowest match number

 private:
  void open_games() {
    ready_.clear();
    contest_->take_ready(ready_);
    for (const selection::ContestGame& game : ready_) {
      OpenGame& open = open_[game.match];
      open.game = game;
      open.judge = judge_for(game, std::nullopt);
      open.right_first = (drawn(options_.seed, Draw::kOrder, game.match, game.game) & 1U) == 1;
      ask(open);
      if (options_.both_orders) ask(open);
    }
    if (!open_.empty()) round_ = open_.begin()->second.game.round;
  }

  void ask(OpenGame& open) { to_ask_.push({open.game.match, open.game.game, ++open.asks}); }

  // After the first judge's turn asks another judge, and after that flips a coin.
  void ask_another(OpenGame& open, std::uint32_t judge) {
    const std::uint32_t first_turn = 2;
    if (options_.judges == 1 || open.asks > first_turn) {
      const std::uint64_t coin =
          drawn(options_.seed, Draw::kCoin, open.game.match, open.game.game) & 1U;
      decide(open, coin == 1 ? Side::kRight : Side::kLeft, judge, true);
      return;
    }
    open.judge = judge_for(open.game, open.judge);
    open.answers = 0;
    ask(open);
    if (options_.both_orders) ask(open);
  }

  void heard_in_one_order(OpenGame& open, std::uint32_t ask, std::optional<Side> winner,
                          std::uint32_t judge) {
    const std::size_t order = (ask - 1) % 2;
    open.said[order] = winner;
    open.said_by[order] = judge;
    if (open.answers < 2) return;
    if (open.said[0] && open.said[1] && open.said_by[0] == open.said_by[1]) {
      ++counts_[judge].both_orders;
      counts_[judge].changed_mind += open.said[0] != open.said[1] ? 1 : 0;
    }
    if (open.said[0] && open.said[0] == open.said[1]) {
      decide(open, *open.said[0], judge, false);
    } else {
      ask_another(open, judge);
    }
  }

  // The judge who has decided the fewest lost games of the two items, then the fewest games, then
  // at random. `but` is excluded.
  std::uint32_t judge_for(const selection::ContestGame& game,
                          std::optional<std::uint32_t> but) const {
    if (options_.judges == 1) return 0;
    const std::uint64_t start = drawn(options_.seed, Draw::kJudge, game.match, game.game);
    std::optional<std::uint32_t> best;
    std::pair<std::uint32_t, std::uint32_t> least;
    for (std::uint32_t i = 0; i < options_.judges; ++i) {
      const auto judge = static_cast<std::uint32_t>((start + i) % options_.judges);
      if (judge == but) continue;
      const Decided& left = decided_[std::size_t{game.left} * options_.judges + judge];
      const Decided& right = decided_[std::size_t{game.right} * options_.judges + judge];
      const std::pair<std::uint32_t, std::uint32_t> had{left.lost + right.lost,
                                                        left.games + right.games};
      if (best && had >= least) continue;
      best = judge;
      least = had;
    }
    return *best;
  }

  void decide(const OpenGame& open, Side side, std::uint32_t judge, bool coin) {
    const selection::ContestGame game = open.game;
    const Player winner = side == Side::kLeft ? game.left : game.right;
    const Player loser = side == Side::kLeft ? game.right : game.left;
    const bool unanswered = coin && !open.heard;
    games_.push_back({game.match, game.game, game.bracket, winner, loser, judge, coin, unanswered});
    ++coins_.games;
    if (coin) ++(unanswered ? coins_.unanswered : coins_.tied);
    ++wins_[winner];
    ++losses_[loser];
    if (options_.judges > 1 && !coin) {
      ++decided_[std::size_t{loser} * options_.judges + judge].lost;
      ++decided_[std::size_t{loser} * options_.judges + judge].games;
      ++decided_[std::size_t{winner} * options_.judges + judge].games;
    }
    open_.erase(game.match);
    contest_->record(game.match, side);
    open_games();
  }

  void count(std::uint32_t judge, Verdict verdict) {
    JudgeCount& count = counts_[judge];
    ++count.answers;
    switch (verdict) {
      case Verdict::kFirst:
        ++count.first;
        break;
      case Verdict::kSecond:
        ++count.second;
        break;
      case Verdict::kTie:
        ++count.ties;
        break;
      case Verdict::kAbstain:
        ++count.abstentions;
        break;
    }
  }

  std::vector<Decided> decided_;            // by item, then judge; empty if there is one judge
  std::map<std::uint32_t, OpenGame> open_;  // by match
  std::priority_queue<QuestionKey, std::vector<QuestionKey>, std::greater<>> to_ask_;
  std::vector<selection::ContestGame> ready_;
};

Selection::Selection(Player items, const SelectOptions& options) {
  if (items == 0) throw Error::bad_argument("no items to choose from");
  if (options.judges == 0 || options.judges > kMaxJudges) {
    throw Error::bad_argument(
        fmt::format("{} judges (expected 1 to {})", options.judges, kMaxJudges));
  }
  state_ = std::make_unique<State>(items, options);
}

Selection::Selection(Selection&&) noexcept = default;
Selection& Selection::operator=(Selection&&) noexcept = default;
Selection::~Selection() = default;

std::optional<Question> Selection::next() { return state_->next(); }
void Selection::answer(const QuestionKey& question, Verdict verdict, std::uint32_t judge) {
  state_->answer(question, verdict, judge);
}
bool Selection::waits_for(const QuestionKey& question) const { return state_->waits_for(question); }
bool Selection::over() const { return state_->over(); }
std::optional<Player> Selection::champion() const { return state_->champion(); }
Player Selection::leader() const { return state_->leader(); }
Player Selection::items() const { return state_->items_; }
const SelectOptions& Selection::options() const { return state_->options_; }
std::span<const SelectedGame> Selection::games() const { return state_->games_; }
std::uint64_t Selection::coins() const { return state_->coins_.coins(); }
const CoinCount& Selection::coin_count() const { return state_->coins_; }
bool Selection::still_in(Player item) const {
  const std::optional<Player> champion = this->champion();
  return champion ? item == *champion : !state_->contest_->is_out(item);
}
std::uint64_t Selection::losses(Player item) const { return state_->losses_[item]; }
std::uint64_t Selection::wins(Player item) const { return state_->wins_[item]; }
std::uint64_t Selection::round() const { return state_->round_; }
std::uint64_t Selection::most_rounds() const { return state_->plan_.most_rounds; }
std::uint64_t Selection::most_games() const { return state_->plan_.most_games; }
std::span<const std::optional<Player>> Selection::titles() const {
  return state_->contest_->titles();
}

std::optional<std::uint64_t> Selection::overturned_by() const {
  if (!state_->contest_->eliminates()) return std::nullopt;
  const Player leader = state_->leader();
  std::optional<std::uint64_t> fewest;
  for (Player item = 0; item < items(); ++item) {
    if (item == leader) continue;
    fewest = std::min<std::uint64_t>(fewest.value_or(losses(item)), losses(item));
  }
  return fewest.value_or(0);
}

// Sorts the games by pair, and compares each with those of the same pair that other judges decided.
std::vector<JudgeCount> Selection::judges() const {
  std::vector<JudgeCount> counts = state_->counts_;
  if (counts.size() == 1) return counts;
  std::vector<SelectedGame> games;
  for (const SelectedGame& game : this->games()) {
    if (!game.coin) games.push_back(game);
  }
  const auto pair_of = [](const SelectedGame& game) {
    return std::minmax(game.winner, game.loser);
  };
  std::sort(games.begin(), games.end(), [&](const SelectedGame& a, const SelectedGame& b) {
    return std::pair(pair_of(a)) < std::pair(pair_of(b));
  });
  for (std::size_t first = 0, last = 0; first < games.size(); first = last) {
    while (last < games.size() && pair_of(games[last]) == pair_of(games[first])) ++last;
    for (std::size_t i = first; i < last; ++i) {
      std::uint64_t others = 0;
      std::uint64_t same = 0;
      for (std::size_t j = first; j < last; ++j) {
        if (games[j].judge == games[i].judge) continue;
        ++others;
        same += games[j].winner == games[i].winner ? 1 : 0;
      }
      if (others == 0) continue;
      ++counts[games[i].judge].shared;
      counts[games[i].judge].disagreed += 2 * same < others ? 1 : 0;
    }
  }
  return counts;
}

Selection select(Player items, const JudgeFunction& judge, const SelectOptions& options) {
  Selection selection(items, options);
  while (const std::optional<Question> question = selection.next()) {
    selection.answer(question->key, judge(*question), question->judge);
  }
  return selection;
}

}  // namespace ect
