// Logistic regression, one example at a time, with nothing to tune.
//
// The rate of each weight is adaptive (AdaGrad: Duchi, Hazan, Singer 2011) and does not depend on
// the scale of its feature (normalized online learning: Ross, Mineiro, Langford 2013): with s the
// greatest |x| of the feature so far, G the sum of its squared gradients, and N / t the mean over
// the examples of the sum of (x/s)^2, it is
//     rate = eta sqrt(t / N) / (s sqrt(G)).
// An example of weight h acts, at given rates, as h examples of weight 1 in a row would in the
// limit of small steps (Karampatziakis, Langford 2011): the margin u, counted towards the example's
// own side, follows du/dh = r / (1 + e^u), where r = sum of rate x^2, so u + e^u grows by r h.
// However large h is, the margin moves towards the example's side and never runs away.
//
// Example: a first example x = 2 of weight 1 has s = 2, N = t = 1 and margin 0. G becomes
// (0.5 * 2)^2 = 1, the rate 0.5 / 2, r = 1: the margin u solves u + e^u = 1 + 1, u = 0.44, and the
// weight is 0.22. Had x been 2000, the weight would be 0.00022 and the margin the same.
//
// Where examples say how fast to learn of each feature (Features::rates), rates are multiplied by
// that. L2: each update also shrinks the weights it touches by rate * l2 * h of themselves, at most
// to 0.
//
// Weights lie in dense rows where there are few features, else in a growing table a problem. All
// tables together have at most kMaxWeights, which makes the memory constant on streams; each has
// the share of them that the problem is expected to have of the examples, so that matches between
// few labels, which are many, have their part. Not every feature has a weight there:
//   - What comes to a problem for the first time and never again tells nothing of others and would
//     take most of the room: a feature has a weight from its second time on (seen_before.h). But
//     not before a problem has had as many examples as there are labels in it: until then nearly
//     everything is there for the first time, and of some labels there is never a second example.
//   - Telling features, those much rarer than others of their example, have one at once, and half
//     of the room is for them alone: of a million classes most have but a few examples.
//   - Features commoner than the mean of their example come in while a quarter is used at most.
// (2^16 classes, 1.25 million examples of 50 words: 15 % error. With a quarter of the room for
// whatever comes first, and the rest for telling ones, 65 %. 20newsgroups, one pass: 48 and 66 %.)
//
// Scores of labels, where there are any, are trained by online_scores.cc.
// Cost: O(non-zeros) an update. Tests: logistic_test.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "learners/learners.h"
#include "learners/linear/linear.h"
#include "learners/linear/one_sided.h"
#include "learners/linear/online_scores.h"
#include "learners/linear/state_table.h"
#include "learners/seen_before.h"
#include "util/bytes.h"

namespace ect::learners {
namespace {

constexpr double kRate = 0.5;
constexpr std::uint32_t kMaxDenseFeatures = 4096;
constexpr double kMaxWeight = 1e30;  // of an example: more would not fit a float, nor change much
constexpr std::uint64_t kMaxWeights = std::uint64_t{1} << 27;  // in tables: 2.5 GiB
// A feature is telling if its rate is this many times the mean rate of the example.
constexpr float kTelling = 8;
// The number of labels of a problem if it is unknown.
constexpr float kLabels = 2;

// A weight and what its rate needs.
struct State {
  float weight = 0;
  float squares = 0;   // G / s^2, which keeps it within a float
  float greatest = 0;  // s
};

Error damaged_state() { return {Error::Kind::kParse, "the weights of a checkpoint are damaged"}; }

// Solves u + e^u = c by Newton's method, from above, where it converges without overshooting.
double solve_margin(double c) {
  double u = c > 1 ? std::log(c) : c;
  for (int step = 0; step < 20; ++step) {
    const double e = std::exp(u);
    const double change = (u + e - c) / (1 + e);
    u -= change;
    if (std::abs(change) < 1e-9 * (1 + std::abs(u))) break;
  }
  return u;
}

// The maximum number of weights of each problem, by its share of the examples.
std::vector<std::uint32_t> capacities(const ProblemSize& size) {
  const std::uint32_t problems = size.problems - size.scores;
  const bool known = size.shares.size() == problems;
  const double sum = !known ? 0 : std::accumulate(size.shares.begin(), size.shares.end(), 0.0);
  std::vector<std::uint32_t> result(problems);
  for (std::uint32_t problem = 0; problem < problems; ++problem) {
    const double share = sum > 0 ? static_cast<double>(size.shares[problem]) / sum
                                 : 1 / static_cast<double>(problems);
    result[problem] = static_cast<std::uint32_t>(std::min(
        std::ceil(static_cast<double>(kMaxWeights) * share), static_cast<double>(size.features)));
  }
  return result;
}

class Logistic final : public OnlineLearner {
 public:
  Logistic(const ProblemSize& size, const LearnerOptions& options)
      : features_(size.features),
        l2_(options.l2.value_or(0)),
        problems_(size.problems - size.scores) {
    if (size.scores > 0) scores_.emplace(size.scores);
    const std::uint64_t weights = std::uint64_t{problems_.size()} * size.features;
    if (size.features <= kMaxDenseFeatures && weights <= kMaxWeights) {
      dense_.resize(weights);
    } else {
      tables_.resize(problems_.size());
      seen_.resize(problems_.size());
      capacities_ = capacities(size);
      labels_.assign(size.shares.begin(), size.shares.end());
      labels_.resize(problems_.size(), kLabels);
    }
  }

