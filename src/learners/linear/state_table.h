#ifndef ECT_LEARNERS_STATE_TABLE_H_
#define ECT_LEARNERS_STATE_TABLE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "util/place_of.h"
#include "util/prefetch.h"

namespace ect::learners {

// A hash table of the states of a problem's features. Features are stored apart from the states, so
// that an unsuccessful search, the common case in a table that is full, touches one cache line,
// which holds sixteen features.
template <class State>
class StateTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;  // no feature

  std::uint32_t size() const { return size_; }

  // Null if it is absent.
  const State* find(std::uint32_t feature) const {
    if (places_ == 0) return nullptr;
    const std::uint32_t at = place(feature);
    return features_[at] == feature ? &states_[at] : nullptr;
  }
  State* find(std::uint32_t feature) {
    return const_cast<State*>(std::as_const(*this).find(feature));
  }
  // Prefetches the memory that find() will read first.
  void prefetch(std::uint32_t feature) const {
    if (places_ == 0) return;
    ect::util::prefetch(&features_[home(feature)]);
    ect::util::prefetch(&states_[home(feature)]);
  }
  // Makes room for `states` states, which moves existing ones; add() moves none up to that number.
  // `most` is the maximum for all calls.
  void reserve(std::uint32_t states, std::uint32_t most) {
    if (states <= most_states(places_)) return;
    const std::uint32_t wanted = places_for(states);
    const std::uint32_t more = std::max(wanted, places_ + places_ / 2);
    rehash(std::max(wanted, std::min(more, places_for(most))));
  }
  // Requires that the feature is absent and that there is room.
  State* add(std::uint32_t feature) {
    const std::uint32_t at = place(feature);
    features_[at] = feature;
    ++size_;
    return &states_[at];
  }
  // Calls visit(feature, state) for all, in any order.
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::uint32_t at = 0; at < places_; ++at) {
      if (features_[at] != kNone) visit(features_[at], states_[at]);
    }
  }

 private:
  // Four places in five are used, and one is always free.
  static std::uint32_t most_states(std::uint32_t places) { return places - (places + 4) / 5; }
  static std::uint32_t places_for(std::uint32_t states) { return states + states / 4 + 2; }

  std::uint32_t home(std::uint32_t feature) const { return util::place_of(feature, places_); }
  // The place of a feature, or the place where it would be added.
  std::uint32_t place(std::uint32_t feature) const {
    std::uint32_t at = home(feature);
    while (features_[at] != feature && features_[at] != kNone) {
      if (++at == places_) at = 0;
    }
    return at;
  }

  void rehash(std::uint32_t places) {
    StateTable old = std::move(*this);
    features_ = std::make_unique<std::uint32_t[]>(places);
    states_ = std::make_unique<State[]>(places);
    std::fill_n(features_.get(), places, kNone);
    places_ = places;
    size_ = 0;
    old.each([this](std::uint32_t feature, const State& state) { *add(feature) = state; });
  }

  std::unique_ptr<std::uint32_t[]> features_;
  std::unique_ptr<State[]> states_;
  std::uint32_t places_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_STATE_TABLE_H_
