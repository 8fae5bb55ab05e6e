// Joint finals in blocks: the multiclass hinge of learners/linear/joint_descent.cc, whose labels
// are everywhere. Each block descends through its own rows and their candidates, and the labels'
// weights are added up (shared_weights.h) by the blocks whose parts have the labels. As on one
// machine (joint_fit.cc), labels that come too near after a few passes become candidates too: rows
// are shown to all blocks, a batch at a time, and each answers with its labels' scores. Then a part
// of the rows is left out, tenth after tenth until they are enough, and tells what finals make of
// new examples.
//
// Cost: a pass is one exchange of the weights that blocks know; a search shows every row to every
// rank once. Memory: rows twice, once scaled; what joint_weights.cc takes of the own rows.
// Tests: equal_bytes_test.
#include "cluster/block_finals.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "cluster/shared_weights.h"
#include "cluster/shown_rows.h"
#include "data/splits.h"
#include "ect/error.h"
#include "learners/linear/joint_descent.h"
#include "learners/linear/joint_fit.h"

namespace ect::cluster {
namespace {

// Passes, each with an exchange, before each search for rivals, after them, and where a part is
// left out.
constexpr int kEarlyPasses = 3;
constexpr int kLastPasses = 10;
constexpr int kLeftOutPasses = 8;
constexpr int kSearches = 2;
constexpr std::uint32_t kTenths = 10;
constexpr std::uint64_t kFinalsStream = 0x66696e616c000000;  // "final", of random numbers

// A block's rows, candidates and weights.
struct FinalsOfBlock {
  Dataset scaled;
  learners::JointProblem problem;
  std::unique_ptr<learners::JointDescent> descent;
  std::vector<std::vector<std::uint32_t>> places;  // of weights, by their owner
  std::vector<std::uint32_t> all;                  // examples
};

class FinalsFit {
 public:
  FinalsFit(Blocks& blocks, const Facts& facts, const Cut& cut, const model::Recipe& recipe,
            const std::vector<HomeRows>& homes, const std::vector<ContendersOfRows>& contenders,
            const reductions::FinalsLimits& limits)
      : blocks_(blocks),
        facts_(facts),
        cut_(cut),
        homes_(homes),
        contenders_(contenders),
        limits_(limits),
        cost_(recipe.l2 ? 1 / (std::max(*recipe.l2, 1e-9) * static_cast<double>(facts.rows))
                        : learners::kJointCost),
        weights_(blocks, facts.reach),
        here_(blocks.own()) {
    for (std::size_t own = 0; own < here_.size(); ++own) {
      random_.emplace_back(recipe.seed, kFinalsStream + blocks.first() + own);
    }
  }

  BlockFinals fit() {
    blocks_.for_own([&](std::uint32_t, std::size_t own) { begin(own); });
    share();
    const int searches = limits_.by_score > 0 ? kSearches : 0;
    for (int search = 0; search < searches; ++search) {
      for (int pass = 0; pass < kEarlyPasses; ++pass) descend();
      grow();
    }
    for (int pass = 0; pass < kLastPasses; ++pass) descend();
    BlockFinals finals;
    finals.scorers = scorers();
    finals.measured = measure();
    return finals;
  }

 private:
  using Descent = learners::JointDescent;

  void begin(std::size_t own) {
    FinalsOfBlock& here = here_[own];
    const Dataset& data = homes_[own].data;
    here.scaled = data.copy();
    here.scaled.rewrite(1, [&](Example& row) {
      for (std::size_t j = 0; j < row.indices.size(); ++j) {
        row.values[j] *= std::sqrt(static_cast<float>(facts_.reach[row.indices[j]]));
      }
    });
    here.scaled.set_sparse(facts_.features);
    learners::JointProblem& problem = here.problem;
    problem.labels = facts_.labels.size();
    here.all.resize(data.size());
    std::iota(here.all.begin(), here.all.end(), 0);
    problem.rows = here.all;
    problem.weights.assign(data.size(), 1);
    for (std::size_t row = 0; row < data.size(); ++row) {
      problem.candidates.push_back(data.label(row));
      for (const reductions::Contender& contender : contenders_[own].of(row)) {
        if (contender.label != data.label(row)) problem.candidates.push_back(contender.label);
      }
      problem.starts.push_back(problem.candidates.size());
    }
    here.descent = std::make_unique<Descent>(here.scaled, problem, cost_);
  }

