// Tournaments that answer together. Each member numbers its problems from 0 and sees the learner
// through a view that adds where these begin; what finds out while it learns that it has more
// problems has them put in behind its own. The answer is the label with the largest mean of the
// members' probabilities, among the few that each member finds likeliest.
//
// Cost: that of all members. Tests: ensemble_test.
#include "reductions/ensemble.h"

#include <algorithm>
#include <utility>

#include "ect/error.h"

namespace ect::reductions {
namespace {

// The classifiers of a member, which counts from 0, and how many were asked.
class MemberPart final : public learners::Classifiers {
 public:
  MemberPart(const Classifiers& all, std::uint32_t first) : all_(all), first_(first) {}

  float margin(std::uint32_t problem, Features x) const override {
    ++asked_;
    return all_.margin(first_ + problem, x);
  }
  bool find_greatest(std::uint32_t first, std::uint32_t count, std::size_t most,
                     std::vector<learners::ProblemMargin>& found) const override {
    if (!all_.find_greatest(first_ + first, count, most, found)) return false;
    for (learners::ProblemMargin& item : found) item.problem -= first_;
    return true;
  }
  std::uint64_t asked() const { return asked_; }

 private:
  const Classifiers& all_;
  std::uint32_t first_;
  mutable std::uint64_t asked_ = 0;  // a part is made for one prediction, by one thread
};

class OnlinePart final : public learners::OnlineLearner {
 public:
  OnlinePart(OnlineLearner& all, std::uint32_t first) : all_(all), first_(first) {}

  float margin(std::uint32_t problem, Features x) const override {
    return all_.margin(first_ + problem, x);
  }
  float learn(std::uint32_t problem, Features x, Side side, float weight) override {
    return all_.learn(first_ + problem, x, side, weight);
  }
  void learn_in_order(std::uint32_t problem, std::span<const learners::SidedExample> examples,
                      std::span<float> margins) override {
    all_.learn_in_order(first_ + problem, examples, margins);
  }
  std::unique_ptr<learners::TrainedClassifiers> trained() const override { return all_.trained(); }

 private:
  OnlineLearner& all_;
  std::uint32_t first_;
};

class BatchPart final : public learners::BatchLearner {
 public:
  BatchPart(BatchLearner& all, std::uint32_t first) : all_(all), first_(first) {}

  float margin(std::uint32_t problem, Features x) const override {
    return all_.margin(first_ + problem, x);
  }
  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    all_.fit(first_ + problem, data, examples, margins);
  }
  bool fits_jointly() const override { return all_.fits_jointly(); }
  learners::JointMargins fit_jointly(std::uint32_t first, const Dataset& data,
                                     const learners::JointProblem& problem) override {
    return all_.fit_jointly(first_ + first, data, problem);
  }
  void add_problems(std::uint32_t first, std::uint32_t more) override {
    all_.add_problems(first_ + first, more);
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    all_.drop_problems(first_ + first, first_ + last);
  }
  std::unique_ptr<learners::TrainedClassifiers> trained() override { return all_.trained(); }

 private:
  BatchLearner& all_;
  std::uint32_t first_;
};

Error damaged_ensemble() {
  return {Error::Kind::kModelFormat, "the trees of the ensemble are damaged"};
}

}  // namespace

EnsembleReduction::EnsembleReduction(std::vector<std::unique_ptr<Reduction>> members)
    : members_(std::move(members)), firsts_{0} {
  for (const std::unique_ptr<Reduction>& member : members_) {
    if (member->problems() > 0xffffffff - firsts_.back()) {
      throw Error::bad_argument(
          "too many trees for this many classes (expected fewer than 2^32 binary problems)");
    }
    firsts_.push_back(firsts_.back() + member->problems());
  }
}

std::uint32_t EnsembleReduction::most_questions() const {
  std::uint32_t sum = 0;
  for (const std::unique_ptr<Reduction>& member : members_)
    sum += member->max_shortlist_questions();
  return sum;
}