  float margin(std::uint32_t problem, Features x) const override {
    if (problem >= problems_.size()) return scores_->score(label_of(problem), x);
    double sum = problems_[problem].bias.weight;
    for (std::size_t i = 0; i < x.indices.size(); ++i) {
      if (const State* state = find(problem, x.indices[i])) {
        sum += static_cast<double>(state->weight) * static_cast<double>(x.values[i]);
      }
    }
    return static_cast<float>(sum);
  }

  float learn(std::uint32_t problem, Features x, Side side, float weight) override {
    if (!(weight > 0)) return margin(problem, x);
    Problem& here = problems_[problem];
    thread_local std::vector<Touched> touched;
    const std::size_t left_out = gather(problem, x, touched);
    here.seen[static_cast<std::size_t>(side)] += 1;
    here.normal += rescale(touched) + static_cast<double>(left_out);
    here.examples += 1;
    const double before = margin_of(touched);
    const double sign = side == Side::kRight ? 1 : -1;
    const double own = sign * before;                 // towards the example's own side
    if (own > 30) return static_cast<float>(before);  // a step would change nothing

    const double h = std::min(static_cast<double>(weight), kMaxWeight);
    const double gradient = 1 / (1 + std::exp(own));  // of the loss, by the margin
    const double common = kRate * std::sqrt(here.examples / here.normal);
    const double r = set_rates(gradient, h, common, touched);
    if (!(r > 0)) return static_cast<float>(before);
    const double goal = solve_margin(own + std::exp(own) + r * h);
    move_weights(sign * (goal - own) / r, h, touched);
    return static_cast<float>(margin_of(touched));
  }

  void learn_in_order(std::uint32_t problem, std::span<const SidedExample> examples,
                      std::span<float> margins) override {
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (i + 1 < examples.size()) prefetch(problem, examples[i + 1].x);
      margins[i] = learn(problem, examples[i].x, examples[i].side, examples[i].weight);
    }
  }

  void learn_score(std::uint32_t label, Features x, float weight) override {
    scores_->learn(label, x, weight);
  }

  std::unique_ptr<Evaluator> evaluator() const override {
    if (!scores_) return OnlineLearner::evaluator();
    return std::make_unique<ScoresAtHand>(*this);
  }

  std::unique_ptr<TrainedClassifiers> trained() const override {
    return trained(scores_ ? scores_->weights() : std::vector<std::vector<Weight>>());
  }
  std::unique_ptr<TrainedClassifiers> trained_matches() const override {
    return trained(std::vector<std::vector<Weight>>());
  }

  void save(util::ByteWriter& to) const override {
    to.number<std::uint64_t>(problems_.size());
    to.numbers(std::span(problems_));
    to.number<std::uint64_t>(dense_.size());
    to.numbers(std::span(dense_));
    for (const StateTable<State>& table : tables_) {
      to.number(table.size());
      table.each([&](std::uint32_t feature, const State& state) {
        to.number(feature);
        to.number(state);
      });
    }
    for (const SeenBefore& seen : seen_) seen.save(to);
    if (scores_) scores_->save(to);
  }

