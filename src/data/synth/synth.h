#ifndef ECT_DATA_SYNTH_H_
#define ECT_DATA_SYNTH_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "data/synth/input_law.h"
#include "data/synth/label_noise.h"
#include "ect/dataset.h"
#include "ect/random.h"

namespace ect::data {

// The parameters of a distribution. 0 or empty: its default.
struct SynthOptions {
  static constexpr std::uint32_t kMaxClasses = 1U << 24;
  static constexpr std::uint32_t kMaxFeatures = 1U << 30;

  std::string distribution = "words";  // or "dense"; "inconsistent" is words with noise split
  std::uint32_t classes = 2;
  std::uint32_t features = 0;
  std::uint32_t nonzeros = 0;  // per input
  std::string noise;           // see LabelNoise; uniform:0.1, or split where inconsistent
  std::uint64_t seed = 1;
};

// A distribution of examples that is known exactly: the clean class is uniform, an input determines
// its clean class, and the distribution of the label given the class is law(). Labels are named "0"
// to "K-1", as every program that reads svmlight accepts numbers. Immutable, a few hundred bytes
// for any number of classes; threads may share it.
class Distribution {
 public:
  // An example, together with its clean class and label number.
  struct Drawn {
    std::uint32_t clean = 0;
    std::uint32_t label = 0;  // example.label as a number
    Example example;
  };

  // Throws ect::Error (kBadArgument) for unknown names and impossible sizes.
  explicit Distribution(const SynthOptions& options)
      : Distribution(options, Random(options.seed)) {}

  std::uint32_t classes() const { return classes_; }
  std::uint32_t features() const { return input_->features(); }
  std::uint32_t nonzeros() const { return input_->nonzeros(); }
  const std::string& noise() const { return noise_name_; }

  // A generator for draw(). Each part, from 1, gives other examples of this distribution.
  Random part(std::uint64_t part) const { return Random(seed_, part); }
  // Draws an example into `drawn`, whose memory is reused.
  void draw(Random& random, Drawn& drawn) const;

  // Clean classes are first_clean() to classes() - 1, uniformly distributed.
  std::uint32_t first_clean() const { return label_noise_.first_clean(); }
  std::optional<std::uint32_t> clean_class(const Features& x) const {
    return input_->clean_class(x);
  }
  // P(label | x) for every x of that clean class; law(c).best() is the Bayes-optimal prediction.
  LabelLaw law(std::uint32_t clean) const { return label_noise_.law(clean); }
  // The least error of any predictor, exactly.
  double bayes_error() const { return label_noise_.error(); }

 private:
  // Random parameters of the distribution come from stream 0 of the seed; parts start at 1.
  Distribution(const SynthOptions& options, Random keys);

  std::uint32_t classes_;
  std::uint64_t seed_;
  std::string noise_name_;
  LabelNoise label_noise_;
  std::unique_ptr<const InputLaw> input_;
};

}  // namespace ect::data

#endif  // ECT_DATA_SYNTH_H_
