// Ranks that are threads, and blocks that live on them.
#include "cluster/communicator.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "cluster/blocks.h"
#include "ect/error.h"

namespace ect::cluster {
namespace {

Bytes bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}
std::string text_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Communicator, EveryRankGetsWhatEachHasSentToIt) {
  run_as_threads(3, [](Communicator& ranks) {
    for (int round = 0; round < 20; ++round) {
      std::vector<Bytes> to;
      for (std::uint32_t other = 0; other < 3; ++other) {
        to.push_back(bytes_of(std::to_string(ranks.rank() * 10 + other) + std::string(round, '.')));
      }
      const std::vector<Bytes> from = ranks.exchange(std::move(to));
      for (std::uint32_t other = 0; other < 3; ++other) {
        EXPECT_EQ(text_of(from[other]),
                  std::to_string(other * 10 + ranks.rank()) + std::string(round, '.'));
      }
    }
  });
}

TEST(Communicator, WhereARankFailsAllEndAndItsErrorIsThrown) {
  const auto run = [] {
    run_as_threads(4, [](Communicator& ranks) {
      ranks.exchange(std::vector<Bytes>(4));
      if (ranks.rank() == 2) throw Error::bad_argument("rank 2 has had enough");
      for (;;) ranks.exchange(std::vector<Bytes>(4));
    });
  };
  try {
    run();
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "rank 2 has had enough");
  }
}

TEST(Blocks, SumsAndMailAreTheSameOnAnyNumberOfRanks) {
  const auto told = [](std::uint32_t count) {
    std::string result;
    run_as_threads(count, [&](Communicator& ranks) {
      Blocks blocks(ranks, 5, 1);
      std::vector<std::int64_t> sums(7);
      std::vector<std::vector<double>> fractions;
      Mail mail(blocks);
      Notices notices(blocks);
      for (std::size_t own = 0; own < blocks.own(); ++own) {
        const std::uint32_t block = blocks.first() + static_cast<std::uint32_t>(own);
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += block * 100 + i;
        fractions.push_back({1.0 / (block + 1), 0.1 * block});
        for (std::uint32_t to = 0; to < 5; ++to) mail.to(own, to).text(std::to_string(block * to));
        notices.of_own(own).text("block " + std::to_string(block));
      }
      blocks.sum_up(sums);
      mail.deliver();
      notices.deliver();
      std::string here;
      for (const std::int64_t sum : sums) here += std::to_string(sum) + ' ';
      for (const auto& numbers : blocks.numbers_of_all(fractions)) {
        for (const double number : numbers) here += std::to_string(number) + ' ';
      }
      for (std::uint32_t block = 0; block < 5; ++block) here += notices.of(block).text() + ' ';
      for (std::size_t own = 0; own < blocks.own(); ++own) {
        for (std::uint32_t from = 0; from < 5; ++from) {
          EXPECT_EQ(mail.from(own, from).text(), std::to_string(from * (blocks.first() + own)));
        }
      }
      EXPECT_EQ(blocks.greatest(ranks.rank()), count - 1);
      if (ranks.rank() == 0) result = here;
    });
    return result;
  };
  const std::string alone = told(1);
  EXPECT_NE(alone.find("block 4"), std::string::npos);
  for (const std::uint32_t count : {2U, 3U, 5U, 8U}) EXPECT_EQ(told(count), alone) << count;
}

}  // namespace
}  // namespace ect::cluster
