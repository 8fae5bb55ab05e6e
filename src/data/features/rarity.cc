// Learning rates by the rarity of features, for streams. With many classes and few examples of
// each, most words of an example are common to all classes and carry no information. At a match
// between few classes they are as new as the informative words, and a learner that divides its
// update equally learns mostly noise. A word that is in every example of one class and in no other
// has occurred about e = examples / classes times so far. A word that occurred c > e times belongs
// to c / e classes or more, so it learns at a rate proportional to 1 / c. Rarer words may belong to
// one class or be chance: among them the rate falls as 1 / sqrt(c). So
//     rate = 1 / sqrt(c max(c, e))
// times a factor that makes the mean over the features of the example and the constant feature 1,
// so that the total update of an example is the same as with equal rates. If all features occur in
// all examples, as in tables of numbers, every rate is exactly 1.
//
// Example: words that occurred 1000, 10 and 1 times by the 1000th example of 1000 classes have,
// with the constant feature, 1 / c = 0.001, 0.1, 1 and 0.001, and so the rates 0.004, 0.36, 3.6,
// 0.004.
//
// Features whose numbers are equal modulo kPlaces share a counter. That matters only if a rare
// feature shares it with a frequent one, and these are few. Cost: O(non-zeros) per example. Tests:
// rarity_test.
#include "data/features/rarity.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "ect/error.h"

namespace ect::data {
namespace {

constexpr std::uint32_t kPlaces = 1U << 24;
constexpr std::uint32_t kMaxCounted = 0xffffffff;

std::uint32_t count_on(std::uint32_t& count) {
  if (count < kMaxCounted) ++count;
  return count;
}

}  // namespace

void Rarity::rate(Features x, std::vector<float>& rates) {
  rates.clear();
  if (!x.indices.empty()) {
    const std::size_t places = std::bit_ceil(std::min(x.indices.back(), kPlaces - 1) + 1);
    if (counts_.size() < places) counts_.resize(places);
  }
  const std::uint32_t examples = count_on(examples_);
  const double of_class = static_cast<double>(examples) / static_cast<double>(classes_);
  const auto spread = [&](std::uint32_t count) {
    const auto c = static_cast<double>(count);
    return static_cast<float>(std::sqrt(c * std::max(c, of_class)));
  };
  for (const std::uint32_t feature : x.indices) {
    rates.push_back(spread(count_on(counts_[feature % kPlaces])));
  }
  rates.push_back(spread(examples));
  // Divided by the greatest rate first, so that equal rates become 1 without any rounding.
  const float rarest = *std::min_element(rates.begin(), rates.end());
  double sum = 0;
  for (float& rate : rates) {
    rate = rarest / rate;
    sum += static_cast<double>(rate);
  }
  const auto mean = static_cast<float>(sum / static_cast<double>(rates.size()));
  for (float& rate : rates) rate /= mean;
}

void Rarity::save(util::ByteWriter& to) const {
  to.number(examples_);
  to.number<std::uint32_t>(static_cast<std::uint32_t>(counts_.size()));
  to.numbers(std::span(counts_));
}

void Rarity::restore(util::ByteReader& from) {
  examples_ = from.number<std::uint32_t>();
  const auto places = from.number<std::uint32_t>();
  if (places > kPlaces) throw Error(Error::Kind::kParse, "the counts of a checkpoint are damaged");
  counts_.resize(places);
  from.numbers(std::span(counts_));
}

}  // namespace ect::data
