// Against the vectors of NIST's "Secure Hash Standard" examples and its validation suite (CAVP).
#include "util/sha256.h"

#include <gtest/gtest.h>

namespace ect::util {
namespace {

constexpr std::string_view kEmpty =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr std::string_view kAbc =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(sha256_hex(""), kEmpty);
  EXPECT_EQ(sha256_hex("abc"), kAbc);
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                       "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(sha256_hex(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(sha256_hex("\xbd"), "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
  EXPECT_EQ(sha256_hex(std::string(4, '\0')),
            "df3f619804a92fdb4057192dc43dd748ea778adc52bc498ce80524c014b81119");
}

TEST(Sha256, TakesATextInPieces) {
  Sha256 hash;
  for (const char c : std::string_view("abc")) hash.add(std::string_view(&c, 1));
  hash.add("");
  EXPECT_EQ(hash.hex(), kAbc);
}

TEST(Sha256, IsUsedAgain) {
  Sha256 hash;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(hash.hex(), kEmpty);
    hash.add("abc");
    EXPECT_EQ(hash.hex(), kAbc);
  }
}

}  // namespace
}  // namespace ect::util
