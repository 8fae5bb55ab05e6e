#ifndef ECT_DATA_EXAMPLE_CACHE_H_
#define ECT_DATA_EXAMPLE_CACHE_H_

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ect/dataset.h"
#include "ect/error.h"
#include "util/bytes.h"
#include "util/file.h"

namespace ect::data {

// Examples as they are after parsing, in a compact file that is read many times as fast as the
// text they came from: docs/guide/long_runs.md has it byte by byte.

// What tells a file from what it was: its size, when it was last written, in nanoseconds, and a
// digest of its first and last 64 KiB.
struct SourceIdentity {
  std::uint64_t bytes = 0;
  std::int64_t time = 0;
  std::uint64_t digest = 0;
  bool operator==(const SourceIdentity&) const = default;
};
// Nothing where there is no such regular file.
std::optional<SourceIdentity> identify(const std::string& path);

// False for a file that is something else, and should not be replaced by a cache. What is not
// there, is empty, no regular file or the beginning of a cache may be.
bool may_be_cache(const std::string& path);

// What a cache was made from and how. It is used only where all of that is the same.
struct CacheKey {
  SourceIdentity source;
  std::string reading;         // how the text was parsed, in words
  std::uint32_t features = 0;  // every index is below
  const Labels* classes = nullptr;
};

// Writes a temporary file that takes its place only when it is complete. All throw ect::Error.
class CacheWriter {
 public:
  static constexpr std::size_t kBlock = std::size_t{1} << 20;

  // `block`: bytes after which a block ends.
  CacheWriter(const std::string& path, const CacheKey& key, std::size_t block = kBlock);

  // The example belongs to the class of that number; its own label and costs are not kept. Requires
  // a weight above 0 and indices below the key's features.
  void add(std::uint32_t label, const Example& example);
  // The last call. `warnings` are what whoever parsed had to say.
  void commit(const std::vector<std::string>& warnings);

 private:
  void finish_block();
  void write(const util::ByteWriter& bytes);

  util::FileWriter file_;
  std::size_t most_;
  std::uint64_t written_ = 0;
  std::uint64_t examples_ = 0;
  std::uint32_t in_block_ = 0;
  util::ByteWriter block_;
};

// Reads them again. Nothing in the file is trusted: bytes that cannot be what a writer wrote for
// that key are thrown as ect::Error, sooner or later, and examples keep the contract of a Reader.
class CacheReader {
 public:
  // Throws, saying why, where the file is not a complete cache of this version for that key.
  CacheReader(const std::string& path, const CacheKey& key);

  // The class of the next example, whose label and costs are left alone; nothing at the end.
  std::optional<std::uint32_t> next(Example& example);
  std::uint64_t examples() const { return examples_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  Error damaged(const std::string& what) const;
  void check_header(const CacheKey& key);
  void read_footer();
  bool next_block();
  void read_bytes(std::uint64_t offset, std::span<std::byte> to);
  std::uint64_t read_varint();
  void read_raw(std::span<std::byte> to);
  void read_indices(std::span<std::uint32_t> indices);
  void read_values(std::uint32_t flags, std::span<float> values);
  std::size_t left_bytes() const { return static_cast<std::size_t>(end_byte_ - at_byte_); }

  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::uint32_t features_;
  std::uint32_t classes_;
  std::uint64_t size_ = 0;  // of the file
  std::uint64_t at_ = 0;    // of the next block
  std::uint64_t end_ = 0;   // of all blocks
  std::uint64_t examples_ = 0;
  std::uint64_t read_ = 0;  // examples of the blocks so far
  std::vector<std::string> warnings_;
  std::vector<std::byte> block_;
  const std::byte* at_byte_ = nullptr;  // what is left of the block
  const std::byte* end_byte_ = nullptr;
  std::uint32_t left_ = 0;  // examples of the block
};

}  // namespace ect::data

#endif  // ECT_DATA_EXAMPLE_CACHE_H_
