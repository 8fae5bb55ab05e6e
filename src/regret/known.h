#ifndef ECT_REGRET_KNOWN_H_
#define ECT_REGRET_KNOWN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/synth/synth.h"
#include "ect/dataset.h"
#include "ect/random.h"

namespace ect::regret {

// An input of a distribution that is known exactly.
struct KnownInput {
  struct Costs {
    double probability;  // of these costs, given the input
    std::vector<float> of_label;
  };

  double probability = 1;      // D(x)
  std::vector<double> labels;  // D(y | x), for each label; empty if there are costs
  std::vector<Costs> costs;    // the cost vectors of this input
  Example seen;                // its features for a real learner
};

// A distribution over finitely many inputs. Either all of them have costs or none.
struct Known {
  std::uint32_t classes = 0;
  std::vector<KnownInput> inputs;
};

// The named distributions of `ect regret`, determined by the seed and the number of a part.
//   random        each input has its own label distribution, from nearly certain to nearly uniform
//   inconsistent  the paper's Section 3 (see data/synth/synth.h); also words and dense
// Inputs of the named ones are drawn from it: what is known exactly is D(y | x) at each of them.
class KnownDistribution {
 public:
  // Throws ect::Error for an unknown name and for invalid sizes.
  KnownDistribution(const std::string& name, std::uint32_t classes, std::uint64_t seed);

  // `count` equally likely inputs. `part` numbers independent draws.
  Known inputs(std::uint32_t count, std::uint64_t part) const;
  // The same with `vectors` equally likely random cost vectors per input; for `random` only.
  Known cost_inputs(std::uint32_t count, std::uint32_t vectors, std::uint64_t part) const;
  // A sample of labelled examples. For `random`, of these inputs; else of the whole distribution.
  Dataset sample(const Known& inputs, std::uint32_t examples, std::uint64_t part) const;
  bool is_random() const { return !named_.has_value(); }

 private:
  std::uint32_t classes_;
  std::uint64_t seed_;
  std::optional<data::Distribution> named_;
};

// The distribution as a data set: a row for each possible (x, y), or each (x, cost vector), of
// weight D(x) D(y | x). A row's only feature is the number of its input. A reduction that is fitted
// to it gets the induced binary distributions themselves, not a sample of them.
class Enumerated {
 public:
  explicit Enumerated(const Known& known);

  const Dataset& data() const { return data_; }
  std::uint32_t classes() const { return classes_; }
  std::uint32_t inputs() const { return static_cast<std::uint32_t>(one_row_.size()); }
  static std::uint32_t input_of(const Features& x) { return x.indices.front(); }
  // The features of an input.
  Features features(std::uint32_t input) const { return data_.row(one_row_[input]); }
  // D(x) times the loss of the prediction at x relative to the best one: multiclass or cost regret.
  double regret(std::uint32_t input, std::uint32_t label) const;

 private:
  std::uint32_t classes_;
  Dataset data_;
  std::vector<std::uint32_t> one_row_;  // by input
  // By input, then label: D(x) D(y | x), or minus the expected cost. Computed from the rounded
  // weights in the data, so that rounding causes no regret.
  std::vector<double> worth_;
};

}  // namespace ect::regret

#endif  // ECT_REGRET_KNOWN_H_
