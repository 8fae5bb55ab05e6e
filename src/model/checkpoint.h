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

// Thrown where learning ends because somebody asked for it. What was learnt is in the checkpoint,
// if there is one.
class Stopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct CheckpointOptions {
  std::string path;                              // empty: nothing is written
  bool resume = false;                           // go on from what is there
  double every = kDefaultEvery;                  // seconds
  std::function<bool()> stop;                    // whether to stop; asked often, by any thread
  std::function<void(const std::string&)> warn;  // told what is odd, as it happens

  static constexpr double kDefaultEvery = 60;
};

// What a long training has done so far, in a file, so that another one goes on from there. Learning
// is deterministic; so it is enough to keep what took long, by the order of events, and to do the
// rest again. Either a journal, to which records are appended, or snapshots, which replace each
// other. docs/guide/long_runs.md has the format.
class Checkpoint {
 public:
  enum class Kind : std::uint32_t { kTrial = 2, kFit = 3 };  // of records

  // Nothing is kept, and nobody asks to stop.
  Checkpoint() = default;
  // Throws where the file is there and nobody said to go on from it.
  explicit Checkpoint(CheckpointOptions options);
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;
  ~Checkpoint();

  bool enabled() const { return !options_.path.empty(); }
  // For work whose result is kept as a whole: nothing of it is, but it stops as this does, which
  // must outlive it.
  CheckpointOptions only_stop();

  // The first call. `fingerprint` is a line for everything that what is learnt depends on,
  // `what=value`. Throws where the file is of other ones, or no checkpoint.
  void begin(const std::string& fingerprint);

  // Where somebody asked for it, sees that all is on the disk and throws Stopped.
  void stop_if_asked();

  // The journal. A record of before; nothing where there is none. Threads may call these together.
  std::optional<std::span<const std::byte>> find(Kind kind, std::uint64_t key) const;
  // A file that cannot be written is warned of, and learning goes on.
  void append(Kind kind, std::uint64_t key, std::span<const std::byte> bytes);

  // Snapshots, for one thread. Whether it is time for one, or to stop.
  bool due();
  // Then throws Stopped where somebody asked to stop.
  void snapshot(const std::function<void(util::ByteWriter&)>& write);
  // Reads the one of before, to its end; false where there is none.
  bool restore(const std::function<void(util::ByteReader&)>& read) const;

  // All is done: removes the file.
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
  std::uint64_t good_ = 0;  // bytes of the file, up to the last whole record
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::span<const std::byte>> records_;
  std::vector<std::span<const std::byte>> snapshot_;  // its pieces
  bool compressed_ = true;                            // they are
  std::mutex mutex_;                                  // of what follows
  int journal_ = -1;
  bool torn_ = true;  // there may be something behind the last whole record
  bool unsynced_ = false;
  bool failed_ = false;  // and has been warned of
  Clock::time_point last_ = Clock::now();
  std::uint32_t calls_ = 0;
};

}  // namespace ect::model

#endif  // ECT_MODEL_CHECKPOINT_H_
