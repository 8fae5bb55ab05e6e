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

// What is known of a reduction, in the paper's introduction or proved in theory.cc.
struct Theory {
  Average average = Average::kWeighted;
  bool consistent = false;  // no regret at any binary problem means none at all
  // Above 0: at every input x, divisor * regret(x) <= sum of r_n(x) over the problems.
  double divisor = 0;
  RegretBound single;    // where there is one input
  RegretBound expected;  // over any inputs
};

// `name` is that of the table of reductions, with a colon and the way it is decoded where that is
// not its own: one-vs-all:votes. Of names that it does not know nothing is claimed.
// With `costs`, of learning from costs.
Theory theory_of(std::string_view name, const reductions::Reduction& reduction, bool costs);
// Where nothing is claimed.
Theory no_theory();

}  // namespace ect::regret

#endif  // ECT_REGRET_THEORY_H_
