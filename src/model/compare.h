#ifndef ECT_MODEL_COMPARE_H_
#define ECT_MODEL_COMPARE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/load.h"
#include "data/splits.h"
#include "ect/dataset.h"
#include "ect/model.h"
#include "model/comparison.h"
#include "model/named_options.h"

namespace ect::model {

// A data set to compare on. With a test set, which numbers its classes as `data` does, that is
// tested by; else parts of the data are.
struct CompareData {
  std::string name;
  data::Layout layout;
  Dataset data;
  std::optional<Dataset> test;
};

struct CompareOptions {
  // How to learn, whatever the method: its reduction and learner are set by each, the seed by each
  // split, the threads are one. What a method has no use for (eliminations, seeding, passes,
  // costing, l2) it is not told.
  model::NamedOptions train;
  bool costs = false;        // rank by costs; learn from them where a reduction can
  std::uint32_t splits = 0;  // 0: kSplits, or kTestSplits with a test set
  std::uint32_t folds = 0;   // cross-validation instead, where there is no test set; 0: none
  double train_fraction = kTrainFraction;
  unsigned threads = 0;  // 0: all cores; the result, times aside, does not depend on them

  static constexpr std::uint32_t kSplits = 10;
  static constexpr std::uint32_t kTestSplits = 5;
  static constexpr double kTrainFraction = 0.667;
};

// How far the work is. A job is a method on a split of a data set.
struct CompareProgress {
  std::uint64_t done = 0;
  std::uint64_t jobs = 0;
  double share = 0;  // of all the work, by the size of the data
};
using OnCompareProgress = std::function<void(const CompareProgress&)>;

// Every reduction with every learner, the learners of a reduction one after the other. A reduction
// that takes eliminations may carry them, `ect:4`. No reductions: all of the table. No learners:
// the default one. Throws for names that are not known, and for a method that is there twice.
std::vector<Method> make_methods(const std::vector<std::string>& reductions,
                                 const std::vector<std::string>& learners);

// Split `number`, from 0, of a data set: depends on the data's size, the options and the number
// only, so all methods see the same.
data::Split compare_split(const CompareData& data, const CompareOptions& options,
                          std::uint32_t number);
// How many there are.
std::uint32_t splits_of(const CompareData& data, const CompareOptions& options);

// Learns and tests every method on every split. In split s all methods have the seed
// options.train.seed + s, so that those with a tournament draw the same. With a test set a method
// that draws nothing has the first split only: the others would be the same. A method that throws
// ect::Error has that as its failure, and the others go on. Throws for options that mean nothing,
// data that is too small for the splits, and costs wanted of data that has none. `progress` is
// called after each job, one at a time.
Comparison compare(const std::vector<CompareData>& data, std::vector<Method> methods,
                   const CompareOptions& options, const OnCompareProgress& progress = nullptr);

}  // namespace ect::model

#endif  // ECT_MODEL_COMPARE_H_
