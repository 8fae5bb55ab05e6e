// Reads recorded votes. Every record is checked, also those about other items, so that the warnings
// describe the whole file. Bad records among good ones are skipped and counted by their kind of
// error; a file of only bad records is refused. For each pair only the counts are stored.
// Cost: linear in the file; memory per pair, not per vote.
// Tests: votes_judge_test, tests/fuzz.
#include "selection/votes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "data/formats/records.h"
#include "util/text.h"

namespace ect::selection {
namespace {

// Finds the columns of a file and counts its votes.
class VotesReader {
 public:
  VotesReader(data::Records& records, const VotesSource& source, const std::vector<Item>& items)
      : records_(records) {
    for (const data::Declared& column : records_.columns()) {
      std::string& name = names_.emplace_back(column.name);
      std::transform(name.begin(), name.end(), name.begin(), util::lower);
    }
    for (const auto& [column, value] : source.filters) {
      filters_.emplace_back(filter_column(column),
                            value.empty() ? data::Cell() : data::Cell(value));
    }
    find_columns();
    numbers_.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      numbers_.emplace(items[i].id, static_cast<Player>(i));
    }
  }

  RecordedVotes read() {
    RecordedVotes votes;
    for (std::vector<data::Cell> cells; next(cells, votes);) {
      const bool wanted = std::all_of(filters_.begin(), filters_.end(), [&](const auto& filter) {
        return cells[filter.first] == filter.second;
      });
      if (!wanted) continue;
      ++votes.records;
      try {
        add(cells, votes);
      } catch (const BadRecord& bad) {
        skip(bad.kind, bad, votes);
      }
    }
    const bool is_all_bad = !votes.skipped.empty() && skipped_ == votes.records;
    if (is_all_bad) throw Error(Error::Kind::kParse, votes.skipped.front().first);
    // Pairs with zero votes are dropped.
    std::erase_if(votes.pairs, [](const auto& pair) { return pair.second == VoteCounts{}; });
    return votes;
  }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  struct BadRecord : Error {
    BadRecord(const Error& error, const char* what) : Error(error), kind(what) {}
    const char* kind;  // as SkippedVotes::kind
  };

  // Reads the next valid record, skipping bad ones; false at the end. Errors that concern more than
  // one record, such as a quote that is never closed, are thrown.
  bool next(std::vector<data::Cell>& cells, RecordedVotes& votes) {
    while (true) {
      try {
        return records_.next(cells);
      } catch (const data::RecordError& error) {
        ++votes.records;
        skip("lines that are not records of the table", error, votes);
      }
    }
  }

  void skip(const char* kind, const Error& error, RecordedVotes& votes) {
    ++skipped_;
    auto same = std::find_if(votes.skipped.begin(), votes.skipped.end(),
                             [&](const SkippedVotes& other) { return other.kind == kind; });
    if (same == votes.skipped.end()) {
      same = votes.skipped.insert(same, {kind, 0, error.what()});
    }
    ++same->count;
  }

  void add(const std::vector<data::Cell>& cells, RecordedVotes& votes) const {
    const auto a = item(cells[a_]);
    const auto b = item(cells[b_]);
    const VoteCounts counts = counts_of(cells);
    if (cells[a_] && cells[a_] == cells[b_]) {
      throw bad("votes between an item and itself",
                fmt::format("a vote between {} and itself", util::quoted(*cells[a_])));
    }
    if (!a || !b) {
      ++votes.left_out;
      return;
    }
    VoteCounts& sum = votes.pairs[pair_key(std::min(*a, *b), std::max(*a, *b))];
    const bool swapped = *a > *b;
    add(sum[kForLower], counts[swapped ? kForHigher : kForLower]);
    add(sum[kForHigher], counts[swapped ? kForLower : kForHigher]);
    add(sum[kForNeither], counts[kForNeither]);
  }

  BadRecord bad(const char* kind, const std::string& message) const {
    return {records_.error(message), kind};
  }

  std::size_t column(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    return found == names_.end() ? kNone : static_cast<std::size_t>(found - names_.begin());
  }

  std::size_t filter_column(const std::string& name) const {
    const auto& columns = records_.columns();
    const auto found =
        std::find_if(columns.begin(), columns.end(),
                     [&](const data::Declared& column) { return column.name == name; });
    if (found == columns.end())
      throw records_.error(fmt::format("no column {}", util::quoted(name)));
    return static_cast<std::size_t>(found - columns.begin());
  }

  bool find_pair(const std::string& first, const std::string& second) {
    a_ = column(first);
    b_ = column(second);
    return a_ != kNone && b_ != kNone;
  }

  void find_items() {
    if (find_pair("a", "b") || find_pair("first", "second") || find_pair("left", "right") ||
        find_pair("item_a", "item_b")) {
      return;
    }
    for (const std::string& name : names_) {
      if (!name.ends_with("_a")) continue;
      const std::string stem = name.substr(0, name.size() - 1);
      if (find_pair(name, stem + 'b')) return;
    }
    throw records_.error("no columns of two items (expected a and b, or item_a and item_b)");
  }

