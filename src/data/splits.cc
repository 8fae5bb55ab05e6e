// Random splits into training and test rows. Example: six rows in two folds. A random order, say
// 4 0 3 | 1 5 2, is cut; fold 0 has the test rows 0 3 4 and the training rows 1 2 5.
//
// Or by runs of a label's rows, for text: texts that stand together are often alike (an author, a
// thread, a day). A random part of them is then easier to predict than what is to come
// (20newsgroups: 6 % error on a random tenth, 13 % on the newer test file). Tables often come
// sorted by their columns, where a run would be a part of the space by itself.
// Cost: O(rows) per split, and a sort. Tests: splits_test.
#include "data/splits.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ect/random.h"

namespace ect::data {
namespace {

// Random streams that training does not use.
constexpr std::uint64_t kSplitStreams = 0x73706c6974000000;  // "split"
constexpr std::uint64_t kFoldStream = 0x666f6c6473000000;    // "folds"

std::vector<std::uint32_t> random_order(std::size_t rows, Random random) {
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(std::span(order));
  return order;
}

// Makes a split whose test rows are order[first] to order[last - 1].
Split cut(const std::vector<std::uint32_t>& order, std::size_t first, std::size_t last) {
  const auto at = [&](std::size_t i) { return order.begin() + static_cast<std::ptrdiff_t>(i); };
  Split split;
  split.test.assign(at(first), at(last));
  split.train.assign(order.begin(), at(first));
  split.train.insert(split.train.end(), at(last), order.end());
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

}  // namespace

Split random_split(std::size_t rows, double train_fraction, std::uint64_t seed,
                   std::uint32_t number) {
  const auto requested =
      static_cast<std::size_t>(std::llround(static_cast<double>(rows) * train_fraction));
  const std::size_t train = std::clamp<std::size_t>(requested, 1, rows - 1);
  return cut(random_order(rows, Random(seed, kSplitStreams + number)), train, rows);
}

Split fold_split(std::size_t rows, std::uint32_t folds, std::uint64_t seed, std::uint32_t number) {
  const auto border = [&](std::size_t fold) { return rows * fold / folds; };
  return cut(random_order(rows, Random(seed, kFoldStream)), border(number),
             border(std::size_t{number} + 1));
}

std::size_t fold_of_run(std::size_t at, std::size_t size, std::size_t folds, std::uint32_t label) {
  return (at * folds / size + label) % folds;
}

Split run_split(std::span<const std::uint32_t> labels, std::uint32_t folds, std::uint32_t number) {
  std::vector<std::uint32_t> order(labels.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return labels[a] < labels[b]; });
  Split split;
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    const std::uint32_t label = labels[order[first]];
    while (last < order.size() && labels[order[last]] == label) ++last;
    for (std::size_t at = first; at < last; ++at) {
      const bool test = fold_of_run(at - first, last - first, folds, label) == number;
      (test ? split.test : split.train).push_back(order[at]);
    }
  }
  // Few rows may all be in one part.
  if (split.test.empty() && split.train.size() > 1) {
    split.test.push_back(split.train.back());
    split.train.pop_back();
  } else if (split.train.empty() && split.test.size() > 1) {
    split.train.push_back(split.test.back());
    split.test.pop_back();
  }
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

}  // namespace ect::data
