// The seeding of labels by a SeedingChoice: random, by similarity, or from a file, which has one
// label per line or nested JSON lists.
// Tests: learn_cli_test, learn_errors_test.
#include "model/seed_labels.h"

#include <fmt/format.h>

#include <bit>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "data/formats/lines.h"
#include "ect/error.h"
#include "reductions/tournament/similar_seeding.h"
#include "util/input.h"
#include "util/text.h"

namespace ect::model {
namespace {

constexpr std::string_view kGiven = "given:";
constexpr std::size_t kMaxDepth = 10000;  // of nested lists

// Checks that a file names every label exactly once.
class LabelChecklist {
 public:
  LabelChecklist(const Labels& labels, std::string file)
      : labels_(labels), file_(std::move(file)), named_(labels.size()) {}

  Player call(const std::string& name) {
    const std::optional<std::uint32_t> label = labels_.find(name);
    if (!label) throw error(fmt::format("{} is not a label of the data", util::quoted(name)));
    if (named_[*label])
      throw error(fmt::format("the label {} is listed twice", util::quoted(name)));
    named_[*label] = true;
    return *label;
  }
  void check_all() const {
    for (std::uint32_t label = 0; label < labels_.size(); ++label) {
      if (!named_[label]) {
        throw error(fmt::format("the label {} is missing", util::quoted(labels_.name(label))));
      }
    }
  }
  Error error(const std::string& what) const {
    return {Error::Kind::kParse, fmt::format("{}: {}", file_, what)};
  }

 private:
  const Labels& labels_;
  std::string file_;
  std::vector<bool> named_;
};

// Converts nested lists to meetings.
class Hierarchy {
 public:
  explicit Hierarchy(LabelChecklist& checklist, Player players)
      : labels_(checklist), players_(players) {}

  std::uint32_t add(const nlohmann::json& node, std::size_t depth) {
    if (node.is_string()) return labels_.call(node.get<std::string>());
    if (!node.is_array() || node.empty()) {
      throw labels_.error("expected a label in quotes or a list that is not empty");
    }
    if (depth > kMaxDepth) {
      throw labels_.error(fmt::format("lists are nested too deep (at most {} levels)", kMaxDepth));
    }
    std::vector<std::uint32_t> sides;
    for (const nlohmann::json& child : node) sides.push_back(add(child, depth + 1));
    return halve(sides);
  }

  const std::vector<Seeding::Meeting>& meetings() const { return meetings_; }

 private:
  std::uint32_t halve(std::span<const std::uint32_t> sides) {
    if (sides.size() == 1) return sides.front();
    const std::size_t middle = (sides.size() + 1) / 2;
    const std::uint32_t left = halve(sides.first(middle));
    const std::uint32_t right = halve(sides.subspan(middle));
    meetings_.push_back({left, right});
    return players_ + static_cast<std::uint32_t>(meetings_.size()) - 1;
  }

  LabelChecklist& labels_;
  Player players_;
  std::vector<Seeding::Meeting> meetings_;
};

Seeding read_hierarchy(const std::string& text, LabelChecklist& checklist, Player players) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) throw checklist.error("invalid JSON (expected nested lists of labels)");
  Hierarchy hierarchy(checklist, players);
  hierarchy.add(json, 0);
  checklist.check_all();
  return Seeding::tree(players, hierarchy.meetings());
}

Seeding read_order(const std::string& text, LabelChecklist& checklist) {
  std::vector<Player> order;
  for (const std::string_view line : util::split(text, '\n')) {
    const std::string_view name = util::trimmed(line);
    if (!name.empty()) order.push_back(checklist.call(std::string(name)));
  }
  checklist.check_all();
  return Seeding::order(order);
}

Seeding read_given(const std::string& file, const Labels& labels,
                   std::vector<std::string>& warnings) {
  const std::string text = read_all(*util::open_file(file));
  LabelChecklist checklist(labels, file);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool list = first != std::string::npos && text[first] == '[';
  Seeding seeding =
      list ? read_hierarchy(text, checklist, labels.size()) : read_order(text, checklist);
  const auto levels = static_cast<std::uint32_t>(std::bit_width(labels.size() - 1));
  if (seeding.depth() > 2 * levels) {
    warnings.push_back(fmt::format(
        "{}: the hierarchy has depth {}, a balanced one {}; predictions take up to {} questions",
        file, seeding.depth(), levels, seeding.depth()));
  }
  return seeding;
}

}  // namespace

SeedingChoice parse_seeding(std::string_view text) {
  using Kind = SeedingChoice::Kind;
  for (const Kind kind : {Kind::kRandom, Kind::kSimilar}) {
    if (text == seeding_kind_name(kind)) return {kind, ""};
  }
  if (text.starts_with(kGiven) && text.size() > kGiven.size()) {
    return {Kind::kGiven, std::string(text.substr(kGiven.size()))};
  }
  throw Error::bad_argument(
      fmt::format("unknown seeding '{}' (expected similar, random or given:FILE)", text));
}

std::string seeding_name(const SeedingChoice& seeding) {
  const std::string name(seeding_kind_name(seeding.kind));
  return seeding.kind == SeedingChoice::Kind::kGiven ? name + ':' + seeding.file : name;
}

std::string_view seeding_kind_name(SeedingChoice::Kind kind) {
  switch (kind) {
    case SeedingChoice::Kind::kRandom:
      return "random";
    case SeedingChoice::Kind::kSimilar:
      return "similar";
    case SeedingChoice::Kind::kGiven:
      return "given";
  }
  return "";
}

Seeding seed_labels(const SeedingChoice& seeding, const Labels& labels, const SeededFrom& examples,
                    std::uint64_t seed, unsigned threads, std::vector<std::string>& warnings) {
  switch (seeding.kind) {
    case SeedingChoice::Kind::kRandom:
      return Seeding::random(labels.size(), seed);
    case SeedingChoice::Kind::kSimilar:
      return reductions::similar_seeding(examples.data, examples.rows, seed, threads);
    case SeedingChoice::Kind::kGiven:
      break;
  }
  return read_given(seeding.file, labels, warnings);
}

}  // namespace ect::model
