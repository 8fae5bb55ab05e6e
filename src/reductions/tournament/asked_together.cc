// Groups of problems that are evaluated on the same example. The descent goes from a match to one
// that an entrant comes from as its winner, so a match stands with those below it, level by level
// until there are Packing::kMaxTogether: four levels of a balanced tree. What is below begins new
// subtrees. Labels are taken in the order in which the first bracket has them. Example: eight
// labels and one bracket are one subtree of seven matches. Cost: O(matches). Tests:
// asked_together_test.
#include "reductions/tournament/asked_together.h"

#include <vector>

#include "learners/learner.h"

namespace ect::reductions {
namespace {

// Calls visit(label) in the order of a bracket's tree, from the left.
template <class Visit>
void each_label(const Schedule& schedule, Entrant top, const Visit& visit) {
  std::vector<Entrant> left = {top};
  while (!left.empty()) {
    const Entrant entrant = left.back();
    left.pop_back();
    if (entrant.from == From::kPlayer) {
      visit(entrant.index);
    } else {
      left.push_back(schedule.right(entrant.index));
      left.push_back(schedule.left(entrant.index));
    }
  }
}

}  // namespace

std::vector<std::vector<std::uint32_t>> matches_together(const Schedule& schedule) {
  std::vector<std::vector<std::uint32_t>> lists;
  std::vector<bool> listed(schedule.matches());
  // From the last, as a match refers to earlier ones.
  for (std::uint32_t top = schedule.matches(); top-- > 0;) {
    if (listed[top]) continue;
    std::vector<std::uint32_t> list = {top};
    listed[top] = true;
    for (std::size_t at = 0; at < list.size(); ++at) {
      for (const Entrant entrant : {schedule.left(list[at]), schedule.right(list[at])}) {
        if (list.size() == learners::Packing::kMaxTogether) break;
        if (entrant.from != From::kWinnerOf || listed[entrant.index]) continue;
        listed[entrant.index] = true;
        list.push_back(entrant.index);
      }
    }
    lists.push_back(std::move(list));
  }
  return lists;
}

std::vector<std::vector<std::uint32_t>> labels_together(const Schedule& schedule) {
  std::vector<std::vector<std::uint32_t>> lists;
  each_label(schedule, schedule.title(1), [&](std::uint32_t label) {
    if (lists.empty() || lists.back().size() == learners::Packing::kMaxTogether)
      lists.emplace_back();
    lists.back().push_back(label);
  });
  return lists;
}

}  // namespace ect::reductions
