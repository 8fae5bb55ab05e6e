// Caches of examples: they hold what was put into them, and no byte of them is trusted.
#include "data/example_cache.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "ect/random.h"
#include "tests/fuzz/read_cache.h"
#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/data_helpers.h"

namespace ect::data {
namespace {

class ExampleCache : public cli::InFolder {
 protected:
  ExampleCache() {
    classes_.add("one");
    classes_.add("two");
    key_ = {{100, 200, 300}, "svm", 1000, &classes_};
  }

  std::string file() const { return path("a.ectcache"); }

  void write_cache(const std::vector<Example>& examples, std::size_t block = 64) const {
    CacheWriter writer(file(), key_, block);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      writer.add(static_cast<std::uint32_t>(i % 2), examples[i]);
    }
    writer.commit({"something was odd"});
  }

  std::string why(const CacheKey& key) const {
    return error_of([&] { CacheReader(file(), key); });
  }

  Labels classes_;
  CacheKey key_;
};

std::vector<Example> few_examples() {
  std::vector<Example> examples(7);
  examples[0] = {{}, 1, {3, 9}, {1, 1}, {}};
  examples[1] = {{}, 2.5F, {0, 1, 2}, {0, 255, 7}, {}};
  examples[2] = {{}, 1, {0, 1}, {0.5F, -1e30F}, {}};
  examples[3] = {{}, 1, {}, {}, {}};
  examples[4] = {{}, 1, {0, 1, 2}, {1, 1, 1}, {}};
  examples[5] = {{}, 1, {127, 128, 257, 999}, {256, 1, 1, 1}, {}};
  examples[6] = {{}, 1e-30F, {5}, {-0.0F}, {}};
  return examples;
}

void expect_same(const Example& read, const Example& written) {
  EXPECT_EQ(read.weight, written.weight);
  EXPECT_EQ(read.indices, written.indices);
  ASSERT_EQ(read.values, written.values);
  for (std::size_t i = 0; i < read.values.size(); ++i) {
    EXPECT_EQ(std::signbit(read.values[i]), std::signbit(written.values[i]));
  }
}

TEST_F(ExampleCache, HoldsWhatWasPutIntoIt) {
  for (const std::size_t block : {1, 30, 1 << 20}) {
    write_cache(few_examples(), block);
    CacheReader reader(file(), key_);
    EXPECT_EQ(reader.examples(), 7U);
    EXPECT_EQ(reader.warnings(), std::vector<std::string>{"something was odd"});
    Example example;
    std::uint32_t label = 0;
    for (const Example& written : few_examples()) {
      ASSERT_EQ(reader.next(example), std::optional(label));
      expect_same(example, written);
      label = 1 - label;
    }
    EXPECT_EQ(reader.next(example), std::nullopt);
    EXPECT_EQ(reader.next(example), std::nullopt);
  }
}

TEST_F(ExampleCache, HoldsRandomExamplesToo) {
  Random random(1);
  std::vector<Example> examples;
  for (int i = 0; i < 500; ++i) {
    Example& example = examples.emplace_back();
    example.weight = random.chance(0.5) ? 1 : static_cast<float>(random.uniform() + 0.1);
    const auto kind = random.below(3);
    for (std::uint32_t index = 0; index < 1000; ++index) {
      if (kind != 2 && !random.chance(0.03)) continue;
      example.indices.push_back(index);
      example.values.push_back(kind == 0   ? 1.0F
                               : kind == 1 ? static_cast<float>(random.below(300))
                                           : static_cast<float>(random.uniform()));
    }
  }
  write_cache(examples, 5000);
  CacheReader reader(file(), key_);
  Example example;
  for (const Example& written : examples) {
    ASSERT_TRUE(reader.next(example));
    expect_same(example, written);
  }
  EXPECT_FALSE(reader.next(example));
}

TEST_F(ExampleCache, SaysWhyItIsNotUsed) {
  EXPECT_NE(why(key_).find("cannot be read"), std::string::npos);
  write_cache(few_examples());
  EXPECT_EQ(why(key_), "");
  CacheKey other = key_;
  other.source.time += 1;
  EXPECT_NE(why(other).find("the data has changed since"), std::string::npos);
  other = key_;
  other.reading = "csv";
  EXPECT_NE(why(other).find("it was read with other options"), std::string::npos);
  Labels more;
  more.add("one");
  more.add("three");
  other = key_;
  other.classes = &more;
  EXPECT_NE(why(other).find("it has other classes"), std::string::npos);

  std::string bytes = cli::read(file());
  bytes[8] = 9;
  write("a.ectcache", bytes);
  EXPECT_NE(why(key_).find("its format version is 9 (expected 1)"), std::string::npos);
  write("a.ectcache", "p 1:1\nq 2:1\np 1:1\nq 2:1\n");
  EXPECT_NE(why(key_).find("it is not an example cache"), std::string::npos);
}

TEST_F(ExampleCache, NothingIsLeftOfOneThatIsNotFinished) {
  {
    CacheWriter writer(file(), key_);
    writer.add(0, few_examples()[0]);
  }
  EXPECT_TRUE(cli::fs::is_empty(folder_));
}

TEST_F(ExampleCache, EveryCutIsNoticedAtOnce) {
  write_cache(few_examples());
  const std::string bytes = cli::read(file());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    write("a.ectcache", bytes.substr(0, size));
    EXPECT_THROW(CacheReader(file(), key_), Error) << size;
  }
}

TEST_F(ExampleCache, EveryChangedByteIsNoticed) {
  write_cache(few_examples());
  const std::string bytes = cli::read(file());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int change : {0x01, 0x80}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ change);
      write("a.ectcache", changed);
      EXPECT_FALSE(read_cache(file(), key_)) << at;
    }
  }
}

TEST_F(ExampleCache, WithRightChecksumsEveryByteMayBeAnother) {
  write_cache(few_examples());
  const std::string bytes = cli::read(file());
  int taken = 0;
  int refused = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int change : {0x01, 0x08, 0x10, 0xff}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ change);
      mend_cache(changed);
      write("a.ectcache", changed);
      ++(read_cache(file(), key_) ? taken : refused);
    }
  }
  EXPECT_GT(taken, 100);
  EXPECT_GT(refused, 300);
}

TEST_F(ExampleCache, AFileIsKnownByItsSizeItsTimeAndItsEnds) {
  EXPECT_EQ(identify(path("none")), std::nullopt);
  EXPECT_EQ(identify(folder_.string()), std::nullopt);
  const std::string text(200'000, 'x');
  const std::string data = write("a.svm", text);
  const SourceIdentity before = *identify(data);
  EXPECT_EQ(before.bytes, text.size());
  EXPECT_EQ(identify(data), before);
  const auto time = cli::fs::last_write_time(data);
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{65'535}, text.size() - 65'536, text.size() - 1}) {
    std::string other = text;
    other[at] = 'y';
    write("a.svm", other);
    cli::fs::last_write_time(data, time);
    EXPECT_EQ(identify(data)->time, before.time);
    EXPECT_NE(identify(data), before) << at;
  }
  write("a.svm", text);
  cli::fs::last_write_time(data, time + std::chrono::nanoseconds(1000));
  EXPECT_NE(identify(data), before);
}

}  // namespace
}  // namespace ect::data
