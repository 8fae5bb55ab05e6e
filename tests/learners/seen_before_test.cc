// The Bloom filter of recent features.
#include "learners/seen_before.h"

#include <gtest/gtest.h>

#include "ect/random.h"

namespace ect::learners {
namespace {

constexpr std::uint32_t kRoom = 1000;

TEST(SeenBefore, WhatCameComesAgain) {
  for (const std::uint32_t room : {0U, 1U, 7U, 100000U}) {
    SeenBefore seen;
    for (const std::uint32_t feature : {0U, 1U, 64U, 0xfffffffeU}) {
      seen.again(feature, room);
      EXPECT_TRUE(seen.again(feature, room)) << room << " " << feature;
    }
  }
}

// Nothing is forgotten while there are no more than three times as many as there is room for, and
// few are mistaken, be they numbered as they come or at random.
TEST(SeenBefore, FewOthersDo) {
  for (const bool in_order : {true, false}) {
    SeenBefore seen;
    Random random(3);
    std::vector<std::uint32_t> features;
    for (std::uint32_t i = 0; i < 3 * kRoom; ++i) {
      features.push_back(in_order ? i : static_cast<std::uint32_t>(random.next() >> 33));
    }
    std::size_t mistaken = 0;
    for (const std::uint32_t feature : features) mistaken += seen.again(feature, kRoom) ? 1 : 0;
    EXPECT_LT(mistaken, features.size() / 6) << in_order;
    for (const std::uint32_t feature : features) EXPECT_TRUE(seen.again(feature, kRoom));
  }
}

TEST(SeenBefore, ForgetsWhatIsLongAgo) {
  SeenBefore seen;
  for (std::uint32_t feature = 0; feature < 100 * kRoom; ++feature) seen.again(feature, kRoom);
  std::size_t again = 0;
  for (std::uint32_t feature = 0; feature < kRoom; ++feature) again += seen.again(feature, kRoom);
  EXPECT_LT(again, kRoom / 4);
}

TEST(SeenBefore, GoesOnFromACheckpoint) {
  SeenBefore seen;
  for (std::uint32_t feature = 0; feature < kRoom; ++feature) seen.again(feature, kRoom);
  util::ByteWriter writer;
  seen.save(writer);
  SeenBefore restored;
  util::ByteReader reader(writer.bytes(), "it");
  ASSERT_TRUE(restored.restore(reader, kRoom));
  for (std::uint32_t feature = 0; feature < 10 * kRoom; feature += 7) {
    EXPECT_EQ(restored.again(feature, kRoom), seen.again(feature, kRoom)) << feature;
  }
  util::ByteReader other(writer.bytes(), "it");
  EXPECT_FALSE(SeenBefore().restore(other, kRoom + 4));  // of another size
}

}  // namespace
}  // namespace ect::learners