  void restore(util::ByteReader& from) override {
    if (from.number<std::uint64_t>() != problems_.size()) throw damaged_state();
    from.numbers(std::span(problems_));
    if (from.number<std::uint64_t>() != dense_.size()) throw damaged_state();
    from.numbers(std::span(dense_));
    for (std::uint32_t problem = 0; problem < tables_.size(); ++problem) {
      StateTable<State>& table = tables_[problem];
      const auto states = from.number<std::uint32_t>();
      if (states > capacities_[problem]) throw damaged_state();
      table.reserve(states, capacities_[problem]);
      for (std::uint32_t i = 0; i < states; ++i) {
        const auto feature = from.number<std::uint32_t>();
        const bool can_be = feature != StateTable<State>::kNone && table.find(feature) == nullptr;
        if (!can_be) throw damaged_state();
        *table.add(feature) = from.number<State>();
      }
    }
    for (std::uint32_t problem = 0; problem < seen_.size(); ++problem) {
      if (!seen_[problem].restore(from, capacities_[problem])) throw damaged_state();
    }
    if (scores_) scores_->restore(from);
  }

 private:
  // Adds up all scores of an example at once.
  class ScoresAtHand final : public Evaluator {
   public:
    explicit ScoresAtHand(const Logistic& learner)
        : learner_(learner), sums_(learner.scores_->labels()) {}
    void set_example(Features x) override { sums_.set_example(*learner_.scores_, x); }
    float margin(std::uint32_t problem, Features x) const override {
      const bool match = problem < learner_.problems_.size();
      return match ? learner_.margin(problem, x) : sums_.of(learner_.label_of(problem));
    }
    bool find_greatest(std::uint32_t first, std::uint32_t /*count*/, std::size_t most,
                       std::vector<ProblemMargin>& found) const override {
      sums_.find_greatest(first, most, found);
      return true;
    }

   private:
    const Logistic& learner_;
    OnlineScores::Sums sums_;
  };

  // The classifiers of the matches, and behind them labels' scores by their weights.
  std::unique_ptr<TrainedClassifiers> trained(
      const std::vector<std::vector<Weight>>& scores) const {
    LinearBuilder builder(static_cast<std::uint32_t>(problems_.size() + scores.size()));
    for (std::uint32_t label = 0; label < scores.size(); ++label) {
      builder.set(static_cast<std::uint32_t>(problems_.size()) + label, 0, scores[label]);
    }
    for (std::uint32_t problem = 0; problem < problems_.size(); ++problem) {
      const Problem& from = problems_[problem];
      if (from.seen[0] > 0 && from.seen[1] > 0) {
        builder.set(problem, from.bias.weight, weights(problem));
      } else {  // no example of the other side so far
        builder.set(problem, constant_margin(from.seen[1], from.seen[0]), {});
      }
    }
    return builder.finish();
  }

  // Of a problem behind the others.
  std::uint32_t label_of(std::uint32_t problem) const {
    return problem - static_cast<std::uint32_t>(problems_.size());
  }

  struct Problem {
    State bias;
    double normal = 0;             // N
    double examples = 0;           // t
    std::size_t seen[2] = {0, 0};  // examples of the left and the right side
  };
  // A feature of the example at hand.
  struct Touched {
    State* state;
    float value;
    float share;  // of Features::rates
    double rate;
  };

  const State* find(std::uint32_t problem, std::uint32_t feature) const {
    if (!tables_.empty()) return tables_[problem].find(feature);
    return feature < features_ ? &dense_[std::size_t{problem} * features_ + feature] : nullptr;
  }

  void prefetch(std::uint32_t problem, Features x) const {
    if (tables_.empty()) return;
    for (const std::uint32_t feature : x.indices) {
      tables_[problem].prefetch(feature);
      seen_[problem].prefetch(feature);
    }
  }

