// What blocks learn of the same weights, added up (CoCoA+: Ma, Smith, Jaggi, Jordan, Richtarik,
// Takac 2015). The dual problem of linear classifiers is
//     minimise  1/2 |w|^2 + a sum over examples,  w = sum of a_i x_i,
// and a block can improve the a_i of its own examples alone. When all blocks do so at once and
// their steps d_b of w are added, they overshoot where they mean the same weight: |sum of d_b|^2
// can be as large as S times the sum of |d_b|^2. CoCoA+ lets each block reckon with S times its own
// step. That is too careful for text, where most features are in few blocks. The same bound holds
// weight by weight: (sum of d_bj)^2 <= n_j sum of d_bj^2, n_j the blocks that have feature j at
// all. So each block reckons with n_j times its step at feature j.
//
// This is plain descent in another space. With x'_j = sqrt(n_j) x_j and w'_j = w_j / sqrt(n_j)
// scores stay as they are, a step of w' by a x' is n_j times that of w, and x'.x' is the curvature
// that goes with it. So a block scales its rows, sets its weights to w', descends as ever to v',
// and the owner of a weight sets
//     w'_j  <-  w'_j + sum over blocks of (v'_bj - w'_j) / n_j :
// the mean of what the blocks want it to be, where all of them have it. In the order of blocks, so
// the same on any number of ranks.
//
// Example: one feature, in both of 2 blocks, w' = 1. They come back with 1.5 and 3: w' becomes
// 1 + 0.25 + 1 = 2.25. A feature that only one block has becomes what that block says.
// Cost: 4 bytes a weight that a block knows, to and from its owner, each time. Memory: 4 bytes a
// weight and block for its place at the owner. Tests: shared_weights_test.
#include "cluster/shared_weights.h"

#include <algorithm>
#include <utility>

namespace ect::cluster {
namespace {

constexpr std::uint32_t kNowhere = 0xffffffff;

struct Asked {
  explicit Asked(util::ByteReader reader) {
    const auto size = reader.left() > 0 ? reader.number<std::uint32_t>() : 0;
    problems.resize(size);
    counts.resize(size);
    reader.numbers(std::span(problems));
    reader.numbers(std::span(counts));
    features.resize(reader.left() / sizeof(std::uint32_t));
    reader.numbers(std::span(features));
  }

  std::vector<std::uint32_t> problems;
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> features;
  std::size_t next = 0;        // problem
  std::size_t next_place = 0;  // of its features
};

}  // namespace

void SharedWeights::share(const KeysOf& keys) {
  Mail mail(blocks_);
  blocks_.for_own([&](std::uint32_t, std::size_t own) {
    for (std::uint32_t owner = 0; owner < blocks_.size(); ++owner) {
      const Keys asked = keys(own, owner);
      if (asked.problems.empty()) continue;
      util::ByteWriter& to = mail.to(own, owner);
      to.number(static_cast<std::uint32_t>(asked.problems.size()));
      to.numbers(std::span<const std::uint32_t>(asked.problems));
      to.numbers(std::span<const std::uint32_t>(asked.counts));
      to.numbers(std::span<const std::uint32_t>(asked.features));
    }
  });
  mail.deliver();
  blocks_.for_own([&](std::uint32_t, std::size_t own) { gather(mail, own); });
}

// Problem by problem: the features that were there, and then new ones in the order of blocks.
void SharedWeights::gather(const Mail& mail, std::size_t own) {
  std::vector<Asked> asked;
  for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
    asked.emplace_back(mail.from(own, block));
  }
  Shard before = std::exchange(shards_[own], {});
  Shard& now = shards_[own];
  now.wanted.resize(blocks_.size());
  std::vector<std::uint32_t> place_of(reach_.size(), kNowhere);
  for (std::size_t old = 0;;) {
    std::uint32_t problem = old < before.problems.size() ? before.problems[old] : kNowhere;
    for (const Asked& of_block : asked) {
      if (of_block.next < of_block.problems.size()) {
        problem = std::min(problem, of_block.problems[of_block.next]);
      }
    }
    if (problem == kNowhere) break;
    const std::size_t first = now.features.size();
    const auto add = [&](std::uint32_t feature, float weight) {
      if (place_of[feature] == kNowhere) {
        place_of[feature] = static_cast<std::uint32_t>(now.features.size());
        now.features.push_back(feature);
        now.weights.push_back(weight);
      }
      return place_of[feature];
    };
    if (old < before.problems.size() && before.problems[old] == problem) {
      for (std::size_t at = before.starts[old]; at < before.starts[old + 1]; ++at) {
        add(before.features[at], before.weights[at]);
      }
      ++old;
    }
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
      Asked& of_block = asked[block];
      if (of_block.next >= of_block.problems.size() ||
          of_block.problems[of_block.next] != problem) {
        continue;
      }
      for (std::uint32_t left = of_block.counts[of_block.next++]; left > 0; --left) {
        now.wanted[block].push_back(add(of_block.features[of_block.next_place++], 0));
      }
    }
    for (std::size_t at = first; at < now.features.size(); ++at) {
      place_of[now.features[at]] = kNowhere;
    }
    now.problems.push_back(problem);
    now.starts.push_back(now.features.size());
  }
}

