// The table of reductions: names, properties, and how each is made and loaded. Tests:
// reductions_test, reduction_name_test.
#include "reductions/reductions.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "ect/error.h"
#include "reductions/contested/contested.h"
#include "reductions/flat/all_pairs.h"
#include "reductions/flat/all_pairs_filter_tree.h"
#include "reductions/flat/ecoc.h"
#include "reductions/flat/one_vs_all.h"
#include "reductions/flat/pecoc.h"
#include "reductions/tournament/tournament_reduction.h"
#include "tournament/pack.h"
#include "util/text.h"

namespace ect::reductions {
namespace {

template <Routing routing>
std::unique_ptr<Reduction> make_tournament(const ReductionPlan& plan) {
  TournamentReduction plain(error_correcting(plan.seeding.value(), plan.eliminations), routing);
  if (!plan.contested) return std::make_unique<TournamentReduction>(std::move(plain));
  if (plan.online) return ContestedReduction::online(std::move(plain), plan.contenders);
  return std::make_unique<ContestedReduction>(std::move(plain), plan.contenders, plan.finals);
}

template <Routing routing>
TournamentReduction read_tournament(std::span<const std::uint32_t> words, std::uint32_t classes) {
  Schedule schedule = tournament::unpack_schedule(words);
  if (schedule.players() != classes) {
    throw Error(Error::Kind::kModelFormat, "the number of labels does not match the tournament");
  }
  return {std::move(schedule), routing};
}

template <Routing routing>
std::unique_ptr<Reduction> load_tournament(std::span<const std::uint32_t> words,
                                           std::uint32_t classes) {
  return std::make_unique<TournamentReduction>(read_tournament<routing>(words, classes));
}

template <Routing routing>
std::unique_ptr<Reduction> load_contested(std::span<const std::uint32_t> words,
                                          std::uint32_t classes) {
  return ContestedReduction::load(words, read_tournament<routing>, classes);
}

constexpr auto kAlways = Routing::kAlways;
constexpr auto kFiltered = Routing::kFiltered;

}  // namespace

std::span<const ReductionKind> reduction_kinds() {
  static constexpr std::array<ReductionKind, 8> kReductions = {{
      {.name = "all-pairs",
       .id = ReductionId::kAllPairs,
       .costs = true,
       .make = make_all_pairs,
       .load = load_all_pairs},
      {.name = "all-pairs-filter-tree",
       .id = ReductionId::kAllPairsFilterTree,
       .seeded = true,
       .routed = true,
       .costs = true,
       .make = make_all_pairs_filter_tree,
       .load = load_all_pairs_filter_tree},
      {.name = "ecoc",
       .id = ReductionId::kEcoc,
       .make = make_ecoc,
       .load = load_ecoc,
       .coded = true},
      {.name = "ect",
       .id = ReductionId::kEct,
       .seeded = true,
       .routed = true,
       .several_brackets = true,
       .costs = true,
       .make = make_tournament<kFiltered>,
       .load = load_tournament<kFiltered>,
       .load_contested = load_contested<kFiltered>},
      {.name = "filter-tree",
       .id = ReductionId::kFilterTree,
       .seeded = true,
       .routed = true,
       .costs = true,
       .make = make_tournament<kFiltered>,
       .load = load_tournament<kFiltered>,
       .load_contested = load_contested<kFiltered>},
      {.name = "one-vs-all",
       .id = ReductionId::kOneVsAll,
       .costs = true,
       .make = make_one_vs_all,
       .load = load_one_vs_all,
       .decoded = true,
       .probabilities = true},
      {.name = "pecoc",
       .id = ReductionId::kPecoc,
       .costs = true,
       .make = make_pecoc,
       .load = load_pecoc,
       .probabilities = true},
      {.name = "tree",
       .id = ReductionId::kTree,
       .seeded = true,
       .make = make_tournament<kAlways>,
       .load = load_tournament<kAlways>,
       .load_contested = load_contested<kAlways>},
  }};
  return kReductions;
}

const ReductionKind& reduction_named(std::string_view name) {
  std::string names;
  for (const ReductionKind& kind : reduction_kinds()) {
    if (kind.name == name) return kind;
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  }
  throw Error::bad_argument(
      fmt::format("unknown reduction {} (expected {})", util::quoted(name), names));
}

const ReductionKind& reduction_kind(ReductionId id) {
  for (const ReductionKind& kind : reduction_kinds()) {
    if (kind.id == id) return kind;
  }
  throw Error::bad_argument("unknown reduction");
}

}  // namespace ect::reductions
