// A judge that replays recorded votes. A random order of a pair's votes is drawn from their counts
// without replacement, only as far as needed. Both ends of the order are needed, the front for the
// first asks of games and the end for later asks, so the places are drawn in the order first, last,
// second, last but one, ...
//
// Example: a pair has 3 votes for a and 2 for b. The five games of a best-of-5 between them get all
// five votes, so a wins it whatever the seed.
//
// Cost: a question takes at most twice as many draws as its match has games.
// Tests: votes_judge_test, tests/fuzz.
#include "selection/votes_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

#include "ect/random.h"
#include "selection/votes.h"
#include "util/digest.h"
#include "util/input.h"

namespace ect::selection {
namespace {

// The number of draws before that place of an order of `size` votes is drawn, if places are drawn
// from both ends in turn.
std::uint64_t draws_before(std::uint64_t place, std::uint64_t size) {
  const std::uint64_t from_end = size - 1 - place;
  return place <= from_end ? 2 * place : 2 * from_end + 1;
}

// The place of a question in the order of its match's votes: the first ask of a game gets the place
// of the game's number, later asks get the others from the end.
std::uint64_t place_of(const QuestionKey& key, std::uint64_t size) {
  const std::uint64_t own = (key.game - 1) % size;
  if (key.ask <= 1 || size == 1) return own;
  const std::uint64_t from_end = (own + (key.ask - 2)) % (size - 1);
  return size - 1 - from_end > own ? size - 1 - from_end : size - 2 - from_end;
}

class VotesJudge : public Judge {
 public:
  VotesJudge(std::string name, RecordedVotes votes, std::uint64_t seed, const std::string& file)
      : name_(std::move(name)), pairs_(std::move(votes.pairs)), seed_(seed) {
    for (const SkippedVotes& skipped : votes.skipped) {
      warnings_.push_back(fmt::format("{}: {} of {} votes skipped: {} (the first is {})", file,
                                      skipped.count, votes.records, skipped.kind, skipped.first));
    }
    if (votes.left_out == 0) return;
    warnings_.push_back(fmt::format("{}: {} of {} votes are about items that are not in the list",
                                    file, votes.left_out, votes.records));
  }

  const std::string& name() const override { return name_; }

  void ask(const Question& question) override {
    replies_.push_back({question.key, Answer{verdict(question), "", 0}});
  }

  std::optional<JudgeClock::time_point> wakes() const override {
    if (replies_.empty()) return std::nullopt;
    return JudgeClock::time_point();
  }

  void collect(std::vector<Reply>& replies) override {
    std::move(replies_.begin(), replies_.end(), std::back_inserter(replies));
    replies_.clear();
  }

  std::vector<std::string> take_warnings() override { return std::exchange(warnings_, {}); }

 private:
  Verdict verdict(const Question& question) const {
    const Player lower = std::min(question.first, question.second);
    const auto found = pairs_.find(pair_key(lower, std::max(question.first, question.second)));
    if (found == pairs_.end()) return Verdict::kAbstain;
    const VoteOutcome outcome = vote(question.key, found->first, found->second);
    if (outcome == kForNeither) return Verdict::kTie;
    return (outcome == kForLower) == (question.first == lower) ? Verdict::kFirst : Verdict::kSecond;
  }

  VoteOutcome vote(const QuestionKey& key, std::uint64_t pair, VoteCounts left) const {
    std::uint64_t size = std::uint64_t{left[0]} + left[1] + left[2];
    util::Digest digest;
    digest.add(seed_);
    digest.add(pair);
    digest.add(key.match);
    digest.add((key.game - 1) / size);  // after all votes were used, another order
    Random random(digest.value());
    std::size_t outcome = kForLower;
    for (std::uint64_t before = draws_before(place_of(key, size), size) + 1; before > 0; --before) {
      std::uint64_t drawn = random.below(size--);
      for (outcome = kForLower; drawn >= left[outcome]; ++outcome) drawn -= left[outcome];
      --left[outcome];
    }
    return static_cast<VoteOutcome>(outcome);
  }

  std::string name_;
  std::unordered_map<std::uint64_t, VoteCounts> pairs_;
  std::uint64_t seed_;
  std::vector<Reply> replies_;
  std::vector<std::string> warnings_;
};

}  // namespace

std::unique_ptr<Judge> votes_judge(const std::string& source, std::istream& in,
                                   const std::vector<Item>& items, std::uint64_t seed) {
  const VotesSource parsed = parse_votes_source(source);
  RecordedVotes votes = read_votes(parsed, in, items);
  return std::make_unique<VotesJudge>("votes:" + source, std::move(votes), seed,
                                      util::input_name(parsed.path));
}

}  // namespace ect::selection