  // The states of an example's features and of the constant one. Returns how many have none.
  std::size_t gather(std::uint32_t problem, Features x, std::vector<Touched>& touched) {
    touched.clear();
    std::size_t left_out = 0;
    if (!tables_.empty()) {
      const std::uint64_t wanted = tables_[problem].size() + x.indices.size();
      const std::uint32_t most = capacities_[problem];
      tables_[problem].reserve(static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, most)),
                               most);
    }
    for (std::size_t i = 0; i < x.indices.size(); ++i) {
      if (x.values[i] == 0) continue;
      const float share = x.rates.empty() ? 1 : x.rates[i];
      if (State* state = find_or_add(problem, x.indices[i], share)) {
        touched.push_back({state, x.values[i], share, 0});
      } else {
        ++left_out;
      }
    }
    touched.push_back({&problems_[problem].bias, 1, x.rates.empty() ? 1 : x.rates.back(), 0});
    return left_out;
  }

  // Null if there is no room for it.
  State* find_or_add(std::uint32_t problem, std::uint32_t feature, float share) {
    if (tables_.empty()) return const_cast<State*>(std::as_const(*this).find(problem, feature));
    StateTable<State>& table = tables_[problem];
    if (State* state = table.find(feature)) return state;
    const std::uint32_t capacity = capacities_[problem];
    const bool telling = share >= kTelling;
    const std::uint32_t open = telling ? capacity : share >= 1 ? capacity / 2 : capacity / 4;
    if (table.size() > open || table.size() == capacity) return nullptr;
    const bool early = problems_[problem].examples < static_cast<double>(labels_[problem]);
    const bool may = telling || early || seen_[problem].again(feature, capacity);
    return may ? table.add(feature) : nullptr;
  }

  // Updates the greatest values. Returns the sum of (x/s)^2.
  static double rescale(std::span<const Touched> all) {
    double normal = 0;
    for (const Touched& touched : all) {
      State& state = *touched.state;
      const float size = std::abs(touched.value);
      if (size > state.greatest) {
        // The weight was learnt for smaller values of the feature: keep its part of the margin.
        const float shrunk = state.greatest / size;
        state.weight *= shrunk;
        state.squares *= shrunk * shrunk;
        state.greatest = size;
      }
      const double unit = static_cast<double>(size) / static_cast<double>(state.greatest);
      normal += unit * unit;
    }
    return normal;
  }

  static double margin_of(std::span<const Touched> all) {
    double sum = 0;
    for (const Touched& touched : all) {
      sum += static_cast<double>(touched.state->weight) * static_cast<double>(touched.value);
    }
    return sum;
  }

  // The rates after this example; returns r, the sum of rate x^2.
  static double set_rates(double gradient, double h, double common, std::span<Touched> all) {
    double r = 0;
    for (Touched& touched : all) {
      State& state = *touched.state;
      const auto s = static_cast<double>(state.greatest);
      const double unit = static_cast<double>(touched.value) / s;
      const double squares =
          static_cast<double>(state.squares) + h * gradient * gradient * unit * unit;
      state.squares = static_cast<float>(std::min(squares, kMaxWeight));
      const double faster = common * static_cast<double>(touched.share);
      touched.rate = squares > 0 ? faster / (s * s * std::sqrt(squares)) : 0;
      r += touched.rate * s * s * unit * unit;
    }
    return r;
  }

  void move_weights(double step, double h, std::span<const Touched> all) const {
    for (const Touched& touched : all) {
      auto w = static_cast<double>(touched.state->weight);
      if (l2_ > 0) w *= std::max(0.0, 1 - touched.rate * l2_ * h);
      w += step * touched.rate * static_cast<double>(touched.value);
      touched.state->weight = static_cast<float>(w);
    }
  }

  std::vector<Weight> weights(std::uint32_t problem) const {
    std::vector<Weight> result;
    if (tables_.empty()) {
      for (std::uint32_t feature = 0; feature < features_; ++feature) {
        result.push_back({feature, find(problem, feature)->weight});
      }
      return result;
    }
    tables_[problem].each([&](std::uint32_t feature, const State& state) {
      result.push_back({feature, state.weight});
    });
    std::sort(result.begin(), result.end(),
              [](const Weight& a, const Weight& b) { return a.feature < b.feature; });
    return result;
  }

  std::uint32_t features_;
  double l2_;
  std::vector<Problem> problems_;
  std::vector<State> dense_;               // a row a problem, where there are few features
  std::vector<StateTable<State>> tables_;  // else ...
  std::vector<std::uint32_t> capacities_;  // ... of at most so many weights ...
  std::vector<SeenBefore> seen_;           // ... of features that come again ...
  std::vector<float> labels_;              // ... after so many examples
  std::optional<OnlineScores> scores_;     // of labels: the problems behind problems_
};

}  // namespace

std::unique_ptr<OnlineLearner> make_logistic(ProblemSize size, const LearnerOptions& options) {
  return std::make_unique<Logistic>(size, options);
}

}  // namespace ect::learners
