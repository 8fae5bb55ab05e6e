// Contested finals. The tournament asks O(log k) questions and can go wrong at each; the label that
// should have won is then most often among the next likeliest few. So these contenders (a beam over
// the tournament, contenders.cc) meet again: each pair in a match that was learnt from the examples
// where both reached the finals, or all by scorers that were (finals.cc). Their strengths and the
// log-probabilities of their paths are mixed as it was best on examples not learnt from
// (ballots.cc), which makes the probabilities as well.
//
// Guarantee. By wins: let w be the plain tournament's winner, o the output and p their labels'
// probabilities at x. w is a contender (contenders.cc), and o wins at least as many finals as w
// does. If o is not w and did not win the final against w, then w has that win over it, so among
// the finals against the others o has more wins than w: there is a contender j that o beats and
// that beats w. Either way p_w - p_o is at most the sum of the finals' regrets: of the one against
// w alone, or of o against j (at least p_j - p_o) and of j against w (at least p_w - p_j). So the
// regret is at most the tournament's bound plus the sum of the finals' own regrets. Two contenders
// who never met in training have a final too, decided by their paths: its regret counts, and is
// nothing that was learnt. How ties in wins are broken does not matter. Scores, sums of
// probabilities and paths have no such bound, even where every answer is right.
//
// Probabilities. A label that is no contender shares, by its probability in the tournament, what
// examples not learnt from showed to be missed.
//
// Contenders by score. A label with few examples loses matches against labels with many, and is
// then no contender even where the example is much like its own. So with joint finals on sparse
// data the labels with the greatest scores are contenders too, whatever their paths: found without
// asking about all labels, by what has a weight for the example's features
// (by_feature_classifiers.cc).
//
// Cost: at most C questions a round, then C (C - 1) / 2 or C. Tests: contested_test,
// contested_fit_test.
#include "reductions/contested/contested.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

#include "ect/error.h"
#include "reductions/contested/finals_problems.h"
#include "reductions/contested/progressive_finals.h"
#include "tournament/pack.h"

namespace ect::reductions {
namespace {

// The memory of one thread's prediction.
struct Scratch {
  Contenders beam;
  std::vector<learners::ProblemMargin> greatest;
  std::vector<std::uint32_t> labels;
  std::span<const Contender> contenders;
  std::size_t by_path;  // of these
  std::vector<Strength> strengths;
  std::vector<double> probabilities;
  std::vector<Scored> others;
};

Scratch& scratch() {
  thread_local Scratch scratch;
  return scratch;
}

bool more_probable(const Scored& a, const Scored& b) {
  return a.probability != b.probability ? a.probability > b.probability : a.label < b.label;
}

// A smaller probability is not shared out: rounding errors would dominate.
constexpr double kNothing = 1e-9;

// The words of the finals, before those of the tournament.
constexpr std::size_t kHeadWords = 6;
// What joint finals have behind them.
constexpr std::size_t kJointWords = 4;

Error damaged_finals(std::string_view what) {
  return {Error::Kind::kModelFormat, fmt::format("the finals are damaged: {}", what)};
}

}  // namespace

ContestedReduction::ContestedReduction(TournamentReduction tournament, std::uint32_t contenders,
                                       std::optional<FinalsRule> rule)

