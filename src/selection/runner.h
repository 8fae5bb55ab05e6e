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
  unsigned jobs = 1;         // the most questions that are open at the same time
  unsigned retries = 3;      // of a question after failures, before another judge is asked
  double first_pause = 0.5;  // seconds before the first retry; doubled for each further one
  double rate = 0;           // the most questions per second; 0: no limit
  bool undo = false;         // whether answers may be undone
};

// The progress of a run.
struct RunProgress {
  const Selection& selection;
  std::uint64_t questions = 0;  // answered, in this run and in earlier ones of the journal
  std::uint64_t asked_now = 0;  // answered in this run
  std::uint64_t open = 0;       // asked and not answered yet
  std::uint64_t retries = 0;
  double cost = 0;
};

// What the user requests while a selection runs.
enum class Wish : std::uint8_t { kNone, kUndo, kStop };

// Callbacks of a run, all called by the thread that runs it. Any of them may be empty.
struct Watcher {
  std::function<void(const RunProgress&)> progress;  // after each batch of answers
  std::function<void(const std::string&)> warn;      // for each warning
  std::function<Wish()> wish;  // polled after each wait; kUndo only if RunOptions::undo
  std::function<void(const RunProgress&)> failed;  // before an error is thrown
};

struct RunResult {
  Selection selection;
  std::uint64_t questions = 0;
  std::uint64_t retries = 0;
  double cost = 0;
  bool stopped = false;  // whether Wish::kStop ended it before it was over
};

// Asks the judges until the selection is over. An answer is recorded only after it is in the
// journal on disk; answers that arrive together are written together. A judge that fails is asked
// again after a pause, then the next judge is asked; if all have failed, throws ect::Error with the
// last failure. `journal` may be null; if it has answers already, these questions are not asked
// again.
RunResult run_selection(const std::vector<Item>& items, const SelectOptions& options,
                        const std::vector<std::unique_ptr<Judge>>& judges, const RunOptions& how,
                        Journal* journal, const Watcher& watcher);

}  // namespace ect::selection

#endif  // ECT_SELECT_RUNNER_H_
