// Below the cut. A part of the tournament is a tournament of its own, of the rows of its labels
// alone: they are sent from their homes to the block that has the part, which learns it as one
// machine learns a whole tournament (reductions/tournament/batch.cc), and asks its contenders there
// and then, while the out-of-fold margins are at hand. What goes back to a row's home is whether it
// came up to the cut, and its contenders; the rows are dropped.
//
// Where there are checkpoints, each part has a journal of its own: whoever has the part the next
// time goes on from it, on any number of ranks.
//
// Cost: each row travels once. Memory: the rows of the own parts, twice while they are sorted.
// Tests: equal_bytes_test.
#include "cluster/subtrees.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <utility>

#include "learners/compose.h"
#include "model/journaled_learner.h"
#include "reductions/out_of_fold_margins.h"
#include "reductions/tournament/tournament_reduction.h"

namespace ect::cluster {
namespace {

constexpr std::size_t kRowsToParts = 4096;  // of a block, in one round

}  // namespace

void write_contenders(std::span<const reductions::Contender> contenders, util::ByteWriter& to) {
  to.number(static_cast<std::uint8_t>(contenders.size()));
  for (const reductions::Contender& contender : contenders) {
    to.number(contender.label);
    to.number(contender.path);
  }
}

void read_contenders(util::ByteReader& from, std::vector<reductions::Contender>& to) {
  for (auto left = from.number<std::uint8_t>(); left > 0; --left) {
    const auto label = from.number<std::uint32_t>();
    to.push_back({label, from.number<float>()});
  }
}

// The rows of a part, as they come.
struct Subtrees::Guests {
  Dataset data;
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint32_t> senders;
};

std::vector<Subtrees::Guests> Subtrees::gather(const std::vector<HomeRows>& homes) {
  std::vector<Guests> guests(blocks_.own());
  for (std::size_t own = 0; own < guests.size(); ++own) {
    if (!has_part(own)) continue;
    for (std::size_t label = 0; label < part(own).labels.size(); ++label) {
      guests[own].data.add_label(fmt::format("{}", label));
    }
  }
  std::uint64_t rounds = 0;
  for (const HomeRows& home : homes) {
    rounds = std::max<std::uint64_t>(rounds, (home.data.size() + kRowsToParts - 1) / kRowsToParts);
  }
  rounds = blocks_.greatest(rounds);
  Mail mail(blocks_);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    blocks_.for_own([&](std::uint32_t, std::size_t own) {
      const HomeRows& home = homes[own];
      const std::size_t last = std::min(home.data.size(), (round + 1) * kRowsToParts);
      for (std::size_t i = round * kRowsToParts; i < last; ++i) {
        const std::uint32_t label = home.data.label(i);
        util::ByteWriter& to = mail.to(own, cut_.part_of[label]);
        to.number(home.numbers[i]);
        to.number(cut_.place_in_part[label]);
        write_row(home.data.row(i), to);
      }
    });
    mail.deliver();
    blocks_.for_own([&](std::uint32_t, std::size_t own) {
      Guests& here = guests[own];
      Example row;
      for (std::uint32_t sender = 0; sender < blocks_.size(); ++sender) {
        for (util::ByteReader reader = mail.from(own, sender); reader.left() > 0;) {
          here.numbers.push_back(reader.number<std::uint64_t>());
          here.senders.push_back(sender);
          const auto label = reader.number<std::uint32_t>();
          read_row(reader, row);
          here.data.add_row(row.features(), label, 1);
        }
      }
    });
  }
  return guests;
}

