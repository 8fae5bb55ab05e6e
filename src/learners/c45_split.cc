// What an attribute is worth at a node (Quinlan 1993, sections 2.2 to 2.4; release 8: Quinlan 1996,
// "Improved use of continuous attributes in C4.5").
//
// The gain of a split is the information about the side that it gives, in bits an example, times
// the share of examples whose value is known. The gain ratio is the gain over the information of
// the split itself, "missing" being one more branch of it. A numeric attribute has a cut between
// any two neighbouring values, as far as both branches have enough examples: a twentieth of those
// known, but at least 2 and at most 25. Its best cut is the one of greatest gain, and choosing
// among n cuts costs log2(n) bits, which are spread over the examples. Of all attributes the one of
// the greatest ratio is chosen, among those whose gain is not below the average (or else a ratio
// could be great because the split tells next to nothing about itself).
//
// Example: 4 examples left, left, right, right with values 1, 2, 3, 4 have one cut with two
// examples on each side. Its gain is 1 bit, log2(1) = 0, the split has 1 bit as well: ratio 1.
//
// Between two values whose examples are all of one side, no cut can be the best, for the gain is
// convex there: only the ends of such a run are looked at, which saves most of the logarithms.
// Cost: a pass over the known values. Tests: c45_test.
#include "learners/c45_split.h"

#include <array>
#include <cmath>
#include <optional>

namespace ect {
namespace {

constexpr double kLeastShare = 0.1;     // of the examples a side, a branch of a numeric split has
constexpr double kMostNeeded = 25;      // and never needs more than that
constexpr double kManyValues = 0.3;     // nominal values an example: too many to be average
constexpr double kBelowAverage = 1e-3;  // of gain is still average

// x log2(x), from a table where x is a moderate whole number, as it is unless there are weights.
class XLogX {
 public:
  XLogX() {
    for (std::size_t i = 1; i < table_.size(); ++i) {
      table_[i] = static_cast<double>(i) * std::log2(static_cast<double>(i));
    }
  }
  double operator()(double x) const {
    if (x < static_cast<double>(table_.size() - 1)) {
      if (x < kSmall) return 0;
      const auto whole = static_cast<std::size_t>(x);
      if (static_cast<double>(whole) == x) return table_[whole];
    }
    return x * std::log2(x);
  }

 private:
  std::array<double, 1U << 15> table_{};
};

double x_log_x(double x) {
  static const XLogX table;
  return table(x);
}

// Bits to tell the sides of examples apart.
double entropy(const SideWeights& weights) {
  return x_log_x(weights.total()) - x_log_x(weights.left) - x_log_x(weights.right);
}

// From bits saved for all known examples together.
double gain_of(double bits, double known, double all) {
  const double scaled = bits * (known / all);
  return std::abs(scaled) < kSmall ? 0 : scaled / known;
}

// `branches`: the sum of x log2(x) over the weights of the branches.
double ratio_of(double gain, double branches, double known, double all) {
  const double bits = x_log_x(all) - branches - x_log_x(all - known);
  return std::abs(bits) < kSmall ? 0 : gain / (bits / all);
}

bool same_pure_side(const SideWeights& a, const SideWeights& b) {
  return (a.left == 0 && b.left == 0) || (a.right == 0 && b.right == 0);
}

// Takes the examples of a numeric attribute value by value, and finds the best cut between them.
class CutSearch {
 public:
  CutSearch(const SideWeights& known, double all)
      : known_(known), all_(all), bits_(entropy(known)) {
    needed_ = std::clamp(kLeastShare * known.total() / 2, kLeastWeight, kMostNeeded);
  }

  void add(float value, const SideWeights& group) {
    const double below = below_.total();
    if (below >= needed_ - kSmall && known_.total() - below >= needed_ - kSmall) {
      ++cuts_;
      waiting_ = Cut{below_, last_value_, value};
      if (cuts_ == 1 || !same_pure_side(last_group_, group)) look_at_waiting();
    }
    below_ += group;
    last_value_ = value;
    last_group_ = group;
  }

  Candidate finish() {
    look_at_waiting();
    Candidate best;
    if (cuts_ == 0) return best;
    best.gain = gain_ - std::log2(static_cast<double>(cuts_)) / all_;
    if (best.gain < kSmall) return best;
    best.possible = true;
    best.below = best_.last;
    best.above = best_.next;
    const double below = best_.below.total();
    const double branches = x_log_x(below) + x_log_x(known_.total() - below);
    best.ratio = ratio_of(best.gain, branches, known_.total(), all_);
    return best;
  }