  // Says which weights each block needs: those of its candidates at the features of its rows.
  void share() {
    blocks_.for_own(
        [&](std::uint32_t, std::size_t own) { here_[own].places.assign(blocks_.size(), {}); });
    weights_.share([&](std::size_t own, std::uint32_t owner) {
      FinalsOfBlock& here = here_[own];
      SharedWeights::Keys keys;
      if (owner >= cut_.parts.size()) return keys;
      std::vector<bool> wanted(cut_.parts[owner].labels.size());
      for (const std::uint32_t label : here.problem.candidates) {
        if (cut_.part_of[label] == owner) wanted[cut_.place_in_part[label]] = true;
      }
      for (std::size_t place = 0; place < wanted.size(); ++place) {
        if (!wanted[place]) continue;
        const std::uint32_t label = cut_.parts[owner].labels[place];
        const std::size_t before = keys.features.size();
        for (const auto& [feature, at] : here.descent->weights().places_of(label)) {
          if (at > std::numeric_limits<std::uint32_t>::max()) {
            throw Error::bad_argument(
                "a block has more than 2^32 weights (more blocks have fewer)");
          }
          keys.features.push_back(feature);
          here.places[owner].push_back(static_cast<std::uint32_t>(at));
        }
        keys.problems.push_back(label);
        keys.counts.push_back(static_cast<std::uint32_t>(keys.features.size() - before));
      }
      return keys;
    });
    for (FinalsOfBlock& here : here_) here.descent->weights().forget_order();
  }

  void take(std::size_t own, std::uint32_t owner, std::span<const float> values) {
    here_[own].descent->weights().take(here_[own].places[owner], values);
  }

  void add_up() {
    weights_.add_up(
        [&](std::size_t own, std::uint32_t owner, std::vector<float>& values) {
          here_[own].descent->weights().give(here_[own].places[owner], values);
        },
        [&](std::size_t own, std::uint32_t owner, std::span<const float> values) {
          take(own, owner, values);
        });
  }

  // One pass over the rows, but for those of the tenth that is left out.
  void descend(std::uint32_t left_out = kTenths) {
    blocks_.for_own([&](std::uint32_t, std::size_t own) {
      std::vector<std::uint32_t> others;
      for (const std::uint32_t row : here_[own].all) {
        if (left_out == kTenths || tenth_of(own, row) != left_out) others.push_back(row);
      }
      here_[own].descent->descend(others, 1, random_[own]);
    });
    add_up();
  }

  // What owners have, as it is asked outside of the scaled space.
  std::vector<std::vector<LabelScores::Scorer>> scorers() const {
    std::vector<std::vector<LabelScores::Scorer>> scorers(blocks_.own());
    for (std::size_t own = 0; own < scorers.size(); ++own) {
      for (SharedWeights::Problem& problem : weights_.owned(own)) {
        for (learners::Weight& weight : problem.weights) {
          weight.weight *= std::sqrt(static_cast<float>(facts_.reach[weight.feature]));
        }
        scorers[own].push_back({problem.problem, std::move(problem.weights)});
      }
    }
    return scorers;
  }

  // Labels that come too near become candidates of their rows.
  void grow() {
    std::vector<learners::JointProblem> grown(blocks_.own());
    std::vector<std::vector<float>> duals(blocks_.own());
    std::vector<std::vector<float>> buffers(blocks_.own());
    Questions rivals;
    rivals.show = [&](std::size_t own, std::uint32_t row, util::ByteWriter& to) {
      const auto candidates = here_[own].problem.candidates_of(row);
      std::vector<float>& scores = buffers[own];
      scores.resize(candidates.size());
      here_[own].descent->scores(row, scores);
      to.number(scores[0] - 1);
      write_labels(candidates, to);
      write_row(homes_[own].data.row(row), to);
      return true;
    };
    rivals.answer = [&](std::uint32_t part, LabelScores& scores, util::ByteReader& from,
                        util::ByteWriter& to) { answer_rivals(part, scores, from, to); };
    rivals.hear = [&](std::size_t own, std::uint32_t row, std::span<util::ByteReader> answers) {
      add_candidates(own, row, read_highest(answers), grown[own], duals[own]);
    };
    ask_all(blocks_, cut_, homes_, scores_of(blocks_, scorers()), rivals);
    blocks_.for_own([&](std::uint32_t, std::size_t own) {
      FinalsOfBlock& here = here_[own];
      here.descent.reset();
      here.problem.candidates = std::move(grown[own].candidates);
      here.problem.starts = std::move(grown[own].starts);
      here.descent = std::make_unique<Descent>(here.scaled, here.problem, cost_);
      for (const std::uint32_t row : here.all) {
        here.descent->set_duals(row, of_row(own, duals[own], row));
      }
    });
    share();
    weights_.fetch([&](std::size_t own, std::uint32_t owner, std::span<const float> values) {
      take(own, owner, values);
    });
  }

