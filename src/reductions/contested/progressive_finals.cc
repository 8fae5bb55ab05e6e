// How finals that are trained online are settled. In batch, out-of-fold answers tell how far the
// path through the tournament is to be trusted beside the scores, and how often no contender is
// right. On a stream every example is new before it is trained on, so its answer tells the same and
// costs a prediction. The last kAnswers are remembered, older ones are of a model that knew less;
// whenever twice as many have come the mixture is fitted to them, so that the progressive error is
// that of finals as good as they were at the time.
//
// Scores cost a sum over the features' labels where a path costs a question a round. So in the end
// they are kept only if they have fewer mistakes than the likeliest path, by more than a standard
// error of the difference. Else finals are by paths, whose calibration remains. (Words that labels
// do not share, `ect synth --classes 4096`: 9.4 % by scores, 9.5 % by paths. debian-section: 18 and
// 34 %.)
//
// Example: after 256 answers the mixture is fitted the first time, then after 512, 1024 and so on,
// and at the end. Cost: some ten passes over at most kAnswers answers each time.
// Tests: progressive_finals_test, learn_stream_test.
#include "reductions/contested/progressive_finals.h"

#include <bit>
#include <cmath>
#include <utility>

#include "ect/error.h"
#include "reductions/contested/finals_problems.h"

namespace ect::reductions {
namespace {

constexpr std::size_t kAnswers = 4096;
constexpr std::uint64_t kMinAnswers = 256;

Error damaged_answers() { return {Error::Kind::kParse, "the finals of a checkpoint are damaged"}; }

}  // namespace

std::uint32_t ProgressiveFinals::answer(const learners::Classifiers& classifiers,
                                        const LabelledExample& example, Answer& answer) const {
  const ContestedReduction::Contest contest = reduction_.contest_of(classifiers, example.x);
  answer.strengths.assign(contest.strengths.begin(), contest.strengths.end());
  answer.by_path = contest.by_path;
  answer.right = place_among(contest.contenders, example.label);
  answer.all = contest.contenders.size() == reduction_.classes();
  answer.outside = contest.outside;
  answer.weight = static_cast<double>(example.weight);
  return contest.contenders[reduction_.finals_->winner(contest.strengths, mixture_)].label;
}

void ProgressiveFinals::add(const Answer& answer) {
  if (answers_.size() < kAnswers) {
    answers_.push_back(answer);
  } else {
    answers_[added_ % kAnswers] = answer;
  }
  ++added_;
  if (added_ >= kMinAnswers && std::has_single_bit(added_)) mixture_ = mixture();
}

Mixture ProgressiveFinals::mixture() const {
  Ballots ballots;
  for (const Answer& answer : answers_) ballots.add(answer.strengths, answer.right, answer.weight);
  Mixture mixture = ballots.learn();
  mixture.deciding = ballots.best_deciding(mixture);
  return mixture;
}

std::shared_ptr<const Reduction> ProgressiveFinals::settled() const {
  auto settled = std::make_shared<ContestedReduction>(reduction_);
  if (answers_.empty()) return settled;
  settled->mixture_ = mixture();
  if (scores_are_better(settled->mixture_)) {
    settle_scores(*settled);
  } else {
    settle_paths(*settled);
  }
  return settled;
}

bool ProgressiveFinals::scores_are_better(const Mixture& mixture) const {
  double sum = 0;
  double squares = 0;
  for (const Answer& answer : answers_) {
    const bool path_is_wrong = answer.right != 0U;
    const bool score_is_wrong =
        answer.right != reduction_.finals_->winner(answer.strengths, mixture);
    const double gain = (path_is_wrong ? 1 : 0) - (score_is_wrong ? 1 : 0);
    sum += gain;
    squares += gain * gain;
  }
  const auto size = static_cast<double>(answers_.size());
  return sum > std::sqrt(squares - sum * sum / size);
}

void ProgressiveFinals::settle_scores(ContestedReduction& finals) const {
  MissedBallots missed;
  for (const Answer& answer : answers_) {
    if (answer.all) continue;
    missed.add({answer.outside, others_share(finals.mixture_, answer.strengths)}, !answer.right,
               answer.weight);
  }
  finals.missed_share_ = missed.learn();
}

void ProgressiveFinals::settle_paths(ContestedReduction& finals) const {
  finals.finals_->rule = FinalsRule::kPaths;
  finals.by_score_ = false;
  Ballots ballots;
  std::vector<Strength> strengths;
  for (const Answer& answer : answers_) {
    strengths.assign(answer.strengths.begin(),
                     answer.strengths.begin() + static_cast<std::ptrdiff_t>(answer.by_path));
    for (Strength& strength : strengths) strength.finals = 0;
    const bool found = answer.right && *answer.right < answer.by_path;
    ballots.add(strengths, found ? answer.right : std::nullopt, answer.weight);
  }
  finals.mixture_ = ballots.learn();
  // Laplace smoothing: never 0, never 1.
  const auto size = static_cast<double>(answers_.size());
  finals.missed_ = static_cast<float>((ballots.missed() * size + 1) / (size + 2));
}

void ProgressiveFinals::save(util::ByteWriter& to) const {
  to.number(mixture_);
  to.number(added_);
  for (const Answer& answer : answers_) {
    to.number(static_cast<std::uint32_t>(answer.strengths.size()));
    to.numbers(std::span(answer.strengths));
    to.number(static_cast<std::uint32_t>(answer.by_path));
    to.number(static_cast<std::uint32_t>(answer.right.value_or(answer.strengths.size())));
    to.number<std::uint8_t>(answer.all ? 1 : 0);
    to.number(answer.outside);
    to.number(answer.weight);
  }
}

void ProgressiveFinals::restore(util::ByteReader& from) {
  mixture_ = from.number<Mixture>();
  added_ = from.number<std::uint64_t>();
  answers_.resize(std::min<std::uint64_t>(added_, kAnswers));
  for (Answer& answer : answers_) {
    const auto contenders = from.number<std::uint32_t>();
    if (contenders > 2 * ContestedReduction::kMaxContenders) throw damaged_answers();
    answer.strengths.resize(contenders);
    from.numbers(std::span(answer.strengths));
    const auto by_path = from.number<std::uint32_t>();
    const auto right = from.number<std::uint32_t>();
    if (by_path > contenders || right > contenders) throw damaged_answers();
    answer.by_path = by_path;
    answer.right = right < contenders ? std::optional<std::size_t>(right) : std::nullopt;
    answer.all = from.number<std::uint8_t>() != 0;
    answer.outside = from.number<double>();
    answer.weight = from.number<double>();
    if (!std::isfinite(answer.outside) || !std::isfinite(answer.weight)) throw damaged_answers();
  }
}

}  // namespace ect::reductions
