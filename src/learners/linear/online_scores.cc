// Scores of labels, trained jointly on a stream: adaptive regularization of weights (AROW: Crammer,
// Kulesza, Dredze 2009) with one rival a step. Each weight has a variance s, 1 at first, which
// falls with every step that the weight takes part in; steps are large where little is known. An
// example x of label y is scored for all labels that have a weight for its features. Let r be the
// greatest other one, m = score(y) - score(r). Where m < 1,
//     v = sum of (s_y + s_r) x^2,  step = (1 - m) / (v + noise)
//     w_y += step s_y x,  w_r -= step s_r x,  1/s += x^2 / noise  for both.
// The noise is kNoise times the mean |x|^2 of the examples so far, so that the scale of the
// features does not matter; an example of weight h has 1/h of it.
//
// Only two labels learn from an example, and what they had is known from the sums: it is this, and
// that rare features move at once, which lets one pass come near what batch training reaches where
// a gradient step on every label does not (debian-section, words and pairs, last tenth of the
// training file: 17.6 % against 20.7 by the softmax and 20.4 by one-vs-all, AdaGrad both).
//
// Weights lie by feature: a row holds the labels that have one, with weight and variance. A rare
// feature has few labels, whatever their number, so that an example is scored for all labels by a
// short row a feature. Rows grow by doubling, up to kMaxLabels labels; what comes to a full row has
// no weight. All rows together have at most kMaxEntries; from half of that on a feature has a row
// from its second time on only.
//
// Example: two labels, x = {5: 1} of label 0, nothing known: scores 0 and 0, no rival has a weight,
// v = 1, noise 3: step 1/4, w_0 = 0.25, s_0 = 0.75.
// Cost: O(sum of the features' rows), at most kMaxLabels a feature. Tests: online_scores_test.
#include "learners/linear/online_scores.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "ect/error.h"
#include "learners/greatest_margins.h"
#include "util/prefetch.h"