void Subtrees::learn_part(std::size_t own, Guests guests, const PartCheckpoints& checkpoints,
                          Mail& mail) {
  const Cut::Part& part = this->part(own);
  // In the order of the data, of which the folds of out-of-fold margins are runs.
  std::vector<std::uint32_t> order(guests.numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return guests.numbers[a] < guests.numbers[b];
  });
  Dataset data = guests.data.subset(order);
  guests.data = Dataset();
  data.set_sparse(facts_.features);
  std::vector<std::uint32_t> rows(data.size());
  std::iota(rows.begin(), rows.end(), 0);

  model::CheckpointOptions options = checkpoints.options;
  if (!options.path.empty()) {
    options.path += fmt::format("/part-{}", blocks_.first() + own);
    options.resume = options.resume && std::filesystem::exists(options.path);
  }
  model::Checkpoint checkpoint(options);
  if (checkpoint.enabled()) checkpoint.begin(checkpoints.fingerprint);
  const reductions::TournamentReduction tournament(part.schedule, reductions::Routing::kFiltered);
  learners_[own] = std::make_unique<model::JournaledLearner>(
      learners::make_batch(*recipe_.learner.kind, {tournament.problems(), facts_.features, {}},
                           {recipe_.seed, recipe_.l2, 0, 0, {}}),
      checkpoint);
  reductions::OutOfFoldMargins margins(data.size(), tournament.problems());
  reductions::RecordingLearner recording(*learners_[own], margins);
  tournament.fit(recording, data, rows, 1, nullptr);
  margins.finish();
  if (tournament.problems() > 0) {
    packed_[own] = learners_[own]->packed({tournament.asked_together(), false, 32, 1});
  }
  const std::unique_ptr<learners::Evaluator> evaluator =
      packed_[own] != nullptr ? packed_[own]->evaluator()
                              : std::make_unique<learners::PlainEvaluator>(*learners_[own]);

  // By sender in the order of its rows, which is that of their numbers.
  reductions::Contenders beam;
  std::vector<reductions::Contender> found;
  std::uint64_t unused = 0;
  const Entrant champion = part.schedule.champion();
  std::vector<Side> sides(part.labels.size());  // where labels come to the final
  if (champion.from != From::kPlayer) {
    for (const std::uint32_t label : tournament.labels_at(champion.index, Side::kRight)) {
      sides[label] = Side::kRight;
    }
  }
  for (std::uint32_t row = 0; row < data.size(); ++row) {
    util::ByteWriter& to = mail.to(own, guests.senders[order[row]]);
    const Features x = data.row(row);
    evaluator->set_example(x);
    const reductions::OutOfFoldRow answers(margins, row, *evaluator);
    bool arrived = champion.from == From::kPlayer;
    const std::span<const reductions::OutOfFoldMargins::OfRow> own_margins = margins.of(row);
    if (!arrived && !own_margins.empty() && own_margins.back().problem == champion.index) {
      const bool few =
          facts_.examples_of[part.labels[data.label(row)]] < reductions::kMinRoutedOutOfFold;
      const float margin =
          few ? learners_[own]->margin(champion.index, x) : own_margins.back().margin;
      arrived = learners::side_of(margin) == sides[data.label(row)];
    }
    to.number<std::uint8_t>(arrived ? 1 : 0);
    found.clear();
    for (const reductions::Contender& contender :
         beam.gather(part.schedule, answers, x, limits_, unused)) {
      found.push_back({part.labels[contender.label], contender.path});
    }
    write_contenders(found, to);
  }
}

std::vector<BelowCut> Subtrees::learn(const std::vector<HomeRows>& homes,
                                      const PartCheckpoints& checkpoints) {
  learners_.resize(blocks_.own());
  packed_.resize(blocks_.own());
  std::vector<Guests> guests = gather(homes);
  Mail mail(blocks_);
  blocks_.for_own([&](std::uint32_t, std::size_t own) {
    if (has_part(own)) learn_part(own, std::move(guests[own]), checkpoints, mail);
  });
  mail.deliver();
  std::vector<BelowCut> below(blocks_.own());
  blocks_.for_own([&](std::uint32_t, std::size_t own) {
    std::vector<util::ByteReader> readers;
    for (std::uint32_t sender = 0; sender < blocks_.size(); ++sender) {
      readers.push_back(mail.from(own, sender));
    }
    BelowCut& here = below[own];
    const Dataset& data = homes[own].data;
    for (std::size_t i = 0; i < data.size(); ++i) {
      util::ByteReader& reader = readers[cut_.part_of[data.label(i)]];
      here.arrived.push_back(reader.number<std::uint8_t>() != 0);
      read_contenders(reader, here.contenders.all);
      here.contenders.starts.push_back(here.contenders.all.size());
    }
  });
  return below;
}

}  // namespace ect::cluster
