// The cache of parsed examples. A cache file is a header with the key, blocks of about a MiB, a
// footer, and a trailer that says where the footer begins. Each of these has a checksum. An example
// is
//     label * 16 + flags, number of features, [weight], [indices], values
// with numbers as varints, the first index and then the gaps between indices, less one each. Values
// are floats; or, by the flags, bytes where all are whole numbers below 256 (counts, pixels), or
// nothing where all are 1. A row without a gap from feature 0 on, as tables have, has no indices,
// unless it is of ones.
//
// Example: label 2 with {3: 1, 9: 1} is the four bytes 0x21 (2 * 16 + kOnes), 2, 3, 5, where
// svmlight takes eleven.
//
// Cost: reading copies values and adds up gaps, a block at a time. Tests: example_cache_test,
// tests/fuzz/fuzz_cache.cc.
#include "data/example_cache.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <system_error>

#include "ect/error.h"
#include "util/checked_records.h"
#include "util/checksum.h"
#include "util/digest.h"

namespace ect::data {
namespace {

constexpr std::array<char, 8> kMagic = {'E', 'C', 'T', 'C', 'A', 'C', 'H', 'E'};
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kEnds = std::size_t{64} << 10;  // bytes at both ends that identify a source

enum Flag : std::uint32_t { kOnes = 1, kBytes = 2, kFull = 4, kWeighted = 8 };
constexpr unsigned kFlagBits = 4;

constexpr const char* kBadBlock = "a block is damaged";
constexpr const char* kBadExample = "an example is damaged";

struct CacheHeader {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t checksum;  // of the key that follows
  std::uint64_t key_bytes;
};
struct CacheBlock {
  std::uint32_t bytes;
  std::uint32_t examples;
  std::uint32_t checksum;  // as in util/checked_records.h
};
struct Trailer {
  std::uint64_t footer;      // where it begins; it ends where this begins
  std::uint32_t footer_sum;  // checksum of it
  std::uint32_t checksum;    // of the numbers before
};
static_assert(sizeof(CacheHeader) == 24 && sizeof(CacheBlock) == 12 && sizeof(Trailer) == 16);

std::uint32_t checksum_of_trailer(const Trailer& trailer) {
  return util::checksum_of(
      std::as_bytes(std::span(&trailer, 1)).first(offsetof(Trailer, checksum)));
}

util::ByteWriter key_bytes(const CacheKey& key) {
  util::ByteWriter bytes;
  bytes.number(key.source.bytes);
  bytes.number(key.source.time);
  bytes.number(key.source.digest);
  bytes.number(key.features);
  bytes.text(key.reading);
  bytes.number(key.classes->size());
  for (std::uint32_t label = 0; label < key.classes->size(); ++label) {
    bytes.text(key.classes->name(label));
  }
  return bytes;
}

// Which part of the key differs.
std::string difference(std::span<const std::byte> there, const CacheKey& key,
                       const std::string& name) {
  util::ByteReader reader(there, name);
  const auto bytes = reader.number<std::uint64_t>();
  const auto time = reader.number<std::int64_t>();
  const auto digest = reader.number<std::uint64_t>();
  if (SourceIdentity{bytes, time, digest} != key.source) return "the data has changed since";
  const bool read_alike =
      reader.number<std::uint32_t>() == key.features && reader.text() == key.reading;
  return read_alike ? "it has other classes" : "it was read with other options";
}

bool all_ones(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(), [](float value) { return value == 1; });
}

bool all_bytes(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(), [](float value) {
    // A byte cannot store -0.
    return value >= 0 && value < 256 && !std::signbit(value) && value == std::floor(value);
  });
}

bool without_gap(std::span<const std::uint32_t> indices) {
  return !indices.empty() && indices.back() == indices.size() - 1;
}

void put_example(util::ByteWriter& to, std::uint32_t label, const Example& example) {
  const bool ones = all_ones(example.values);
  const bool bytes = !ones && all_bytes(example.values);
  const bool full = !ones && without_gap(example.indices);
  const bool weighted = example.weight != 1;
  std::uint32_t flags = 0;
  if (ones) flags |= kOnes;
  if (bytes) flags |= kBytes;
  if (full) flags |= kFull;
  if (weighted) flags |= kWeighted;
  to.varint(std::uint64_t{label} << kFlagBits | flags);
  to.varint(example.indices.size());
  if (weighted) to.number(example.weight);
  if (!full) {
    std::uint32_t next = 0;
    for (const std::uint32_t index : example.indices) {
      to.varint(index - next);
      next = index + 1;
    }
  }
  if (bytes) {
    for (const float value : example.values) to.number(static_cast<std::uint8_t>(value));
  } else if (!ones) {
    to.numbers(std::span<const float>(example.values));
  }
}

}  // namespace