namespace ect::learners {
namespace {

// Chosen among 0.5 to 10 on the last tenths of the (shuffled) training files of clinc150,
// banking77, 20newsgroups, debian-maintainer and debian-section: 1 to 2 are best, and hardly
// differ.
constexpr double kNoise = 1.5;
constexpr double kMargin = 1;
constexpr std::uint32_t kMaxLabels = 256;  // of a feature
constexpr std::uint32_t kMinCapacity = 2;
constexpr std::uint32_t kChunkBits = 16;  // of the number of entries allocated together
constexpr std::uint32_t kChunk = std::uint32_t{1} << kChunkBits;
constexpr std::uint32_t kMaxEntries = std::uint32_t{3} << 24;  // 0.6 GB, and half as much to grow
constexpr std::uint32_t kSeenRoom = std::uint32_t{1} << 24;
constexpr float kMaxValue = 1e15F;  // squares of greater values would not fit

Error damaged_scores() { return {Error::Kind::kParse, "the scores of a checkpoint are damaged"}; }

float bounded(float value) { return std::clamp(value, -kMaxValue, kMaxValue); }

std::size_t size_class(std::uint32_t capacity) { return std::bit_width(capacity) - 1U; }

}  // namespace

OnlineScores::OnlineScores(std::uint32_t labels)
    : labels_(labels), used_of_chunk_(kChunk), sums_(labels) {}

std::span<const OnlineScores::Entry> OnlineScores::entries(const Row& row) const {
  return row.size == 0 ? std::span<const Entry>() : std::span(entry_at(row, 0), row.size);
}

// A row never crosses the end of a chunk.
OnlineScores::Entry* OnlineScores::entry_at(const Row& row, std::uint32_t place) const {
  return &chunks_[row.start >> kChunkBits][(row.start & (kChunk - 1)) + place];
}

void OnlineScores::Sums::forget() {
  if (all_are_touched()) {
    std::fill(sums_.begin(), sums_.end(), 0.0F);
  } else {
    for (const std::span<const Entry> row : swept_) {
      for (const Entry& entry : row) sums_[entry.label] = 0;
    }
  }
  swept_.clear();
  entries_ = 0;
}

void OnlineScores::Sums::set_example(const OnlineScores& scores, Features x) {
  constexpr std::size_t kAhead = 8;
  forget();
  // Rows first, which are then read while the next ones are on their way.
  thread_local std::vector<float> values;
  values.clear();
  for (std::size_t i = 0; i < x.indices.size(); ++i) {
    if (i + kAhead < x.indices.size()) scores.rows_.prefetch(x.indices[i + kAhead]);
    const Row* row = scores.rows_.find(x.indices[i]);
    if (row == nullptr || row->size == 0 || x.values[i] == 0) continue;
    swept_.push_back(scores.entries(*row));
    values.push_back(bounded(x.values[i]));
    util::prefetch(swept_.back().data());
    entries_ += row->size;
  }
  for (std::size_t i = 0; i < swept_.size(); ++i) {
    for (const Entry& entry : swept_[i]) sums_[entry.label] += values[i] * entry.weight;
  }
}

void OnlineScores::Sums::find_greatest(std::uint32_t first, std::size_t most,
                                       std::vector<ProblemMargin>& found) const {
  GreatestMargins greatest(most, found);
  if (all_are_touched()) {
    for (std::uint32_t label = 0; label < sums_.size(); ++label) {
      greatest.add(first + label, sums_[label]);
    }
    return;
  }
  for (const std::span<const Entry> row : swept_) {
    for (const Entry& entry : row) greatest.add_once(first + entry.label, sums_[entry.label]);
  }
}

// The label with the greatest score but for this one; nothing where that is one without weights,
// whose score is 0.
std::optional<std::uint32_t> OnlineScores::greatest_rival(std::uint32_t label) {
  sums_.find_greatest(0, 2, greatest_);
  for (const ProblemMargin& item : greatest_) {
    if (item.problem == label) continue;
    const bool without_weights = item.margin < 0 && !sums_.all_are_touched();
    return without_weights ? std::nullopt : std::optional(item.problem);
  }
  return std::nullopt;
}

void OnlineScores::learn(std::uint32_t label, Features x, float weight) {
  double squares = 0;
  for (const float value : x.values) {
    squares += static_cast<double>(bounded(value)) * static_cast<double>(bounded(value));
  }
  squares_ += squares;
  examples_ += 1;
  if (!(squares > 0)) return;
  sums_.set_example(*this, x);
  const std::optional<std::uint32_t> rival = greatest_rival(label);
  const auto margin = static_cast<double>(sums_.of(label) - (rival ? sums_.of(*rival) : 0));
  sums_.forget();  // rows may move below
  if (!(margin < kMargin)) return;

  const double noise = kNoise * squares_ / examples_ / static_cast<double>(weight);
  touched_.clear();
  double variance = 0;
  for (std::size_t i = 0; i < x.indices.size(); ++i) {
    if (x.values[i] == 0) continue;
    Row* row = row_to_train(x.indices[i]);
    if (row == nullptr) continue;
    Entry* own = find_or_add(*row, label);
    Entry* other = rival ? find_or_add(*row, *rival) : nullptr;
    const auto value = static_cast<double>(bounded(x.values[i]));
    const double known = (own != nullptr ? static_cast<double>(own->variance) : 0) +
                         (other != nullptr ? static_cast<double>(other->variance) : 0);
    variance += known * value * value;
    touched_.push_back({own, other, static_cast<float>(value)});
  }
  const double step = (kMargin - margin) / (variance + noise);
  const auto move = [&](Entry* entry, double towards, double value) {
    if (entry == nullptr) return;
    const auto before = static_cast<double>(entry->variance);
    entry->weight += static_cast<float>(towards * step * before * value);
    entry->variance = static_cast<float>(before / (1 + before * value * value / noise));
  };
  for (const Touched& touched : touched_) {
    move(touched.own, 1, static_cast<double>(touched.value));
    move(touched.rival, -1, static_cast<double>(touched.value));
  }
}

float OnlineScores::score(std::uint32_t label, Features x) const {
  float sum = 0;
  for (std::size_t i = 0; i < x.indices.size(); ++i) {
    const Row* row = rows_.find(x.indices[i]);
    if (row == nullptr || x.values[i] == 0) continue;
    if (const Entry* entry = find(*row, label)) sum += bounded(x.values[i]) * entry->weight;
  }
  return sum;
}

OnlineScores::Entry* OnlineScores::find(const Row& row, std::uint32_t label) const {
  for (std::uint32_t place = 0; place < row.size; ++place) {
    if (Entry* entry = entry_at(row, place); entry->label == label) return entry;
  }
  return nullptr;
}

// Null where there is no room.
OnlineScores::Entry* OnlineScores::find_or_add(Row& row, std::uint32_t label) {
  Entry* entry = find(row, label);
  if (entry != nullptr || row.size == row.capacity || entries_ == kMaxEntries) return entry;
  entry = entry_at(row, row.size++);
  ++entries_;
  *entry = {label, 0, 1};
  return entry;
}

// A feature's row, with room for two more labels unless it is full; null if it is to have none.
OnlineScores::Row* OnlineScores::row_to_train(std::uint32_t feature) {
  Row* row = rows_.find(feature);
  if (row == nullptr) {
    const bool scarce = entries_ >= kMaxEntries / 2;
    if (entries_ == kMaxEntries || (scarce && !seen_.again(feature, kSeenRoom))) return nullptr;
    rows_.reserve(rows_.size() + 1, kMaxEntries);
    row = rows_.add(feature);
  }
  make_room(*row, row->size + 2);
  return row;
}

void OnlineScores::make_room(Row& row, std::uint32_t size) {
  const std::uint32_t wanted = std::min(size, std::min(kMaxLabels, labels_));
  if (wanted <= row.capacity) return;
  const std::uint32_t capacity = std::max(kMinCapacity, std::bit_ceil(wanted));
  const Row moved{take(capacity), row.size, capacity};
  std::copy_n(entry_at(row, 0), row.size, entry_at(moved, 0));
  if (row.capacity > 0) free_[size_class(row.capacity)].push_back(row.start);
  row = moved;
}

// Where so many entries are free.
std::uint32_t OnlineScores::take(std::uint32_t capacity) {
  std::vector<std::uint32_t>& free = free_[size_class(capacity)];
  if (!free.empty()) {
    const std::uint32_t start = free.back();
    free.pop_back();
    return start;
  }
  if (used_of_chunk_ + capacity > kChunk) {
    chunks_.push_back(std::make_unique<Entry[]>(kChunk));
    used_of_chunk_ = 0;
  }
  const auto chunk = static_cast<std::uint32_t>(chunks_.size() - 1);
  const std::uint32_t start = (chunk << kChunkBits) + used_of_chunk_;
  used_of_chunk_ += capacity;
  return start;
}

std::vector<std::vector<Weight>> OnlineScores::weights() const {
  std::vector<std::vector<Weight>> result(labels_);
  rows_.each([&](std::uint32_t feature, const Row& row) {
    for (const Entry& entry : entries(row)) result[entry.label].push_back({feature, entry.weight});
  });
  for (std::vector<Weight>& weights : result) {
    std::sort(weights.begin(), weights.end(),
              [](const Weight& a, const Weight& b) { return a.feature < b.feature; });
  }
  return result;
}

void OnlineScores::save(util::ByteWriter& to) const {
  to.number(squares_);
  to.number(examples_);
  to.number(rows_.size());
  rows_.each([&](std::uint32_t feature, const Row& row) {
    to.number(feature);
    to.number(row.size);
    to.numbers(entries(row));
  });
  seen_.save(to);
}

void OnlineScores::restore(util::ByteReader& from) {
  squares_ = from.number<double>();
  examples_ = from.number<double>();
  const auto rows = from.number<std::uint32_t>();
  if (rows > kMaxEntries) throw damaged_scores();
  rows_.reserve(rows, kMaxEntries);
  for (std::uint32_t i = 0; i < rows; ++i) {
    const auto feature = from.number<std::uint32_t>();
    const auto size = from.number<std::uint32_t>();
    if (feature == StateTable<Row>::kNone || rows_.find(feature) != nullptr ||
        size > std::min(kMaxLabels, labels_)) {
      throw damaged_scores();
    }
    Row& row = *rows_.add(feature);
    make_room(row, size);
    row.size = size;
    entries_ += size;
    if (entries_ > kMaxEntries) throw damaged_scores();
    for (std::uint32_t place = 0; place < size; ++place) {
      Entry& entry = *entry_at(row, place);
      entry = from.number<Entry>();
      if (entry.label >= labels_) throw damaged_scores();
    }
  }
  if (!seen_.restore(from, kSeenRoom)) throw damaged_scores();
}

}  // namespace ect::learners
