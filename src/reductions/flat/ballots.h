#ifndef ECT_REDUCTIONS_BALLOTS_H_
#define ECT_REDUCTIONS_BALLOTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ect::reductions {

// The strength of a contender in the finals and before.
struct Strength {
  float finals;  // by its matches there, or its scorer
  float path;    // log-probability of its path through the tournament
};

// The weights of both: a contender's score is finals * strength.finals + path * strength.path, and
// the scores' softmax are the contenders' probabilities.
struct Mixture {
  float finals = 1;
  float path = 0;

  double score(const Strength& strength) const {
    return static_cast<double>(finals) * static_cast<double>(strength.finals) +
           static_cast<double>(path) * static_cast<double>(strength.path);
  }
};

// Finals of labelled examples, to fit a mixture on.
class Ballots {
 public:
  // `right` is the contender that should win, if there is one.
  void add(std::span<const Strength> contenders, std::optional<std::size_t> right, double weight);

  std::size_t size() const { return ballots_.size(); }
  // The mixture of non-negative weights that maximises the likelihood of the right contenders; see
  // ballots.cc. Examples whose label is not a contender are ignored.
  Mixture learn() const;
  // The weighted fraction of examples that the right contender does not win.
  double error(const Mixture& mixture) const;
  // The weighted fraction of examples whose label is not a contender.
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
