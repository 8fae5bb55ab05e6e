// Labels that are alike meet first. All labels are cut in two by balanced 2-means of their points,
// each side again, and so on; that tree is the first bracket. So the matches between labels that
// are hard to tell apart have few labels below them, and the others part clusters, which even a
// linear classifier can.
//
// A part of n labels may be cut anywhere as long as both sides have at most 2^(ceil(log2 n) - 1):
// then the tree is ceil(log2 labels) deep. Six labels, at 0 1 2 3 | 8 9 on a line: 4 and 2 are
// allowed, so the cut is where the gap is, and the two at the right have the byes.
//
// 2-means: from two labels drawn (the second by its squared distance to the first), each step
// places all labels on the line between the two means, cuts halfway between these or as near to
// that as is allowed, and takes the means of both sides. It ends when the means come no further
// apart; the best of several starts is taken. Large parts seek their means on a sample of labels.
//
// Cost: O(labels * dimensions) a level of the tree. The parts of a level are cut in parallel, each
// with random numbers of its own, so that threads change nothing. Tests: similar_seeding_test;
// bench_seeding.
#include "reductions/tournament/similar_seeding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

#include "ect/random.h"
#include "util/parallel.h"

namespace ect::reductions {
namespace {

constexpr std::size_t kSample = 1024;  // labels of a part that its means are sought on
constexpr std::size_t kMaxStarts = 16;
constexpr std::size_t kMinStarts = 4;
constexpr std::size_t kStartLabels = 1024;  // of all starts together, beyond the least
constexpr int kMaxMeansSteps = 20;

float inner(std::span<const float> a, std::span<const float> b) {
  std::array<float, 8> sums{};  // so that they can be added side by side
  std::size_t j = 0;
  for (; j + sums.size() <= a.size(); j += sums.size()) {
    for (std::size_t lane = 0; lane < sums.size(); ++lane) sums[lane] += a[j + lane] * b[j + lane];
  }
  for (; j < a.size(); ++j) sums[0] += a[j] * b[j];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

// A label's place on a line; equal ones are told apart by number.
struct Placed {
  float place;
  std::uint32_t label;
  bool operator<(const Placed& other) const {
    return place != other.place ? place < other.place : label < other.label;
  }
};

// How many labels may stand left of a cut.
struct Sizes {
  std::size_t least;
  std::size_t most;
};

Sizes sizes_for(std::size_t labels) {
  const std::size_t half = std::bit_ceil(labels) / 2;
  return {labels - half, half};
}

// About the same for a sample.
Sizes sizes_for(std::size_t labels, std::size_t sample) {
  const Sizes all = sizes_for(labels);
  if (labels == sample) return all;
  const std::size_t least = std::clamp(all.least * sample / labels, std::size_t{1}, sample / 2);
  return {least, sample - least};
}

// A line, and the point of it that is halfway between two means.
struct Line {
  std::vector<float> direction;
  float middle = 0;
  double gain = -1;  // how far its cut brings the means of both sides apart
};

// Cuts one part; has memory for one thread.
class Cutter {
 public:
  Cutter(const LabelPoints& points, std::uint64_t seed, std::uint64_t stream)
      : points_(points), random_(seed, stream) {
    for (std::vector<float>& mean : means_) mean.resize(points.dimensions);
  }

  // Rearranges the labels, by increasing number, into two sides of which each is so too. Returns
  // how many the left side has.
  std::size_t cut(std::span<std::uint32_t> labels) {
    if (labels.size() == 2) return 1;
    const std::vector<std::uint32_t> sample = sample_of(labels);
    const Sizes sizes = sizes_for(labels.size(), sample.size());
    Line best;
    const std::size_t starts = std::clamp(kStartLabels / sample.size(), kMinStarts, kMaxStarts);
    for (std::size_t start = 0; start < starts; ++start) {
      Line line = seek(sample, sizes);
      if (line.gain > best.gain) best = std::move(line);
    }
    place(labels, best);
    const Placed first_right = halfway(sizes_for(labels.size()));
    std::size_t left = 0;
    std::vector<std::uint32_t> right;
    for (const Placed& placed : placed_) {
      if (placed < first_right) {
        labels[left++] = placed.label;
      } else {
        right.push_back(placed.label);
      }
    }
    std::copy(right.begin(), right.end(), labels.begin() + static_cast<std::ptrdiff_t>(left));
    return left;
  }

 private:
  std::vector<std::uint32_t> sample_of(std::span<const std::uint32_t> labels) {
    std::vector<std::uint32_t> sample(labels.begin(), labels.end());
    if (sample.size() <= kSample) return sample;
    for (std::size_t i = 0; i < kSample; ++i) {
      std::swap(sample[i], sample[i + random_.below(sample.size() - i)]);
    }
    sample.resize(kSample);
    return sample;
  }

  Line seek(std::span<const std::uint32_t> labels, Sizes sizes) {
    draw_means(labels);
    Line best;
    for (int step = 0; step < kMaxMeansSteps; ++step) {
      Line line = between_means();
      place(labels, line);
      line.gain = take_means(halfway(sizes));
      if (line.gain <= best.gain) break;
      best = std::move(line);
    }
    return best;
  }

  void draw_means(std::span<const std::uint32_t> labels) {
    const std::span<const float> first = points_.of(labels[random_.below(labels.size())]);
    std::vector<double> distances;
    double sum = 0;
    for (const std::uint32_t label : labels) {
      distances.push_back(std::max(0.0, distance(first, points_.of(label))));
      sum += distances.back();
    }
    double drawn = random_.uniform() * sum;
    std::size_t second = 0;
    while (second + 1 < labels.size() && drawn >= distances[second]) drawn -= distances[second++];
    means_[0].assign(first.begin(), first.end());
    const std::span<const float> point = points_.of(labels[second]);
    means_[1].assign(point.begin(), point.end());
  }

  static double distance(std::span<const float> a, std::span<const float> b) {
    return static_cast<double>(inner(a, a)) + static_cast<double>(inner(b, b)) -
           2 * static_cast<double>(inner(a, b));
  }

  Line between_means() const {
    Line line;
    line.direction.resize(points_.dimensions);
    for (std::size_t j = 0; j < points_.dimensions; ++j) {
      line.direction[j] = means_[1][j] - means_[0][j];
    }
    line.middle = (inner(means_[1], means_[1]) - inner(means_[0], means_[0])) / 2;
    return line;
  }

  void place(std::span<const std::uint32_t> labels, const Line& line) {
    placed_.clear();
    for (const std::uint32_t label : labels) {
      placed_.push_back({inner(points_.of(label), line.direction) - line.middle, label});
    }
  }

  // The first label right of the cut, in the order of their places.
  Placed halfway(Sizes sizes) {
    const auto below = static_cast<std::size_t>(
        std::count_if(placed_.begin(), placed_.end(), [](const Placed& p) { return p.place < 0; }));
    const auto left = static_cast<std::ptrdiff_t>(std::clamp(below, sizes.least, sizes.most));
    sorted_ = placed_;
    std::nth_element(sorted_.begin(), sorted_.begin() + left, sorted_.end());
    return sorted_[static_cast<std::size_t>(left)];
  }

  // The means of both sides; returns the squares that they account for.
  double take_means(Placed first_right) {
    std::array<double, 2> counts{};
    for (std::vector<float>& mean : means_) std::fill(mean.begin(), mean.end(), 0.0F);
    for (const Placed& placed : placed_) {
      if (!points_.known[placed.label]) continue;
      const std::size_t side = placed < first_right ? 0 : 1;
      counts[side] += 1;
      const std::span<const float> point = points_.of(placed.label);
      for (std::size_t j = 0; j < point.size(); ++j) means_[side][j] += point[j];
    }
    if (counts[0] == 0 || counts[1] == 0) return 0;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto by = static_cast<float>(1 / counts[side]);
      for (float& value : means_[side]) value *= by;
    }
    return distance(means_[0], means_[1]) * counts[0] * counts[1] / (counts[0] + counts[1]);
  }

  const LabelPoints& points_;
  Random random_;
  std::array<std::vector<float>, 2> means_;
  std::vector<Placed> placed_;
  std::vector<Placed> sorted_;
};

// Labels of the order from `first` on, cut at `middle`. What a side is: a part of the next level,
// or a label that is alone.
struct Part {
  std::size_t first;
  std::size_t last;
  std::size_t middle = 0;
  std::array<std::uint32_t, 2> sides{};
};

class Tree {
 public:
  explicit Tree(std::uint32_t labels) : order_(labels), parts_{{0, labels}} {
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
  }

