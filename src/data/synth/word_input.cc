// Synthetic inputs like short texts: sparse, every value 1. There are three kinds of words, in this
// order of indices:
//
//   background  common to all classes, by a Zipf-like law: each octave of ranks (1, 2-3, 4-7, ...)
//               is equally likely, so word r has a probability of about 1/r. Integers only, no
//               table and no exp(), so the bytes are the same on every machine.
//   own         say the class: always there. With at least 4/3 features a class each class has one
//               word of its own, and then any split of the classes, so any node of any tree or
//               tournament, is linearly separable (weight +1 or -1 on each class's own word). With
//               fewer features a class has several such words, its code in a smaller base.
//   shared      kShared words a class, each there with probability 3/4, shared with a few other
//               classes: so classes are alike and unlike, as in texts.
//
// The words of a class are computed from the seed and the class, not stored: O(1) memory for a
// million classes. For example 6 classes with 40 features and 8 non-zeros: background 0-25, own
// 26-31, shared 32-33, 34-35, 36-37 and 38-39, one of each for a class; an input may be 0 1 4 19 28
// 33 34 38, of the class whose own word is 28 and whose second last shared word was left out.
//
// Defaults: max(1000, 2 K) features, the K own words, a quarter of the rest shared; 20 non-zeros, a
// title or a query: about 4 of 20 words tell of the class. Cost: O(Z log Z) for Z non-zeros.
// Tests: synth_test.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "data/synth/class_code.h"
#include "data/synth/input_law.h"
#include "ect/error.h"

namespace ect::data {
namespace {

constexpr std::uint32_t kShared = 4;
constexpr std::uint32_t kUsualNonzeros = 20;

class WordInput : public InputLaw {
 public:
  WordInput(std::uint32_t features, std::uint32_t nonzeros, std::uint32_t background,
            ClassCode code, std::uint32_t shared_words, Random& keys)
      : features_(features),
        nonzeros_(nonzeros),
        background_(background),
        code_(code),
        shared_each_(shared_words / kShared),
        shared_(shared_each_ == 0 ? 0 : std::min(kShared, nonzeros - code.length())),
        key_(keys.next()) {}

  std::uint32_t features() const override { return features_; }
  std::uint32_t nonzeros() const override { return nonzeros_; }

  void draw(std::uint32_t clean, Random& random, Example& example) const override {
    std::array<std::uint32_t, kShared> shared{};
    std::uint32_t there = 0;
    Random of_class(key_, clean);
    std::uint32_t start = background_ + code_.length() * code_.base();
    for (std::uint32_t i = 0; i < shared_; ++i, start += shared_each_) {
      const auto word = static_cast<std::uint32_t>(of_class.below(shared_each_));
      if (random.chance(0.75)) shared[there++] = start + word;
    }

    example.indices.clear();
    draw_background(nonzeros_ - code_.length() - there, random, example.indices);
    const ClassCode::Digits digits = code_.write(clean);
    for (std::uint32_t i = 0; i < code_.length(); ++i) {
      example.indices.push_back(background_ + i * code_.base() + digits[i]);
    }
    example.indices.insert(example.indices.end(), shared.begin(), shared.begin() + there);
    example.values.assign(example.indices.size(), 1);
  }

  std::optional<std::uint32_t> clean_class(const Features& x) const override {
    ClassCode::Digits digits{};
    auto word = std::lower_bound(x.indices.begin(), x.indices.end(), background_);
    for (std::uint32_t i = 0; i < code_.length(); ++i, ++word) {
      const std::uint32_t start = background_ + i * code_.base();
      if (word == x.indices.end() || *word < start || *word >= start + code_.base()) return {};
      digits[i] = *word - start;
    }
    return code_.read(digits);
  }

 private:
  // Draws distinct words, sorted. At most half of all words are drawn, so a few passes are enough.
  void draw_background(std::uint32_t count, Random& random,
                       std::vector<std::uint32_t>& words) const {
    const auto octaves = static_cast<std::uint32_t>(std::bit_width(background_));
    while (words.size() < count) {
      while (words.size() < count) {
        // The upper half of the bits chooses the octave, the lower half the word in it.
        const std::uint64_t bits = random.next();
        const std::uint32_t first = 1U << ((bits >> 32) * octaves >> 32);
        const std::uint64_t size = std::min(first, background_ - first + 1);
        words.push_back(first - 1 + static_cast<std::uint32_t>((bits & 0xffffffff) * size >> 32));
      }
      std::sort(words.begin(), words.end());
      words.erase(std::unique(words.begin(), words.end()), words.end());
    }
  }

  std::uint32_t features_;
  std::uint32_t nonzeros_;
  std::uint32_t background_;   // words 0 to that - 1
  ClassCode code_;             // then length() blocks of base() own words
  std::uint32_t shared_each_;  // then blocks of that many shared words ...
  std::uint32_t shared_;       // ... of which so many are used
  std::uint64_t key_;
};

// The greatest base, so the shortest code, for which the words of all digits fit; 0 if none does.
std::uint32_t code_base(std::uint32_t classes, std::uint32_t words) {
  for (std::uint32_t digits = 1; words / digits >= 2 && digits <= ClassCode::kMaxDigits; ++digits) {
    if (ClassCode::length(classes, words / digits) <= digits) return words / digits;
  }
  return 0;
}

}  // namespace

std::unique_ptr<const InputLaw> word_input(const InputSize& size, Random& keys) {
  const std::uint32_t features =
      size.features == 0 ? std::max(1000U, 2 * size.classes) : size.features;
  const bool one_each = size.classes <= std::uint64_t{3} * features / 4;
  const std::uint32_t base = one_each ? size.classes : code_base(size.classes, features / 2);
  if (base == 0) {
    throw Error::bad_argument(
        fmt::format("{} features are too few for {} classes", features, size.classes));
  }
  const ClassCode code(size.classes, base, keys);
  const std::uint32_t rest = features - code.length() * base;
  const std::uint32_t shared = rest / 4;
  const std::uint32_t background = rest - shared;

  const std::uint32_t least = code.length();
  const std::uint32_t most = least + background / 2;
  const std::uint32_t usual = std::min(std::max(kUsualNonzeros, 2 * least), most);
  const std::uint32_t nonzeros = size.nonzeros == 0 ? usual : size.nonzeros;
  if (nonzeros < least || nonzeros > most) {
    throw Error::bad_argument(
        fmt::format("{} non-zeros do not suit {} classes and {} features (expected {} to {})",
                    nonzeros, size.classes, features, least, most));
  }
  return std::make_unique<WordInput>(features, nonzeros, background, code, shared, keys);
}

}  // namespace ect::data