 private:
  struct Cut {
    SideWeights below;
    float last = 0;
    float next = 0;
  };

  void look_at_waiting() {
    if (!waiting_) return;
    const SideWeights above{known_.left - waiting_->below.left,
                            known_.right - waiting_->below.right};
    const double bits = bits_ - entropy(waiting_->below) - entropy(above);
    const double gain = gain_of(bits, known_.total(), all_);
    if (gain > gain_ + kSmall) {
      gain_ = gain;
      best_ = *waiting_;
    }
    waiting_.reset();
  }

  SideWeights known_;
  double all_;
  double bits_;
  double needed_;
  SideWeights below_;
  SideWeights last_group_;
  float last_value_ = 0;
  std::optional<Cut> waiting_;  // possible, and perhaps the end of a run
  std::size_t cuts_ = 0;
  double gain_ = 0;
  Cut best_;
};

bool has_many_values(const Attribute& attribute, double whole) {
  return attribute.kind == Attribute::Kind::kNominal &&
         static_cast<double>(attribute.values) >= kManyValues * whole - kSmall;
}

}  // namespace

Candidate numeric_candidate(const Attribute& attribute, std::span<const Known> known,
                            const Examples& examples) {
  SideWeights sum;
  const bool all_known = known.size() == examples.count;
  if (all_known) {
    sum = examples.all;
  } else {
    for (const Known& one : known) sum += examples.weights[one.example];
  }
  const bool zeros = attribute.absent_is_zero && !all_known;
  const SideWeights zero{std::max(0.0, examples.all.left - sum.left),
                         std::max(0.0, examples.all.right - sum.right)};
  CutSearch search(zeros ? examples.all : sum, examples.all.total());
  bool zeros_done = !zeros;
  for (std::size_t i = 0; i < known.size();) {
    const float value = known[i].value;
    if (!zeros_done && value > 0) {
      search.add(0, zero);
      zeros_done = true;
    }
    SideWeights group;
    for (; i < known.size() && known[i].value == value; ++i) {
      group += examples.weights[known[i].example];
    }
    search.add(value, group);
  }
  if (!zeros_done) search.add(0, zero);
  return search.finish();
}

Candidate nominal_candidate(const Attribute& attribute, std::span<const Known> known,
                            const Examples& examples) {
  thread_local std::vector<SideWeights> branches;
  branches.assign(attribute.values, {});
  SideWeights sum;
  for (const Known& one : known) {
    branches[static_cast<std::size_t>(one.value)] += examples.weights[one.example];
    sum += examples.weights[one.example];
  }
  Candidate candidate;
  int large = 0;
  double bits = entropy(sum);
  double sizes = 0;
  for (const SideWeights& branch : branches) {
    large += branch.total() >= kLeastWeight - kSmall ? 1 : 0;
    bits -= entropy(branch);
    sizes += x_log_x(branch.total());
  }
  if (large < 2) return candidate;
  candidate.possible = true;
  candidate.gain = gain_of(bits, sum.total(), examples.all.total());
  candidate.ratio = ratio_of(candidate.gain, sizes, sum.total(), examples.all.total());
  return candidate;
}

std::size_t choose_split(std::span<const Attribute> attributes, std::span<const Column> columns,
                         std::span<const Candidate> candidates, double whole) {
  // Unless there are no others, attributes of many values do not take part in the average.
  const bool all_many =
      std::all_of(attributes.begin(), attributes.end(),
                  [&](const Attribute& attribute) { return has_many_values(attribute, whole); });
  double sum = 0;
  double count = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!candidates[i].possible) continue;
    if (!all_many && has_many_values(attributes[columns[i].attribute], whole)) continue;
    sum += candidates[i].gain;
    count += 1;
  }
  std::size_t best = candidates.size();
  if (count == 0) return best;
  double ratio = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!candidates[i].possible || candidates[i].gain < sum / count - kBelowAverage) continue;
    if (candidates[i].ratio <= ratio + kSmall) continue;
    best = i;
    ratio = candidates[i].ratio;
  }
  return best;
}

}  // namespace ect
