// Checkpoints of training: a journal of finished steps, or snapshots of the whole state.
//
// The file is a magic word, a version, and records: kind, checksum, key, size, bytes. The first
// record is the fingerprint; the file is created with it by a rename, so that every existing file
// has one. A journal record is written by one call as soon as its step is finished, so that a
// killed process loses no finished step; it is synced to disk, against a power failure, at most an
// interval later. Bytes after the last complete record are from an interrupted write, and are
// truncated. A snapshot replaces the whole file: its pieces, and a final record with their number.
// Pieces are compressed: most of a stream's memory is counters and filters that are still empty.
//
// Nothing in the file is trusted: it is read only as far as checksums are right, and the reader of
// a record checks it against its own state. Tests: resume_test.
#include "model/checkpoint.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "ect/error.h"
#include "util/checked_records.h"
#include "util/file.h"
#include "util/text.h"
#include "util/zstd.h"

namespace ect::model {
namespace {

constexpr std::array<char, 8> kCheckpointMagic = {'E', 'C', 'T', 'C', 'H', 'E', 'C', 'K'};
constexpr std::uint32_t kFirstCheckpointVersion = 1;  // snapshots are not compressed
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kPiece = std::size_t{1} << 20;  // of a snapshot

constexpr std::uint32_t kFingerprint = 1;
constexpr std::uint32_t kPart = 4;  // of a snapshot
constexpr std::uint32_t kEnd = 5;

struct FileHeader {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t reserved;
};
struct RecordHead {
  std::uint32_t kind;
  std::uint32_t checksum;  // as in util/checked_records.h
  std::uint64_t key;
  std::uint64_t bytes;
};
static_assert(sizeof(FileHeader) == 16 && sizeof(RecordHead) == 24);

RecordHead head_of(std::uint32_t kind, std::uint64_t key) { return {kind, 0, key, 0}; }

util::ByteWriter beginning(const std::string& fingerprint) {
  util::ByteWriter bytes;
  bytes.number(FileHeader{kCheckpointMagic, kVersion, 0});
  put_record(bytes, head_of(kFingerprint, 0), std::as_bytes(std::span(fingerprint)));
  return bytes;
}

void write_to(util::FileWriter& file, const util::ByteWriter& bytes) {
  const std::span<const std::byte> all = bytes.bytes();
  file.write({reinterpret_cast<const char*>(all.data()), all.size()});
}

using Record = util::CheckedRecord<RecordHead>;

std::string_view checkpoint_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool exists(const std::string& path) {
  std::error_code none;
  return std::filesystem::exists(std::filesystem::symlink_status(path, none));
}

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Checkpoint::Checkpoint(CheckpointOptions options) : options_(std::move(options)) {
  if (enabled() && !options_.resume && exists(options_.path)) {
    throw Error::bad_argument(fmt::format(
        "{}: the checkpoint already exists (--resume continues from it; remove it to start over)",
        options_.path));
  }
}

Checkpoint::~Checkpoint() {
  if (journal_ >= 0) ::close(journal_);
}

CheckpointOptions Checkpoint::only_stop() {
  CheckpointOptions only;
  only.stop = [this] {
    stop_if_asked();
    return false;
  };
  return only;
}

Error Checkpoint::damaged(const std::string& what) const {
  return {Error::Kind::kParse, fmt::format("{}: {}", options_.path, what)};
}

void Checkpoint::warn(const std::string& what) const {
  if (options_.warn) options_.warn(fmt::format("{}: {}", options_.path, what));
}

void Checkpoint::begin(const std::string& fingerprint) {
  if (!enabled()) return;
  fingerprint_ = fingerprint;
  if (exists(options_.path)) {
    before_ = util::FileBytes::map(options_.path);
    scan(fingerprint);
    return;
  }
  if (options_.resume) warn("no checkpoint to resume from; starting from the beginning");
  util::FileWriter file(options_.path);
  const util::ByteWriter bytes = beginning(fingerprint);
  write_to(file, bytes);
  file.commit();
  util::sync_folder_of(options_.path);
  good_ = bytes.size();
}

void Checkpoint::scan(const std::string& fingerprint) {
  const std::span<const std::byte> all = before_->bytes();
  FileHeader header{};
  if (all.size() < sizeof header) throw damaged("not a checkpoint (too short)");
  std::memcpy(&header, all.data(), sizeof header);
  if (header.magic != kCheckpointMagic) throw damaged("not a checkpoint");
  if (header.version < kFirstCheckpointVersion || header.version > kVersion) {
    throw damaged(
        fmt::format("the checkpoint has format version {} (expected {}; finish it with the version "
                    "of ect that wrote it, or remove it to start over)",
                    header.version, kVersion));
  }
  compressed_ = header.version > kFirstCheckpointVersion;
  std::span<const std::byte> rest = all.subspan(sizeof header);
  const std::optional<Record> first = util::next_record<RecordHead>(rest);
  if (!first || first->head.kind != kFingerprint || header.reserved != 0) {
    throw damaged("the header is damaged (remove the checkpoint to start over)");
  }
  check_fingerprint(std::string(checkpoint_text(first->bytes)), fingerprint);
  std::vector<std::span<const std::byte>> parts;
  while (const std::optional<Record> record = util::next_record<RecordHead>(rest)) {
    const RecordHead& head = record->head;
    if (head.kind == kPart && head.key == parts.size()) {
      parts.push_back(record->bytes);
    } else if (head.kind == kEnd && head.key == parts.size()) {
      snapshot_ = parts;
    } else {
      records_[{head.kind, head.key}] = record->bytes;
    }
  }
  good_ = all.size() - rest.size();
  if (!rest.empty()) {
    warn(fmt::format("the last {} bytes are incomplete; continuing from what precedes them",
                     rest.size()));
  }
}

void Checkpoint::check_fingerprint(const std::string& there, const std::string& fingerprint) const {
  if (there == fingerprint) return;
  const std::vector<std::string_view> before = util::split(there, '\n');
  const std::vector<std::string_view> now = util::split(fingerprint, '\n');
  const auto same_name = [](const std::vector<std::string_view>& lines, std::string_view line) {
    const std::string_view name = line.substr(0, line.find('=') + 1);
    return std::find_if(lines.begin(), lines.end(), [&](const std::string_view other) {
      return other.substr(0, other.find('=') + 1) == name;
    });
  };
  for (const std::string_view line : now) {
    const auto found = same_name(before, line);
    if (found == before.end())
      throw damaged(fmt::format("the checkpoint was made without {}", util::quoted(line)));
    if (*found == line) continue;
    throw damaged(fmt::format("the checkpoint was made with {} (expected {})", util::quoted(*found),
                              util::quoted(line)));
  }
  for (const std::string_view line : before) {
    if (same_name(now, line) == now.end()) {
      throw damaged(fmt::format("the checkpoint was made with {}", util::quoted(line)));
    }
  }
  throw damaged("the checkpoint was made with other options");
}

void Checkpoint::stop_if_asked() {
  if (!stop_asked()) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  sync();
  throw Stopped(enabled() ? "stopped (--resume continues from here)" : "stopped");
}

std::optional<std::span<const std::byte>> Checkpoint::find(Kind kind, std::uint64_t key) const {
  const auto found = records_.find({static_cast<std::uint32_t>(kind), key});
  if (found == records_.end()) return std::nullopt;
  return found->second;
}

void Checkpoint::open_journal() {
  if (journal_ >= 0) return;
  journal_ = ::open(options_.path.c_str(), O_WRONLY | O_CLOEXEC);
}

void Checkpoint::append(Kind kind, std::uint64_t key, std::span<const std::byte> bytes) {
  if (!enabled()) return;
  util::ByteWriter record;
  put_record(record, head_of(static_cast<std::uint32_t>(kind), key), bytes);
  const std::lock_guard<std::mutex> lock(mutex_);
  open_journal();
  const auto end = static_cast<off_t>(good_);
  const bool written = journal_ >= 0 && (!torn_ || ::ftruncate(journal_, end) == 0) &&
                       ::lseek(journal_, end, SEEK_SET) == end &&
                       write_all(journal_, record.bytes());
  torn_ = !written;
  if (!written) {
    if (!failed_) {
      warn(fmt::format("cannot write ({}); training continues without checkpoints",
                       std::generic_category().message(errno)));
    }
    failed_ = true;
    return;
  }
  good_ += record.size();
  unsynced_ = true;
  if (Clock::now() - last_ >= std::chrono::duration<double>(options_.every)) sync();
}

void Checkpoint::sync() {
  if (unsynced_) ::fdatasync(journal_);
  unsynced_ = false;
  last_ = Clock::now();
}

bool Checkpoint::due() {
  if (stop_asked()) return true;
  constexpr std::uint32_t kCalls = 16;  // reading the clock takes as long as a small example
  if (!enabled() || ++calls_ % kCalls != 0) return false;
  return Clock::now() - last_ >= std::chrono::duration<double>(options_.every);
}

void Checkpoint::snapshot(const std::function<void(util::ByteWriter&)>& write) {
  if (enabled()) {
    try {
      util::FileWriter file(options_.path);
      write_to(file, beginning(fingerprint_));
      std::uint64_t parts = 0;
      const auto put = [&](std::uint32_t kind, std::span<const std::byte> bytes) {
        util::ByteWriter record;
        put_record(record, head_of(kind, parts), bytes);
        write_to(file, record);
      };
      util::ByteWriter writer(
          [&](std::span<const std::byte> piece) {
            put(kPart, util::compressed(piece));
            ++parts;
          },
          kPiece);
      write(writer);
      writer.flush();
      put(kEnd, {});
      file.commit();
      util::sync_folder_of(options_.path);
    } catch (const Error& error) {
      if (!failed_ && options_.warn) {
        options_.warn(fmt::format("{}; training continues without checkpoints", error.what()));
      }
      failed_ = true;
    }
    last_ = Clock::now();
  }
  stop_if_asked();
}

bool Checkpoint::restore(const std::function<void(util::ByteReader&)>& read) const {
  if (snapshot_.empty()) return false;
  std::size_t next = 0;
  std::vector<std::byte> piece;
  const auto next_piece = [&]() -> std::span<const std::byte> {
    if (next == snapshot_.size()) return {};
    if (!compressed_) return snapshot_[next++];
    if (!util::decompress(snapshot_[next++], kPiece, piece)) {
      throw damaged("the snapshot is damaged (remove the checkpoint to start over)");
    }
    return piece;
  };
  util::ByteReader reader(next_piece, options_.path);
  read(reader);
  reader.expect_end();
  return true;
}

void Checkpoint::finish() {
  if (enabled()) std::remove(options_.path.c_str());
}

}  // namespace ect::model
