// A row is shown to every rank once, a few hundred rows of each block at a time, and every part
// answers for its labels. Tests: equal_bytes_test.
#include "cluster/shown_rows.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ect::cluster {
namespace {

constexpr std::size_t kRowsShown = 512;  // of a block, in one round

}  // namespace

ScoresOfBlocks scores_of(const Blocks& blocks,
                         std::vector<std::vector<LabelScores::Scorer>> scorers) {
  ScoresOfBlocks scores(blocks.own());
  blocks.for_own([&](std::uint32_t, std::size_t own) {
    scores[own] = std::make_unique<LabelScores>(std::move(scorers[own]));
  });
  return scores;
}

void ask_all(Blocks& blocks, const Cut& cut, const std::vector<HomeRows>& homes,
             const ScoresOfBlocks& scores, const Questions& questions) {
  std::uint64_t most = 0;
  for (const HomeRows& home : homes) most = std::max<std::uint64_t>(most, home.data.size());
  const std::uint64_t rounds = blocks.greatest((most + kRowsShown - 1) / kRowsShown);
  Notices notices(blocks);
  Mail answers(blocks);
  std::vector<std::vector<std::uint32_t>> shown(blocks.own());
  for (std::uint64_t round = 0; round < rounds; ++round) {
    blocks.for_own([&](std::uint32_t, std::size_t own) {
      shown[own].clear();
      const std::size_t last =
          std::min<std::size_t>(homes[own].data.size(), (round + 1) * kRowsShown);
      for (std::size_t at = round * kRowsShown; at < last; ++at) {
        const auto row = static_cast<std::uint32_t>(at);
        if (questions.show(own, row, notices.of_own(own))) shown[own].push_back(row);
      }
    });
    notices.deliver();
    blocks.for_own([&](std::uint32_t block, std::size_t own) {
      if (block >= cut.parts.size()) return;
      for (std::uint32_t sender = 0; sender < blocks.size(); ++sender) {
        for (util::ByteReader reader = notices.of(sender); reader.left() > 0;) {
          questions.answer(block, *scores[own], reader, answers.to(own, sender));
        }
      }
    });
    answers.deliver();
    blocks.for_own([&](std::uint32_t, std::size_t own) {
      std::vector<util::ByteReader> readers;
      for (std::uint32_t part = 0; part < cut.parts.size(); ++part) {
        readers.push_back(answers.from(own, part));
      }
      for (const std::uint32_t row : shown[own]) questions.hear(own, row, readers);
    });
  }
}

void write_labels(std::span<const std::uint32_t> labels, util::ByteWriter& to) {
  to.number(static_cast<std::uint32_t>(labels.size()));
  to.numbers(labels);
}

std::vector<std::uint32_t> read_labels(util::ByteReader& from) {
  std::vector<std::uint32_t> labels(from.number<std::uint32_t>());
  from.numbers(std::span(labels));
  return labels;
}

void write_highest(std::span<const learners::ProblemMargin> highest, util::ByteWriter& to) {
  to.number(static_cast<std::uint8_t>(highest.size()));
  to.numbers(highest);
}

std::vector<learners::ProblemMargin> read_highest(std::span<util::ByteReader> from) {
  std::vector<learners::ProblemMargin> all;
  for (util::ByteReader& reader : from) {
    for (auto left = reader.number<std::uint8_t>(); left > 0; --left) {
      all.push_back(reader.number<learners::ProblemMargin>());
    }
  }
  std::sort(all.begin(), all.end(),
            [](const learners::ProblemMargin& a, const learners::ProblemMargin& b) {
              return a.margin != b.margin ? a.margin > b.margin : a.problem < b.problem;
            });
  return all;
}

}  // namespace ect::cluster
