// Example: ((0 1) (2 (3 4))) with 1, 1, 9, 5 and 5 examples, in 3 parts. The whole is parted into
// (0 1) and (2 (3 4)), then the second, which has 19 of 21, into 2 and (3 4). The top is
// (P0 (P1 P2)); the parts are tournaments of 2, 1 and 2 labels.
// Cost: O(labels log parts). Tests: cut_test.
#include "cluster/cut.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <stdexcept>
#include <utility>

namespace ect::cluster {
namespace {

// A seeding's tree; nodes below players() are players.
class Tree {
 public:
  Tree(const Seeding& seeding, std::span<const std::uint32_t> examples_of)
      : seeding_(seeding), examples_(examples_of.begin(), examples_of.end()) {
    for (const Seeding::Meeting& meeting : seeding.meetings()) {
      examples_.push_back(examples_[meeting.left] + examples_[meeting.right]);
    }
  }

  std::uint32_t root() const { return static_cast<std::uint32_t>(examples_.size()) - 1; }
  bool is_player(std::uint32_t node) const { return node < seeding_.players(); }
  const Seeding::Meeting& meeting(std::uint32_t node) const {
    return seeding_.meetings()[node - seeding_.players()];
  }
  std::uint64_t examples(std::uint32_t node) const { return examples_[node]; }

  // The tree below a node, down to where `number` is not null, as a seeding of so many players.
  template <class Number>
  Seeding below(std::uint32_t node, Player players, const Number& number) const {
    std::vector<Seeding::Meeting> meetings;
    add_below(node, players, number, meetings);
    return Seeding::tree(players, meetings);
  }

  template <class Visit>
  void each_player(std::uint32_t node, const Visit& visit) const {
    if (is_player(node)) {
      visit(node);
      return;
    }
    each_player(meeting(node).left, visit);
    each_player(meeting(node).right, visit);
  }

 private:
  template <class Number>
  std::uint32_t add_below(std::uint32_t node, Player players, const Number& number,
                          std::vector<Seeding::Meeting>& meetings) const {
    if (const std::optional<std::uint32_t> player = number(node)) return *player;
    const std::uint32_t left = add_below(meeting(node).left, players, number, meetings);
    const std::uint32_t right = add_below(meeting(node).right, players, number, meetings);
    meetings.push_back({left, right});
    return players + static_cast<std::uint32_t>(meetings.size()) - 1;
  }

  const Seeding& seeding_;
  std::vector<std::uint64_t> examples_;  // by node
};

// The roots of the parts, from left to right.
std::vector<std::uint32_t> roots_of_parts(const Tree& tree, std::uint32_t parts) {
  const auto smaller = [&](std::uint32_t a, std::uint32_t b) {
    return tree.examples(a) != tree.examples(b) ? tree.examples(a) < tree.examples(b) : a < b;
  };
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, decltype(smaller)> open(smaller);
  std::vector<std::uint32_t> roots;
  open.push(tree.root());
  while (!open.empty() && open.size() + roots.size() < parts) {
    const std::uint32_t node = open.top();
    open.pop();
    if (tree.is_player(node)) {
      roots.push_back(node);
      continue;
    }
    open.push(tree.meeting(node).left);
    open.push(tree.meeting(node).right);
  }
  for (; !open.empty(); open.pop()) roots.push_back(open.top());
  std::vector<std::uint32_t> in_order;
  std::vector<std::uint32_t> waiting = {tree.root()};
  while (!waiting.empty()) {
    const std::uint32_t node = waiting.back();
    waiting.pop_back();
    if (std::find(roots.begin(), roots.end(), node) != roots.end()) {
      in_order.push_back(node);
      continue;
    }
    waiting.push_back(tree.meeting(node).right);
    waiting.push_back(tree.meeting(node).left);
  }
  return in_order;
}

// The matches of the whole that those of a part of it are; `leaf(entrant, player)` for its players.
template <class Leaf>
void match_up(const Schedule& whole, Entrant at, const Schedule& part, Entrant in_part,
              std::vector<std::uint32_t>& matches, const Leaf& leaf) {
  if (in_part.from == From::kPlayer) {
    leaf(at, in_part.index);
    return;
  }
  if (at.from != From::kWinnerOf) throw std::logic_error("a part that is not in the whole");
  matches[in_part.index] = at.index;
  match_up(whole, whole.left(at.index), part, part.left(in_part.index), matches, leaf);
  match_up(whole, whole.right(at.index), part, part.right(in_part.index), matches, leaf);
}

}  // namespace

Cut cut_tournament(const Seeding& seeding, std::span<const std::uint32_t> examples_of,
                   std::uint32_t parts) {
  const Tree tree(seeding, examples_of);
  const std::vector<std::uint32_t> roots = roots_of_parts(tree, parts);
  const auto count = static_cast<std::uint32_t>(roots.size());
  const auto part_at = [&](std::uint32_t node) -> std::optional<std::uint32_t> {
    const auto at = std::find(roots.begin(), roots.end(), node);
    if (at == roots.end()) return std::nullopt;
    return static_cast<std::uint32_t>(at - roots.begin());
  };
  Cut cut{error_correcting(seeding, 1),
          error_correcting(tree.below(tree.root(), count, part_at), 1),
          {},
          {},
          std::vector<std::uint32_t>(seeding.players()),
          std::vector<std::uint32_t>(seeding.players())};
  cut.top_matches.resize(cut.top.matches());
  std::vector<Entrant> at(count);
  match_up(cut.whole, cut.whole.champion(), cut.top, cut.top.champion(), cut.top_matches,
           [&](Entrant entrant, std::uint32_t part) { at[part] = entrant; });
  for (std::uint32_t part = 0; part < count; ++part) {
    std::vector<std::uint32_t> labels;
    tree.each_player(roots[part], [&](std::uint32_t label) { labels.push_back(label); });
    std::sort(labels.begin(), labels.end());
    for (std::uint32_t place = 0; place < labels.size(); ++place) {
      cut.part_of[labels[place]] = part;
      cut.place_in_part[labels[place]] = place;
    }
    const auto place_of = [&](std::uint32_t node) -> std::optional<std::uint32_t> {
      if (!tree.is_player(node)) return std::nullopt;
      return cut.place_in_part[node];
    };
    const auto players = static_cast<Player>(labels.size());
    Schedule schedule = error_correcting(tree.below(roots[part], players, place_of), 1);
    std::vector<std::uint32_t> matches(schedule.matches());
    match_up(cut.whole, at[part], schedule, schedule.champion(), matches,
             [&](Entrant entrant, std::uint32_t place) {
               if (entrant != Entrant{From::kPlayer, labels[place]})
                 throw std::logic_error("a part that is not in the whole");
             });
    cut.parts.push_back({std::move(labels), std::move(schedule), std::move(matches)});
  }
  return cut;
}

}  // namespace ect::cluster
