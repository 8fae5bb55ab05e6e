// The gain ratio of an attribute at a node (Quinlan 1993, sections 2.2 to 2.4; release 8: Quinlan
// 1996, "Improved use of continuous attributes in C4.5").
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
#include "learners/trees/c45_split.h"

#include <array>
#include <cmath>

namespace ect::learners {
namespace {

constexpr double kMinShare = 0.1;       // of the examples a side, a branch of a numeric split has
constexpr double kMaxNeeded = 25;       // and never needs more than that
constexpr double kManyValues = 0.3;     // nominal values an example: too many to be average
constexpr double kBelowAverage = 1e-3;  // of gain is still average

// x log2(x), from a table where x is a moderate whole number, as it is unless there are weights.
class XLogX {
 public:
  static const XLogX& table() {
    static const XLogX made;
    return made;
  }
  double operator()(std::uint32_t x) const {
    return x < table_.size() ? table_[x] : x * std::log2(static_cast<double>(x));
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
  XLogX() {
    for (std::size_t i = 1; i < table_.size(); ++i) {
      table_[i] = static_cast<double>(i) * std::log2(static_cast<double>(i));
    }
  }

  std::array<double, 1U << 15> table_{};
};

template <class Number>
double x_log_x(Number x) {
  return XLogX::table()(x);
}

// Bits to tell the sides of examples apart.
template <class Number>
double entropy(const Sides<Number>& sides) {
  return x_log_x(sides.total()) - x_log_x(sides.left) - x_log_x(sides.right);
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

// Takes the examples of a numeric attribute value by value, and finds the best cut between them.
template <class Number>
class CutSearch {
 public:
  CutSearch(const Sides<Number>& known, double all)
      : known_(known), all_(all), bits_(entropy(known)) {
    const auto total = static_cast<double>(known.total());
    least_ = std::clamp(kMinShare * total / 2, kMinWeight, kMaxNeeded) - kSmall;
    most_ = total - least_;
  }

  void add(float value, const Sides<Number>& group) {
    const auto below = static_cast<double>(below_.total());
    if (below >= least_ && below <= most_) {
      ++cuts_;
      waits_ = true;
      next_value_ = value;
      const bool run = (group.left == 0 && last_group_.left == 0) ||
                       (group.right == 0 && last_group_.right == 0);
      if (cuts_ == 1 || !run) {
        look_at(below_, last_value_);
      } else {
        waiting_ = below_;
        waiting_value_ = last_value_;
      }
    }
    below_ += group;
    last_value_ = value;
    last_group_ = group;
  }

  Candidate finish() {
    if (waits_) look_at(waiting_, waiting_value_);
    Candidate best;
    if (cuts_ == 0) return best;
    best.gain = gain_ - std::log2(static_cast<double>(cuts_)) / all_;
    if (best.gain < kSmall) return best;
    best.possible = true;
    best.below = cut_below_;
    best.above = cut_above_;
    const double sizes = x_log_x(best_.total()) + x_log_x((known_ - best_).total());
    best.ratio = ratio_of(best.gain, sizes, static_cast<double>(known_.total()), all_);
    return best;
  }

 private:
  void look_at(const Sides<Number>& below, float value) {
    waits_ = false;
    const double saved = bits_ - entropy(below) - entropy(known_ - below);
    const double gain = gain_of(saved, static_cast<double>(known_.total()), all_);
    if (gain <= gain_ + kSmall) return;
    gain_ = gain;
    best_ = below;
    cut_below_ = value;
    cut_above_ = next_value_;
  }

  Sides<Number> known_;
  double all_;
  double bits_;
  double least_;  // that a branch may have, and
  double most_;
  Sides<Number> below_;
  Sides<Number> last_group_;
  float last_value_ = 0;
  float next_value_ = 0;
  // Below a cut that is possible, but perhaps not the end of a run.
  bool waits_ = false;
  Sides<Number> waiting_;
  float waiting_value_ = 0;
  std::size_t cuts_ = 0;
  double gain_ = 0;
  Sides<Number> best_;
  float cut_below_ = 0;
  float cut_above_ = 0;
};

// `sides_of` an example; `all` at the node.
template <class Number, class SidesOf>
Candidate best_cut(std::span<const Known> known, bool absent_is_zero, std::size_t count,
                   const Sides<Number>& all, const SidesOf& sides_of) {
  const bool all_known = known.size() == count;
  Sides<Number> sum = all;
  if (!all_known) {
    sum = {};
    for (const Known& one : known) sum += sides_of(one.example);
  }
  bool zeros_wait = absent_is_zero && !all_known;
  // Clamped at 0, as the sums are rounded.
  const Sides<Number> zeros{all.left - std::min(all.left, sum.left),
                            all.right - std::min(all.right, sum.right)};
  CutSearch<Number> search(zeros_wait ? all : sum, static_cast<double>(all.total()));
  for (std::size_t i = 0; i < known.size();) {
    const float value = known[i].value;
    if (zeros_wait && value > 0) {
      search.add(0, zeros);
      zeros_wait = false;
    }
    Sides<Number> group;
    for (; i < known.size() && known[i].value == value; ++i) group += sides_of(known[i].example);
    search.add(value, group);
  }
  if (zeros_wait) search.add(0, zeros);
  return search.finish();
}

bool has_many_values(const data::Attribute& attribute, double whole) {
  return attribute.kind == data::Attribute::Kind::kNominal &&
         static_cast<double>(attribute.values) >= kManyValues * whole - kSmall;
}

}  // namespace

Candidate numeric_candidate(const data::Attribute& attribute, std::span<const Known> known,
                            const Examples& examples) {
  if (examples.rights.empty()) {
    return best_cut(known, attribute.absent_is_zero, examples.count, examples.all,
                    [&](std::uint32_t i) { return examples.weights[i]; });
  }
  const SideCounts all{static_cast<std::uint32_t>(examples.all.left),
                       static_cast<std::uint32_t>(examples.all.right)};
  return best_cut(known, attribute.absent_is_zero, examples.count, all, [&](std::uint32_t i) {
    const std::uint32_t right = examples.rights[i];
    return SideCounts{1 - right, right};
  });
}

Candidate nominal_candidate(const data::Attribute& attribute, std::span<const Known> known,
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
    large += branch.total() >= kMinWeight - kSmall ? 1 : 0;
    bits -= entropy(branch);
    sizes += x_log_x(branch.total());
  }
  if (large < 2) return candidate;
  candidate.possible = true;
  candidate.gain = gain_of(bits, sum.total(), examples.all.total());
  candidate.ratio = ratio_of(candidate.gain, sizes, sum.total(), examples.all.total());
  return candidate;
}

std::size_t choose_split(std::span<const data::Attribute> attributes,
                         std::span<const Column> columns, std::span<const Candidate> candidates,
                         double whole) {
  // Unless there are no others, attributes of many values do not take part in the average.
  const bool all_many = std::all_of(
      attributes.begin(), attributes.end(),
      [&](const data::Attribute& attribute) { return has_many_values(attribute, whole); });
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

}  // namespace ect::learners
