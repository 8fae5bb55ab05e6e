// tf-idf. Example: in 3 rows "rain" is in one and "the" in all; idf is 1 + ln(4 / 2) = 1.69 and
// 1 + ln(4 / 4) = 1. The row `the 2, rain 1` gets (1 + ln 2) * 1 = 1.69 and 1.69, divided by its
// length: 0.71 both.
//
// N-grams of words and of characters are normalised separately: a text has many more n-grams of
// characters, which would outweigh the words.
//
// Cost: to learn, a pass over the data and a sort of its features; to apply, one look-up per
// feature. Tests: text_weights_test.
#include "data/features/text_weights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "data/counted_rows.h"
#include "util/parallel.h"

namespace ect::data {
namespace {

constexpr std::size_t kRowsTogether = 4096;  // rows that one thread counts

// Counts rows by place, in an open-addressing hash table that grows.
class RowCounts {
 public:
  void add(std::uint32_t place) {
    if (2 * (used_ + 1) > table_.size()) grow();
    Count& count = find(place);
    if (count.rows == 0) ++used_;
    count.place = place;
    ++count.rows;
  }

  PlaceCounts sorted() const {
    PlaceCounts result;
    result.reserve(used_);
    for (const Count& count : table_) {
      if (count.rows > 0) result.emplace_back(count.place, count.rows);
    }
    std::sort(result.begin(), result.end());
    return result;
  }

 private:
  struct Count {
    std::uint32_t place = 0;
    std::uint32_t rows = 0;  // 0: nothing here
  };

  Count& find(std::uint32_t place) {
    const std::uint32_t mixed = place * std::uint32_t{0x9e3779b1};
    std::size_t at = mixed & (table_.size() - 1);
    while (table_[at].rows > 0 && table_[at].place != place) at = (at + 1) & (table_.size() - 1);
    return table_[at];
  }

  void grow() {
    std::vector<Count> before(std::max<std::size_t>(1024, 2 * table_.size()));
    std::swap(before, table_);
    for (const Count& count : before) {
      if (count.rows > 0) find(count.place) = count;
    }
  }

  std::vector<Count> table_;
  std::size_t used_ = 0;
};

PlaceCounts added_up(const PlaceCounts& a, const PlaceCounts& b) {
  PlaceCounts sum;
  sum.reserve(a.size() + b.size());
  auto from_a = a.begin();
  auto from_b = b.begin();
  while (from_a != a.end() && from_b != b.end()) {
    if (from_a->first == from_b->first) {
      sum.emplace_back(from_a->first, from_a->second + from_b->second);
      ++from_a;
      ++from_b;
    } else {
      sum.push_back(from_a->first < from_b->first ? *from_a++ : *from_b++);
    }
  }
  sum.insert(sum.end(), from_a, a.end());
  sum.insert(sum.end(), from_b, b.end());
  return sum;
}

}  // namespace

// Pairwise, until one is left.
PlaceCounts added_up(std::vector<PlaceCounts> parts, unsigned threads) {
  if (parts.empty()) return {};
  while (parts.size() > 1) {
    std::vector<PlaceCounts> sums((parts.size() + 1) / 2);
    util::parallel_for(sums.size(), threads, [&](std::uint64_t i) {
      const bool alone = 2 * i + 1 == parts.size();
      sums[i] = alone ? std::move(parts[2 * i]) : added_up(parts[2 * i], parts[2 * i + 1]);
    });
    parts = std::move(sums);
  }
  return std::move(parts.front());
}

namespace {

// A set with fewer than one in this many places takes less memory as a hash table.
constexpr std::size_t kThin = 48;

// The logarithmic term frequency; counts below 1 are unchanged.
double damped(double count) { return count > 1 ? 1 + std::log(count) : count; }

double squared_length_of_words(std::span<const float> values) {
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

void multiply(std::span<float> values, double by) {
  for (float& value : values) value = static_cast<float>(static_cast<double>(value) * by);
}

}  // namespace

TextWeights::TextWeights(std::vector<std::uint32_t> places, std::vector<float> idf,
                         std::uint32_t words)
    : places_(std::move(places)), idf_(std::move(idf)), words_(words) {
  if (places_.empty()) return;
  const std::size_t reach = places_.back() + std::size_t{1};
  if (places_.size() >= reach / kThin) {
    ranked_ = util::ranked_set(places_, reach);
  } else {
    hashed_ = util::hashed_set(places_);
  }
}

void TextWeights::apply(Example& example) const {
  thread_local std::vector<util::WeightedRow> known;
  if (known.size() <= example.indices.size()) known.resize(example.indices.size() + 1);
  const float* values = example.values.data();
  const std::size_t count =
      hashed_.empty() ? find_ranked(ranked_, size(), example.indices, values, known.data())
                      : find_hashed(hashed_, size(), example.indices, values, known.data());
  example.indices.resize(count);
  example.values.resize(count);
  std::size_t known_words = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t number = known[i].row;
    example.indices[i] = number;
    example.values[i] = static_cast<float>(damped(static_cast<double>(known[i].weight)) *
                                           static_cast<double>(idf_[number]));
    if (number < words_) known_words = i + 1;
  }
  const std::span<float> words = std::span(example.values).first(known_words);
  const std::span<float> characters = std::span(example.values).subspan(known_words);
  const double of_words = squared_length_of_words(words);
  const double of_characters = squared_length_of_words(characters);
  const double share = of_words > 0 && of_characters > 0 ? 0.5 : 1;
  if (of_words > 0) multiply(words, std::sqrt(share / of_words));
  if (of_characters > 0) multiply(characters, std::sqrt(share / of_characters));
}

PlaceCounts count_places(const Dataset& data, unsigned threads) {
  std::vector<PlaceCounts> parts(std::max<std::size_t>(1, data.size() / kRowsTogether));
  util::parallel_for(parts.size(), threads, [&](std::uint64_t part) {
    RowCounts counts;
    const std::size_t last = data.size() * (part + 1) / parts.size();
    for (std::size_t i = data.size() * part / parts.size(); i < last; ++i) {
      if (!is_counted(data, i)) continue;
      for (const std::uint32_t place : data.row(i).indices) counts.add(place);
    }
    parts[part] = counts.sorted();
  });
  return added_up(std::move(parts), threads);
}

TextWeights text_weights_of(const PlaceCounts& counts, std::uint64_t rows,
                            std::uint32_t first_character) {
  std::vector<std::uint32_t> places;
  std::vector<float> idf;
  std::uint32_t words = 0;
  for (const auto& [place, with] : counts) {
    places.push_back(place);
    idf.push_back(static_cast<float>(
        1 + std::log((1 + static_cast<double>(rows)) / (1 + static_cast<double>(with)))));
    if (place < first_character) ++words;
  }
  return {std::move(places), std::move(idf), words};
}

TextWeights learn_text_weights(const Dataset& data, std::uint32_t first_character,
                               unsigned threads) {
  return text_weights_of(count_places(data, threads), counted_rows(data).size(), first_character);
}

}  // namespace ect::data
