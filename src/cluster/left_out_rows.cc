// Finals of rows that were left out, as of new examples: first the labels with the highest scores
// are found, then they and the contenders by path are scored, with all weights and without small
// ones. The rows are few, and what comes out is told to all ranks. Tests: equal_bytes_test.
#include "cluster/left_out_rows.h"

#include <algorithm>
#include <utility>

#include "cluster/block_contenders.h"
#include "cluster/shown_rows.h"
#include "reductions/contested/finals_problems.h"

namespace ect::cluster {
namespace {

// The contenders by their paths, and behind them those of the highest scores that are not there.
MeasuredRow contenders_of(std::uint32_t label, std::span<const reductions::Contender> by_path,
                          std::span<const learners::ProblemMargin> highest, std::uint32_t by_score,
                          std::uint32_t labels) {
  MeasuredRow row{label, outside_of(by_path), {by_path.begin(), by_path.end()}, {}};
  const float path =
      reductions::path_of_others(1 - static_cast<double>(row.outside), labels - by_path.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(highest.size(), by_score); ++i) {
    if (!place_among(by_path, highest[i].problem)) {
      row.contenders.push_back({highest[i].problem, path});
    }
  }
  return row;
}

std::vector<MeasuredRow> tell(Blocks& blocks, const std::vector<std::vector<MeasuredRow>>& own) {
  Notices notices(blocks);
  for (std::size_t i = 0; i < own.size(); ++i) {
    util::ByteWriter& to = notices.of_own(i);
    for (const MeasuredRow& row : own[i]) {
      to.number(row.label);
      to.number(row.outside);
      write_contenders(row.contenders, to);
      to.numbers(std::span(row.scores));
    }
  }
  notices.deliver();
  std::vector<MeasuredRow> all;
  for (std::uint32_t block = 0; block < blocks.size(); ++block) {
    for (util::ByteReader reader = notices.of(block); reader.left() > 0;) {
      MeasuredRow& row = all.emplace_back();
      row.label = reader.number<std::uint32_t>();
      row.outside = reader.number<float>();
      read_contenders(reader, row.contenders);
      row.scores.resize(row.contenders.size());
      reader.numbers(std::span(row.scores));
    }
  }
  return all;
}

}  // namespace

std::vector<MeasuredRow> ask_left_out(Blocks& blocks, const Facts& facts, const Cut& cut,
                                      const std::vector<HomeRows>& homes,
                                      const std::vector<ContendersOfRows>& contenders,
                                      const reductions::FinalsLimits& limits,
                                      std::vector<std::vector<LabelScores::Scorer>> scorers,
                                      const IsLeftOut& is_left_out) {
  std::vector<std::vector<MeasuredRow>> rows(blocks.own());
  Questions find;
  find.show = [&](std::size_t own, std::uint32_t row, util::ByteWriter& to) {
    if (!is_left_out(own, row)) return false;
    write_row(homes[own].data.row(row), to);
    return true;
  };
  find.answer = [&](std::uint32_t, LabelScores& of_part, util::ByteReader& from,
                    util::ByteWriter& to) {
    Example row;
    read_row(from, row);
    if (limits.by_score > 0) {
      write_highest(of_part.highest(row.features(), limits.by_score), to);
    } else {
      write_highest({}, to);
    }
  };
  find.hear = [&](std::size_t own, std::uint32_t row, std::span<util::ByteReader> answers) {
    rows[own].push_back(contenders_of(homes[own].data.label(row), contenders[own].of(row),
                                      read_highest(answers), limits.by_score, facts.labels.size()));
  };
  const ScoresOfBlocks scores = scores_of(blocks, std::move(scorers));
  ask_all(blocks, cut, homes, scores, find);

  std::vector<std::size_t> shown(blocks.own());
  std::vector<std::size_t> heard(blocks.own());
  Questions score;
  score.show = [&](std::size_t own, std::uint32_t row, util::ByteWriter& to) {
    if (!is_left_out(own, row)) return false;
    std::vector<std::uint32_t> asked;
    for (const reductions::Contender& contender : rows[own][shown[own]++].contenders) {
      asked.push_back(contender.label);
    }
    write_labels(asked, to);
    write_row(homes[own].data.row(row), to);
    return true;
  };
  score.answer = [&](std::uint32_t part, LabelScores& of_part, util::ByteReader& from,
                     util::ByteWriter& to) {
    const std::vector<std::uint32_t> labels = read_labels(from);
    Example row;
    read_row(from, row);
    for (const std::uint32_t label : labels) {
      if (cut.part_of[label] == part) to.number(of_part.scores(row.features(), label));
    }
  };
  score.hear = [&](std::size_t own, std::uint32_t, std::span<util::ByteReader> answers) {
    MeasuredRow& row = rows[own][heard[own]++];
    for (const reductions::Contender& contender : row.contenders) {
      row.scores.push_back(answers[cut.part_of[contender.label]].number<Scores>());
    }
  };
  ask_all(blocks, cut, homes, scores, score);
  return tell(blocks, rows);
}

}  // namespace ect::cluster