std::vector<std::uint32_t> EnsembleReduction::labels_at(std::uint32_t problem, Side side) const {
  const auto behind = std::upper_bound(firsts_.begin(), firsts_.end(), problem);
  const auto member = static_cast<std::size_t>(behind - firsts_.begin()) - 1;
  return members_[member]->labels_at(problem - firsts_[member], side);
}

// Lets every member do `work` with its part of the learner.
template <class Part, class Learner, class Work>
void EnsembleReduction::each(Learner& learner, const Work& work) const {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    Part part(learner, firsts_[i]);
    work(*members_[i], part);
  }
}

void EnsembleReduction::learn(learners::OnlineLearner& learner, Features x, std::uint32_t label,
                              float weight) const {
  each<OnlinePart>(learner, [&](const Reduction& member, learners::OnlineLearner& part) {
    member.learn(part, x, label, weight);
  });
}

void EnsembleReduction::learn_batch(learners::OnlineLearner& learner,
                                    std::span<const LabelledExample> examples,
                                    unsigned threads) const {
  each<OnlinePart>(learner, [&](const Reduction& member, learners::OnlineLearner& part) {
    member.learn_batch(part, examples, threads);
  });
}

std::vector<float> EnsembleReduction::shares() const {
  std::vector<float> shares;
  for (const std::unique_ptr<Reduction>& member : members_) {
    const std::vector<float> more = member->shares();
    if (more.size() != member->problems()) return {};
    shares.insert(shares.end(), more.begin(), more.end());
  }
  return shares;
}

void EnsembleReduction::learn_costs(learners::OnlineLearner& learner, Features x,
                                    std::span<const float> costs, float weight) const {
  each<OnlinePart>(learner, [&](const Reduction& member, learners::OnlineLearner& part) {
    member.learn_costs(part, x, costs, weight);
  });
}

double EnsembleReduction::fit(learners::BatchLearner& learner, const Dataset& data,
                              std::span<const std::uint32_t> rows, unsigned threads,
                              const OnProgress& progress) const {
  double errors = 0;
  each<BatchPart>(learner, [&](const Reduction& member, learners::BatchLearner& part) {
    errors += member.fit(part, data, rows, threads, progress);
  });
  return errors / static_cast<double>(members_.size());
}

double EnsembleReduction::fit_costs(learners::BatchLearner& learner, const Dataset& data,
                                    std::span<const std::uint32_t> rows, unsigned threads,
                                    const OnProgress& progress) const {
  double errors = 0;
  each<BatchPart>(learner, [&](const Reduction& member, learners::BatchLearner& part) {
    errors += member.fit_costs(part, data, rows, threads, progress);
  });
  return errors / static_cast<double>(members_.size());
}

Fitted EnsembleReduction::fit_and_settle(learners::BatchLearner& learner, const Dataset& data,
                                         std::span<const std::uint32_t> rows, bool costs,
                                         unsigned threads, const OnProgress& progress) const {
  std::vector<std::unique_ptr<Reduction>> settled;
  Fitted result{0, nullptr, {}};
  std::uint32_t first = 0;
  for (const std::unique_ptr<Reduction>& member : members_) {
    BatchPart part(learner, first);
    Fitted fitted = member->fit_and_settle(part, data, rows, costs, threads, progress);
    // The mean of the members' errors: the error of the ensemble is not known.
    result.error += fitted.error / static_cast<double>(members_.size());
    if (settled.empty()) {
      result.tried = std::move(fitted.tried);
      result.prune = fitted.prune;
      result.examples = fitted.examples;
    }
    // What counts for none of them.
    if (result.prune) result.prune = std::min(*result.prune, fitted.prune.value_or(0));
    // Members differ in their seeding alone: if one has no finals to train, none has.
    if (fitted.settled == nullptr) {
      first += member->problems();
      continue;
    }
    first += fitted.settled->problems();
    settled.push_back(std::move(fitted.settled));
  }
  if (!settled.empty()) result.settled = std::make_unique<EnsembleReduction>(std::move(settled));
  return result;
}

