#ifndef ECT_REPORT_BRACKET_LAYOUT_H_
#define ECT_REPORT_BRACKET_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "report/drawn_bracket.h"

namespace ect::report {

inline constexpr double kBoxWidth = 124;
inline constexpr double kFinalWidth = 164;
inline constexpr double kBoxHeight = 34;
inline constexpr double kColumnGap = 42;
inline constexpr double kBandGap = 30;
inline constexpr double kPictureMargin = 28;

// The positions of the boxes of a picture: a match is in the column of its round and in the band of
// its bracket. Boxes of one bracket and round are spread evenly over the band, which gives the
// familiar tree of the first bracket; a band is as high as its fullest round. The finals are to the
// right of the brackets, in the middle of all bands.
class BracketLayout {
 public:
  struct Box {
    double x = 0;
    double y = 0;  // of the middle
    double width = kBoxWidth;
    double bend = 0.5;  // where lines turn in the gap before it; differs from its neighbours
  };
  struct Band {
    double top = 0;
    double height = 0;
  };

  // `header` is the height above the bands, `behind` the width to the right of the last column.
  BracketLayout(const DrawnBracket& bracket, double header, double behind);

  const Box& box(std::uint32_t match) const { return boxes_[match]; }
  const Band& band(std::uint32_t bracket) const { return bands_[bracket - 1]; }  // from 1
  double column_x(std::uint32_t round) const;
  double width() const { return width_; }
  double height() const { return height_; }

 private:
  using Run = std::vector<std::uint32_t>;  // matches

  void place_bands(double header);
  void place_run(const Run& run, const Band& band);
  std::optional<double> came_from(const DrawnSide& side) const;

  const DrawnBracket& bracket_;  // used only by the constructor
  std::vector<Run> runs_;        // the matches of each bracket in each round, by round and bracket
  std::uint32_t first_phase_rounds_;
  std::vector<Box> boxes_;
  std::vector<Band> bands_;  // of each bracket, then of the finals
  double width_ = 0;
  double height_ = 0;
};

}  // namespace ect::report

#endif  // ECT_REPORT_BRACKET_LAYOUT_H_
