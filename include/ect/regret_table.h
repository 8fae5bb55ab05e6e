#ifndef ECT_REGRET_TABLE_H_
#define ECT_REGRET_TABLE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace ect {

// The paper's introduction as a measurement: what each reduction makes of the regret of its binary
// classifiers, on distributions that are known exactly.
struct RegretOptions {
  std::uint32_t classes = 8;
  std::uint32_t inputs = 8;
  std::vector<std::string> distributions = {"inconsistent", "random"};  // also words, dense
  // How binary problems are answered: exact (as the best classifier), planted (so, but turned with
  // probability `rate`), learned (by a real learner from `examples` examples).
  std::vector<std::string> nodes = {"exact", "planted"};
  double rate = 0.1;
  std::string learner = "hinge";
  std::uint32_t examples = 1000;
  // Also one-vs-all:votes, ect:4 (eliminations), ect:contested and ect:4:contested (finals settled
  // by the examples; learned nodes only). Empty: all that there are.
  std::vector<std::string> reductions;
  std::uint32_t eliminations = 0;  // of ect; 0: 4 ln k, the paper's choice; contested: 1
  bool costs = false;              // random costs of each class instead of labels
  std::uint32_t trials = 20;
  std::uint64_t seed = 1;
};

// One reduction with one kind of nodes on one distribution, averaged over the trials.
struct RegretRow {
  std::string distribution;
  std::string reduction;
  std::string nodes;
  std::uint32_t eliminations = 1;
  // Contested finals. Only regret and questions are measured, nothing of the binary problems.
  bool contested = false;
  std::uint32_t problems = 0;    // binary ones; of the last trial where examples settle them
  double questions = 0;          // a prediction
  double multiclass_regret = 0;  // or that of costs
  double multiclass_error = 0;   // its standard error over the trials; 0 of a single one
  double binary_regret = 0;      // r
  double ratio = 0;              // of the two; infinite where only the latter is none
  bool bounded = false;          // whether there is a bound
  double bound = 0;              // on multiclass_regret, at this r
  std::string bound_kind;        // its formula: "3 r", "4 sqrt(r)", "none"
  double worst_ratio = 0;        // of all trials and, where nodes are planted, of a search
  double bound_used = 0;         // the largest share of the bound that was reached there
  bool consistent = false;       // no regret with exact nodes, in all trials
  bool broken = false;           // a bound does not hold, which would be a defect
};

// Rows by distribution, then nodes, then reduction. Throws ect::Error for options that mean
// nothing.
std::vector<RegretRow> measure_regrets(const RegretOptions& options);

}  // namespace ect

#endif  // ECT_REGRET_TABLE_H_
