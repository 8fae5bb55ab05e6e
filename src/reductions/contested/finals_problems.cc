// Who learns from which examples in contested finals.
//
//   pairs    the match of two labels learns from the examples of either that had both of them, and
//            so their own label, among the contenders: the filter's idea. A pair that never met has
//            no match. With costs an example counts |cost_a - cost_b| in the match of any two of
//            its contenders a and b, as in Algorithm 2.
//   scorers  a label's scorer learns from all its examples, and against those for which it was a
//            contender and should not have been.
//   joint    all scorers learn together: an example is to score higher for its label than for any
//            other of its contenders.
//
// Example: a row of label 3 with the contenders 1, 3 and 7 is an example of the pairs (1, 3) and
// (3, 7), for 3 in both; it is one for the scorer of 3 and one against those of 1 and 7.
//
// Cost: an example of C contenders is C - 1 of binary problems (with costs C (C - 1) / 2). Tests:
// contested_fit_test.
#include "reductions/contested/finals_problems.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "reductions/importance.h"
#include "reductions/reduction.h"

namespace ect::reductions {
namespace {

// An example of a pair's match.
struct Met {
  Pair pair;
  BinaryExample example;
};

bool operator<(const Met& a, const Met& b) {
  return a.pair.low != b.pair.low     ? a.pair.low < b.pair.low
         : a.pair.high != b.pair.high ? a.pair.high < b.pair.high
                                      : a.example.row < b.example.row;
}

void meet_by_label(const Dataset& data, std::uint32_t row, std::span<const Contender> contenders,
                   bool few, std::vector<Met>& met) {
  const std::uint32_t label = data.label(row);
  if (!few && !place_among(contenders, label)) return;
  for (const Contender& contender : contenders) {
    if (contender.label == label) continue;
    const Pair pair = pair_of(label, contender.label);
    met.push_back({pair, {row, side_in(pair, label), data.weight(row)}});
  }
}

void meet_by_costs(const Dataset& data, std::uint32_t row, std::span<const Contender> contenders,
                   std::vector<Met>& met) {
  const std::span<const float> costs = data.costs(row);
  for (std::size_t a = 0; a < contenders.size(); ++a) {
    for (std::size_t b = a + 1; b < contenders.size(); ++b) {
      const Pair pair = pair_of(contenders[a].label, contenders[b].label);
      const float difference = costs[pair.high] - costs[pair.low];
      const float weight = cost_importance(difference, data.weight(row));
      if (!(weight > 0)) continue;
      met.push_back({pair, {row, difference < 0 ? Side::kRight : Side::kLeft, weight}});
    }
  }
}

// Keeps the groups with the most examples, at most `most`, in their order.
void keep_largest(FinalsProblems& problems, std::size_t most) {
  if (problems.groups.size() <= most) return;
  std::vector<std::uint32_t> order = problems.largest_first();
  order.resize(most);
  std::sort(order.begin(), order.end());
  std::vector<FinalsProblems::Group> kept;
  kept.reserve(order.size());
  for (const std::uint32_t group : order) kept.push_back(problems.groups[group]);
  problems.groups = std::move(kept);
}

}  // namespace

std::optional<std::size_t> place_among(std::span<const Contender> contenders, std::uint32_t label) {
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    if (contenders[c].label == label) return c;
  }
  return {};
}

std::vector<std::uint32_t> FinalsProblems::largest_first() const {
  std::vector<std::uint32_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return groups[a].size() > groups[b].size();
  });
  return order;
}

PairProblems pair_problems(const Dataset& data, std::span<const std::uint32_t> rows,
                           const FinalsField& field, bool costs, std::size_t most) {
  std::vector<Met> met;
  std::vector<std::uint32_t> of_label(data.label_names().size());
  if (!costs) {
    for (const std::uint32_t row : rows) ++of_label[data.label(row)];
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (costs) {
      meet_by_costs(data, rows[i], field.of(i), met);
    } else {
      const bool few = of_label[data.label(rows[i])] < kMinRoutedOutOfFold;
      meet_by_label(data, rows[i], field.of(i), few, met);
    }
  }
  std::sort(met.begin(), met.end());
  PairProblems result;
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (i == 0 || met[i].pair != met[i - 1].pair) result.problems.groups.push_back({i, i});
    result.problems.groups.back().last = i + 1;
  }
  keep_largest(result.problems, most);
  result.pairs.reserve(result.problems.groups.size());
  for (const FinalsProblems::Group& group : result.problems.groups) {
    result.pairs.push_back(met[group.first].pair);
  }
  result.problems.examples.reserve(met.size());
  for (const Met& item : met) result.problems.examples.push_back(item.example);
  return result;
}

FinalsProblems scorer_problems(const Dataset& data, std::span<const std::uint32_t> rows,
                               const FinalsField& field, std::uint32_t labels) {
  const auto each = [&](auto&& add) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::uint32_t row = rows[i];
      add(data.label(row), BinaryExample{row, Side::kRight, data.weight(row)});
      for (const Contender& contender : field.of(i)) {
        if (contender.label == data.label(row)) continue;
        add(contender.label, BinaryExample{row, Side::kLeft, data.weight(row)});
      }
    }
  };
  std::vector<std::size_t> sizes(labels);
  each([&](std::uint32_t label, const BinaryExample&) { ++sizes[label]; });
  FinalsProblems problems;
  problems.groups.resize(labels);
  for (std::size_t label = 0, at = 0; label < labels; at += sizes[label++]) {
    problems.groups[label] = {at, at};
  }
  problems.examples.resize(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
  each([&](std::uint32_t label, const BinaryExample& example) {
    problems.examples[problems.groups[label].last++] = example;
  });
  return problems;
}

learners::JointProblem joint_problem(const Dataset& data, std::span<const std::uint32_t> rows,
                                     const FinalsField& field, std::uint32_t labels) {
  learners::JointProblem problem;
  problem.labels = labels;
  problem.rows.assign(rows.begin(), rows.end());
  double weight = 0;
  for (const std::uint32_t row : rows) weight += static_cast<double>(data.weight(row));
  const double mean = weight / static_cast<double>(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t label = data.label(rows[i]);
    problem.weights.push_back(static_cast<float>(static_cast<double>(data.weight(rows[i])) / mean));
    problem.candidates.push_back(label);
    for (const Contender& contender : field.of(i)) {
      if (contender.label != label) problem.candidates.push_back(contender.label);
    }
    problem.starts.push_back(problem.candidates.size());
  }
  return problem;
}

}  // namespace ect::reductions
