#ifndef ECT_REDUCTIONS_FINALS_PROBLEMS_H_
#define ECT_REDUCTIONS_FINALS_PROBLEMS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "learners/learner.h"
#include "reductions/contested/contenders.h"
#include "reductions/contested/pairs.h"

namespace ect::reductions {

// The contenders of every training row of the finals.
struct FinalsField {
  std::size_t most = 0;  // capacity of a row
  std::vector<Contender> contenders;
  std::vector<std::uint8_t> counts;
  std::vector<float> outside;  // of a row: the probability that the beam did not find its label

  // The contenders of the i-th row.
  std::span<const Contender> of(std::size_t i) const {
    return std::span(contenders).subspan(i * most, counts[i]);
  }
};

// The position of a label among contenders.
std::optional<std::size_t> place_among(std::span<const Contender> contenders, std::uint32_t label);

// The binary problems of finals, and the examples of each, by row.
struct FinalsProblems {
  // Examples [first, last) of one problem.
  struct Group {
    std::size_t first;
    std::size_t last;
    std::size_t size() const { return last - first; }
  };

  std::vector<Group> groups;
  std::vector<BinaryExample> examples;

  std::span<const BinaryExample> of(const Group& group) const {
    return std::span(examples).subspan(group.first, group.size());
  }
  // The numbers of the groups, the largest first, so that no thread is left with a large one at the
  // end.
  std::vector<std::uint32_t> largest_first() const;
};

// A problem for each pair that met, by labels or by costs. At most `most` pairs, those with the
// most examples, by increasing pair.
struct PairProblems {
  std::vector<Pair> pairs;  // by problem
  FinalsProblems problems;
};
PairProblems pair_problems(const Dataset& data, std::span<const std::uint32_t> rows,
                           const FinalsField& field, bool costs, std::size_t most);

// A problem for each of so many labels.
FinalsProblems scorer_problems(const Dataset& data, std::span<const std::uint32_t> rows,
                               const FinalsField& field, std::uint32_t labels);

// The joint problem of so many labels: an example's candidates are its label and its contenders, in
// their order.
learners::JointProblem joint_problem(const Dataset& data, std::span<const std::uint32_t> rows,
                                     const FinalsField& field, std::uint32_t labels);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_FINALS_PROBLEMS_H_
