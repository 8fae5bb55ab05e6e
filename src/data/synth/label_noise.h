#ifndef ECT_DATA_LABEL_NOISE_H_
#define ECT_DATA_LABEL_NOISE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "ect/random.h"

namespace ect::data {

// The conditional distribution of the label at one input: the probabilities of up to three named
// labels, and the rest in equal parts for all others. A value type of fixed size.
class LabelLaw {
 public:
  struct Chance {
    std::uint32_t label;
    double probability;
  };

  // Requires different labels below `classes`; the probabilities and `others` add up to 1.
  LabelLaw(std::uint32_t classes, std::initializer_list<Chance> named, double others);

  double probability(std::uint32_t label) const;
  std::uint32_t best() const;  // the likeliest label; among equals a named one
  double error() const;        // the probability that best() is wrong
  std::uint32_t draw(Random& random) const;

 private:
  bool is_named(std::uint32_t label) const;
  std::uint32_t unnamed() const { return classes_ - size_; }
  double of_each_other() const { return unnamed() == 0 ? 0 : others_ / unnamed(); }

  std::uint32_t classes_;
  std::uint32_t size_ = 0;  // of named_
  std::array<Chance, 3> named_{};
  double others_;
};

// How labels differ from the clean class of their input. Immutable; threads may share it.
class LabelNoise {
 public:
  // `name` is one of
  //   none          the label is the clean class
  //   uniform:P     with probability P one of the other labels, each as likely
  //   neighbour:P   with probability P the class beside it, 0-1, 2-3, ... (the last of an odd
  //                 number has the one before it)
  //   split:E       the law of the paper's Section 3, 0 < E < 1/12; plain `split` is E = 1/24
  // `key` determines the random parameters. Throws ect::Error for anything else.
  static LabelNoise parse(const std::string& name, std::uint32_t classes, std::uint64_t key);

  LabelLaw law(std::uint32_t clean) const;
  // Inputs have the clean classes from this one on: 0, except for `split` with 3 classes.
  std::uint32_t first_clean() const;
  // The Bayes error. It is the same at every input.
  double error() const { return law(first_clean()).error(); }

 private:
  enum class Kind : std::uint8_t { kNone, kUniform, kNeighbour, kSplit };

  LabelNoise(Kind kind, double amount, std::uint32_t classes, std::uint64_t key)
      : kind_(kind), amount_(amount), classes_(classes), key_(key) {}
  std::uint32_t other_pair(std::uint32_t clean) const;

  Kind kind_;
  double amount_;  // P or E
  std::uint32_t classes_;
  std::uint64_t key_;
};

}  // namespace ect::data

#endif  // ECT_DATA_LABEL_NOISE_H_
