#ifndef ECT_REDUCTIONS_MISSED_SHARE_H_
#define ECT_REDUCTIONS_MISSED_SHARE_H_

#include <vector>

namespace ect::reductions {

// What an example's finals look like before the winner is known to be right.
struct FinalsDoubt {
  double outside;  // probability, by the tournament, that the label was not found by the beam
  double others;   // of all contenders but the likeliest, by the finals
};

// The probability that an example's label is no contender, by how doubtful its finals are; see
// missed_share.cc.
struct MissedShare {
  float bias = 0;
  float outside = 0;  // weights of the logarithms
  float others = 0;

  double of(const FinalsDoubt& doubt) const;
};

// Finals of which it is known whether the label was missed.
class MissedBallots {
 public:
  void add(const FinalsDoubt& doubt, bool missed, double weight);
  // The share that makes what was seen likeliest.
  MissedShare learn() const;

 private:
  struct Ballot {
    FinalsDoubt doubt;
    bool missed;
    double weight;
  };

  std::vector<Ballot> ballots_;
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_MISSED_SHARE_H_
