#ifndef ECT_REDUCTIONS_SHARED_PROGRESS_H_
#define ECT_REDUCTIONS_SHARED_PROGRESS_H_

#include <cstdint>
#include <mutex>

#include "reductions/reduction.h"

namespace ect::reductions {

// The progress of a step that several threads work on; reported by one of them at a time.
class SharedProgress {
 public:
  // `on_progress` must outlive it; it may be empty.
  SharedProgress(const OnProgress& on_progress, const TrainProgress& start)
      : on_progress_(on_progress), progress_(start) {}

  // Adds finished examples.
  void add(std::uint64_t examples) {
    if (!on_progress_) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    progress_.examples += examples;
    on_progress_(progress_);
  }

 private:
  const OnProgress& on_progress_;
  TrainProgress progress_;
  std::mutex mutex_;
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_SHARED_PROGRESS_H_
