// Computes where the boxes of a tournament's picture stand. Tests: report_test, by the pictures
// that are drawn with it.
#include "report/bracket_layout.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ect::report {
namespace {

constexpr double kRowGap = 12;
constexpr double kMinWidth = 760;  // for the title and the line below it

std::vector<std::vector<std::uint32_t>> runs_of(const DrawnBracket& bracket) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> runs;
  for (std::uint32_t n = 0; n < bracket.matches.size(); ++n) {
    runs[{bracket.matches[n].round, bracket.matches[n].bracket}].push_back(n);
  }
  std::vector<std::vector<std::uint32_t>> result;
  result.reserve(runs.size());
  for (auto& [key, run] : runs) result.push_back(std::move(run));
  return result;
}

}  // namespace

BracketLayout::BracketLayout(const DrawnBracket& bracket, double header, double behind)
    : bracket_(bracket),
      runs_(runs_of(bracket)),
      first_phase_rounds_(bracket.first_phase_rounds),
      boxes_(bracket.matches.size()),
      bands_(bracket.brackets + 1) {
  place_bands(header);
  width_ = std::max(kMinWidth, column_x(bracket.rounds + 1) + behind + kPictureMargin);
  for (const Run& run : runs_) place_run(run, bands_[bracket.matches[run.front()].bracket - 1]);
}

double BracketLayout::column_x(std::uint32_t round) const {
  const double first_phase = std::min(round - 1, first_phase_rounds_);
  const double finals = round - 1 - first_phase;
  return kPictureMargin + first_phase * (kBoxWidth + kColumnGap) +
         finals * (kFinalWidth + kColumnGap);
}

void BracketLayout::place_bands(double header) {
  for (const Run& run : runs_) {
    const std::uint32_t bracket = bracket_.matches[run.front()].bracket;
    const double row = kBoxHeight + (bracket == bands_.size() ? 3 : 1) * kRowGap;
    Band& band = bands_[bracket - 1];
    band.height = std::max(band.height, row * static_cast<double>(run.size()));
  }
  const double first_top = header + 22;
  double top = first_top;
  for (std::size_t b = 0; b + 1 < bands_.size(); ++b) {
    bands_[b].top = top;
    top += bands_[b].height + kBandGap;
  }
  Band& finals = bands_.back();
  finals.top = first_top + std::max(0.0, (top - kBandGap - first_top - finals.height) / 2);
  height_ = std::max(top - kBandGap, finals.top + finals.height) + kPictureMargin;
}

// Places the matches of a round and bracket in the order in which their players stood in the bands
// that they come from, so that lines are short and seldom cross.
void BracketLayout::place_run(const Run& run, const Band& band) {
  std::vector<std::pair<double, std::uint32_t>> order;
  for (const std::uint32_t n : run) {
    const std::optional<double> left = came_from(bracket_.matches[n].left);
    const std::optional<double> right = came_from(bracket_.matches[n].right);
    const double either = left.value_or(right.value_or(0));
    order.emplace_back((either + right.value_or(either)) / 2, n);
  }
  std::sort(order.begin(), order.end());
  const double step = band.height / static_cast<double>(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t n = order[i].second;
    boxes_[n] = {column_x(bracket_.matches[n].round),
                 band.top + step * (static_cast<double>(i) + 0.5),
                 n >= bracket_.first_phase_matches ? kFinalWidth : kBoxWidth,
                 0.3 + 0.2 * static_cast<double>(i % 3)};
  }
}

// The relative height of a side in the band that it comes from, from 0 at the top to 1 at the
// bottom. Nothing for players in their first match.
std::optional<double> BracketLayout::came_from(const DrawnSide& side) const {
  double sum = 0;
  for (const Entrant& entrant : side.from) {
    if (entrant.from == From::kPlayer) return std::nullopt;
    const Band& band = bands_[bracket_.matches[entrant.index].bracket - 1];
    sum += (boxes_[entrant.index].y - band.top) / band.height;
  }
  return sum / static_cast<double>(side.from.size());
}

}  // namespace ect::report
