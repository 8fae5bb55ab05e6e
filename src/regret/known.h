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
    double probability;  // given the input
    std::vector<float> of_label;
  };

  double probability = 1;      // D(x)
  std::vector<double> labels;  // D(y | x), for each label; empty where there are costs
  std::vector<Costs> costs;    // the cost vectors that come at this input
  Example seen;                // its features, as a real learner sees them
};

// A distribution over finitely many inputs. Where there are costs, all inputs have them.
struct Known {
  std::uint32_t classes = 0;
  std::vector<KnownInput> inputs;
};

// The distributions that `ect regret` knows by name. Seeds and numbers are all that is random.
//   random        each input has a law of its own, from nearly certain to nearly uniform
//   inconsistent  the paper's Section 3 (see data/synth/synth.h); also words and dense
// Inputs of the named ones are drawn from it: what is known exactly is D(y | x) at each of them.
class KnownDistribution {
 public:
  // Throws ect::Error for a name that is unknown and for sizes that cannot be.
  KnownDistribution(const std::string& name, std::uint32_t classes, std::uint64_t seed);

  // So many inputs, each as likely. `part` numbers independent draws.
  Known inputs(std::uint32_t count, std::uint64_t part) const;
  // The same with `vectors` random cost vectors an input, each as likely; for `random` only.
  Known cost_inputs(std::uint32_t count, std::uint32_t vectors, std::uint64_t part) const;
  // Labelled examples to learn from. For `random`, of these inputs; else of the whole distribution.
  Dataset sample(const Known& inputs, std::uint32_t examples, std::uint64_t part) const;
  bool is_random() const { return !named_.has_value(); }

 private:
  std::uint32_t classes_;
  std::uint64_t seed_;
  std::optional<data::Distribution> named_;
};

// The distribution as a data set: a row for each (x, y) that can be, or each (x, cost vector), of
// weight D(x) D(y | x). A row's only feature is the number of its input. So a reduction that is
// fitted to it makes the induced binary distributions themselves, not a sample of them.
class Enumerated {
 public:
  explicit Enumerated(const Known& known);

  const Dataset& data() const { return data_; }
  std::uint32_t classes() const { return classes_; }
  std::uint32_t inputs() const { return static_cast<std::uint32_t>(one_row_.size()); }
  static std::uint32_t input_of(const Features& x) { return x.indices.front(); }
  // What a learner is asked with at that input.
  Features features(std::uint32_t input) const { return data_.row(one_row_[input]); }
  // D(x) times what the prediction loses at x against the best one: multiclass regret, or cost.
  double regret(std::uint32_t input, std::uint32_t label) const;

 private:
  std::uint32_t classes_;
  Dataset data_;
  std::vector<std::uint32_t> one_row_;  // by input
  // By input, then label: D(x) D(y | x), or minus the expected cost. Of the weights as they lie in
  // the data, so that their rounding is no regret.
  std::vector<double> worth_;
};

}  // namespace ect::regret

#endif  // ECT_REGRET_KNOWN_H_
