#ifndef ECT_TESTS_ALTERNATING_TITLES_H_
#define ECT_TESTS_ALTERNATING_TITLES_H_

#include <cstdint>

#include "ect/schedule.h"

// Answers that make the importance weights of two labels as large as they get: labels 0 and 1 hold
// every other title, so that every final is between them, and either wins where the next final
// wants it.
namespace ect {

// The label, 0 or 1, that should win match n if it is there.
inline Player alternating_winner(const Schedule& schedule, std::uint32_t n) {
  const auto next = n >= schedule.first_phase_matches() ? schedule.winner_goes(n)
                                                        : schedule.title_goes(schedule.bracket(n));
  return next && next->side == Side::kRight ? 1 : 0;
}

}  // namespace ect

#endif  // ECT_TESTS_ALTERNATING_TITLES_H_
