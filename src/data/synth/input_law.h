#ifndef ECT_DATA_INPUT_LAW_H_
#define ECT_DATA_INPUT_LAW_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "ect/dataset.h"
#include "ect/random.h"

namespace ect::data {

// How inputs look, given their clean class. The class can always be told from the input, without
// exception: only then is P(label | x) the label noise's law and the Bayes error exact. Immutable;
// threads may share it.
class InputLaw {
 public:
  virtual ~InputLaw() = default;
  virtual std::uint32_t features() const = 0;  // every index is below it
  virtual std::uint32_t nonzeros() const = 0;  // an input has that many, or a few less
  // Fills indices and values, whose memory is used again.
  virtual void draw(std::uint32_t clean, Random& random, Example& example) const = 0;
  // The class of an input of this law; nothing for one that cannot be of it.
  virtual std::optional<std::uint32_t> clean_class(const Features& x) const = 0;
};

// Which inputs: 0 features or non-zeros leave the number to the law.
struct InputSize {
  std::uint32_t classes = 2;
  std::uint32_t features = 0;
  std::uint32_t nonzeros = 0;
};

// `keys` fixes what is random about the law itself. Both throw ect::Error for sizes that cannot be.
std::unique_ptr<const InputLaw> word_input(const InputSize& size, Random& keys);
std::unique_ptr<const InputLaw> dense_input(const InputSize& size, Random& keys);

}  // namespace ect::data

#endif  // ECT_DATA_INPUT_LAW_H_
