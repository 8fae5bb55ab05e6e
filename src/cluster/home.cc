// Reading: each rank reads some parts of the input, one after the other as the files have them.
// Labels are numbered by their first appearance, document frequencies are integers, and a row's
// number and its place among those of its label follow from how many came before, so all of it is
// what one rank would have found. Then every row goes home, to the block that the hash of its
// number says: by hash, because a block with the rows of few labels would learn little about a
// match from its other side.
//
// Example: ranks 0 and 1 read the labels b a b and c a. The labels are b a c; rank 1's a is number
// 4 of the rows, and at place 1 of its label. Cost: each byte is read twice (once where the n-grams
// are given); a row travels once. Memory: the rows that a rank has read, as counts, beside those
// that have come home. Tests: equal_bytes_test.
#include "cluster/home.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include "ect/error.h"
#include "util/parallel.h"
#include "util/text.h"

namespace ect::cluster {
namespace {

constexpr std::size_t kRowsAtOnce = 16384;  // that a rank sends in one round

std::vector<Bytes> tell_all(Communicator& communicator, const Bytes& bytes) {
  return communicator.exchange(std::vector<Bytes>(communicator.size(), bytes));
}

// The parts of a rank: consecutive, of about as many bytes as those of others.
std::vector<InputPart> parts_of(const std::vector<InputPart>& parts, std::uint32_t rank,
                                std::uint32_t ranks) {
  double all = 0;
  for (const InputPart& part : parts) all += static_cast<double>(part.last - part.first);
  std::vector<InputPart> own;
  double before = 0;
  for (const InputPart& part : parts) {
    const auto size = static_cast<double>(part.last - part.first);
    const auto at = static_cast<std::uint32_t>((before + size / 2) / all * ranks);
    if (std::min(at, ranks - 1) == rank) own.push_back(part);
    before += size;
  }
  return own;
}

data::Layout layout_of(Communicator& communicator, const std::vector<InputPart>& all,
                       const std::vector<InputPart>& own, const data::LoadOptions& options,
                       unsigned threads) {
  data::Layout layout;
  std::istringstream no_input;
  layout.format = find_format(data::DataFile(all.front().file, no_input), options);
  if (layout.format != FileFormat::kText) {
    throw Error::bad_argument(fmt::format(
        "{}: training in blocks supports labelled text (this is {}; --format text if it "
        "is text)",
        all.front().file, data::format_name(layout.format)));
  }
  std::vector<data::TextLengths> lengths(own.size());
  if (depends_on_lengths(options.text)) {
    util::parallel_for(own.size(), threads,
                       [&](std::uint64_t i) { lengths[i] = measure_texts(lines_of(own[i])); });
  }
  util::ByteWriter told;
  data::TextLengths sum;
  for (const data::TextLengths& part : lengths) {
    sum.texts += part.texts;
    sum.characters += part.characters;
  }
  told.number(sum);
  sum = {};
  for (const Bytes& bytes : tell_all(communicator, told.release())) {
    const auto part = util::ByteReader(bytes, "lengths").number<data::TextLengths>();
    sum.texts += part.texts;
    sum.characters += part.characters;
  }
  layout.text = text_options(sum, options.text);
  return layout;
}

Dataset read_part(const InputPart& part, const data::Layout& layout) {
  const std::unique_ptr<data::Reader> reader = data::open_reader(lines_of(part), layout);
  Dataset data;
  for (Example example; reader->next(example);) {
    if (!example.label) {
      throw Error::parse(part.file, reader->line(), "no label (expected label<TAB>text)");
    }
    data.add(example);
  }
  data.shrink();
  return data;
}

// Numbers the labels of all ranks by their first appearance.
void number_labels(Communicator& communicator, ReadData& read) {
  Labels own;
  for (const Dataset& part : read.parts) {
    for (std::uint32_t label = 0; label < part.label_names().size(); ++label) {
      own.add(part.label_names().name(label));
    }
  }
  util::ByteWriter names;
  for (std::uint32_t label = 0; label < own.size(); ++label) names.text(own.name(label));
  for (const Bytes& bytes : tell_all(communicator, names.release())) {
    for (util::ByteReader reader(bytes, "labels"); reader.left() > 0;) {
      read.labels.add(reader.text());
    }
  }
  for (const Dataset& part : read.parts) {
    std::vector<std::uint32_t>& numbers = read.label_numbers.emplace_back();
    for (std::uint32_t label = 0; label < part.label_names().size(); ++label) {
      numbers.push_back(*read.labels.find(part.label_names().name(label)));
    }
  }
}

// How many rows of each label there are; `before` this rank's.
std::vector<std::uint32_t> count_labels(Blocks& blocks, const ReadData& read,
                                        std::vector<std::uint32_t>& before) {
  std::vector<std::uint32_t> counts(read.labels.size());
  for (std::size_t part = 0; part < read.parts.size(); ++part) {
    for (std::size_t i = 0; i < read.parts[part].size(); ++i) {
      ++counts[read.label_numbers[part][read.parts[part].label(i)]];
    }
  }
  util::ByteWriter told;
  told.numbers(std::span<const std::uint32_t>(counts));
  const std::vector<Bytes> all = blocks.tell_all(told.release());
  std::vector<std::uint32_t> sum(counts.size());
  for (std::uint32_t rank = 0; rank < blocks.ranks(); ++rank) {
    if (rank == blocks.rank()) before = sum;
    util::ByteReader(all[rank], "counts").numbers(std::span(counts));
    for (std::size_t label = 0; label < sum.size(); ++label) sum[label] += counts[label];
  }
  return sum;
}

// The rows with each place, of all ranks: each adds up a range of the places.
data::PlaceCounts count_all_places(Blocks& blocks, const ReadData& read) {
  std::vector<data::PlaceCounts> counted(read.parts.size());
  for (std::size_t i = 0; i < read.parts.size(); ++i) {
    counted[i] = data::count_places(read.parts[i], blocks.threads());
  }
  const data::PlaceCounts own = data::added_up(std::move(counted), blocks.threads());
  const auto is_below = [](const auto& count, std::uint64_t place) { return count.first < place; };
  std::vector<Bytes> to;
  auto at = own.begin();
  for (std::uint32_t rank = 0; rank < blocks.ranks(); ++rank) {
    const std::uint64_t end =
        (std::uint64_t{1} << read.layout.text.bits) * (rank + std::uint64_t{1}) / blocks.ranks();
    const auto last = std::lower_bound(at, own.end(), end, is_below);
    const auto bytes = std::as_bytes(std::span(at, last));
    to.emplace_back(bytes.begin(), bytes.end());
    at = last;
  }
  const auto counts_in = [](const Bytes& bytes) {
    data::PlaceCounts counts(bytes.size() / sizeof(data::PlaceCounts::value_type));
    for (util::ByteReader reader(bytes, "counts"); auto& [place, rows] : counts) {
      place = reader.number<std::uint32_t>();
      rows = reader.number<std::uint32_t>();
    }
    return counts;
  };
  std::vector<data::PlaceCounts> of_ranks;
  for (const Bytes& bytes : blocks.exchange(std::move(to))) of_ranks.push_back(counts_in(bytes));
  const data::PlaceCounts part = data::added_up(std::move(of_ranks), blocks.threads());
  const auto bytes = std::as_bytes(std::span(part));
  data::PlaceCounts all;
  for (const Bytes& of_rank : blocks.tell_all({bytes.begin(), bytes.end()})) {
    const data::PlaceCounts counts = counts_in(of_rank);
    all.insert(all.end(), counts.begin(), counts.end());
  }
  return all;
}

// A row's hash: the finaliser of splitmix64.
std::uint32_t home_of(std::uint64_t row, std::uint32_t blocks) {
  std::uint64_t z = row + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return static_cast<std::uint32_t>((z ^ (z >> 31)) % blocks);
}

// The rows of a rank on their way home, a round after the other.
class Travel {
 public:
  Travel(Blocks& blocks, ReadData& read, std::vector<std::uint32_t> before)
      : blocks_(blocks), read_(read), seen_(std::move(before)), row_(read.first_row) {}