  void cut(const LabelPoints& points, std::uint64_t seed, unsigned threads) {
    for (std::size_t level = 0; level < parts_.size();) {
      const std::size_t end = parts_.size();
      util::parallel_for(end - level, threads, [&](std::uint64_t i) {
        Part& part = parts_[level + i];
        part.middle = part.first + Cutter(points, seed, level + i).cut(labels_of(part));
      });
      for (; level < end; ++level) add_sides(level);
    }
  }

  // Sides before their meeting, from left to right.
  void meet(std::vector<Seeding::Meeting>& meetings) const { meet(0, meetings); }

 private:
  std::span<std::uint32_t> labels_of(const Part& part) {
    return std::span(order_).subspan(part.first, part.last - part.first);
  }

  void add_sides(std::size_t number) {
    const Part part = parts_[number];
    for (const bool right : {false, true}) {
      const std::size_t first = right ? part.middle : part.first;
      const std::size_t last = right ? part.last : part.middle;
      if (last - first == 1) {
        parts_[number].sides[right ? 1 : 0] = order_[first];
        continue;
      }
      parts_[number].sides[right ? 1 : 0] = players() + static_cast<std::uint32_t>(parts_.size());
      parts_.push_back({first, last});
    }
  }

  std::uint32_t meet(std::uint32_t number, std::vector<Seeding::Meeting>& meetings) const {
    std::array<std::uint32_t, 2> sides = parts_[number].sides;
    for (std::uint32_t& side : sides) {
      if (side >= players()) side = meet(side - players(), meetings);
    }
    meetings.push_back({sides[0], sides[1]});
    return players() + static_cast<std::uint32_t>(meetings.size()) - 1;
  }

  std::uint32_t players() const { return static_cast<std::uint32_t>(order_.size()); }

  std::vector<std::uint32_t> order_;
  std::vector<Part> parts_;  // level after level
};

}  // namespace

Seeding similar_seeding(const LabelPoints& points, std::uint64_t seed, unsigned threads) {
  std::vector<Seeding::Meeting> meetings;
  if (points.labels > 1) {
    Tree tree(points.labels);
    tree.cut(points, seed, threads);
    tree.meet(meetings);
  }
  return Seeding::tree(points.labels, meetings);
}

Seeding similar_seeding(const Dataset& data, std::span<const std::uint32_t> rows,
                        std::uint64_t seed, unsigned threads) {
  return similar_seeding(label_points(data, rows), seed, threads);
}

}  // namespace ect::reductions