void SharedWeights::add_up(const Give& give, const Take& take) {
  Mail mail(blocks_);
  blocks_.for_own([&](std::uint32_t, std::size_t own) {
    std::vector<float> values;
    for (std::uint32_t owner = 0; owner < blocks_.size(); ++owner) {
      values.clear();
      give(own, owner, values);
      mail.to(own, owner).numbers(std::span<const float>(values));
    }
  });
  mail.deliver();
  blocks_.for_own([&](std::uint32_t, std::size_t own) {
    Shard& shard = shards_[own];
    const std::vector<float> before = shard.weights;
    std::vector<float> values;
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
      const std::vector<std::uint32_t>& wanted = shard.wanted[block];
      values.resize(wanted.size());
      mail.from(own, block).numbers(std::span(values));
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        const std::uint32_t place = wanted[i];
        if (values[i] == before[place]) continue;  // most are as they were
        const auto reach = static_cast<float>(reach_[shard.features[place]]);
        shard.weights[place] += (values[i] - before[place]) / reach;
      }
    }
  });
  send(mail, take);
}

void SharedWeights::fetch(const Take& take) {
  Mail mail(blocks_);
  send(mail, take);
}

void SharedWeights::send(Mail& mail, const Take& take) {
  blocks_.for_own([&](std::uint32_t, std::size_t own) {
    const Shard& shard = shards_[own];
    std::vector<float> values;
    for (std::uint32_t block = 0; block < shard.wanted.size(); ++block) {
      values.clear();
      for (const std::uint32_t place : shard.wanted[block]) values.push_back(shard.weights[place]);
      mail.to(own, block).numbers(std::span<const float>(values));
    }
  });
  mail.deliver();
  blocks_.for_own([&](std::uint32_t, std::size_t own) {
    std::vector<float> values;
    for (std::uint32_t owner = 0; owner < blocks_.size(); ++owner) {
      values.resize(mail.bytes_from(own, owner).size() / sizeof(float));
      mail.from(own, owner).numbers(std::span(values));
      take(own, owner, values);
    }
  });
}

std::vector<SharedWeights::Problem> SharedWeights::owned(std::size_t own) const {
  const Shard& shard = shards_[own];
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < shard.problems.size(); ++i) {
    Problem& problem = problems.emplace_back();
    problem.problem = shard.problems[i];
    for (std::size_t at = shard.starts[i]; at < shard.starts[i + 1]; ++at) {
      if (shard.weights[at] != 0) {
        problem.weights.push_back({shard.features[at], shard.weights[at]});
      }
    }
    std::sort(
        problem.weights.begin(), problem.weights.end(),
        [](const learners::Weight& a, const learners::Weight& b) { return a.feature < b.feature; });
  }
  return problems;
}

}  // namespace ect::cluster
