#include "reductions/reductions.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "ect/error.h"
#include "reductions/all_pairs.h"
#include "reductions/all_pairs_filter_tree.h"
#include "reductions/ecoc.h"
#include "reductions/one_vs_all.h"
#include "reductions/pecoc.h"
#include "reductions/tournament_reduction.h"
#include "tournament/pack.h"
#include "util/text.h"

namespace ect {
namespace {

template <Routing routing>
std::unique_ptr<Reduction> make_tournament(const ReductionPlan& plan) {
  return std::make_unique<TournamentReduction>(
      error_correcting(plan.seeding.value(), plan.eliminations), routing);
}

template <Routing routing>
std::unique_ptr<Reduction> load_tournament(std::span<const std::uint32_t> words,
                                           std::uint32_t classes) {
  Schedule schedule = unpack_schedule(words);
  if (schedule.players() != classes) {
    throw Error(Error::Kind::kModelFormat, "it has other labels than players");
  }
  return std::make_unique<TournamentReduction>(std::move(schedule), routing);
}

constexpr auto kAlways = Routing::kAlways;
constexpr auto kFiltered = Routing::kFiltered;

}  // namespace

std::span<const ReductionKind> reductions() {
  static constexpr std::array<ReductionKind, 8> kReductions = {{
      {"all-pairs", false, false, true, make_all_pairs, load_all_pairs},
      {"all-pairs-filter-tree", true, false, true, make_all_pairs_filter_tree,
       load_all_pairs_filter_tree},
      {"ecoc", false, false, false, make_ecoc, load_ecoc, false, true},
      {"ect", true, true, true, make_tournament<kFiltered>, load_tournament<kFiltered>},
      {"filter-tree", true, false, true, make_tournament<kFiltered>, load_tournament<kFiltered>},
      {"one-vs-all", false, false, true, make_one_vs_all, load_one_vs_all, true, false, true},
      {"pecoc", false, false, true, make_pecoc, load_pecoc, false, false, true},
      {"tree", true, false, false, make_tournament<kAlways>, load_tournament<kAlways>},
  }};
  return kReductions;
}

const ReductionKind& reduction_named(std::string_view name) {
  std::string names;
  for (const ReductionKind& kind : reductions()) {
    if (kind.name == name) return kind;
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  }
  throw Error::bad_argument(fmt::format("unknown reduction {} (there are {})", shown(name), names));
}

}  // namespace ect
