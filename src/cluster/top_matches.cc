// Above the cut. All rows that come to a match teach it, wherever they live: each block descends
// through its own (block_descent.h), the weights are added up (shared_weights.h), kTopPasses times.
// Then, as in learners/linear/hinge.cc, each third of the examples is left out in turn, the others
// get kTopFoldPasses more, and the third gets its out-of-fold margins, by which rows go on to the
// next round; one factor makes margins log-odds. The cap on the loss that hinge.cc has is left out:
// on text, the only data that is learnt in blocks, it changes nothing. The matches of a round are
// learnt together, so a round takes the exchanges of one match.
//
// Example: 4 parts have 3 matches above the cut; round 1 has two of them, whose winners' rows meet
// in round 2.
// Cost: per round, kTopPasses + 3 kTopFoldPasses times through the rows and as many exchanges.
// Tests: equal_bytes_test.
#include "cluster/top_matches.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "cluster/block_descent.h"
#include "cluster/shared_weights.h"
#include "data/splits.h"
#include "learners/linear/one_sided.h"
#include "learners/log_odds.h"
#include "reductions/reduction.h"

namespace ect::cluster {
namespace {

constexpr int kTopPasses = 10;
constexpr int kTopFoldPasses = 3;
constexpr std::uint64_t kTopStream = 0x746f700000000000;  // "top", of random numbers

using learners::LogOddsFactor;

// A match of the round, as far as one block knows it.
struct MatchOfBlock {
  std::vector<BinaryExample> examples;
  std::optional<BlockDescent> descent;
  std::optional<Random> random;
  std::vector<float> own;      // margins
  std::vector<float> margins;  // out-of-fold
};

class Round {
 public:
  Round(Blocks& blocks, const Facts& facts, const model::Recipe& recipe,
        std::span<const std::uint16_t> reach, const std::vector<HomeRows>& homes,
        Schedule::Range range, const std::vector<std::vector<std::optional<Place>>>& standing)
      : blocks_(blocks),
        facts_(facts),
        recipe_(recipe),
        reach_(reach),
        homes_(homes),
        range_(range),
        weights_(blocks, reach),
        matches_(blocks.own()),
        places_(blocks.own() * std::size_t{blocks.size()}) {
    for (std::size_t own = 0; own < matches_.size(); ++own) {
      matches_[own].resize(count());
      for (std::uint32_t row = 0; row < standing[own].size(); ++row) {
        const std::optional<Place>& place = standing[own][row];
        if (!place || place->match < range.first || place->match >= range.last) continue;
        matches_[own][place->match - range.first].examples.push_back({row, place->side, 1});
      }
    }
  }

  void learn(learners::LinearBuilder& classifiers) {
    start();
    share();
    for (int pass = 0; pass < kTopPasses; ++pass) descend();
    std::vector<std::vector<SharedWeights::Problem>> learnt;
    for (std::size_t own = 0; own < blocks_.own(); ++own) learnt.push_back(weights_.owned(own));
    take_margins();
    for (std::size_t fold = 0; fold < learners::kFolds; ++fold) leave_out(fold);
    find_factors();
    publish(learnt, classifiers);
  }

  std::vector<MatchOfBlock>& matches(std::size_t own) { return matches_[own]; }

 private:
  std::size_t count() const { return range_.last - range_.first; }

  template <class Work>
  void each(const Work& work) {
    blocks_.for_own([&](std::uint32_t block, std::size_t own) {
      for (std::size_t match = 0; match < count(); ++match) {
        work(block, own, match, matches_[own][match]);
      }
    });
  }

  bool is_learnt(std::size_t match) const {
    return examples_[2 * match] > 0 && examples_[2 * match + 1] > 0;
  }

