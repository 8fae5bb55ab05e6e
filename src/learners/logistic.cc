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
// L2: each update also shrinks the weights it touches by rate * l2 * h of themselves, at most to 0.
// Weights lie in dense rows where there are few features, else in a growing table a problem; the
// tables together stop growing at kMostWeights, which makes the memory constant on streams.
// Cost: O(non-zeros) an update. Tests: logistic_test.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "learners/learners.h"
#include "learners/linear.h"
#include "learners/one_sided.h"
#include "util/bytes.h"

namespace ect {
namespace {

constexpr double kRate = 0.5;
constexpr std::uint32_t kMostDenseFeatures = 4096;
constexpr double kMostWeight = 1e30;  // of an example: more would not fit a float, nor change much
constexpr std::uint64_t kMostWeights = std::uint64_t{1} << 27;  // in tables: 2 GiB at 16 bytes

// A weight and what its rate needs.
struct State {
  float weight = 0;
  float squares = 0;   // G / s^2, which keeps it within a float
  float greatest = 0;  // s
};

Error damaged_state() { return {Error::Kind::kParse, "the weights of a checkpoint are damaged"}; }

// The states of a problem's features, found by hashing.
class StateTable {
 public:
  std::size_t size() const { return size_; }

  const State* find(std::uint32_t feature) const {
    if (entries_.empty()) return nullptr;
    const Entry& entry = entries_[place(feature)];
    return entry.feature == feature ? &entry.state : nullptr;
  }
  // May move the others.
  void add(std::uint32_t feature) {
    if (2 * (size_ + 1) > entries_.size()) grow();
    Entry& entry = entries_[place(feature)];
    if (entry.feature == feature) return;
    entry.feature = feature;
    ++size_;
  }
  State* at(std::uint32_t feature) {
    return const_cast<State*>(std::as_const(*this).find(feature));
  }

  void save(ByteWriter& to) const {
    to.number<std::uint64_t>(size_);
    for (const Entry& entry : entries_) {
      if (entry.feature != kNone) to.number(entry);
    }
  }
  void restore(ByteReader& from) {
    for (auto left = from.number<std::uint64_t>(); left > 0; --left) {
      const auto entry = from.number<Entry>();
      if (entry.feature == kNone) throw damaged_state();
      add(entry.feature);
      *at(entry.feature) = entry.state;
    }
  }

  std::vector<Weight> weights() const {
    std::vector<Weight> result;
    for (const Entry& entry : entries_) {
      if (entry.feature != kNone) result.push_back({entry.feature, entry.state.weight});
    }
    std::sort(result.begin(), result.end(),
              [](const Weight& a, const Weight& b) { return a.feature < b.feature; });
    return result;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  struct Entry {
    std::uint32_t feature = kNone;
    State state;
  };

  // Where it is, or where it would be: tables are at most half full.
  std::size_t place(std::uint32_t feature) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = (feature * std::uint64_t{0x9e3779b97f4a7c15} >> 32) & mask;
    while (entries_[at].feature != feature && entries_[at].feature != kNone) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Entry> old(std::max<std::size_t>(8, 2 * entries_.size()));
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.feature != kNone) entries_[place(entry.feature)] = entry;
    }
  }

  std::vector<Entry> entries_;
  std::size_t size_ = 0;
};

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

class Logistic final : public OnlineLearner {
 public:
  Logistic(ProblemSize size, const LearnerOptions& options)
      : features_(size.features), l2_(options.l2.value_or(0)), problems_(size.problems) {
    const std::uint64_t weights = std::uint64_t{size.problems} * size.features;
    if (size.features <= kMostDenseFeatures && weights <= kMostWeights) {
      dense_.resize(weights);
    } else {
      tables_.resize(size.problems);
    }
  }

  float margin(std::uint32_t problem, Features x) const override {
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
    gather(problem, x);
    here.seen[static_cast<std::size_t>(side)] += 1;
    here.normal += rescale();
    here.examples += 1;
    const double before = touched_margin();
    const double sign = side == Side::kRight ? 1 : -1;
    const double own = sign * before;                 // towards the example's own side
    if (own > 30) return static_cast<float>(before);  // beyond what a step could change

    const double h = std::min(static_cast<double>(weight), kMostWeight);
    const double gradient = 1 / (1 + std::exp(own));  // of the loss, by the margin
    const double r = set_rates(gradient, h, kRate * std::sqrt(here.examples / here.normal));
    if (!(r > 0)) return static_cast<float>(before);
    const double goal = solve_margin(own + std::exp(own) + r * h);
    move_weights(sign * (goal - own) / r, h);
    return static_cast<float>(touched_margin());
  }