  bool left() const { return part_ < read_.parts.size(); }

  // The messages of this rank to the blocks of each rank.
  std::vector<Bytes> next() {
    std::vector<util::ByteWriter> to(blocks_.ranks());
    for (std::size_t sent = 0; sent < kRowsAtOnce && left(); ++sent) {
      Dataset& part = read_.parts[part_];
      if (at_ < part.size()) put_row(part, to);
      if (++at_ < part.size()) continue;
      part = Dataset();
      ++part_;
      at_ = 0;
    }
    std::vector<Bytes> bytes;
    bytes.reserve(to.size());
    for (util::ByteWriter& writer : to) bytes.push_back(writer.release());
    return bytes;
  }

 private:
  void put_row(const Dataset& part, std::vector<util::ByteWriter>& to) {
    const std::uint32_t home = home_of(row_, blocks_.size());
    std::uint32_t rank = 0;
    while (home >= blocks_.first_of(rank + 1)) ++rank;
    const std::uint32_t label = read_.label_numbers[part_][part.label(at_)];
    to[rank].number(home);
    to[rank].number(row_++);
    to[rank].number(label);
    to[rank].number(seen_[label]++);
    write_row(part.row(at_), to[rank]);
  }

  Blocks& blocks_;
  ReadData& read_;
  std::vector<std::uint32_t> seen_;
  std::uint64_t row_;
  std::size_t part_ = 0;
  std::size_t at_ = 0;
};

// What has come from one rank, whose rows come in order.
using Arrivals = std::vector<std::vector<Bytes>>;  // by rank, then round

void settle(Blocks& blocks, Arrivals arrivals, std::vector<HomeRows>& homes) {
  Example row;
  for (std::vector<Bytes>& of_rank : arrivals) {
    for (Bytes& bytes : of_rank) {
      for (util::ByteReader reader(bytes, "rows"); reader.left() > 0;) {
        HomeRows& home = homes[reader.number<std::uint32_t>() - blocks.first()];
        home.numbers.push_back(reader.number<std::uint64_t>());
        const auto label = reader.number<std::uint32_t>();
        home.places.push_back(reader.number<std::uint32_t>());
        read_row(reader, row);
        home.data.add_row(row.features(), label, 1);
      }
      Bytes().swap(bytes);
    }
  }
}

void count_reach(Blocks& blocks, HomeData& home) {
  std::vector<std::int64_t> reach(home.facts.features);
  std::vector<bool> has;
  for (const HomeRows& rows : home.homes) {
    has.assign(reach.size(), false);
    for (std::size_t i = 0; i < rows.data.size(); ++i) {
      for (const std::uint32_t feature : rows.data.row(i).indices) has[feature] = true;
    }
    for (std::size_t feature = 0; feature < reach.size(); ++feature) reach[feature] += has[feature];
  }
  blocks.sum_up(reach);
  home.facts.reach.assign(reach.begin(), reach.end());
}

}  // namespace

void write_row(Features x, util::ByteWriter& to) {
  to.number(static_cast<std::uint32_t>(x.indices.size()));
  to.numbers(x.indices);
  to.numbers(x.values);
}

void read_row(util::ByteReader& from, Example& to) {
  const auto size = from.number<std::uint32_t>();
  to.indices.resize(size);
  to.values.resize(size);
  from.numbers(std::span(to.indices));
  from.numbers(std::span(to.values));
}

ReadData read_parts(Communicator& communicator, const std::vector<InputPart>& parts,
                    const data::LoadOptions& options, unsigned threads) {
  if (parts.empty()) throw Error(Error::Kind::kParse, "no examples (are the files empty?)");
  const std::vector<InputPart> own = parts_of(parts, communicator.rank(), communicator.size());
  ReadData read;
  read.layout = layout_of(communicator, parts, own, options, threads);
  read.parts.resize(own.size());
  util::parallel_for(own.size(), threads,
                     [&](std::uint64_t i) { read.parts[i] = read_part(own[i], read.layout); });
  number_labels(communicator, read);
  util::ByteWriter told;
  std::uint64_t rows = 0;
  for (const Dataset& part : read.parts) rows += part.size();
  told.number(rows);
  const std::vector<Bytes> all = tell_all(communicator, told.release());
  for (std::uint32_t rank = 0; rank < communicator.size(); ++rank) {
    if (rank == communicator.rank()) read.first_row = read.rows;
    read.rows += util::ByteReader(all[rank], "rows").number<std::uint64_t>();
  }
  return read;
}

HomeData home_rows(Blocks& blocks, ReadData read) {
  HomeData home;
  Facts& facts = home.facts;
  std::vector<std::uint32_t> before;
  facts.examples_of = count_labels(blocks, read, before);
  facts.rows = read.rows;
  facts.layout = read.layout;
  facts.scaling.kind = data::Scaling::Kind::kText;
  facts.scaling.text = data::text_weights_of(count_all_places(blocks, read), read.rows,
                                             first_character_place(read.layout.text));
  facts.features = facts.scaling.text.size();
  for (Dataset& part : read.parts) {
    part.rewrite(blocks.threads(), [&](Example& row) { facts.scaling.apply(row); });
  }
  Travel travel(blocks, read, std::move(before));
  Arrivals arrivals(blocks.ranks());
  while (blocks.greatest(travel.left() ? 1 : 0) > 0) {
    std::vector<Bytes> round = blocks.exchange(travel.next());
    for (std::uint32_t rank = 0; rank < blocks.ranks(); ++rank) {
      arrivals[rank].push_back(std::move(round[rank]));
    }
  }
  home.homes.resize(blocks.own());
  settle(blocks, std::move(arrivals), home.homes);
  for (HomeRows& rows : home.homes) {
    rows.data.set_sparse(facts.features);
    rows.data.shrink();
  }
  facts.labels = std::move(read.labels);
  count_reach(blocks, home);
  return home;
}

}  // namespace ect::cluster
