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

// A data set to compare on. If there is a test set, which numbers its classes as `data` does,
// methods are tested on it; else on parts of the data.
struct CompareData {
  std::string name;
  data::Layout layout;
  Dataset data;
  std::optional<Dataset> test;
};

struct CompareOptions {
  // Training options of all methods. Each method sets its reduction and learner, each split its
  // seed; the threads are one. Options that do not apply to a method (eliminations, seeding,
  // passes, costing, l2) are ignored.
  model::NamedOptions train;
  bool costs = false;        // rank by costs; train on them where a reduction can
  std::uint32_t splits = 0;  // 0: kSplits, or kTestSplits with a test set
  std::uint32_t folds = 0;   // cross-validation instead, where there is no test set; 0: none
  double train_fraction = kTrainFraction;
  unsigned threads = 0;  // 0: all cores; the result, times aside, does not depend on them

  static constexpr std::uint32_t kSplits = 10;
  static constexpr std::uint32_t kTestSplits = 5;
  static constexpr double kTrainFraction = 0.667;
};

// Progress. A job is a method on a split of a data set.
struct CompareProgress {
  std::uint64_t done = 0;
  std::uint64_t jobs = 0;
  double share = 0;  // fraction of the work, by the size of the data
};
using OnCompareProgress = std::function<void(const CompareProgress&)>;

// Every reduction with every learner, the learners of a reduction one after the other. A reduction
// that takes eliminations may carry them, `ect:4`. No reductions: all of the table. No learners:
// the default one. Throws for unknown names and for duplicate methods.
std::vector<Method> make_methods(const std::vector<std::string>& reductions,
                                 const std::vector<std::string>& learners);

// Split `number`, from 0, of a data set: depends on the data's size, the options and the number
// only, so all methods see the same.
data::Split compare_split(const CompareData& data, const CompareOptions& options,
                          std::uint32_t number);
// The number of splits of a data set.
std::uint32_t splits_of(const CompareData& data, const CompareOptions& options);

// Trains and tests every method on every split. In split s all methods have the seed
// options.train.seed + s, so that those with a tournament draw the same. With a test set a
// deterministic method has the first split only. If a method throws ect::Error, that is its
// failure, and the others continue. Throws for invalid options, for data that is too small for the
// splits, and for `costs` with data that has none. `progress` is called after each job, one at a
// time.
Comparison compare(const std::vector<CompareData>& data, std::vector<Method> methods,
                   const CompareOptions& options, const OnCompareProgress& progress = nullptr);

}  // namespace ect::model

#endif  // ECT_MODEL_COMPARE_H_