  std::unique_ptr<KeptClassifiers> learnt() const override {
    LinearBuilder builder(static_cast<std::uint32_t>(problems_.size()));
    for (std::uint32_t problem = 0; problem < problems_.size(); ++problem) {
      const Problem& from = problems_[problem];
      if (from.seen[0] > 0 && from.seen[1] > 0) {
        builder.set(problem, from.bias.weight, weights(problem));
      } else {  // nobody ever came to the other side
        builder.set(problem, constant_margin(from.seen[1], from.seen[0]), {});
      }
    }
    return builder.finish();
  }

  void save(ByteWriter& to) const override {
    to.number<std::uint64_t>(problems_.size());
    to.numbers(std::span(problems_));
    to.number<std::uint64_t>(dense_.size());
    to.numbers(std::span(dense_));
    for (const StateTable& table : tables_) table.save(to);
  }

  void restore(ByteReader& from) override {
    if (from.number<std::uint64_t>() != problems_.size()) throw damaged_state();
    from.numbers(std::span(problems_));
    if (from.number<std::uint64_t>() != dense_.size()) throw damaged_state();
    from.numbers(std::span(dense_));
    for (StateTable& table : tables_) {
      table.restore(from);
      weights_ += table.size();
    }
  }

 private:
  struct Problem {
    State bias;
    double normal = 0;             // N
    double examples = 0;           // t
    std::size_t seen[2] = {0, 0};  // examples of the left and the right side
  };
  struct Touched {
    State* state;
    float value;
    double rate;
  };

  const State* find(std::uint32_t problem, std::uint32_t feature) const {
    if (!tables_.empty()) return tables_[problem].find(feature);
    return feature < features_ ? &dense_[std::size_t{problem} * features_ + feature] : nullptr;
  }

  // The states of an example's features and of the constant one.
  void gather(std::uint32_t problem, Features x) {
    if (!tables_.empty()) {
      StateTable& table = tables_[problem];
      const std::size_t before = table.size();
      for (const std::uint32_t feature : x.indices) {
        if (weights_ + (table.size() - before) < kMostWeights) table.add(feature);
      }
      weights_ += table.size() - before;
    }
    touched_.clear();
    for (std::size_t i = 0; i < x.indices.size(); ++i) {
      auto* state = const_cast<State*>(std::as_const(*this).find(problem, x.indices[i]));
      if (state != nullptr && x.values[i] != 0) touched_.push_back({state, x.values[i], 0});
    }
    touched_.push_back({&problems_[problem].bias, 1, 0});
  }

  // Takes note of values that are greater than any before. Returns the sum of (x/s)^2.
  double rescale() {
    double normal = 0;
    for (const Touched& touched : touched_) {
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

  double touched_margin() const {
    double sum = 0;
    for (const Touched& touched : touched_) {
      sum += static_cast<double>(touched.state->weight) * static_cast<double>(touched.value);
    }
    return sum;
  }

  // The rates after this example; returns r, the sum of rate x^2.
  double set_rates(double gradient, double h, double common) {
    double r = 0;
    for (Touched& touched : touched_) {
      State& state = *touched.state;
      const auto s = static_cast<double>(state.greatest);
      const double unit = static_cast<double>(touched.value) / s;
      const double squares =
          static_cast<double>(state.squares) + h * gradient * gradient * unit * unit;
      state.squares = static_cast<float>(std::min(squares, kMostWeight));
      touched.rate = squares > 0 ? common / (s * s * std::sqrt(squares)) : 0;
      r += touched.rate * s * s * unit * unit;
    }
    return r;
  }

  void move_weights(double step, double h) {
    for (const Touched& touched : touched_) {
      auto w = static_cast<double>(touched.state->weight);
      if (l2_ > 0) w *= std::max(0.0, 1 - touched.rate * l2_ * h);
      w += step * touched.rate * static_cast<double>(touched.value);
      touched.state->weight = static_cast<float>(w);
    }
  }

  std::vector<Weight> weights(std::uint32_t problem) const {
    if (!tables_.empty()) return tables_[problem].weights();
    std::vector<Weight> result(features_);
    for (std::uint32_t feature = 0; feature < features_; ++feature) {
      result[feature] = {feature, find(problem, feature)->weight};
    }
    return result;
  }

  std::uint32_t features_;
  double l2_;
  std::vector<Problem> problems_;
  std::vector<State> dense_;        // a row a problem, where there are few features
  std::vector<StateTable> tables_;  // else
  std::uint64_t weights_ = 0;       // in all tables
  std::vector<Touched> touched_;
};

}  // namespace

std::unique_ptr<OnlineLearner> make_logistic(ProblemSize size, const LearnerOptions& options) {
  return std::make_unique<Logistic>(size, options);
}

}  // namespace ect