std::optional<SourceIdentity> identify(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  SourceIdentity identity;
  identity.bytes = static_cast<std::uint64_t>(status.st_size);
  identity.time = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return std::nullopt;
  util::Digest digest;
  std::vector<std::byte> ends(kEnds);
  const auto add = [&] {
    digest.add(
        std::span<const std::byte>(ends).first(std::fread(ends.data(), 1, ends.size(), file)));
  };
  add();
  if (identity.bytes > kEnds &&
      ::fseeko(file, static_cast<off_t>(identity.bytes - kEnds), SEEK_SET) == 0) {
    add();
  }
  std::fclose(file);
  identity.digest = digest.value();
  return identity;
}

bool may_be_cache(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return true;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return true;
  std::array<char, kMagic.size()> beginning{};
  const std::size_t size = std::fread(beginning.data(), 1, beginning.size(), file);
  std::fclose(file);
  return std::equal(beginning.begin(), beginning.begin() + size, kMagic.begin());
}

CacheWriter::CacheWriter(const std::string& path, const CacheKey& key, std::size_t block)
    : file_(path), most_(block) {
  const util::ByteWriter body = key_bytes(key);
  util::ByteWriter header;
  header.number(CacheHeader{kMagic, kVersion, util::checksum_of(body.bytes()), body.size()});
  write(header);
  write(body);
}

void CacheWriter::write(const util::ByteWriter& bytes) {
  const std::span<const std::byte> all = bytes.bytes();
  file_.write({reinterpret_cast<const char*>(all.data()), all.size()});
  written_ += all.size();
}

void CacheWriter::add(std::uint32_t label, const Example& example) {
  put_example(block_, label, example);
  ++examples_;
  ++in_block_;
  if (block_.size() >= most_) finish_block();
}

void CacheWriter::finish_block() {
  if (in_block_ == 0) return;
  util::ByteWriter head;
  head.number(util::checked_head(CacheBlock{0, in_block_, 0}, block_.bytes()));
  write(head);
  write(block_);
  block_.clear();
  in_block_ = 0;
}

void CacheWriter::commit(const std::vector<std::string>& warnings) {
  finish_block();
  util::ByteWriter footer;
  footer.number(examples_);
  footer.number(static_cast<std::uint32_t>(warnings.size()));
  for (const std::string& warning : warnings) footer.text(warning);
  Trailer trailer{written_, util::checksum_of(footer.bytes()), 0};
  trailer.checksum = checksum_of_trailer(trailer);
  footer.number(trailer);
  write(footer);
  file_.commit();
}

CacheReader::CacheReader(const std::string& path, const CacheKey& key)
    : path_(path),
      file_(std::fopen(path.c_str(), "rb")),
      features_(key.features),
      classes_(key.classes->size()) {
  struct stat status {};
  if (!file_ || ::fstat(::fileno(file_.get()), &status) != 0) {
    throw Error::input_output(
        fmt::format("{}: cannot be read ({})", path, std::generic_category().message(errno)));
  }
  if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
  check_header(key);
  read_footer();
}

Error CacheReader::damaged(const std::string& what) const {
  return {Error::Kind::kParse, fmt::format("{}: {}", path_, what)};
}

void CacheReader::read_bytes(std::uint64_t offset, std::span<std::byte> to) {
  const bool within = offset <= size_ && to.size() <= size_ - offset;
  if (!within || ::fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) != 0 ||
      std::fread(to.data(), 1, to.size(), file_.get()) != to.size()) {
    throw damaged("it is cut off");
  }
}

void CacheReader::check_header(const CacheKey& key) {
  CacheHeader header{};
  read_bytes(0, std::as_writable_bytes(std::span(&header, 1)));
  if (header.magic != kMagic) throw damaged("it is not an example cache");
  if (header.version != kVersion) {
    throw damaged(fmt::format("its format version is {} (expected {})", header.version, kVersion));
  }
  if (header.key_bytes > size_ - sizeof header) throw damaged("it is cut off");
  std::vector<std::byte> there(header.key_bytes);
  read_bytes(sizeof header, there);
  if (util::checksum_of(there) != header.checksum) throw damaged("its header is damaged");
  const util::ByteWriter wanted = key_bytes(key);
  if (!std::equal(there.begin(), there.end(), wanted.bytes().begin(), wanted.bytes().end())) {
    throw damaged(difference(there, key, path_));
  }
  at_ = sizeof header + header.key_bytes;
}

