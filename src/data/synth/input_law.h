#ifndef ECT_DATA_INPUT_LAW_H_
#define ECT_DATA_INPUT_LAW_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "ect/dataset.h"
#include "ect/random.h"

namespace ect::data {

// The distribution of inputs given their clean class. The input always determines the class: only
// then is P(label | x) the distribution of the label noise, and the Bayes error exact. Immutable;
// threads may share it.
class InputLaw {
 public:
  virtual ~InputLaw() = default;
  virtual std::uint32_t features() const = 0;  // every index is below it
  virtual std::uint32_t nonzeros() const = 0;  // an input has that many, or a few less
  // Draws an input of that class into the example's indices and values, whose memory is reused.
  virtual void draw(std::uint32_t clean, Random& random, Example& example) const = 0;
  // The class of an input; nothing for an input that this distribution cannot produce.
  virtual std::optional<std::uint32_t> clean_class(const Features& x) const = 0;
};

// The size of inputs. 0 features or non-zeros: the default of the distribution.
struct InputSize {
  std::uint32_t classes = 2;
  std::uint32_t features = 0;
  std::uint32_t nonzeros = 0;
};

// `keys` determines the random parameters of the distribution itself. Both throw ect::Error for
// impossible sizes.
std::unique_ptr<const InputLaw> word_input(const InputSize& size, Random& keys);
std::unique_ptr<const InputLaw> dense_input(const InputSize& size, Random& keys);

}  // namespace ect::data

#endif  // ECT_DATA_INPUT_LAW_H_