  // Counts examples by side, and starts descents where there are both.
  void start() {
    examples_.assign(2 * count(), 0);
    for (const std::vector<MatchOfBlock>& of_block : matches_) {
      for (std::size_t match = 0; match < count(); ++match) {
        for (const BinaryExample& example : of_block[match].examples) {
          ++examples_[2 * match + (example.side == Side::kRight ? 1 : 0)];
        }
      }
    }
    blocks_.sum_up(examples_);
    each([&](std::uint32_t block, std::size_t own, std::size_t match, MatchOfBlock& here) {
      here.random.emplace(recipe_.seed, kTopStream + (std::uint64_t{block} << 24) + match);
      here.margins.resize(here.examples.size());
      if (is_learnt(match)) {
        const auto all = static_cast<double>(examples_[2 * match] + examples_[2 * match + 1]);
        const double lambda = recipe_.l2 ? std::max(*recipe_.l2, 1e-9) * all : 1;
        here.descent.emplace(homes_[own].data, here.examples, reach_, lambda);
        return;
      }
      const float answer = constant(match);
      std::fill(here.margins.begin(), here.margins.end(), answer);
      here.own = here.margins;
    });
    factors_.resize(count());
  }

  float constant(std::size_t match) const {
    return learners::constant_margin(static_cast<std::size_t>(examples_[2 * match + 1]),
                                     static_cast<std::size_t>(examples_[2 * match]));
  }

  // Weights belong to the block that the feature's number says.
  void share() {
    weights_.share([&](std::size_t own, std::uint32_t owner) {
      SharedWeights::Keys keys;
      std::vector<std::vector<std::uint32_t>>& places = places_[own * blocks_.size() + owner];
      places.assign(count(), {});
      for (std::uint32_t match = 0; match < count(); ++match) {
        if (!matches_[own][match].descent) continue;
        const auto features = matches_[own][match].descent->features();
        for (std::uint32_t i = 0; i < features.size(); ++i) {
          if (features[i] % blocks_.size() != owner) continue;
          keys.features.push_back(features[i]);
          places[match].push_back(i);
        }
        keys.problems.push_back(match);
        keys.counts.push_back(static_cast<std::uint32_t>(places[match].size()));
      }
      return keys;
    });
  }

  void add_up() {
    weights_.add_up(
        [&](std::size_t own, std::uint32_t owner, std::vector<float>& values) {
          each_weight(own, owner,
                      [&](double& weight) { values.push_back(static_cast<float>(weight)); });
        },
        [&](std::size_t own, std::uint32_t owner, std::span<const float> values) {
          const float* next = values.data();
          each_weight(own, owner, [&](double& weight) { weight = static_cast<double>(*next++); });
        });
  }

  template <class Visit>
  void each_weight(std::size_t own, std::uint32_t owner, const Visit& visit) {
    for (std::size_t match = 0; match < count(); ++match) {
      MatchOfBlock& here = matches_[own][match];
      if (!here.descent) continue;
      for (const std::uint32_t place : places_[own * blocks_.size() + owner][match]) {
        visit(here.descent->weights()[place]);
      }
    }
  }

  void descend() {
    each([&](std::uint32_t, std::size_t, std::size_t, MatchOfBlock& here) {
      if (here.descent) here.descent->pass(*here.random);
    });
    add_up();
  }

  void take_margins() {
    each([&](std::uint32_t, std::size_t, std::size_t, MatchOfBlock& here) {
      if (!here.descent) return;
      for (std::size_t i = 0; i < here.examples.size(); ++i) {
        here.own.push_back(here.descent->margin(i));
      }
      here.margins = here.own;
    });
  }

  // The fold of a row, none for the only one of its label.
  std::optional<std::size_t> fold_of(std::size_t own, std::uint32_t row) const {
    const std::uint32_t label = homes_[own].data.label(row);
    const std::uint32_t size = facts_.examples_of[label];
    if (size < learners::kMinOutOfFoldExamples) return std::nullopt;
    return data::fold_of_run(homes_[own].places[row], size, learners::kFolds, label);
  }