void CacheReader::read_footer() {
  Trailer trailer{};
  if (size_ - at_ < sizeof trailer) throw damaged("it is cut off");
  const std::uint64_t footer_end = size_ - sizeof trailer;
  read_bytes(footer_end, std::as_writable_bytes(std::span(&trailer, 1)));
  if (trailer.checksum != checksum_of_trailer(trailer)) throw damaged("it is cut off");
  if (trailer.footer < at_ || trailer.footer > footer_end) throw damaged("its end is damaged");
  std::vector<std::byte> bytes(footer_end - trailer.footer);
  read_bytes(trailer.footer, bytes);
  if (util::checksum_of(bytes) != trailer.footer_sum) throw damaged("its end is damaged");
  util::ByteReader footer(bytes, path_);
  examples_ = footer.number<std::uint64_t>();
  const auto warnings = footer.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < warnings; ++i) warnings_.push_back(footer.text());
  footer.expect_end();
  end_ = trailer.footer;
}

bool CacheReader::next_block() {
  if (at_ == end_) {
    if (read_ != examples_) throw damaged("examples are missing");
    return false;
  }
  CacheBlock block{};
  if (end_ - at_ < sizeof block) throw damaged(kBadBlock);
  read_bytes(at_, std::as_writable_bytes(std::span(&block, 1)));
  at_ += sizeof block;
  if (block.bytes > end_ - at_ || block.examples == 0 || block.examples > block.bytes) {
    throw damaged(kBadBlock);
  }
  block_.resize(block.bytes);
  read_bytes(at_, block_);
  at_ += block.bytes;
  if (!util::is_undamaged(block, block_)) throw damaged(kBadBlock);
  at_byte_ = block_.data();
  end_byte_ = at_byte_ + block_.size();
  left_ = block.examples;
  read_ += block.examples;
  return true;
}

std::uint64_t CacheReader::read_varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 42 && at_byte_ != end_byte_; shift += 7) {
    const auto byte = std::to_integer<std::uint64_t>(*at_byte_++);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  throw damaged(kBadExample);
}

void CacheReader::read_raw(std::span<std::byte> to) {
  if (to.size() > left_bytes()) throw damaged(kBadExample);
  std::copy_n(at_byte_, to.size(), to.begin());
  at_byte_ += to.size();
}

void CacheReader::read_indices(std::span<std::uint32_t> indices) {
  std::uint64_t next = 0;
  for (std::uint32_t& index : indices) {
    // Most gaps fit one byte.
    const bool small = at_byte_ != end_byte_ && *at_byte_ < std::byte{0x80};
    next += small ? std::to_integer<std::uint64_t>(*at_byte_++) : read_varint();
    if (next >= features_) throw damaged(kBadExample);
    index = static_cast<std::uint32_t>(next++);
  }
}

void CacheReader::read_values(std::uint32_t flags, std::span<float> values) {
  if ((flags & kOnes) != 0) {
    std::fill(values.begin(), values.end(), 1.0F);
  } else if ((flags & kBytes) != 0) {
    if (values.size() > left_bytes()) throw damaged(kBadExample);
    for (float& value : values) value = std::to_integer<std::uint8_t>(*at_byte_++);
  } else {
    read_raw(std::as_writable_bytes(values));
    constexpr std::uint32_t kExponent = 0x7f800000;  // all bits set: infinite or NaN
    std::uint32_t endless = 0;
    for (const float value : values) {
      endless += (std::bit_cast<std::uint32_t>(value) & kExponent) == kExponent ? 1 : 0;
    }
    if (endless > 0) throw damaged(kBadExample);
  }
}

std::optional<std::uint32_t> CacheReader::next(Example& example) {
  if (left_ == 0 && !next_block()) return std::nullopt;
  const std::uint64_t head = read_varint();
  const auto flags = static_cast<std::uint32_t>(head & ((1U << kFlagBits) - 1));
  const std::uint64_t label = head >> kFlagBits;
  const std::uint64_t count = read_varint();
  example.weight = 1;
  if ((flags & kWeighted) != 0) {
    read_raw(std::as_writable_bytes(std::span(&example.weight, 1)));
  }
  const bool full = (flags & kFull) != 0;
  // With these checks a feature takes at least a byte, so memory is bounded by the bytes there are.
  const bool sized = count <= left_bytes() && count <= features_ && !(full && (flags & kOnes) != 0);
  const bool weighted = std::isfinite(example.weight) && example.weight > 0;
  if (label >= classes_ || !sized || !weighted) throw damaged(kBadExample);
  example.indices.resize(count);
  example.values.resize(count);
  if (full) {
    std::iota(example.indices.begin(), example.indices.end(), 0);
  } else {
    read_indices(example.indices);
  }
  read_values(flags, example.values);
  if (--left_ == 0 && left_bytes() > 0) throw damaged(kBadBlock);
  return static_cast<std::uint32_t>(label);
}

}  // namespace ect::data