    : tournament_(std::make_shared<const TournamentReduction>(std::move(tournament))),
      contenders_(contenders),
      wanted_(rule) {
  if (contenders == 1 || contenders > kMaxContenders) {
    throw Error::bad_argument(fmt::format("contested finals take 2 to {} contenders (given: {})",
                                          kMaxContenders, contenders));
  }
}

std::unique_ptr<ContestedReduction> ContestedReduction::online(TournamentReduction tournament,
                                                               std::uint32_t contenders) {
  auto reduction =
      std::make_unique<ContestedReduction>(std::move(tournament), contenders, FinalsRule::kJoint);
  reduction->finals_ = Finals{FinalsRule::kJoint, reduction->tournament_->problems(), {}};
  reduction->by_score_ = reduction->classes() > kMinFoundByScore;
  return reduction;
}

std::uint32_t ContestedReduction::most_questions() const {
  if (!finals_) return tournament_->most_questions();
  const FinalsLimits limits = this->limits();
  const std::uint32_t most = std::min(limits.most, classes());
  const std::uint64_t matches =
      std::min<std::uint64_t>(std::uint64_t{schedule()->rounds()} * most, tournament_->problems());
  const std::uint64_t finals =
      finals_->has_pairs() ? pairs_among(most) : std::min(limits.all(), classes());
  return static_cast<std::uint32_t>(matches +
                                    std::min<std::uint64_t>(finals, finals_->problems(classes())));
}

std::string ContestedReduction::guarantee(bool costs) const {
  const std::string plain = tournament_->guarantee(costs);
  if (plain.empty() || !finals_ || finals_->rule != FinalsRule::kWins) return {};
  return plain + ", plus the sum of its finals'";
}

std::string ContestedReduction::finals() const {
  if (!finals_) return "contested";
  std::string text = fmt::format("contested by {}, at most {} contenders", rule_name(finals_->rule),
                                 limits().all());
  if (by_score_) {
    text += fmt::format(" ({} by path, {} by score)", limits().most, limits().by_score);
  }
  if (finals_->has_pairs()) text += fmt::format(", {} pairs", finals_->pairs.size());
  if (finals_->rule == FinalsRule::kPairs || finals_->is_scored()) {
    const double finals = std::max(static_cast<double>(mixture_.finals), 1e-9);
    const double path = static_cast<double>(mixture_.path) / finals;
    text += fmt::format(", path x {:.2f}", path);
    if (mixture_.deciding != 1) {
      text += fmt::format(" ({:.2f} decides)", path * static_cast<double>(mixture_.deciding));
    }
  }
  return text;
}

std::vector<std::uint32_t> ContestedReduction::labels_at(std::uint32_t problem, Side side) const {
  if (problem < tournament_->problems()) return tournament_->labels_at(problem, side);
  const std::uint32_t number = problem - tournament_->problems();
  if (finals_->has_pairs()) {
    const Pair pair = finals_->pairs.pairs()[number];
    return {side == Side::kRight ? pair.high : pair.low};
  }
  if (side == Side::kRight) return {number};
  std::vector<std::uint32_t> others;
  for (std::uint32_t label = 0; label < classes(); ++label) {
    if (label != number) others.push_back(label);
  }
  return others;
}

void ContestedReduction::learn(learners::OnlineLearner& learner, Features x, std::uint32_t label,
                               float weight) const {
  tournament_->learn(learner, x, label, weight);
  if (finals_) learner.learn_score(label, x, weight);
}

void ContestedReduction::learn_batch(learners::OnlineLearner& learner,
                                     std::span<const LabelledExample> examples,
                                     unsigned threads) const {
  tournament_->learn_batch(learner, examples, threads);
  if (!finals_) return;
  for (const LabelledExample& example : examples) {
    learner.learn_score(example.label, example.x, example.weight);
  }
}

std::shared_ptr<ProgressiveFinals> ContestedReduction::progressive_finals() const {
  return finals_ ? std::make_shared<ProgressiveFinals>(*this) : nullptr;
}

double ContestedReduction::fit(learners::BatchLearner& learner, const Dataset& data,
                               std::span<const std::uint32_t> rows, unsigned threads,
                               const OnProgress& progress) const {
  return tournament_->fit(learner, data, rows, threads, progress);
}

void ContestedReduction::learn_costs(learners::OnlineLearner& learner, Features x,
                                     std::span<const float> costs, float weight) const {
  tournament_->learn_costs(learner, x, costs, weight);
}

double ContestedReduction::fit_costs(learners::BatchLearner& learner, const Dataset& data,
                                     std::span<const std::uint32_t> rows, unsigned threads,
                                     const OnProgress& progress) const {
  return tournament_->fit_costs(learner, data, rows, threads, progress);
}

void ContestedReduction::contest(const learners::Classifiers& classifiers, Features x,
                                 std::uint64_t& questions) const {
  Scratch& s = scratch();
  const FinalsLimits limits = this->limits();
  s.contenders = s.beam.gather(*schedule(), classifiers, x, limits, questions);
  s.by_path = s.contenders.size();
  if (by_score_ &&
      classifiers.find_greatest(finals_->first, classes(), limits.by_score, s.greatest)) {
    s.labels.clear();
    for (const learners::ProblemMargin& item : s.greatest) {
      s.labels.push_back(item.problem - finals_->first);
    }
    s.contenders = s.beam.add(s.labels, classes());
  }
  finals_->strengths(classifiers, x, s.contenders, s.strengths, questions);
}

ContestedReduction::Contest ContestedReduction::contest_of(const learners::Classifiers& classifiers,
                                                           Features x) const {
  std::uint64_t unused = 0;
  contest(classifiers, x, unused);
  const Scratch& s = scratch();
  return {s.contenders, s.strengths, s.by_path, 1 - s.beam.mass()};
}

std::uint32_t ContestedReduction::predict(const learners::Classifiers& classifiers, Features x,
                                          std::uint64_t& questions) const {
  if (!finals_) return tournament_->predict(classifiers, x, questions);
  contest(classifiers, x, questions);
  const Scratch& s = scratch();
  return s.contenders[finals_->winner(s.strengths, mixture_)].label;
}

// The probability, by the tournament, of all labels that are not contenders.
double ContestedReduction::outside(const learners::Classifiers& classifiers, Features x) const {
  const Scratch& s = scratch();
  if (s.contenders.size() == classes()) return 0;
  // With several brackets the beam has not followed all paths; contenders by score it has not
  // found.
  double inside = schedule()->eliminations() > 1 ? 0 : s.beam.mass();
  for (const Contender& contender : s.contenders.subspan(inside > 0 ? s.by_path : 0)) {
    inside += tournament_->probability(classifiers, x, contender.label);
  }
  return std::max(1 - inside, 0.0);
}

// The probability that the example's label is none of the contenders of contest().
double ContestedReduction::missed_share() const {
  const Scratch& s = scratch();
  if (s.contenders.size() == classes()) return 0;
  if (finals_->rule != FinalsRule::kJoint) return static_cast<double>(missed_);
  return missed_share_.of({1 - s.beam.mass(), others_share(mixture_, s.strengths)});
}

// The part of `missed` of a label that is not a contender, by its probability in the tournament.
double ContestedReduction::share(double probability, double outside, double missed) const {
  return outside > kNothing ? std::min(1.0, probability / outside) * missed : 0;
}

double ContestedReduction::probability(const learners::Classifiers& classifiers, Features x,
                                       std::uint32_t label) const {
  if (!finals_) return tournament_->probability(classifiers, x, label);
  std::uint64_t unused = 0;
  contest(classifiers, x, unused);
  Scratch& s = scratch();
  softmax(mixture_, s.strengths, s.probabilities);
  const double outside = this->outside(classifiers, x);
  const double missed = outside > kNothing ? missed_share() : 0;
  for (std::size_t i = 0; i < s.contenders.size(); ++i) {
    if (s.contenders[i].label == label) return (1 - missed) * s.probabilities[i];
  }
  return share(tournament_->probability(classifiers, x, label), outside, missed);
}

bool ContestedReduction::considers(const learners::Classifiers& classifiers, Features x,
                                   std::uint32_t label) const {
  if (!finals_) return true;
  std::uint64_t unused = 0;
  contest(classifiers, x, unused);
  return place_among(scratch().contenders, label).has_value();
}

// The contenders with the probability that `missed` leaves, the winner first.
void ContestedReduction::rank(double missed, std::vector<Scored>& scored) const {
  Scratch& s = scratch();
  softmax(mixture_, s.strengths, s.probabilities);
  scored.clear();
  for (std::size_t i = 0; i < s.contenders.size(); ++i) {
    scored.push_back({s.contenders[i].label, (1 - missed) * s.probabilities[i]});
  }
  std::swap(scored.front(), scored[finals_->winner(s.strengths, mixture_)]);
  std::sort(scored.begin() + 1, scored.end(), more_probable);
}

void ContestedReduction::shortlist(const learners::Classifiers& classifiers, Features x,
                                   std::vector<Scored>& scored) const {
  if (!finals_) {
    tournament_->shortlist(classifiers, x, scored);
    return;
  }
  std::uint64_t unused = 0;
  contest(classifiers, x, unused);
  rank(missed_share(), scored);
}

void ContestedReduction::top_labels(const learners::Classifiers& classifiers, Features x,
                                    std::size_t most, std::vector<Scored>& scored) const {
  if (!finals_) {
    tournament_->top_labels(classifiers, x, most, scored);
    return;
  }
  std::uint64_t unused = 0;
  contest(classifiers, x, unused);
  Scratch& s = scratch();
  // Joint finals rank their contenders before all other labels, so that asking for a few takes no
  // more than predicting one.
  if (finals_->rule == FinalsRule::kJoint && most <= s.contenders.size()) {
    rank(missed_share(), scored);
    scored.resize(std::max<std::size_t>(most, 1));
    return;
  }
  const double outside = this->outside(classifiers, x);
  const double missed = outside > kNothing ? missed_share() : 0;
  rank(missed, scored);
  const std::ptrdiff_t inside = std::ssize(scored);
  // No other label can have more than `missed`.
  const bool enough =
      most <= 1 || (most <= scored.size() && scored[most - 1].probability >= missed);
  if (!enough && scored.size() < classes()) {
    tournament_->top_labels(classifiers, x, std::min<std::size_t>(most + scored.size(), classes()),
                            s.others);
    for (const Scored& other : s.others) {
      const auto known =
          std::find_if(scored.begin(), scored.begin() + inside,
                       [&](const Scored& item) { return item.label == other.label; });
      if (known != scored.begin() + inside) continue;
      scored.push_back({other.label, share(other.probability, outside, missed)});
    }
    std::sort(scored.begin() + 1, scored.end(), more_probable);
  }
  if (scored.size() > most) scored.resize(std::max<std::size_t>(most, 1));
}

std::vector<std::vector<std::uint32_t>> ContestedReduction::asked_together() const {
  std::vector<std::vector<std::uint32_t>> lists = tournament_->asked_together();
  if (!finals_ || !finals_->is_scored()) return lists;
  for (std::vector<std::uint32_t>& labels : labels_together(*schedule())) {
    for (std::uint32_t& label : labels) label += finals_->first;
    lists.push_back(std::move(labels));
  }
  return lists;
}

std::vector<std::uint32_t> ContestedReduction::stored() const {
  const Finals none;
  const Finals& finals = finals_ ? *finals_ : none;
  std::vector<std::uint32_t> words = {contenders_,
                                      static_cast<std::uint32_t>(finals.rule),
                                      std::bit_cast<std::uint32_t>(mixture_.finals),
                                      std::bit_cast<std::uint32_t>(mixture_.path),
                                      std::bit_cast<std::uint32_t>(missed_),
                                      finals.pairs.size()};
  for (const Pair& pair : finals.pairs.pairs()) {
    words.push_back(pair.low);
    words.push_back(pair.high);
  }
  if (finals.rule == FinalsRule::kJoint) {
    for (const float weight : {missed_share_.bias, missed_share_.outside, missed_share_.others}) {
      words.push_back(std::bit_cast<std::uint32_t>(weight));
    }
    // The path decides by so many quarters less of its weight.
    const auto quarters = static_cast<std::uint32_t>(4 - 4 * mixture_.deciding);
    words.push_back((by_score_ ? 1 : 0) + 2 * quarters);
  }
  const std::vector<std::uint32_t> tournament = tournament_->stored();
  words.insert(words.end(), tournament.begin(), tournament.end());
  return words;
}

std::unique_ptr<ContestedReduction> ContestedReduction::with_joint_finals(
    bool by_score, const Mixture& mixture, double missed, const MissedShare& missed_share) const {
  auto settled = std::make_unique<ContestedReduction>(*this);
  settled->finals_ = Finals{FinalsRule::kJoint, tournament_->problems(), {}};
  settled->by_score_ = by_score;
  settled->mixture_ = mixture;
  settled->missed_ = static_cast<float>(missed);
  settled->missed_share_ = missed_share;
  return settled;
}

std::unique_ptr<ContestedReduction> ContestedReduction::load(std::span<const std::uint32_t> words,
                                                             LoadTournament load_tournament,
                                                             std::uint32_t classes) {
  if (words.size() < kHeadWords) throw damaged_finals("they are cut off");
  const std::uint32_t contenders = words[0];
  const std::uint32_t pairs = words[5];
  if (contenders == 1 || contenders > kMaxContenders)
    throw damaged_finals("the number of contenders");
  if (words[1] > static_cast<std::uint32_t>(FinalsRule::kJoint)) throw damaged_finals("the rule");
  const auto rule = static_cast<FinalsRule>(words[1]);
  const auto number = [&](std::size_t at) {
    const auto value = std::bit_cast<float>(words[at]);
    if (!std::isfinite(value) || value < 0) throw damaged_finals("a weight");
    return value;
  };
  if (pairs > (words.size() - kHeadWords) / 2) throw damaged_finals("the pairs are cut off");
  Finals finals;
  finals.rule = rule;
  if (!finals.has_pairs() && pairs > 0) throw damaged_finals("this rule has no pairs");
  std::vector<Pair> list;
  for (std::uint32_t i = 0; i < pairs; ++i) {
    const Pair pair{words[kHeadWords + 2 * std::size_t{i}],
                    words[kHeadWords + 2 * std::size_t{i} + 1]};
    const bool increases = list.empty() || list.back().low < pair.low ||
                           (list.back().low == pair.low && list.back().high < pair.high);
    if (!increases || pair.low >= pair.high || pair.high >= classes) throw damaged_finals("a pair");
    list.push_back(pair);
  }
  finals.pairs = PairTable(std::move(list));
  std::span<const std::uint32_t> rest = words.subspan(kHeadWords + 2 * std::size_t{pairs});
  bool by_score = false;
  float deciding = 1;
  MissedShare missed_share;
  if (rule == FinalsRule::kJoint) {
    if (rest.size() < kJointWords) throw damaged_finals("they are cut off");
    const std::uint32_t quarters = rest[3] / 2;
    if (quarters > 4) throw damaged_finals("a weight");
    missed_share = {std::bit_cast<float>(rest[0]), std::bit_cast<float>(rest[1]),
                    std::bit_cast<float>(rest[2])};
    if (!std::isfinite(missed_share.bias) || !std::isfinite(missed_share.outside) ||
        !std::isfinite(missed_share.others)) {
      throw damaged_finals("a weight");
    }
    by_score = rest[3] % 2 == 1;
    deciding = 1 - static_cast<float>(quarters) / 4;
    rest = rest.subspan(kJointWords);
  }
  auto loaded =
      std::make_unique<ContestedReduction>(load_tournament(rest, classes), contenders, rule);
  loaded->by_score_ = by_score;
  finals.first = loaded->tournament_->problems();
  loaded->finals_ = std::move(finals);
  loaded->mixture_ = {number(2), number(3), deciding};
  loaded->missed_share_ = missed_share;
  loaded->missed_ = number(4);
  if (loaded->missed_ > 1) throw damaged_finals("a weight");
  return loaded;
}

}  // namespace ect::reductions