  void leave_out(std::size_t fold) {
    if (fold == 0) {
      duals_.assign(matches_.size(), std::vector<std::vector<double>>(count()));
      each([&](std::uint32_t, std::size_t own, std::size_t match, MatchOfBlock& here) {
        if (here.descent) duals_[own][match] = here.descent->duals();
      });
    }
    each([&](std::uint32_t, std::size_t own, std::size_t match, MatchOfBlock& here) {
      if (!here.descent) return;
      here.descent->set_duals(duals_[own][match]);
      for (std::size_t i = 0; i < here.examples.size(); ++i) {
        if (fold_of(own, here.examples[i].row) == fold) here.descent->leave_out(i);
      }
    });
    add_up();
    for (int pass = 0; pass < kTopFoldPasses; ++pass) descend();
    each([&](std::uint32_t, std::size_t own, std::size_t, MatchOfBlock& here) {
      for (std::size_t i = 0; i < here.examples.size() && here.descent; ++i) {
        if (fold_of(own, here.examples[i].row) == fold) here.margins[i] = here.descent->margin(i);
      }
    });
  }

  void find_factors() {
    std::vector<bool> done(count());
    for (std::size_t match = 0; match < count(); ++match) done[match] = !is_learnt(match);
    while (std::find(done.begin(), done.end(), false) != done.end()) {
      std::vector<std::vector<double>> sums(blocks_.own(), std::vector<double>(2 * count()));
      each([&](std::uint32_t, std::size_t own, std::size_t match, MatchOfBlock& here) {
        LogOddsFactor::Sums sum;
        for (std::size_t i = 0; i < here.examples.size() && !done[match]; ++i) {
          if (!fold_of(own, here.examples[i].row)) continue;
          const double sign = here.examples[i].side == Side::kRight ? 1 : -1;
          factors_[match].add(sign * static_cast<double>(here.margins[i]), 1, sum);
        }
        sums[own][2 * match] = sum.slope;
        sums[own][2 * match + 1] = sum.curve;
      });
      const std::vector<std::vector<double>> all = blocks_.numbers_of_all(sums);
      for (std::size_t match = 0; match < count(); ++match) {
        if (done[match]) continue;
        LogOddsFactor::Sums sum = factors_[match].prior();
        for (const std::vector<double>& of_block : all) {
          sum.slope += of_block[2 * match];
          sum.curve += of_block[2 * match + 1];
        }
        done[match] = !factors_[match].improve(sum);
      }
    }
    each([&](std::uint32_t, std::size_t, std::size_t match, MatchOfBlock& here) {
      if (!here.descent) return;
      const auto factor = static_cast<float>(factors_[match].value());
      for (float& margin : here.margins) margin *= factor;
      for (float& margin : here.own) margin *= factor;
    });
  }

  // Every rank gets all classifiers, from the owners of their weights.
  void publish(const std::vector<std::vector<SharedWeights::Problem>>& learnt,
               learners::LinearBuilder& classifiers) {
    Notices notices(blocks_);
    for (std::size_t own = 0; own < learnt.size(); ++own) {
      util::ByteWriter& to = notices.of_own(own);
      for (const SharedWeights::Problem& problem : learnt[own]) {
        to.number(problem.problem);
        to.number(static_cast<std::uint32_t>(problem.weights.size()));
        for (const learners::Weight& weight : problem.weights) to.number(weight);
      }
    }
    notices.deliver();
    std::vector<std::vector<learners::Weight>> weights(count());
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
      for (util::ByteReader reader = notices.of(block); reader.left() > 0;) {
        std::vector<learners::Weight>& here = weights[reader.number<std::uint32_t>()];
        for (auto left = reader.number<std::uint32_t>(); left > 0; --left) {
          here.push_back(reader.number<learners::Weight>());
        }
      }
    }
    for (std::size_t match = 0; match < count(); ++match) {
      const auto number = range_.first + static_cast<std::uint32_t>(match);
      if (!is_learnt(match)) {
        classifiers.set(number, constant(match), {});
        continue;
      }
      std::vector<learners::Weight>& here = weights[match];
      std::sort(here.begin(), here.end(), [](const learners::Weight& a, const learners::Weight& b) {
        return a.feature < b.feature;
      });
      for (learners::Weight& weight : here) {
        weight.weight = static_cast<float>(static_cast<double>(weight.weight) *
                                           std::sqrt(static_cast<double>(reach_[weight.feature])) *
                                           factors_[match].value());
      }
      float bias = 0;
      if (!here.empty() && here.back().feature == facts_.features) {
        bias = here.back().weight;
        here.pop_back();
      }
      classifiers.set(number, bias, here);
    }
  }

