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

// Parsed examples in a compact file, which is read many times as fast as the text they came from.
// docs/guide/long_runs.md describes its format.

// Identifies a version of a file: its size, the time of its last write in nanoseconds, and a digest
// of its first and last 64 KiB.
struct SourceIdentity {
  std::uint64_t bytes = 0;
  std::int64_t time = 0;
  std::uint64_t digest = 0;
  bool operator==(const SourceIdentity&) const = default;
};
// Nothing if the path is not a readable regular file.
std::optional<SourceIdentity> identify(const std::string& path);

// Whether the path may be written as a cache. False for a regular file with other content, which
// must not be replaced; true if the file does not exist, is empty, is not a regular file or begins
// like a cache.
bool may_be_cache(const std::string& path);

// What a cache was made from and how. It is used only if all of this is the same.
struct CacheKey {
  SourceIdentity source;
  std::string reading;         // how the text was parsed, as text
  std::uint32_t features = 0;  // every index is below this
  const Labels* classes = nullptr;
};

// Writes a temporary file, which replaces the cache only when it is complete. All throw ect::Error.
class CacheWriter {
 public:
  static constexpr std::size_t kBlock = std::size_t{1} << 20;

  // `block`: bytes after which a block ends.
  CacheWriter(const std::string& path, const CacheKey& key, std::size_t block = kBlock);

  // Adds an example of the class with that number; its own label and costs are not stored. Requires
  // a weight above 0 and indices below the key's features.
  void add(std::uint32_t label, const Example& example);
  // Completes the file; must be the last call. `warnings` are those of the parser, stored with it.
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

// Reads the examples of a cache. Nothing in the file is trusted: for bytes that a writer cannot
// have written for that key the constructor or next() throws ect::Error, and examples fulfil the
// contract of a Reader.
class CacheReader {
 public:
  // Throws, with the reason, if the file is not a complete cache of this version for that key.
  CacheReader(const std::string& path, const CacheKey& key);

  // Fills `example`, except its label and costs, and returns its class; nothing at the end.
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
  std::uint64_t size_ = 0;  // size of the file
  std::uint64_t at_ = 0;    // offset of the next block
  std::uint64_t end_ = 0;   // offset of the end of all blocks
  std::uint64_t examples_ = 0;
  std::uint64_t read_ = 0;  // examples in the blocks read so far
  std::vector<std::string> warnings_;
  std::vector<std::byte> block_;
  const std::byte* at_byte_ = nullptr;  // the rest of the current block
  const std::byte* end_byte_ = nullptr;
  std::uint32_t left_ = 0;  // examples left in the current block
};

}  // namespace ect::data

#endif  // ECT_DATA_EXAMPLE_CACHE_H_
