// Records with checksums: every damaged or cut-off record is noticed.
#include "util/checked_records.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ect::util {
namespace {

struct Head {
  std::uint32_t kind;
  std::uint32_t checksum;
  std::uint64_t bytes;
};

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::vector<std::byte> three_records() {
  ByteWriter to;
  for (const std::string text : {"one", "", "a longer one"}) {
    put_record(to, Head{static_cast<std::uint32_t>(text.size()), 0, 0}, bytes_of(text));
  }
  return {to.bytes().begin(), to.bytes().end()};
}

std::vector<std::string> read_all(std::span<const std::byte>& rest) {
  std::vector<std::string> texts;
  while (const auto record = next_record<Head>(rest)) {
    texts.emplace_back(reinterpret_cast<const char*>(record->bytes.data()), record->bytes.size());
    EXPECT_EQ(record->head.kind, record->bytes.size());
  }
  return texts;
}

TEST(CheckedRecords, ComeBackInTheirOrder) {
  const std::vector<std::byte> all = three_records();
  std::span<const std::byte> rest = all;
  EXPECT_EQ(read_all(rest), (std::vector<std::string>{"one", "", "a longer one"}));
  EXPECT_TRUE(rest.empty());
}

TEST(CheckedRecords, TheChecksumIsOfTheHeadWithTheChecksumOfTheBytes) {
  const std::string text = "one";
  const Head head = checked_head(Head{7, 0, 0}, bytes_of(text));
  EXPECT_EQ(head.bytes, 3U);
  const Head summed{7, checksum_of(bytes_of(text)), 3};
  EXPECT_EQ(head.checksum, checksum_of(std::as_bytes(std::span(&summed, 1))));
  EXPECT_TRUE(is_undamaged(head, bytes_of(text)));
  EXPECT_FALSE(is_undamaged(head, bytes_of("two")));
  EXPECT_FALSE(is_undamaged(head, bytes_of("one more")));
}

TEST(CheckedRecords, WhatIsCutOffIsNoRecordAndStaysBehind) {
  const std::vector<std::byte> all = three_records();
  const std::size_t two = 2 * sizeof(Head) + 3;
  for (std::size_t size = two; size < all.size(); ++size) {
    std::span<const std::byte> rest = std::span(all).first(size);
    EXPECT_EQ(read_all(rest).size(), 2U);
    EXPECT_EQ(rest.size(), size - two);
  }
}

TEST(CheckedRecords, AnyBitThatChangedIsNoticed) {
  const std::vector<std::byte> all = three_records();
  for (std::size_t bit = 0; bit < 8 * all.size(); ++bit) {
    std::vector<std::byte> damaged = all;
    damaged[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
    std::span<const std::byte> rest = damaged;
    EXPECT_LT(read_all(rest).size(), 3U) << bit;
  }
}

}  // namespace
}  // namespace ect::util