  Blocks& blocks_;
  const Facts& facts_;
  const model::Recipe& recipe_;
  std::span<const std::uint16_t> reach_;
  const std::vector<HomeRows>& homes_;
  Schedule::Range range_;
  SharedWeights weights_;
  std::vector<std::vector<MatchOfBlock>> matches_;               // by own block
  std::vector<std::vector<std::vector<std::uint32_t>>> places_;  // by own block and owner; match
  std::vector<std::int64_t> examples_;                           // by match: left, right
  std::vector<LogOddsFactor> factors_;                           // by match
  std::vector<std::vector<std::vector<double>>> duals_;          // by own block and match
};

}  // namespace

TopMatches learn_top(Blocks& blocks, const Facts& facts, const Cut& cut,
                     const model::Recipe& recipe, const std::vector<HomeRows>& homes,
                     const std::vector<BelowCut>& below) {
  TopMatches top{learners::LinearBuilder(cut.top.matches()), {}};
  // The bias is a feature that all blocks have.
  std::vector<std::uint16_t> reach = facts.reach;
  reach.push_back(static_cast<std::uint16_t>(blocks.size()));
  std::vector<std::vector<std::optional<Place>>> standing(blocks.own());
  for (std::size_t own = 0; own < homes.size(); ++own) {
    const Dataset& data = homes[own].data;
    top.margins.emplace_back(data.size(), cut.top.matches());
    standing[own].resize(data.size());
    for (std::uint32_t row = 0; row < data.size(); ++row) {
      if (below[own].arrived[row]) {
        standing[own][row] = cut.top.player_starts(cut.part_of[data.label(row)]);
      }
    }
  }
  std::uint64_t champions = 0;
  for (std::uint32_t number = 1; number <= cut.top.rounds(); ++number) {
    Round round(blocks, facts, recipe, reach, homes, cut.top.round(number), standing);
    round.learn(top.classifiers);
    for (std::size_t own = 0; own < homes.size(); ++own) {
      for (std::size_t i = 0; i < round.matches(own).size(); ++i) {
        const std::uint32_t match = cut.top.round(number).first + static_cast<std::uint32_t>(i);
        const MatchOfBlock& here = round.matches(own)[i];
        top.margins[own].record(match, here.examples, here.margins);
        for (std::size_t e = 0; e < here.examples.size(); ++e) {
          const std::uint32_t row = here.examples[e].row;
          const bool few =
              facts.examples_of[homes[own].data.label(row)] < reductions::kMinRoutedOutOfFold;
          const bool won =
              learners::side_of(few ? here.own[e] : here.margins[e]) == here.examples[e].side;
          standing[own][row] = won ? cut.top.winner_goes(match) : std::nullopt;
          champions += won && number == cut.top.rounds() ? 1 : 0;
        }
      }
    }
  }
  for (reductions::OutOfFoldMargins& margins : top.margins) margins.finish();
  if (cut.top.rounds() > 0) {
    top.error = 1 - static_cast<double>(blocks.sum(champions)) / static_cast<double>(facts.rows);
  }
  return top;
}

}  // namespace ect::cluster
