#ifndef ECT_REGRET_THEORY_H_
#define ECT_REGRET_THEORY_H_

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "reductions/reduction.h"

namespace ect::regret {

// How the regrets of the binary problems are averaged into one number r.
enum class Average : std::uint8_t {
  kWeighted,  // sum r_n / sum W_n: the paper's equation 1
  kUniform,   // the mean over problems of r_n / W_n
  kSquared,   // the same of the squared-loss regret
};

// multiclass regret <= factor * r, or factor * sqrt(r).
struct RegretBound {
  bool known = false;
  bool root = false;
  double factor = 0;
  std::string formula;  // "3 r", "4 sqrt(r)"; "none"

  double at(double binary_regret) const {
    return factor * (root ? std::sqrt(binary_regret) : binary_regret);
  }
};

// What is proved about a reduction, in the paper or in theory.cc.
struct Theory {
  Average average = Average::kWeighted;
  bool consistent = false;  // no binary regret implies no multiclass regret
  // Above 0: at every input x, divisor * regret(x) <= sum of r_n(x) over the problems.
  double divisor = 0;
  RegretBound single;    // for a single input
  RegretBound expected;  // for any number of inputs
};

// `name` is that of the table of reductions, with a colon and the decoding if that is not the
// default: one-vs-all:votes. For unknown names nothing is claimed. `costs`: trained on costs.
Theory theory_of(std::string_view name, const reductions::Reduction& reduction, bool costs);
// No claims.
Theory no_theory();

}  // namespace ect::regret

#endif  // ECT_REGRET_THEORY_H_
