// Distributions whose D(y | x) is known, and their enumeration as a data set. Example: two inputs,
// each as likely, three labels, D(y | 0) = (0.5, 0.3, 0.2), D(y | 1) = (0, 0, 1): four rows, of
// weights 0.25, 0.15, 0.1 and 0.5.
// Cost: inputs * labels rows. Tests: regret_meter_test.
#include "regret/known.h"

#include <algorithm>
#include <cmath>

#include "ect/error.h"

namespace ect::regret {
namespace {

// Random streams of a seed: inputs and samples use different ones.
constexpr std::uint64_t kSampleStream = std::uint64_t{1} << 32;

data::SynthOptions synth_options(const std::string& name, std::uint32_t classes,
                                 std::uint64_t seed) {
  data::SynthOptions options;
  options.distribution = name;
  options.classes = classes;
  options.seed = seed;
  return options;
}

// A random label distribution. The exponent varies how peaked it is: 1 is noise, 64 nearly certain.
std::vector<double> random_law(std::uint32_t labels, Random& random) {
  const double exponent = std::exp2(6 * random.uniform());
  std::vector<double> law(labels);
  double sum = 0;
  for (double& p : law) sum += p = std::pow(random.uniform(), exponent);
  if (!(sum > 0)) {  // underflow of all terms
    law.front() = 1;
    return law;
  }
  for (double& p : law) p /= sum;
  return law;
}

// An input with its number as the only feature.
Example numbered(std::uint32_t input) {
  Example example;
  example.indices = {input};
  example.values = {1};
  return example;
}

std::uint32_t draw(const std::vector<double>& law, Random& random) {
  double left = random.uniform();
  std::uint32_t label = 0;
  while (label + 1 < law.size() && left >= law[label]) left -= law[label++];
  return label;
}

void add_labels(Dataset& data, std::uint32_t classes) {
  for (std::uint32_t label = 0; label < classes; ++label) data.add_label(std::to_string(label));
}

}  // namespace

KnownDistribution::KnownDistribution(const std::string& name, std::uint32_t classes,
                                     std::uint64_t seed)
    : classes_(classes), seed_(seed) {
  if (name != "random") {
    named_.emplace(synth_options(name, classes, seed));
  } else if (classes < 2) {
    throw Error::bad_argument("too few classes (expected at least two)");
  }
}

Known KnownDistribution::inputs(std::uint32_t count, std::uint64_t part) const {
  Known known{classes_, std::vector<KnownInput>(count)};
  Random random(seed_, part);
  data::Distribution::Drawn drawn;
  for (std::uint32_t x = 0; x < count; ++x) {
    KnownInput& input = known.inputs[x];
    input.probability = 1 / static_cast<double>(count);
    if (!named_) {
      input.labels = random_law(classes_, random);
      input.seen = numbered(x);
      continue;
    }
    named_->draw(random, drawn);
    input.seen = drawn.example;
    const data::LabelLaw law = named_->law(drawn.clean);
    for (std::uint32_t y = 0; y < classes_; ++y) input.labels.push_back(law.probability(y));
  }
  return known;
}

Known KnownDistribution::cost_inputs(std::uint32_t count, std::uint32_t vectors,
                                     std::uint64_t part) const {
  if (named_) throw Error::bad_argument("costs are supported only by the distribution random");
  Known known{classes_, std::vector<KnownInput>(count)};
  Random random(seed_, part);
  for (std::uint32_t x = 0; x < count; ++x) {
    KnownInput& input = known.inputs[x];
    input.probability = 1 / static_cast<double>(count);
    input.seen = numbered(x);
    for (std::uint32_t v = 0; v < vectors; ++v) {
      KnownInput::Costs costs{1 / static_cast<double>(vectors), std::vector<float>(classes_)};
      for (float& cost : costs.of_label) cost = static_cast<float>(random.uniform());
      input.costs.push_back(std::move(costs));
    }
  }
  return known;
}

Dataset KnownDistribution::sample(const Known& inputs, std::uint32_t examples,
                                  std::uint64_t part) const {
  Dataset data;
  add_labels(data, classes_);
  Random random(seed_, kSampleStream + part);
  data::Distribution::Drawn drawn;
  for (std::uint32_t i = 0; i < examples; ++i) {
    if (named_) {
      named_->draw(random, drawn);
      data.add(drawn.example);
      continue;
    }
    const KnownInput& input = inputs.inputs[random.below(inputs.inputs.size())];
    Example example = input.seen;
    example.label = std::to_string(draw(input.labels, random));
    data.add(example);
  }
  return data;
}

Enumerated::Enumerated(const Known& known)
    : classes_(known.classes), worth_(known.inputs.size() * known.classes) {
  add_labels(data_, classes_);
  for (std::uint32_t x = 0; x < known.inputs.size(); ++x) {
    const KnownInput& input = known.inputs[x];
    double* worth = &worth_[std::size_t{x} * classes_];
    one_row_.push_back(static_cast<std::uint32_t>(data_.size()));
    Example example = numbered(x);
    for (std::uint32_t y = 0; y < input.labels.size(); ++y) {
      example.weight = static_cast<float>(input.probability * input.labels[y]);
      if (!(example.weight > 0)) continue;
      example.label = std::to_string(y);
      data_.add(example);
      worth[y] = static_cast<double>(example.weight);
    }
    for (const KnownInput::Costs& costs : input.costs) {
      example.weight = static_cast<float>(input.probability * costs.probability);
      example.costs = costs.of_label;
      data_.add(example);
      for (std::uint32_t y = 0; y < classes_; ++y) {
        worth[y] -= static_cast<double>(example.weight) * static_cast<double>(costs.of_label[y]);
      }
    }
  }
}

double Enumerated::regret(std::uint32_t input, std::uint32_t label) const {
  const auto first = worth_.begin() + static_cast<std::ptrdiff_t>(input) * classes_;
  return *std::max_element(first, first + classes_) - first[label];
}

}  // namespace ect::regret
