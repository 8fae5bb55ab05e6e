#ifndef ECT_REDUCTIONS_CONTENDERS_H_
#define ECT_REDUCTIONS_CONTENDERS_H_

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "ect/schedule.h"
#include "learners/learner.h"

namespace ect::reductions {

// The probabilities of both sides of a match, by one exponential; 1/2 each if the margin is NaN.
struct Chances {
  double left;
  double right;
};
inline Chances chances_of(float margin) {
  if (std::isnan(margin)) return {0.5, 0.5};
  const double less = std::exp(-std::abs(static_cast<double>(margin)));
  const double likelier = 1 / (1 + less);
  const double other = less * likelier;
  return margin > 0 ? Chances{other, likelier} : Chances{likelier, other};
}

// A label that comes to the contested finals.
struct Contender {
  std::uint32_t label;
  float path;  // logarithm of the probability of the paths by which it was found
};

// The path of a label that the beam did not find: as likely as that of any of them.
float path_of_others(double mass, std::size_t others);

// Limits on the contenders of finals.
struct FinalsLimits {
  std::uint32_t most;          // contenders by the tournament
  double least_share;          // their minimum probability, relative to the most probable one
  std::uint32_t by_score = 0;  // contenders by their scores, whatever their paths

  std::uint32_t all() const { return most + by_score; }
};

// Finds the most probable labels of a tournament by a beam search over its matches; see
// contenders.cc. Its memory is reused. For one thread.
class Contenders {
 public:
  // As many labels as the limits allow, the likeliest first; the plain tournament's winner is
  // always among them, whatever its probability. Adds to `questions` how many classifiers were
  // asked.
  std::span<const Contender> gather(const Schedule& schedule,
                                    const learners::Classifiers& classifiers, Features x,
                                    const FinalsLimits& limits, std::uint64_t& questions);
  // The same with these labels of so many behind them, but for those that are there.
  std::span<const Contender> add(std::span<const std::uint32_t> labels, std::uint32_t classes);
  // The total probability of the contenders gathered last.
  double mass() const { return mass_; }
  // The plain tournament's winner among them.
  std::uint32_t plain_winner() const { return plain_.index; }

 private:
  // A node of the beam, with the probability that the champion is found there.
  struct Way {
    bool player;  // else a match
    std::uint32_t index;
    double mass[2];  // of "winner of" the match, or of the player; of "loser of" the match
    double all() const { return mass[0] + mass[1]; }
  };

  void enter(Entrant entrant, double mass);
  void prune(const FinalsLimits& limits);
  bool is_plain(const Way& way) const {
    return way.index == plain_.index && way.player == (plain_.from == From::kPlayer);
  }

  std::vector<Way> ways_;
  Entrant plain_{};  // where the plain descent is
  std::vector<double> masses_;
  std::vector<Contender> found_;
  double mass_ = 0;
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_CONTENDERS_H_
