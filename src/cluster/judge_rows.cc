// Judging joint finals by rows that they were not trained on
// (reductions/contested/judged_finals.cc), which are few enough to be known at every rank. Tests:
// equal_bytes_test.
#include "cluster/judge_rows.h"

#include <algorithm>
#include <vector>

#include "reductions/contested/finals_problems.h"
#include "reductions/contested/judged_finals.h"

namespace ect::cluster {
namespace {

using reductions::Strength;

// Small weights matter more than rows tell that were left out for few passes: with all prunings
// debian-section's error is 21.4 % in 16 blocks, with none 20.2 %, and the left-out rows see no
// difference.
constexpr std::size_t kPruningsTried = 1;

std::vector<Strength> strengths_of(const MeasuredRow& row, std::size_t pruning) {
  std::vector<Strength> strengths;
  for (std::size_t i = 0; i < row.contenders.size(); ++i) {
    strengths.push_back({reductions::strength_of_score(FinalsRule::kJoint, row.scores[i][pruning]),
                         row.contenders[i].path});
  }
  return strengths;
}

reductions::Ballots ballots_of(std::span<const MeasuredRow> rows, std::size_t pruning) {
  reductions::Ballots ballots;
  for (const MeasuredRow& row : rows) {
    ballots.add(strengths_of(row, pruning), place_among(row.contenders, row.label), 1);
  }
  return ballots;
}

}  // namespace

SettledFinals settle_finals(const reductions::ContestedReduction& reduction, bool by_score,
                            std::span<const MeasuredRow> rows,
                            std::span<const std::uint32_t> examples_of) {
  if (rows.empty()) {  // every label has one example
    return {reduction.with_joint_finals(by_score, {1, 0}, 0.5, {}), -1, 0.0F};
  }
  std::vector<reductions::Ballots> pruned;
  for (std::size_t i = 0; i < kPruningsTried; ++i) pruned.push_back(ballots_of(rows, i + 1));
  std::vector<std::uint32_t> examples;
  for (const MeasuredRow& row : rows) examples.push_back(examples_of[row.label]);
  const reductions::JudgedFinals judged = judge_finals(
      ballots_of(rows, 0), pruned, FinalsRule::kJoint, reductions::unseen_share(examples));
  const std::size_t scores = judged.pruning ? *judged.pruning + 1 : 0;
  reductions::MissedBallots missed;
  for (const MeasuredRow& row : rows) {
    if (row.contenders.size() == reduction.classes()) continue;
    missed.add(
        {static_cast<double>(row.outside), others_share(judged.mixture, strengths_of(row, scores))},
        !place_among(row.contenders, row.label), 1);
  }
  return {reduction.with_joint_finals(by_score, judged.mixture, judged.missed, missed.learn()),
          judged.error, judged.pruning ? reductions::kPrunings[*judged.pruning] : 0.0F};
}

}  // namespace ect::cluster
