// Output codes. What matters is the least distance of two rows: a code of distance d corrects any
// (d - 1) / 2 wrong columns.
//
// The exhaustive code has every column once: label 0 always stands on the right, and the bits of
// the column's number say where the others stand; all on the right would be no question.
// Example, 3 labels: columns {0}, {0, 1}, {0, 2}; rows 111, 010, 001.
//
// A random code: the first ceil(log2 k) columns are the binary digits of the labels, numbered at
// random, so that all rows are different however few columns there are; the others are coin flips,
// drawn again where they are no new question. Of kTries such codes the one with the largest least
// distance is taken; with many labels fewer are tried, as distances of all pairs cost k^2 / 2.
// Cost: kMaxWork words compared, or one code unseen. Tests: ecoc_test.
#include "reductions/flat/code_matrix.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "ect/error.h"
#include "ect/random.h"

namespace ect::reductions {
namespace {

constexpr std::uint64_t kTries = 100;
constexpr std::uint64_t kMaxWork = std::uint64_t{1} << 26;

// The bits of a column. A column and its complement are the same question; question_of() takes the
// one where the bit of label 0 is 0.
using Column = std::vector<bool>;

Column question_of(Column column) {
  if (column.front()) column.flip();
  return column;
}

bool is_constant(const Column& question) {
  return std::find(question.begin(), question.end(), true) == question.end();
}

CodeMatrix draw_code(std::uint32_t labels, std::uint32_t columns, Random& random) {
  CodeMatrix code(labels, columns);
  std::vector<std::uint32_t> number(labels);
  std::iota(number.begin(), number.end(), 0);
  random.shuffle(std::span(number));
  const auto digits = static_cast<std::uint32_t>(std::bit_width(labels - 1));
  const std::uint64_t questions =
      labels > 32 ? ~std::uint64_t{0} : (std::uint64_t{1} << (labels - 1)) - 1;
  std::set<Column> seen;
  Column column(labels);
  for (std::uint32_t c = 0; c < columns; ++c) {
    while (true) {
      for (std::uint32_t label = 0; label < labels; ++label) {
        column[label] = c < digits ? (number[label] >> c & 1) != 0 : random.chance(0.5);
      }
      const Column question = question_of(column);
      if (is_constant(question)) continue;
      if (seen.insert(question).second) break;
    }
    if (seen.size() == questions) seen.clear();  // then every column may be used again
    for (std::uint32_t label = 0; label < labels; ++label) {
      if (column[label]) code.set(label, c);
    }
  }
  return code;
}

}  // namespace

std::uint32_t distance(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<std::uint32_t>(std::popcount(a[i] ^ b[i]));
  }
  return sum;
}

std::uint32_t CodeMatrix::least_distance() const {
  std::uint32_t least = columns_;
  for (std::uint32_t a = 1; a < labels_; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) least = std::min(least, distance(row(a), row(b)));
  }
  return least;
}

std::vector<std::uint32_t> CodeMatrix::pack() const {
  std::vector<std::uint32_t> words = {columns_};
  words.insert(words.end(), words_.begin(), words_.end());
  return words;
}

CodeMatrix CodeMatrix::unpack(std::span<const std::uint32_t> words, std::uint32_t labels) {
  const auto damaged = [](const char* what) {
    return Error(Error::Kind::kModelFormat, std::string("the code is damaged: ") + what);
  };
  if (words.empty() || words[0] == 0) throw damaged("it has no columns");
  const std::uint64_t row_words = (std::uint64_t{words[0]} + 31) / 32;
  // Checked before memory is allocated.
  if (words.size() - 1 != row_words * labels) throw damaged("its length is wrong");
  CodeMatrix code(labels, words[0]);
  std::copy(words.begin() + 1, words.end(), code.words_.begin());
  std::vector<std::uint32_t> order(labels);
  std::iota(order.begin(), order.end(), 0);
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    const auto row_a = code.row(a);
    const auto row_b = code.row(b);
    return std::lexicographical_compare(row_a.begin(), row_a.end(), row_b.begin(), row_b.end());
  };
  std::sort(order.begin(), order.end(), less);
  for (std::uint32_t i = 0; i < labels; ++i) {
    if (i > 0 && !less(order[i - 1], order[i])) throw damaged("two labels have the same row");
    if (words[0] % 32 != 0 && code.row(i).back() >> words[0] % 32 != 0) {
      throw damaged("there is something behind the last column");
    }
  }
  return code;
}

CodeMatrix exhaustive_code(std::uint32_t labels) {
  const std::uint32_t columns = (1U << (labels - 1)) - 1;
  CodeMatrix code(labels, columns);
  for (std::uint32_t column = 0; column < columns; ++column) {
    code.set(0, column);
    for (std::uint32_t label = 1; label < labels; ++label) {
      if ((column >> (label - 1) & 1) != 0) code.set(label, column);
    }
  }
  return code;
}

CodeMatrix random_code(std::uint32_t labels, std::uint32_t columns, std::uint64_t seed) {
  Random random(seed);
  const std::uint64_t work = std::uint64_t{labels} * labels / 2 * ((columns + 31) / 32);
  const std::uint64_t tries = std::min(kTries, kMaxWork / std::max<std::uint64_t>(work, 1));
  CodeMatrix best = draw_code(labels, columns, random);
  std::uint32_t best_distance = tries > 1 ? best.least_distance() : 0;
  for (std::uint64_t i = 1; i < tries; ++i) {
    CodeMatrix code = draw_code(labels, columns, random);
    const std::uint32_t least = code.least_distance();
    if (least <= best_distance) continue;
    best_distance = least;
    best = std::move(code);
  }
  return best;
}

}  // namespace ect::reductions
