// Numbers and texts as bytes: what is written is read again, and damaged bytes are refused.
#include "util/bytes.h"

#include <gtest/gtest.h>

#include "ect/error.h"
#include "util/digest.h"

namespace ect::util {
namespace {

std::vector<std::byte> some_bytes() {
  ByteWriter writer;
  writer.number<std::uint32_t>(7);
  for (const std::uint64_t value :
       {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, ~std::uint64_t{0}}) {
    writer.varint(value);
  }
  writer.text("one\ntwo");
  writer.number(2.5);
  return {writer.bytes().begin(), writer.bytes().end()};
}

void expect_some(ByteReader& reader) {
  EXPECT_EQ(reader.number<std::uint32_t>(), 7U);
  EXPECT_EQ(reader.varint(), 0U);
  EXPECT_EQ(reader.varint(), 127U);
  EXPECT_EQ(reader.varint(), 128U);
  EXPECT_EQ(reader.varint(), ~std::uint64_t{0});
  EXPECT_EQ(reader.text(), "one\ntwo");
  EXPECT_EQ(reader.number<double>(), 2.5);
  reader.expect_end();
}

TEST(Bytes, WhatIsWrittenIsReadAgain) {
  const std::vector<std::byte> bytes = some_bytes();
  ByteReader reader(bytes, "it");
  expect_some(reader);
}

TEST(Bytes, PiecesOfAnySizeAreReadAlike) {
  const std::vector<std::byte> bytes = some_bytes();
  for (std::size_t piece = 1; piece < bytes.size() + 2; ++piece) {
    std::span<const std::byte> rest = bytes;
    ByteReader reader(
        [&] {
          const std::span<const std::byte> next = rest.first(std::min(piece, rest.size()));
          rest = rest.subspan(next.size());
          return next;
        },
        "it");
    expect_some(reader);
  }
}

TEST(Bytes, AWriterHandsOverPiecesOfItsSize) {
  std::vector<std::size_t> sizes;
  ByteWriter writer([&](std::span<const std::byte> piece) { sizes.push_back(piece.size()); }, 10);
  writer.text("seventeen letters");  // with its length 25 bytes
  writer.flush();
  EXPECT_EQ(sizes, (std::vector<std::size_t>{10, 10, 5}));
}

TEST(Bytes, EveryCutIsRefused) {
  const std::vector<std::byte> bytes = some_bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto cut = std::span(bytes).first(size);
    ByteReader reader(cut, "it");
    const auto read_all = [&] {
      reader.number<std::uint32_t>();
      for (int i = 0; i < 4; ++i) reader.varint();
      reader.text();
      reader.number<double>();
    };
    EXPECT_THROW(read_all(), Error) << size;
  }
  ByteReader longer(bytes, "it");
  longer.number<std::uint32_t>();
  EXPECT_THROW(longer.expect_end(), Error);
  const std::vector<std::byte> endless(11, std::byte{0xff});
  ByteReader reader(endless, "it");
  EXPECT_THROW(reader.varint(), Error);
}

TEST(Bytes, TheLengthOfATextMayBeALie) {
  ByteWriter writer;
  writer.number(~std::uint64_t{0} >> 1);
  writer.number(1);
  ByteReader reader(writer.bytes(), "it");
  EXPECT_THROW(reader.text(), Error);
}

std::uint64_t digest_of(std::string_view text) {
  Digest digest;
  digest.add(text);
  return digest.value();
}

TEST(Digest, TellsTextsApart) {
  EXPECT_EQ(digest_of("abcdefghij"), digest_of("abcdefghij"));
  EXPECT_NE(digest_of(""), digest_of(std::string(1, '\0')));
  EXPECT_NE(digest_of("abcdefghij"), digest_of("abcdefghik"));
  EXPECT_NE(digest_of("abcdefgh"), digest_of(std::string("abcdefgh\0", 9)));
  Digest split;
  split.add("abc");
  split.add("def");
  EXPECT_NE(split.value(), digest_of("abcdef"));
}

}  // namespace
}  // namespace ect::util