  void find_columns() {
    find_items();
    winner_ = column("winner");
    vote_ = column("vote");
    a_over_b_ = column("a_over_b");
    b_over_a_ = column("b_over_a");
    ties_ = column("ties");
    weight_ = column("weight");
    if (weight_ == kNone) weight_ = column("count");
    if (winner_ == kNone && vote_ == kNone && (a_over_b_ == kNone || b_over_a_ == kNone)) {
      throw records_.error("no result (expected a column winner, vote, or a_over_b and b_over_a)");
    }
  }

  std::optional<Player> item(const data::Cell& cell) const {
    if (!cell) return std::nullopt;
    const auto found = numbers_.find(*cell);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

  std::uint32_t number(const std::vector<data::Cell>& cells, std::size_t column) const {
    const std::string text = cells[column].value_or("");
    const auto parsed = util::parse_number<std::uint32_t>(text);
    if (parsed) return *parsed;
    throw bad("counts that are not whole numbers",
              fmt::format("{} is {} (expected a whole number)", util::quoted(names_[column]),
                          util::quoted(text)));
  }

  // The votes of a record, in the order a, b, tie.
  VoteCounts counts_of(const std::vector<data::Cell>& cells) const {
    const std::uint32_t weight = weight_ == kNone ? 1 : number(cells, weight_);
    VoteCounts counts{};
    if (winner_ != kNone) {
      counts[winner(cells)] = weight;
    } else if (vote_ != kNone) {
      counts[vote(cells)] = weight;
    } else {
      counts[0] = times(number(cells, a_over_b_), weight);
      counts[1] = times(number(cells, b_over_a_), weight);
      if (ties_ != kNone) counts[2] = times(number(cells, ties_), weight);
    }
    return counts;
  }

  std::size_t winner(const std::vector<data::Cell>& cells) const {
    const data::Cell& cell = cells[winner_];
    if (!cell) return 2;
    if (cell == cells[a_]) return 0;
    if (cell == cells[b_]) return 1;
    std::string text = *cell;
    std::transform(text.begin(), text.end(), text.begin(), util::lower);
    if (text == "a" || text == "first" || text == "left" || text == names_[a_]) return 0;
    if (text == "b" || text == "second" || text == "right" || text == names_[b_]) return 1;
    if (text == "tie" || text.starts_with("tie ")) return 2;
    throw bad(
        "winners that are neither of the two nor a tie",
        fmt::format("the winner is {} (expected {}, {} or tie)", util::quoted(*cell),
                    util::quoted(cells[a_].value_or("")), util::quoted(cells[b_].value_or(""))));
  }

  std::size_t vote(const std::vector<data::Cell>& cells) const {
    const std::string text = cells[vote_].value_or("");
    if (text == "1" || text == "+1") return 0;
    if (text == "-1") return 1;
    if (text == "0") return 2;
    throw bad("votes other than 1, -1 and 0",
              fmt::format("the vote is {} (expected 1, -1 or 0)", util::quoted(text)));
  }

  std::uint32_t limited(std::uint64_t count) const {
    if (count <= std::numeric_limits<std::uint32_t>::max()) {
      return static_cast<std::uint32_t>(count);
    }
    throw records_.error("more than 2^32 votes on a pair");
  }
  std::uint32_t times(std::uint64_t count, std::uint64_t weight) const {
    return limited(count * weight);
  }
  void add(std::uint32_t& sum, std::uint64_t count) const { sum = limited(sum + count); }

  data::Records& records_;
  std::vector<std::string> names_;  // in lower case
  std::vector<std::pair<std::size_t, data::Cell>> filters_;
  std::unordered_map<std::string_view, Player> numbers_;
  std::size_t a_ = kNone;
  std::size_t b_ = kNone;
  std::size_t winner_ = kNone;
  std::size_t vote_ = kNone;
  std::size_t a_over_b_ = kNone;
  std::size_t b_over_a_ = kNone;
  std::size_t ties_ = kNone;
  std::size_t weight_ = kNone;
  std::uint64_t skipped_ = 0;
};

}  // namespace

VotesSource parse_votes_source(std::string_view text) {
  const std::size_t at = text.rfind('?');
  if (at == std::string_view::npos || text.find('=', at) == std::string_view::npos) {
    return {std::string(text), {}};
  }
  VotesSource source{std::string(text.substr(0, at)), {}};
  for (const std::string_view filter : util::split(text.substr(at + 1), '&')) {
    const std::size_t equals = filter.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw Error::bad_argument(
          fmt::format("{} is not a vote filter (expected FILE?column=value&column=value)",
                      util::quoted(filter)));
    }
    source.filters.emplace_back(filter.substr(0, equals), filter.substr(equals + 1));
  }
  return source;
}

RecordedVotes read_votes(const VotesSource& source, std::istream& in,
                         const std::vector<Item>& items) {
  const std::string name = util::input_name(source.path);
  const auto records =
      csv_records(data::Lines(util::open_input(source.path, in), name), data::Header::kYes);
  RecordedVotes votes = VotesReader(*records, source, items).read();
  if (votes.pairs.empty()) {
    throw Error(Error::Kind::kParse,
                fmt::format("{}: no vote between two of the items ({} votes were read)", name,
                            votes.records));
  }
  return votes;
}

}  // namespace ect::selection
