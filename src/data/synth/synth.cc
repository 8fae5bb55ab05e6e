// Synthetic data with a known distribution, so that a learner's error can be compared with the
// least possible error. An example is drawn in three steps: a clean class c, uniformly; the input x
// given c (input_law.h), which determines c; the label given c (label_noise.h). So P(label | x) is
// the noise's distribution at c, and the Bayes error is a formula. The seed alone determines the
// distribution; examples come from separate random streams, the parts, so that training and test
// data can be drawn from one distribution.
//
// Example: with 64 classes and noise uniform:0.1, a predictor that finds c in every x is wrong in
// 10 % of all cases, and no predictor is wrong less often.
//
// Cost: O(1) memory, and O(Z log Z) time for an example of Z non-zeros. Tests: synth_test.
#include "data/synth/synth.h"

#include <fmt/format.h>

#include "ect/error.h"
#include "util/text.h"

namespace ect::data {
namespace {

std::string chosen_noise(const SynthOptions& options) {
  const bool inconsistent = options.distribution == "inconsistent";
  if (options.noise.empty()) return inconsistent ? "split" : "uniform:0.1";
  if (inconsistent && !options.noise.starts_with("split")) {
    throw Error::bad_argument(fmt::format(
        "noise {}: the inconsistent distribution has noise split:E", util::quoted(options.noise)));
  }
  return options.noise;
}

const SynthOptions& checked(const SynthOptions& options) {
  if (options.classes < 2 || options.classes > SynthOptions::kMaxClasses) {
    throw Error::bad_argument(
        fmt::format("{} classes (expected 2 to {})", options.classes, SynthOptions::kMaxClasses));
  }
  if (options.features > SynthOptions::kMaxFeatures) {
    throw Error::bad_argument(fmt::format("{} features are too many (at most {})", options.features,
                                          SynthOptions::kMaxFeatures));
  }
  return options;
}

std::unique_ptr<const InputLaw> chosen_input(const SynthOptions& options, Random& keys) {
  const InputSize size{options.classes, options.features, options.nonzeros};
  const std::string& name = options.distribution;
  if (name == "words" || name == "inconsistent") return word_input(size, keys);
  if (name == "dense") return dense_input(size, keys);
  throw Error::bad_argument(fmt::format(
      "distribution {}: unknown (expected words, dense or inconsistent)", util::quoted(name)));
}

}  // namespace

Distribution::Distribution(const SynthOptions& options, Random keys)
    : classes_(checked(options).classes),
      seed_(options.seed),
      noise_name_(chosen_noise(options)),
      label_noise_(LabelNoise::parse(noise_name_, classes_, keys.next())),
      input_(chosen_input(options, keys)) {}

void Distribution::draw(Random& random, Drawn& drawn) const {
  drawn.clean = first_clean() + static_cast<std::uint32_t>(random.below(classes_ - first_clean()));
  drawn.label = law(drawn.clean).draw(random);
  drawn.example.label = std::to_string(drawn.label);  // short enough to need no memory
  drawn.example.weight = 1;
  drawn.example.costs.clear();
  input_->draw(drawn.clean, random, drawn.example);
}

}  // namespace ect::data
