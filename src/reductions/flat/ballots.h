#ifndef ECT_REDUCTIONS_BALLOTS_H_
#define ECT_REDUCTIONS_BALLOTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ect::reductions {

// What is known of a contender before the finals are decided.
struct Strength {
  float finals;  // by its matches there, or its scorer
  float path;    // by its way through the tournament: a log-probability
};

// How both count: a contender's score is finals * strength.finals + path * strength.path, and the
// scores' softmax are the contenders' probabilities.
struct Mixture {
  float finals = 1;
  float path = 0;

  double score(const Strength& strength) const {
    return static_cast<double>(finals) * static_cast<double>(strength.finals) +
           static_cast<double>(path) * static_cast<double>(strength.path);
  }
};

// Finals of examples whose label is known, to learn a mixture from.
class Ballots {
 public:
  // `right` is who should win, if that is one of the contenders.
  void add(std::span<const Strength> contenders, std::optional<std::size_t> right, double weight);

  std::size_t size() const { return ballots_.size(); }
  // The mixture, of numbers that are not negative, that makes the right ones likeliest; see
  // ballots.cc. Examples whose label is no contender say nothing.
  Mixture learn() const;
  // The share of examples, by weight, that are not won by the right one.
  double error(const Mixture& mixture) const;
  // The share whose label is no contender.
  double missed() const;

 private:
  struct Ballot {
    std::size_t first;  // of its contenders, in strengths_ ...
    std::size_t last;   // ... up to here
    std::optional<std::size_t> right;
    double weight;
  };

  std::vector<Strength> strengths_;
  std::vector<Ballot> ballots_;
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_BALLOTS_H_
