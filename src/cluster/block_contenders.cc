// Contenders of rows that live in many blocks. A beam through the matches above the cut
// (reductions/contested/contenders.cc, the parts being its players) finds the parts that an example
// may belong to. The row is sent to the blocks that have them, a few thousand rows at a time, where
// a beam through the part finds its contenders; those of the row's own part are known (subtrees.h).
// A label's path is that to its part and on. All paths found are cut down to what the limits allow,
// as at the end of one beam. So a beam is as wide in each part as it would be in all of them
// together: it finds what one machine finds, and sometimes more.
//
// Example: the top says 0.9 for part 2 and 0.1 for part 5, part 2 finds label 7 with 0.8 and 8 with
// 0.2, part 5 finds 11 with 1: the contenders are 7, 8, 11 with 0.72, 0.18, 0.1.
// Cost: a row travels to each foreign part that its beam finds, one or two in the mean. Tests:
// equal_bytes_test.
#include "cluster/block_contenders.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "reductions/out_of_fold_margins.h"
#include "reductions/tournament/asked_together.h"

namespace ect::cluster {
namespace {

using reductions::Contender;

constexpr std::size_t kRowsAsked = 4096;  // of a block, in one round

// Adds `path` to the contenders from `first` on.
void continue_path(std::vector<Contender>& contenders, std::size_t first, float path) {
  for (std::size_t i = first; i < contenders.size(); ++i) contenders[i].path += path;
}

void prune(const reductions::FinalsLimits& limits, std::vector<Contender>& contenders) {
  std::sort(contenders.begin(), contenders.end(), [](const Contender& a, const Contender& b) {
    return a.path != b.path ? a.path > b.path : a.label < b.label;
  });
  const auto least =
      static_cast<double>(contenders.front().path) + std::log(std::max(limits.least_share, 1e-30));
  std::size_t kept = 1;
  while (kept < std::min<std::size_t>(contenders.size(), limits.most) &&
         static_cast<double>(contenders[kept].path) >= least) {
    ++kept;
  }
  contenders.resize(kept);
}

// Answers for the own parts.
void answer(const Blocks& blocks, const Subtrees& subtrees, const reductions::FinalsLimits& limits,
            const Mail& questions, Mail& answers) {
  blocks.for_own([&](std::uint32_t, std::size_t own) {
    if (!subtrees.has_part(own)) return;
    const Cut::Part& part = subtrees.part(own);
    std::unique_ptr<learners::Evaluator> evaluator;
    if (subtrees.packed(own) != nullptr) evaluator = subtrees.packed(own)->evaluator();
    reductions::Contenders beam;
    std::vector<Contender> found;
    Example row;
    std::uint64_t unused = 0;
    for (std::uint32_t sender = 0; sender < blocks.size(); ++sender) {
      for (util::ByteReader reader = questions.from(own, sender); reader.left() > 0;) {
        read_row(reader, row);
        found.clear();
        if (evaluator == nullptr) {
          found.push_back({part.labels[0], 0});
        } else {
          evaluator->set_example(row.features());
          for (const Contender& contender :
               beam.gather(part.schedule, *evaluator, row.features(), limits, unused)) {
            found.push_back({part.labels[contender.label], contender.path});
          }
        }
        write_contenders(found, answers.to(own, sender));
      }
    }
  });
}

}  // namespace

float outside_of(std::span<const Contender> contenders) {
  double mass = 0;
  for (const Contender& contender : contenders) {
    mass += std::exp(static_cast<double>(contender.path));
  }
  return static_cast<float>(std::max(1 - mass, 0.0));
}

std::vector<ContendersOfRows> gather_contenders(Blocks& blocks, const Cut& cut,
                                                const Subtrees& subtrees, const TopMatches& top,
                                                const std::vector<HomeRows>& homes,
                                                std::vector<BelowCut> below,
                                                const reductions::FinalsLimits& limits) {
  std::vector<ContendersOfRows> result(blocks.own());
  std::unique_ptr<learners::TrainedClassifiers> packed;
  if (cut.top.matches() > 0) {
    packed = top.classifiers.packed(
        {reductions::matches_together(cut.top), false, 32, blocks.threads()});
  }
  std::uint64_t rounds = 0;
  for (const HomeRows& home : homes) {
    rounds = std::max<std::uint64_t>(rounds, (home.data.size() + kRowsAsked - 1) / kRowsAsked);
  }
  rounds = blocks.greatest(rounds);
  Mail questions(blocks);
  Mail answers(blocks);
  std::vector<ContendersOfRows> ways(blocks.own());  // the parts that rows may belong to
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const std::size_t begin = round * kRowsAsked;
    blocks.for_own([&](std::uint32_t, std::size_t own) {
      const Dataset& data = homes[own].data;
      ways[own] = {};
      const std::unique_ptr<learners::Evaluator> evaluator =
          packed != nullptr ? packed->evaluator() : nullptr;
      reductions::Contenders beam;
      std::uint64_t unused = 0;
      for (std::size_t row = begin; row < std::min(data.size(), begin + kRowsAsked); ++row) {
        const Features x = data.row(row);
        if (evaluator == nullptr) {
          ways[own].all.push_back({0, 0});
        } else {
          evaluator->set_example(x);
          const reductions::OutOfFoldRow own_answers(top.margins[own],
                                                     static_cast<std::uint32_t>(row), *evaluator);
          for (const Contender& way : beam.gather(cut.top, own_answers, x, limits, unused)) {
            ways[own].all.push_back(way);
            if (way.label != cut.part_of[data.label(row)]) {
              write_row(x, questions.to(own, way.label));
            }
          }
        }
        ways[own].starts.push_back(ways[own].all.size());
      }
    });
    questions.deliver();
    answer(blocks, subtrees, limits, questions, answers);
    answers.deliver();
    blocks.for_own([&](std::uint32_t, std::size_t own) {
      const Dataset& data = homes[own].data;
      std::vector<util::ByteReader> readers;
      for (std::uint32_t part = 0; part < blocks.size(); ++part) {
        readers.push_back(answers.from(own, part));
      }
      std::vector<Contender> found;
      for (std::size_t row = begin; row < std::min(data.size(), begin + kRowsAsked); ++row) {
        found.clear();
        for (const Contender& way : ways[own].of(row - begin)) {
          const std::size_t first = found.size();
          if (way.label == cut.part_of[data.label(row)]) {
            const auto known = below[own].contenders.of(row);
            found.insert(found.end(), known.begin(), known.end());
          } else {
            read_contenders(readers[way.label], found);
          }
          continue_path(found, first, way.path);
        }
        prune(limits, found);
        result[own].all.insert(result[own].all.end(), found.begin(), found.end());
        result[own].starts.push_back(result[own].all.size());
      }
    });
  }
  return result;
}

}  // namespace ect::cluster
