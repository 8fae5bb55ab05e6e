#ifndef ECT_TESTS_EVERY_TARGET_H_
#define ECT_TESTS_EVERY_TARGET_H_

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>

namespace ect {

// Calls `check` once for each kind of vectors that this machine has, that kind being in use.
template <class Check>
void for_every_target(Check check) {
  const std::int64_t all = hwy::SupportedTargets();
  int targets = 0;
  for (std::int64_t left = all; left != 0; left &= left - 1) {
    const std::int64_t target = left & -left;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().DeInit();
    check();
    ++targets;
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
  EXPECT_GE(targets, 1);
}

}  // namespace ect

#endif  // ECT_TESTS_EVERY_TARGET_H_
