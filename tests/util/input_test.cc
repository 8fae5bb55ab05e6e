// Reading plain and compressed input: every cut and every flipped byte is an error.
#include "util/input.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ect/error.h"
#include "tests/helpers/temp_folder.h"

namespace ect::util {
namespace {

std::string gzip(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(::deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(::deflateBound(&stream, text.size()) + 64, '\0');
  std::string copy = text;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

std::string zstd(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3);
  packed.resize(size);
  return packed;
}

std::string unpacked(const std::string& bytes) {
  std::istringstream stream(bytes);
  return read_all(*open_input("-", stream));
}

// Long enough for several blocks, and not too regular.
std::string long_text() {
  std::string text;
  for (int i = 0; i < 60'000; ++i) text += std::to_string(i * 2654435761U) + '\n';
  return text;
}

TEST(Input, GivesPlainBytesAsTheyAre) {
  for (const std::string& text : {std::string(), std::string("a"), std::string("\x1f"),
                                  std::string("abcde"), std::string("a\0b", 3), long_text()}) {
    EXPECT_EQ(unpacked(text), text);
  }
}

TEST(Input, UnpacksGzipAndZstdOfAnySize) {
  for (const std::string& text : {std::string(), std::string("a"), long_text()}) {
    EXPECT_EQ(unpacked(gzip(text)), text);
    EXPECT_EQ(unpacked(zstd(text)), text);
  }
}

TEST(Input, UnpacksSeveralMembersAndPadding) {
  EXPECT_EQ(unpacked(gzip("one ") + gzip("two")), "one two");
  EXPECT_EQ(unpacked(zstd("one ") + zstd("two")), "one two");
  EXPECT_EQ(unpacked(gzip("one") + std::string(512, '\0')), "one");
  EXPECT_THROW(unpacked(gzip("one") + "garbage"), Error);
  EXPECT_THROW(unpacked(zstd("one") + "garbage"), Error);
}

TEST(Input, NoCutOfAPackedFileIsTakenForAShorterOne) {
  for (const std::string& packed : {gzip("some text, some more text"), zstd("some text")}) {
    for (std::size_t size = 4; size < packed.size(); ++size) {
      EXPECT_THROW(unpacked(packed.substr(0, size)), Error) << size << " of " << packed.size();
    }
  }
}

TEST(Input, NoFlippedBitOfGzipDataGivesAnotherText) {
  const std::string text = "some text, some more text";
  const std::string packed = gzip(text);
  std::size_t refused = 0;
  for (std::size_t i = 10; i < packed.size(); ++i) {  // after the header, which has no checksum
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = packed;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      try {
        EXPECT_EQ(unpacked(damaged), text) << i;  // some bits of the last byte are unused
      } catch (const Error&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 8 * (packed.size() - 10) - 8);
}

RC_GTEST_PROP(InputProperty, AnyBytesAreReadOrRefused, ()) {
  auto bytes = *rc::gen::arbitrary<std::string>();
  const auto start = *rc::gen::element(std::string(), std::string("\x1f\x8b"),
                                       std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10),
                                       std::string("\x28\xb5\x2f\xfd"));
  try {
    unpacked(start + bytes);
  } catch (const Error&) {
  }
}

TEST(Input, NamesTheFileInErrors) {
  const TempFolder temp;
  const std::filesystem::path& folder = temp.path();
  const std::string cut = folder / "cut.gz";
  std::ofstream(cut) << gzip("some text").substr(0, 12);
  std::istringstream nothing;
  const auto message = [&](const std::string& path) -> std::string {
    try {
      read_all(*open_input(path, nothing));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(cut), cut + ": gzip data ends too early (is the file cut off?)");
  EXPECT_EQ(message(folder / "none"),
            (folder / "none").string() + ": cannot open (No such file or directory)");
  EXPECT_EQ(message(folder), folder.string() + ": is a folder (expected a file)");
}

}  // namespace
}  // namespace ect::util
