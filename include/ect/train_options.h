#ifndef ECT_TRAIN_OPTIONS_H_
#define ECT_TRAIN_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>

namespace ect {

// How a problem with many classes is made into binary ones (docs/guide/learn.md).
enum class ReductionId : std::uint8_t {
  kEct,                 // error-correcting tournament
  kFilterTree,          // one single elimination: ect with one elimination and charged finals
  kTree,                // the same tree trained without filtering; for comparison, no guarantee
  kAllPairs,            // a classifier for each pair of classes
  kAllPairsFilterTree,  // all pairs, evaluated as a filter tree
  kOneVsAll,            // a classifier for each class
  kEcoc,                // error-correcting output codes
  kPecoc,               // probabilistic ones
};

// How contested finals are decided.
enum class FinalsRule : std::uint8_t {
  kPaths,    // whose path through the tournament is likeliest: no more classifiers
  kWins,     // each pair of contenders has a match of its own; who wins most of them
  kPairs,    // the same matches; whose probabilities there, and the path's, add up to most
  kScorers,  // each label has a scorer; whose score, with the path's, is best
  kJoint,    // the same, but the scorers are trained together to rank each example's contenders
};

// The finals of an error-correcting tournament.
struct FinalsChoice {
  bool contested = false;          // its likeliest labels meet again; else the paper's charged ones
  std::optional<FinalsRule> rule;  // of contested finals; unset: the best by out-of-fold error

  bool operator==(const FinalsChoice&) const = default;
};

// Which labels meet first in a tournament.
struct SeedingChoice {
  enum class Kind : std::uint8_t {
    kRandom,   // in a random order
    kSimilar,  // labels that are similar in the examples meet first
    kGiven,    // as a file has it: a name a line, neighbours meeting first; or a nested JSON list,
               // [["cat", "dog"], "car"], which is that tree, longer lists being halved
  };

  Kind kind = Kind::kRandom;
  std::string file;  // of kGiven

  bool operator==(const SeedingChoice&) const = default;
};

// Features made of features, for linear learners.
struct FeatureExpansion {
  enum class Kind : std::uint8_t { kNone, kQuadratic, kFourier };

  Kind kind = Kind::kNone;
  std::uint32_t waves = 0;  // of kFourier: how many features

  bool operator==(const FeatureExpansion&) const = default;
};

// How a training example goes on from a match of a tournament: by the answer of classifiers that
// were not trained on it, or by the match's own classifier, as in the paper's Algorithm 1.
enum class RoutedBy : std::uint8_t { kOutOfFold, kOwn };

// How one-vs-all decides: by the largest score, or for one of the classes whose classifier accepts.
enum class OneVsAllDecode : std::uint8_t { kScores, kVotes };

// The code of ReductionId::kEcoc.
struct EcocCode {
  enum class Kind : std::uint8_t { kAuto, kExhaustive, kRandom };

  Kind kind = Kind::kAuto;    // kAuto: exhaustive for few classes, else random
  std::uint32_t columns = 0;  // of kRandom

  bool operator==(const EcocCode&) const = default;
};

// How costs, which may be any finite numbers, are brought to [0, 1] before training. Only the
// differences within a row count.
enum class CostScale : std::uint8_t {
  kLinear,  // the least cost of the data becomes 0, the greatest 1: mean cost is minimised
  // The same for the logarithms of the costs, above the least of the data, each with a small amount
  // added: for run times, where 10 s against 1 s matters as much as 1000 s against 100 s.
  kLog,
  kRank,  // a class's place among the classes of its row: only which is cheaper counts
};

// Training options that are numbers and switches.
struct TrainNumbers {
  // Of ect with charged finals, where `eliminations` is 0.
  static constexpr std::uint32_t kDefaultEliminations = 2;

  // Eliminations of ect; 0: 1 with contested finals, else kDefaultEliminations.
  std::uint32_t eliminations = 0;
  std::uint32_t contenders = 0;  // in contested finals, at most; 0: by the rule
  std::uint32_t trees = 1;       // tournaments, differently seeded, that vote together
  bool fast = false;             // no tuning: unset options have their usual values
  std::uint32_t passes = 0;      // of an online learner; 0: while the held-out error falls
  // Train on the costs of each class that the data has instead of its labels.
  bool costs = false;
  std::optional<double> l2;       // weight of |w|^2 / 2 against the mean loss; unset: the learner's
  std::uint32_t costing = 0;      // resamples instead of weights; 0: where the learner needs them
  std::uint32_t probing = 0;      // thresholds that make probabilities; 0: the learner's own
  std::optional<double> timeout;  // seconds for a program's replies; unset: 60
  // Bits of a weight in the model: 8, 16 or 32; 0: 8 after joint finals, which are the default for
  // sparse data, without small weights as far as held-out errors do not change; else 32.
  std::uint32_t compact = 0;
  // Of a training in blocks, whose model many machines would learn, too; 0: in one piece. Files
  // alone are learnt in blocks, by ect train and ect-mpi.
  std::uint32_t blocks = 0;
  std::uint64_t seed = 1;  // of everything random
  unsigned threads = 0;    // 0: all cores. The model does not depend on it.
};

// How to train. Nothing needs to be set: unset options are tuned on held-out examples, or with
// `fast` have their usual values.
struct TrainOptions : TrainNumbers {
  ReductionId reduction = ReductionId::kEct;
  // hinge, logistic, logistic-batch, squares, bayes, c45, boosted, command:PROGRAM, or the name of
  // a registered learner (learner.h); empty: tuned.
  std::string learner;
  std::optional<SeedingChoice> seeding;    // unset: similar; random for costs
  std::optional<FinalsChoice> finals;      // unset: tuned
  std::optional<FeatureExpansion> expand;  // unset: tuned
  RoutedBy routing = RoutedBy::kOutOfFold;
  std::optional<OneVsAllDecode> decode;  // of one-vs-all; unset: scores
  EcocCode code;
  CostScale cost_scale = CostScale::kLinear;
};

}  // namespace ect

#endif  // ECT_TRAIN_OPTIONS_H_