  // The labels of a part that are no candidates of a row and come too near to its own.
  void answer_rivals(std::uint32_t part, LabelScores& scores, util::ByteReader& from,
                     util::ByteWriter& to) const {
    const auto least = from.number<float>();
    const std::vector<std::uint32_t> known = read_labels(from);
    Example row;
    read_row(from, row);
    const auto here = static_cast<std::size_t>(
        std::count_if(known.begin(), known.end(),
                      [&](std::uint32_t label) { return cut_.part_of[label] == part; }));
    std::vector<learners::ProblemMargin> rivals;
    for (const learners::ProblemMargin& item :
         scores.highest(row.features(), learners::kMaxRivals + here)) {
      const bool old = std::find(known.begin(), known.end(), item.problem) != known.end();
      if (!old && item.margin > least) rivals.push_back(item);
    }
    if (rivals.size() > learners::kMaxRivals) rivals.resize(learners::kMaxRivals);
    write_highest(rivals, to);
  }

  // Rows come in order.
  void add_candidates(std::size_t own, std::uint32_t row,
                      std::vector<learners::ProblemMargin> rivals, learners::JointProblem& grown,
                      std::vector<float>& duals) const {
    const auto known = here_[own].problem.candidates_of(row);
    const auto before = of_row(own, here_[own].descent->duals(), row);
    grown.candidates.insert(grown.candidates.end(), known.begin(), known.end());
    duals.insert(duals.end(), before.begin(), before.end());
    const std::size_t room =
        learners::kMaxCandidates - std::min(known.size(), learners::kMaxCandidates);
    rivals.resize(std::min({rivals.size(), learners::kMaxRivals, room}));
    for (const learners::ProblemMargin& rival : rivals) {
      grown.candidates.push_back(rival.problem);
      duals.push_back(0);
    }
    grown.starts.push_back(grown.candidates.size());
  }

  std::span<const float> of_row(std::size_t own, std::span<const float> duals,
                                std::uint32_t row) const {
    const std::vector<std::size_t>& starts = here_[own].problem.starts;
    return duals.subspan(starts[row], starts[row + 1] - starts[row]);
  }

  // The part that a row is left out with; none for its label's only one.
  std::uint32_t tenth_of(std::size_t own, std::uint32_t row) const {
    const std::uint32_t label = homes_[own].data.label(row);
    const std::uint32_t size = facts_.examples_of[label];
    if (size < learners::kMinOutOfFoldExamples) return kTenths;
    return static_cast<std::uint32_t>(
        data::fold_of_run(homes_[own].places[row], size, kTenths, label));
  }

  std::vector<MeasuredRow> measure() {
    std::vector<std::int64_t> sizes(kTenths + 1);
    for (std::size_t own = 0; own < here_.size(); ++own) {
      for (const std::uint32_t row : here_[own].all) ++sizes[tenth_of(own, row)];
    }
    blocks_.sum_up(sizes);
    std::vector<std::vector<float>> duals;
    for (const FinalsOfBlock& here : here_) duals.push_back(here.descent->duals());
    std::vector<MeasuredRow> measured;
    std::uint64_t sum = 0;
    for (std::uint32_t tenth = 0; tenth < kTenths && sum < learners::kMinLeftOut; ++tenth) {
      const auto size = static_cast<std::uint64_t>(sizes[tenth]);
      sum += size;
      if (size == 0) continue;
      leave_out(tenth, duals);
      const std::uint64_t every = 1 + size / learners::kMaxMeasured;
      std::vector<MeasuredRow> rows = ask_left_out(
          blocks_, facts_, cut_, homes_, contenders_, limits_, scorers(),
          [&](std::size_t own, std::uint32_t row) {
            return tenth_of(own, row) == tenth && homes_[own].numbers[row] % every == 0;
          });
      std::move(rows.begin(), rows.end(), std::back_inserter(measured));
    }
    return measured;
  }

  void leave_out(std::uint32_t tenth, const std::vector<std::vector<float>>& duals) {
    const std::vector<float> zeros(learners::kMaxCandidates + 1);
    blocks_.for_own([&](std::uint32_t, std::size_t own) {
      for (const std::uint32_t row : here_[own].all) {
        const auto before = of_row(own, duals[own], row);
        const bool out = tenth_of(own, row) == tenth;
        here_[own].descent->set_duals(row, out ? std::span(zeros).first(before.size()) : before);
      }
    });
    add_up();
    for (int pass = 0; pass < kLeftOutPasses; ++pass) descend(tenth);
  }

  Blocks& blocks_;
  const Facts& facts_;
  const Cut& cut_;
  const std::vector<HomeRows>& homes_;
  const std::vector<ContendersOfRows>& contenders_;
  const reductions::FinalsLimits& limits_;
  double cost_;
  SharedWeights weights_;
  std::vector<FinalsOfBlock> here_;  // by own block
  std::vector<Random> random_;
};

}  // namespace

BlockFinals learn_finals(Blocks& blocks, const Facts& facts, const Cut& cut,
                         const model::Recipe& recipe, const std::vector<HomeRows>& homes,
                         const std::vector<ContendersOfRows>& contenders,
                         const reductions::FinalsLimits& limits) {
  return FinalsFit(blocks, facts, cut, recipe, homes, contenders, limits).fit();
}

}  // namespace ect::cluster
