#ifndef ECT_DATA_TEXT_WEIGHTS_H_
#define ECT_DATA_TEXT_WEIGHTS_H_

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ect/dataset.h"
#include "util/hashed_set.h"
#include "util/ranked_set.h"

namespace ect::data {

// The tf-idf weights of n-grams, learnt from the training rows. Features that occur in training get
// the numbers 0, 1, ... in the order of their places, so that the number of features does not
// depend on the size of the hash. Immutable; threads may share it.
class TextWeights {
 public:
  TextWeights() = default;
  // Places strictly increasing, an idf for each; the first `words` of them are n-grams of words,
  // the others of characters.
  TextWeights(std::vector<std::uint32_t> places, std::vector<float> idf, std::uint32_t words);

  // Replaces counts of places by weights of features: (1 + ln count) * idf, normalised to length 1
  // separately for words and characters, then for the whole row. Unknown places are dropped.
  void apply(Example& example) const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(places_.size()); }
  std::uint32_t words() const { return words_; }
  std::span<const std::uint32_t> places() const { return places_; }
  std::span<const float> idf() const { return idf_; }

 private:
  std::vector<std::uint32_t> places_;
  std::vector<float> idf_;
  std::uint32_t words_ = 0;
  // The look-up table from places to numbers: ranked_ if the places are dense, else hashed_.
  std::vector<util::RankedWord> ranked_;
  std::vector<util::HashedPlace> hashed_;
};

// Places, in increasing order, each with the number of rows that have it.
using PlaceCounts = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Of the rows of positive weight.
PlaceCounts count_places(const Dataset& data, unsigned threads);
// The counts of all parts.
PlaceCounts added_up(std::vector<PlaceCounts> parts, unsigned threads);
// As learn_text_weights() from the counts of so many rows.
TextWeights text_weights_of(const PlaceCounts& counts, std::uint64_t rows,
                            std::uint32_t first_character);

// idf = 1 + ln((1 + n) / (1 + rows that have the feature)) over the n rows of positive weight.
// Places from `first_character` on are of n-grams of characters.
TextWeights learn_text_weights(const Dataset& data, std::uint32_t first_character,
                               unsigned threads = 1);

}  // namespace ect::data

#endif  // ECT_DATA_TEXT_WEIGHTS_H_
