#ifndef ECT_REDUCTIONS_BALLOTS_H_
#define ECT_REDUCTIONS_BALLOTS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ect::reductions {

// The strength of a contender in the finals and before.
struct Strength {
  float finals;  // by its matches there, or its scorer
  float path;    // log-probability of its path through the tournament
};

// The weights of these: a contender's score is finals * strength.finals + path * strength.path, and
// the scores' softmax are the contenders' probabilities. The winner is decided by the same scores
// with a part of the path's weight alone.
struct Mixture {
  float finals = 1;
  float path = 0;
  float deciding = 1;  // that part

  double score(const Strength& strength) const {
    return static_cast<double>(finals) * static_cast<double>(strength.finals) +
           static_cast<double>(path) * static_cast<double>(strength.path);
  }
};

// The contender with the greatest deciding score, of equal ones the first.
std::size_t winner_of(const Mixture& mixture, std::span<const Strength> strengths);

// The contenders' probabilities. The winner's is the greatest: if that is another's, the two are
// exchanged.
void softmax(const Mixture& mixture, std::span<const Strength> strengths,
             std::vector<double>& shares);
// The share of all contenders but the likeliest in it.
double others_share(const Mixture& mixture, std::span<const Strength> strengths);

// Finals of labelled examples, to fit a mixture on.
class Ballots {
 public:
  // `right` is the contender that should win, if there is one.
  void add(std::span<const Strength> contenders, std::optional<std::size_t> right, double weight);

  std::size_t size() const { return ballots_.size(); }
  // The mixture of non-negative weights that maximises the likelihood of the right contenders; see
  // ballots.cc. Examples whose label is not a contender are ignored.
  Mixture learn() const;
  // The part of the path's weight that decides best: see ballots.cc.
  float best_deciding(Mixture mixture) const;
  // The weighted fraction of examples that the right contender does not win.
  double error(const Mixture& mixture) const;
  // The weighted mean of minus the logarithm of the right contender's share, where there is one.
  double loss(const Mixture& mixture) const;
  // The weighted fraction of examples whose label is not a contender.
  double missed() const;

  static constexpr std::size_t kNumbers = 2;
  using Numbers = std::array<double, kNumbers>;
  // The objective, its slope and its curvature at some numbers.
  struct Likelihood {
    double value = 0;
    Numbers slope{};
    double curve[kNumbers][kNumbers] = {};
  };

 private:
  struct Ballot {
    std::size_t first;  // of its contenders, in strengths_ ...
    std::size_t last;   // ... up to here
    std::optional<std::size_t> right;
    double weight;
  };

  std::vector<bool> mistakes(const Mixture& mixture) const;
  Likelihood likelihood(const Numbers& at) const;
  std::pair<double, Numbers> climb(const std::array<bool, kNumbers>& free) const;

  std::vector<Strength> strengths_;
  std::vector<Ballot> ballots_;
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_BALLOTS_H_
