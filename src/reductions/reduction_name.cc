// Parses names such as ect:4, ect:4:contested and one-vs-all:votes. Tests: reduction_name_test.
#include "reductions/reduction_name.h"

#include <span>
#include <vector>

#include "util/text.h"

namespace ect::reductions {
namespace {

constexpr std::string_view kContested = "contested";

// What follows the name of a tournament: M, contested, or both. False for anything else.
bool read_tournament_name(std::span<const std::string_view> words, ReductionName& name) {
  if (!words.empty() && words[0] != kContested) {
    name.eliminations = util::parse_number<std::uint32_t>(words[0]).value_or(0);
    if (!name.kind.several_brackets || name.eliminations == 0) return false;
    words = words.subspan(1);
  }
  name.contested = !words.empty() && words[0] == kContested;
  if (words.size() > (name.contested ? 1U : 0U)) return false;
  return !name.contested || name.kind.load_contested != nullptr;
}

bool read_decoding(std::span<const std::string_view> words, ReductionName& name) {
  if (words.size() != 1 || words[0].empty()) return false;
  if (words[0] != "scores") name.decode = words[0];
  return true;
}

}  // namespace

std::optional<ReductionName> parse_reduction_name(std::string_view name) {
  const std::vector<std::string_view> words = util::split(name, ':');
  ReductionName result{reduction_named(words[0]), 0, false, ""};
  const auto more = std::span(words).subspan(1);
  const bool decoded = result.kind.decoded && !more.empty();
  if (!(decoded ? read_decoding(more, result) : read_tournament_name(more, result)))
    return std::nullopt;
  return result;
}

}  // namespace ect::reductions
