#ifndef ECT_REGRET_TABLE_H_
#define ECT_REGRET_TABLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "ect/export.h"

namespace ect {

// The paper's introduction as a measurement: how each reduction turns the regret of its binary
// classifiers into multiclass regret, on distributions that are known exactly.
struct RegretOptions {
  std::uint32_t classes = 8;
  std::uint32_t inputs = 8;
  std::vector<std::string> distributions = {"inconsistent", "random"};  // also words, dense
  // How binary problems are answered: exact (by the Bayes-optimal classifier), planted (by the
  // same, with each answer flipped with probability `rate`), learned (by a real learner from
  // `examples` examples).
  std::vector<std::string> nodes = {"exact", "planted"};
  double rate = 0.1;
  std::string learner = "hinge";
  std::uint32_t examples = 1000;
  // Names of reductions; also one-vs-all:votes, ect:4 (with the number of eliminations),
  // ect:contested and ect:4:contested (contested finals; learned nodes only). Empty: all of them.
  std::vector<std::string> reductions;
  // Of ect without a number. 0: 4 ln k, the paper's choice, or 1 for contested finals.
  std::uint32_t eliminations = 0;
  bool costs = false;  // random costs of each class instead of labels
  std::uint32_t trials = 20;
  std::uint64_t seed = 1;
};

// One reduction with one kind of nodes on one distribution, averaged over the trials.
struct RegretRow {
  std::string distribution;
  std::string reduction;
  std::string nodes;
  std::uint32_t eliminations = 1;
  // Contested finals: only the regret and the questions are measured, not the binary problems.
  bool contested = false;
  std::uint32_t problems = 0;    // binary problems; if these depend on examples, of the last trial
  double questions = 0;          // to binary classifiers, per prediction
  double multiclass_regret = 0;  // with costs: the cost above the least possible
  double multiclass_error = 0;   // standard error of the regret over the trials; 0 for one trial
  double binary_regret = 0;      // r
  double ratio = 0;              // multiclass_regret / binary_regret; infinite if only r is 0
  bool bounded = false;          // whether a bound is known
  double bound = 0;              // on multiclass_regret, at this r
  std::string bound_kind;        // its formula: "3 r", "4 sqrt(r)", "none"
  double worst_ratio = 0;        // over all trials and, with planted nodes, a search for bad cases
  double bound_used = 0;         // the largest share of the bound that was reached
  bool consistent = false;       // exact nodes had no regret in any trial
  bool broken = false;           // a bound was violated, which would be a defect
};

// Measures all combinations; rows are ordered by distribution, then nodes, then reduction. The same
// options give the same rows. Throws ect::Error for unknown names and for sizes that are not
// possible.
ECT_EXPORT std::vector<RegretRow> measure_regrets(const RegretOptions& options);

}  // namespace ect

#endif  // ECT_REGRET_TABLE_H_
