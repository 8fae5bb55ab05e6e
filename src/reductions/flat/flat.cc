// Reductions whose binary examples do not depend on any answer. There are no rounds: every problem
// is fitted from the data as it is, each by one thread.
//
// The error that a fit returns comes from out-of-fold margins. An example has one at each problem
// that it belongs to; at the others (all-pairs: between two labels that are not its own) the
// classifiers have not seen it and are asked. So a prediction is made for the example by the same
// code that predicts later, over answers that are gathered for it. That takes a question or a kept
// margin for each problem and example, too much where both are many: then evenly spread examples
// are taken, as many as kMaxAnswers allows, but kMinSample.
//
// Cost: the fits, which are everything, and at most max(kMaxAnswers, kMinSample * problems)
// answers. Memory: 16 bytes an answer that is kept.
// Tests: one_vs_all_test, all_pairs_test, ecoc_test, pecoc_test.
#include "reductions/flat/flat.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "data/counted_rows.h"
#include "reductions/contested/label_probabilities.h"
#include "reductions/importance.h"
#include "reductions/out_of_fold_margins.h"
#include "reductions/shared_progress.h"
#include "util/parallel.h"

namespace ect::reductions {
namespace {

constexpr std::uint64_t kMaxAnswers = std::uint64_t{1} << 24;
constexpr std::uint64_t kMinSample = 1000;  // examples

// The rows whose error is measured, evenly spread.
std::vector<std::uint32_t> sample_of(std::span<const std::uint32_t> rows, std::uint32_t problems) {
  const std::uint64_t most = std::max(kMaxAnswers / problems, kMinSample);
  const std::size_t step = (rows.size() + most - 1) / most;
  std::vector<std::uint32_t> sample;
  for (std::size_t i = 0; i < rows.size(); i += step) sample.push_back(rows[i]);
  return sample;
}

// What is fitted, whether the examples come from labels or from costs.
struct Fit {
  const FlatReduction& reduction;
  learners::BatchLearner& learner;
  const Dataset& data;
  std::span<const std::uint32_t> rows;
  unsigned threads;
  const OnProgress& progress;

  // The examples of a problem, by row.
  using ExamplesOf = std::function<void(std::uint32_t problem, std::vector<BinaryExample>&)>;
  // Whether a label is right for a row.
  using IsRight = std::function<bool(std::uint32_t row, std::uint32_t label)>;

  double run(const ExamplesOf& examples_of, const IsRight& is_right) const {
    if (rows.empty()) return 0;
    const std::uint32_t problems = reduction.problems();
    const std::vector<std::uint32_t> sample = sample_of(rows, problems);
    OutOfFoldMargins out_of_fold(data.size(), problems, sample);
    SharedProgress done(progress, {true, 1, 1, 0, std::uint64_t{problems} * rows.size(), -1});
    util::parallel_for(problems, threads, [&](std::uint64_t number) {
      const auto problem = static_cast<std::uint32_t>(number);
      std::vector<BinaryExample> examples;
      examples_of(problem, examples);
      std::vector<float> margins(examples.size());
      if (!examples.empty()) learner.fit(problem, data, examples, margins);
      out_of_fold.record(problem, examples, margins);
      done.add(rows.size());
    });
    out_of_fold.finish();
    return error(sample, out_of_fold, is_right);
  }