// The labels that members consider, or `most` of their likeliest, with the sum of their
// probabilities, the best first.
void EnsembleReduction::poll(const learners::Classifiers& classifiers, Features x,
                             std::optional<std::size_t> most, std::vector<Scored>& scored,
                             std::uint64_t& questions) const {
  thread_local std::vector<Scored> named;
  scored.clear();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const MemberPart part(classifiers, firsts_[i]);
    if (most) {
      members_[i]->top_labels(part, x, *most, named);
    } else {
      members_[i]->shortlist(part, x, named);
    }
    questions += part.asked();
    for (const Scored& item : named) {
      const auto known = std::find_if(scored.begin(), scored.end(), [&](const Scored& other) {
        return other.label == item.label;
      });
      if (known != scored.end()) {
        known->probability += item.probability;
      } else {
        scored.push_back(item);
      }
    }
  }
  std::sort(scored.begin(), scored.end(), [](const Scored& a, const Scored& b) {
    return a.probability != b.probability ? a.probability > b.probability : a.label < b.label;
  });
}

std::uint32_t EnsembleReduction::predict(const learners::Classifiers& classifiers, Features x,
                                         std::uint64_t& questions) const {
  thread_local std::vector<Scored> scored;
  poll(classifiers, x, {}, scored, questions);
  return scored.front().label;
}

double EnsembleReduction::probability(const learners::Classifiers& classifiers, Features x,
                                      std::uint32_t label) const {
  double sum = 0;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    sum += members_[i]->probability(MemberPart(classifiers, firsts_[i]), x, label);
  }
  return sum / static_cast<double>(members_.size());
}

void EnsembleReduction::top_labels(const learners::Classifiers& classifiers, Features x,
                                   std::size_t most, std::vector<Scored>& scored) const {
  std::uint64_t unused = 0;
  poll(classifiers, x, {}, scored, unused);
  const std::uint32_t predicted = scored.front().label;
  if (scored.size() < most && scored.size() < classes()) poll(classifiers, x, most, scored, unused);
  const auto first = std::find_if(scored.begin(), scored.end(),
                                  [&](const Scored& item) { return item.label == predicted; });
  std::rotate(scored.begin(), first, first + 1);
  if (scored.size() > most) scored.resize(std::max<std::size_t>(most, 1));
  // Members that did not list a label have a probability for it, too.
  for (Scored& item : scored) item.probability = probability(classifiers, x, item.label);
  std::sort(scored.begin(), scored.end(), [&](const Scored& a, const Scored& b) {
    if ((a.label == predicted) != (b.label == predicted)) return a.label == predicted;
    return a.probability != b.probability ? a.probability > b.probability : a.label < b.label;
  });
}

std::vector<std::vector<std::uint32_t>> EnsembleReduction::asked_together() const {
  std::vector<std::vector<std::uint32_t>> lists;
  for (std::size_t member = 0; member < members_.size(); ++member) {
    for (std::vector<std::uint32_t>& list : members_[member]->asked_together()) {
      for (std::uint32_t& problem : list) problem += firsts_[member];
      lists.push_back(std::move(list));
    }
  }
  return lists;
}

std::vector<std::uint32_t> EnsembleReduction::stored() const {
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(members_.size())};
  for (const std::unique_ptr<Reduction>& member : members_) {
    const std::vector<std::uint32_t> own = member->stored();
    words.push_back(static_cast<std::uint32_t>(own.size()));
    words.insert(words.end(), own.begin(), own.end());
  }
  return words;
}

std::unique_ptr<EnsembleReduction> EnsembleReduction::load(std::span<const std::uint32_t> words,
                                                           Load load, std::uint32_t classes) {
  if (words.empty() || words[0] == 0 || words[0] > kMaxMembers) throw damaged_ensemble();
  std::vector<std::unique_ptr<Reduction>> members;
  std::span<const std::uint32_t> rest = words.subspan(1);
  for (std::uint32_t i = 0; i < words[0]; ++i) {
    if (rest.empty() || rest[0] > rest.size() - 1) throw damaged_ensemble();
    members.push_back(load(rest.subspan(1, rest[0]), classes));
    rest = rest.subspan(std::size_t{1} + rest[0]);
  }
  if (!rest.empty()) throw damaged_ensemble();
  return std::make_unique<EnsembleReduction>(std::move(members));
}

}  // namespace ect::reductions
