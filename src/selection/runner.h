#ifndef ECT_SELECT_RUNNER_H_
#define ECT_SELECT_RUNNER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ect/select.h"
#include "selection/items.h"
#include "selection/journal.h"
#include "selection/judge.h"

namespace ect::selection {

struct RunOptions {
  unsigned jobs = 1;         // questions that are asked at the same time
  unsigned retries = 3;      // of a question, after failures, before another judge is asked
  double first_pause = 0.5;  // seconds before the first retry; doubled for each that follows
  double rate = 0;           // questions a second at most; 0: as fast as they are answered
  bool undo = false;         // whether answers may be taken back
};

// How far it is, for whoever watches.
struct RunProgress {
  const Selection& selection;
  std::uint64_t questions = 0;  // answered, in this run and in those before that a journal knows
  std::uint64_t asked_now = 0;  // answered in this run
  std::uint64_t open = 0;       // being answered
  std::uint64_t retries = 0;
  double cost = 0;
};

// What somebody wants who is neither asked nor a judge.
enum class Wish : std::uint8_t { kNone, kUndo, kStop };

struct Watcher {
  std::function<void(const RunProgress&)> progress;  // told after each batch of answers
  std::function<void(const std::string&)> warn;      // told odd things that did no harm
  std::function<Wish()> wish;  // asked after each wait; undo only where RunOptions allows it
  std::function<void(const RunProgress&)>
      failed;  // told how far it came, before an error is thrown
};

struct RunResult {
  Selection selection;
  std::uint64_t questions = 0;
  std::uint64_t retries = 0;
  double cost = 0;
  bool stopped = false;  // by a wish, before it was over
};

// Asks the judges until the selection is over. An answer counts when it is in the journal, and the
// journal on the disk; answers that come together are written together. A judge that fails is asked
// again after a pause, then the next judge; where all have failed, throws with what the last one
// said. `journal` may be nullptr; it may have answers already, which are not asked again.
RunResult run_selection(const std::vector<Item>& items, const SelectOptions& options,
                        const std::vector<std::unique_ptr<Judge>>& judges, const RunOptions& how,
                        Journal* journal, const Watcher& watcher);

}  // namespace ect::selection

#endif  // ECT_SELECT_RUNNER_H_
