// Label noise whose distribution is known exactly. An input x determines its clean class c; the
// label is then drawn from a distribution that depends on c alone, so that P(label | x) and the
// error of the best possible predictor (the Bayes error) are formulas, not estimates.
//
// Four classes, c = 2:      label 0     1     2     3     best   error
//   uniform:0.3                 0.1   0.1   0.7   0.1      2     0.3
//   uniform:0.9                 0.3   0.3   0.1   0.3      0     0.7   (not 0.9: c is the worst)
//   neighbour:0.3               0     0     0.7   0.3      2     0.3
//   split:0.04                  0.29  0.29  0.42  0        2     0.58
//
// `split` is the distribution with which Section 3 of the paper proves that the tree reduction is
// inconsistent: two labels which meet in the first round have 1/4 + E each, together more than
// half, so the best classifier of every node leads to them; but c with 1/2 - 2E is the likeliest
// label. The tree's regret is 1/4 - 3E at every x, and a filter tree has none. Which pair it is
// depends on c: any (2i, 2i+1) that c is not of, since neighbours meet first in a tree over the
// labels as they stand (Seeding::listed). Every c has such a pair from 4 classes on; with 3 only
// the last, so there all inputs are of class 2, which is the paper's example letter by letter.
//
// Cost: O(1) a law. Tests: synth_test; the theorem: inconsistency_test.
#include "data/synth/label_noise.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>

#include "ect/error.h"
#include "util/text.h"

namespace ect::data {

LabelLaw::LabelLaw(std::uint32_t classes, std::initializer_list<Chance> named, double others)
    : classes_(classes), others_(others) {
  for (const Chance& chance : named) named_[size_++] = chance;
}

bool LabelLaw::is_named(std::uint32_t label) const {
  return std::any_of(named_.begin(), named_.begin() + size_,
                     [label](const Chance& chance) { return chance.label == label; });
}

double LabelLaw::probability(std::uint32_t label) const {
  for (const Chance& chance : std::span(named_).first(size_)) {
    if (chance.label == label) return chance.probability;
  }
  return of_each_other();
}

std::uint32_t LabelLaw::best() const {
  const Chance* best = &named_[0];
  for (const Chance& chance : std::span(named_).first(size_)) {
    if (chance.probability > best->probability) best = &chance;
  }
  if (best->probability >= of_each_other()) return best->label;
  std::uint32_t label = 0;
  while (is_named(label)) ++label;
  return label;
}

// Computed as a sum of the lost probabilities, so that uniform:0.1 gives 0.1 and not 1 - 0.9.
double LabelLaw::error() const {
  const std::uint32_t predicted = best();
  double lost = is_named(predicted) ? others_ : of_each_other() * (unnamed() - 1);
  for (const Chance& chance : std::span(named_).first(size_)) {
    if (chance.label != predicted) lost += chance.probability;
  }
  return lost;
}

std::uint32_t LabelLaw::draw(Random& random) const {
  double rest = random.uniform();
  for (const Chance& chance : std::span(named_).first(size_)) {
    if (rest < chance.probability) return chance.label;
    rest -= chance.probability;
  }
  // If the other labels have no probability, only rounding errors lead here.
  if (others_ <= 0) return best();
  while (true) {
    const auto label = static_cast<std::uint32_t>(random.below(classes_));
    if (!is_named(label)) return label;
  }
}

LabelNoise LabelNoise::parse(const std::string& name, std::uint32_t classes, std::uint64_t key) {
  const std::size_t colon = std::min(name.find(':'), name.size());
  const std::string_view law = std::string_view(name).substr(0, colon);
  const bool has_amount = colon < name.size();
  // NaN, for an invalid number, is in no range.
  const double amount =
      util::parse_number<double>(std::string_view(name).substr(std::min(colon + 1, name.size())))
          .value_or(std::numeric_limits<double>::quiet_NaN());
  const auto wrong = [&](std::string_view expected) {
    return Error::bad_argument(
        fmt::format("noise {}: unknown (expected {})", util::quoted(name), expected));
  };

  if (name == "none") return {Kind::kNone, 0, classes, key};
  if (law == "uniform" || law == "neighbour") {
    if (!(amount >= 0 && amount <= 1)) throw wrong(fmt::format("{}:P, P in [0,1]", law));
    return {law == "uniform" ? Kind::kUniform : Kind::kNeighbour, amount, classes, key};
  }
  if (law == "split") {
    const double epsilon = has_amount ? amount : 1.0 / 24;
    if (!(epsilon > 0 && epsilon < 1.0 / 12)) throw wrong("split:E, 0 < E < 1/12");
    if (classes < 3) throw Error::bad_argument("noise 'split' needs at least 3 classes");
    return {Kind::kSplit, epsilon, classes, key};
  }
  throw wrong("none, uniform:P, neighbour:P or split:E");
}

LabelLaw LabelNoise::law(std::uint32_t clean) const {
  switch (kind_) {
    case Kind::kUniform:
      return {classes_, {{clean, 1 - amount_}}, amount_};
    case Kind::kNeighbour: {
      const std::uint32_t beside = (clean ^ 1) < classes_ ? clean ^ 1 : clean - 1;
      return {classes_, {{clean, 1 - amount_}, {beside, amount_}}, 0};
    }
    case Kind::kSplit: {
      const std::uint32_t pair = other_pair(clean);
      const double each = 0.25 + amount_;
      return {classes_, {{clean, 0.5 - 2 * amount_}, {2 * pair, each}, {2 * pair + 1, each}}, 0};
    }
    default:
      return {classes_, {{clean, 1}}, 0};
  }
}

std::uint32_t LabelNoise::first_clean() const {
  return kind_ == Kind::kSplit && classes_ == 3 ? 2 : 0;
}

// A pair of labels without `clean`, uniformly random, determined by the key.
std::uint32_t LabelNoise::other_pair(std::uint32_t clean) const {
  const std::uint32_t pairs = classes_ / 2;
  const std::uint32_t own = clean / 2;  // `pairs` for the last of an odd number, which has none
  Random random(key_, clean);
  if (own == pairs) return static_cast<std::uint32_t>(random.below(pairs));
  const auto pair = static_cast<std::uint32_t>(random.below(pairs - 1));
  return pair < own ? pair : pair + 1;
}

}  // namespace ect::data