  double error(std::span<const std::uint32_t> sample, const OutOfFoldMargins& out_of_fold,
               const IsRight& is_right) const {
    constexpr std::size_t kParts = 64;
    std::vector<std::size_t> wrong(kParts);
    util::parallel_for(kParts, threads, [&](std::uint64_t part) {
      std::uint64_t unused = 0;
      for (std::size_t i = part; i < sample.size(); i += kParts) {
        const std::uint32_t row = sample[i];
        const OutOfFoldRow answers(out_of_fold, row, learner);
        const std::uint32_t label = reduction.predict(answers, data.row(row), unused);
        wrong[part] += is_right(row, label) ? 0 : 1;
      }
    });
    return static_cast<double>(std::accumulate(wrong.begin(), wrong.end(), std::size_t{0})) /
           static_cast<double>(sample.size());
  }
};

}  // namespace

void FlatReduction::learn(learners::OnlineLearner& learner, Features x, std::uint32_t label,
                          float weight) const {
  thread_local std::vector<Member> members;
  problems_of(label, members);
  for (const Member& member : members) {
    learner.learn(member.index, x, member.side, capped_importance(weight));
  }
}

double FlatReduction::fit(learners::BatchLearner& learner, const Dataset& data,
                          std::span<const std::uint32_t> rows, unsigned threads,
                          const OnProgress& progress) const {
  const std::vector<std::uint32_t> counted = data::counted_rows(data, rows);
  std::vector<std::vector<std::uint32_t>> of_label(classes());
  for (const std::uint32_t row : counted) of_label[data.label(row)].push_back(row);
  return Fit{*this, learner, data, counted, threads, progress}.run(
      [&](std::uint32_t problem, std::vector<BinaryExample>& examples) {
        std::vector<Member> members;
        labels_of(problem, members);
        for (const Member& member : members) {
          for (const std::uint32_t row : of_label[member.index]) {
            examples.push_back({row, member.side, capped_importance(data.weight(row))});
          }
        }
        std::sort(examples.begin(), examples.end(),
                  [](const BinaryExample& a, const BinaryExample& b) { return a.row < b.row; });
      },
      [&](std::uint32_t row, std::uint32_t label) { return label == data.label(row); });
}

void FlatReduction::learn_costs(learners::OnlineLearner& learner, Features x,
                                std::span<const float> costs, float weight) const {
  for (std::uint32_t problem = 0; problem < problems(); ++problem) {
    const SideWeights weights = weigh(problem, costs);
    if (weights.left > 0)
      learner.learn(problem, x, Side::kLeft, capped_importance(weights.left * weight));
    if (weights.right > 0)
      learner.learn(problem, x, Side::kRight, capped_importance(weights.right * weight));
  }
}

double FlatReduction::fit_costs(learners::BatchLearner& learner, const Dataset& data,
                                std::span<const std::uint32_t> rows, unsigned threads,
                                const OnProgress& progress) const {
  const std::vector<std::uint32_t> counted = data::counted_rows(data, rows);
  return Fit{*this, learner, data, counted, threads, progress}.run(
      [&](std::uint32_t problem, std::vector<BinaryExample>& examples) {
        for (const std::uint32_t row : counted) {
          const SideWeights weights = weigh(problem, data.costs(row));
          const float own = data.weight(row);
          if (weights.left > 0)
            examples.push_back({row, Side::kLeft, capped_importance(weights.left * own)});
          if (weights.right > 0) {
            examples.push_back({row, Side::kRight, capped_importance(weights.right * own)});
          }
        }
      },
      [&](std::uint32_t row, std::uint32_t label) { return is_cheapest(data.costs(row), label); });
}

SideWeights FlatReduction::weigh(std::uint32_t /*problem*/,
                                 std::span<const float> /*costs*/) const {
  throw Error::bad_argument("this reduction cannot be trained on costs");
}

double FlatReduction::probability(const learners::Classifiers& classifiers, Features x,
                                  std::uint32_t label) const {
  thread_local std::vector<double> all;
  probabilities(classifiers, x, all);
  return all[label];
}

void FlatReduction::top_labels(const learners::Classifiers& classifiers, Features x,
                               std::size_t most, std::vector<Scored>& scored) const {
  std::uint64_t unused = 0;
  const std::uint32_t predicted = predict(classifiers, x, unused);
  thread_local std::vector<double> all;
  probabilities(classifiers, x, all);
  rank_labels(all, predicted, most, scored);
}

std::vector<std::uint32_t> FlatReduction::labels_at(std::uint32_t problem, Side side) const {
  std::vector<Member> members;
  labels_of(problem, members);
  std::vector<std::uint32_t> labels;
  for (const Member& member : members) {
    if (member.side == side) labels.push_back(member.index);
  }
  return labels;
}

}  // namespace ect::reductions
