#ifndef ECT_MODEL_CHECKPOINT_H_
#define ECT_MODEL_CHECKPOINT_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ect/error.h"
#include "util/bytes.h"
#include "util/file_bytes.h"

namespace ect::model {

// Thrown when training stops on request. Its state is in the checkpoint, if there is one.
class Stopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct CheckpointOptions {
  std::string path;                              // empty: nothing is written
  bool resume = false;                           // continue from an existing file
  double every = kDefaultEvery;                  // seconds
  std::function<bool()> stop;                    // whether to stop; asked often, by any thread
  std::function<void(const std::string&)> warn;  // gets warnings as they occur

  static constexpr double kDefaultEvery = 60;
};

// The state of a long training run in a file, so that another run can continue from it. Training is
// deterministic; so it is enough to store the expensive results and to repeat the rest. Either a
// journal, to which records are appended, or snapshots, which replace each other.
// docs/guide/long_runs.md has the format.
class Checkpoint {
 public:
  enum class Kind : std::uint32_t { kTrial = 2, kFit = 3 };  // of records

  // Disabled: writes nothing and never stops.
  Checkpoint() = default;
  // Throws if the file exists and `resume` is not set.
  explicit Checkpoint(CheckpointOptions options);
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;
  ~Checkpoint();

  bool enabled() const { return !options_.path.empty(); }
  // Options for a part of the work whose result is stored as a whole: it writes nothing, but stops
  // when this one does. This must outlive it.
  CheckpointOptions only_stop();

  // Must be called first. `fingerprint` has a line `what=value` for everything that the model
  // depends on. Throws if the file has another fingerprint or is not a checkpoint.
  void begin(const std::string& fingerprint);

  // If a stop was requested, syncs the file to disk and throws Stopped.
  void stop_if_asked();

  // The journal: finds a record of an earlier run, if there is one. Threads may call find() and
  // append() together.
  std::optional<std::span<const std::byte>> find(Kind kind, std::uint64_t key) const;
  // If the file cannot be written, warns and returns.
  void append(Kind kind, std::uint64_t key, std::span<const std::byte> bytes);

  // Snapshots, for one thread: whether one is due, or a stop was requested.
  bool due();
  // Writes a snapshot. Then throws Stopped if a stop was requested.
  void snapshot(const std::function<void(util::ByteWriter&)>& write);
  // Reads the snapshot of an earlier run; false if there is none.
  bool restore(const std::function<void(util::ByteReader&)>& read) const;

  // Removes the file, at the end of training.
  void finish();

  Error damaged(const std::string& what) const;

 private:
  using Clock = std::chrono::steady_clock;

  bool stop_asked() const { return options_.stop && options_.stop(); }
  void warn(const std::string& what) const;
  void open_journal();
  void sync();
  void scan(const std::string& fingerprint);
  void check_fingerprint(const std::string& there, const std::string& fingerprint) const;

  CheckpointOptions options_;
  std::string fingerprint_;
  std::shared_ptr<const util::FileBytes> before_;
  std::uint64_t good_ = 0;  // bytes of the file up to the last complete record
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::span<const std::byte>> records_;
  std::vector<std::span<const std::byte>> snapshot_;  // its pieces
  bool compressed_ = true;                            // whether pieces are compressed
  std::mutex mutex_;                                  // guards the members below
  int journal_ = -1;
  bool torn_ = true;  // there may be bytes after the last complete record
  bool unsynced_ = false;
  bool failed_ = false;  // a write failed, with a warning
  Clock::time_point last_ = Clock::now();
  std::uint32_t calls_ = 0;
};

}  // namespace ect::model

#endif  // ECT_MODEL_CHECKPOINT_H_
