// Streams that are read several times, from a cache: the same model whatever happens to it.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "tests/helpers/learn_helpers.h"

namespace ect::cli {
namespace {

class StreamCache : public LearnCli {
 protected:
  void SetUp() override {
    LearnCli::SetUp();
    const Outcome made = ect({"synth", "--classes", "6", "--examples", "3000", "--quiet"});
    text_ = made.out;
    data_ = write("a.svm", text_);
  }

  Outcome learn(const std::string& data, const std::vector<std::string>& more = {},
                const std::string& input = "") const {
    std::vector<std::string> arguments = {"train",    data,       "-o", path("a.model"),
                                          "--stream", "--passes", "2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ect(arguments, input);
  }

  // The model's bytes, where nothing was odd but what `says` tells.
  std::string model(const Outcome& outcome, const std::string& says = "") const {
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(lines_in(outcome.err), says.empty() ? 0 : 1) << outcome.err;
    EXPECT_TRUE(has(outcome.err, says)) << outcome.err;
    return read(path("a.model"));
  }

  std::string text_;
  std::string data_;
};

TEST_F(StreamCache, SeveralPassesLeaveACacheBesideTheData) {
  const std::string first = model(learn(data_));
  EXPECT_EQ(json_of({"info", path("a.model")})["trained_on"]["passes"], 2);
  EXPECT_EQ(json_of({"info", path("a.model")})["trained_on"]["examples"], 3000);
  ASSERT_TRUE(fs::exists(data_ + ".ectcache"));
  EXPECT_LT(fs::file_size(data_ + ".ectcache"), text_.size());
  const auto made = fs::last_write_time(data_ + ".ectcache");
  EXPECT_EQ(model(learn(data_)), first);
  EXPECT_EQ(fs::last_write_time(data_ + ".ectcache"), made);
  // A second pass gives another model.
  train(data_, {"--stream"}, "b.model");
  EXPECT_NE(read(path("b.model")), first);
}

// One pass is nearly as good as can be, 10 %: more of them must not spoil that.
TEST_F(StreamCache, MorePassesLearnAsWell) {
  const std::string test =
      write("test.svm",
            ect({"synth", "--classes", "6", "--examples", "3000", "--part", "2", "--quiet"}).out);
  train(data_, {"--stream"}, "one.model");
  train(data_, {"--stream", "--passes", "5"}, "five.model");
  const double one = json_of({"test", path("one.model"), test})["error"];
  const double five = json_of({"test", path("five.model"), test})["error"];
  EXPECT_LE(one, 0.13);
  EXPECT_LE(five, 0.13);
}

TEST_F(StreamCache, ACacheThatIsNotOfThisDataIsMadeAnewAndSaidSo) {
  const std::string first = model(learn(data_));
  const std::string cache = data_ + ".ectcache";
  fs::last_write_time(data_, fs::last_write_time(data_) + std::chrono::seconds(1));
  EXPECT_EQ(model(learn(data_), "the data has changed since; it is made anew"), first);
  EXPECT_EQ(model(learn(data_)), first);
  const std::string good = read(cache);
  write("a.svm.ectcache", good.substr(0, good.size() / 2));
  EXPECT_EQ(model(learn(data_), "it is cut off; it is made anew"), first);
  write("a.svm.ectcache", "");
  EXPECT_EQ(model(learn(data_), "it is cut off; it is made anew"), first);
  std::string damaged = read(cache);
  damaged[8] = 7;
  write("a.svm.ectcache", damaged);
  EXPECT_EQ(model(learn(data_), "its format version is 7 (expected 1); it is made anew"), first);
  const std::string labels = write("labels.txt", "5\n4\n3\n2\n1\n0\nmore\n");
  model(learn(data_, {"--labels", labels}), "it has other classes; it is made anew");
}

TEST_F(StreamCache, DamageInTheMiddleIsGoneAround) {
  const std::string first = model(learn(data_));
  const std::string cache = data_ + ".ectcache";
  std::string damaged = read(cache);
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 4);
  write("a.svm.ectcache", damaged);
  EXPECT_EQ(model(learn(data_), "a block is damaged; it is made anew"), first);
  EXPECT_EQ(model(learn(data_)), first);
}

TEST_F(StreamCache, WhatCannotBeCachedIsParsedAgain) {
  const std::string first = model(learn(data_));
  fs::remove(data_ + ".ectcache");
  EXPECT_EQ(model(learn(data_, {"--cache", path("no/such/folder")}), "going on without a cache"),
            first);
  // A write to a full disk fails.
  if (fs::exists("/dev/full")) {
    fs::create_symlink("/dev/full", path("full"));
    EXPECT_EQ(model(learn(data_, {"--cache", path("full")}), "going on without a cache"), first);
  }
}

TEST_F(StreamCache, APipeNeedsACacheThatIsNamed) {
  const std::string first = model(learn(data_));
  expect_one_line_error(learn("-", {}, text_), 2);
  const std::string cache = path("pipe.cache");
  const std::string piped = model(learn("-", {"--cache", cache}, text_));
  EXPECT_EQ(fs::exists(cache), true);
  // What comes through a pipe may be something else the next time.
  const std::string changed = model(learn("-", {"--cache", cache}, text_ + "0 1:1\n"));
  EXPECT_NE(changed, piped);
  EXPECT_EQ(model(learn("-", {"--cache", cache}, text_)), piped);
  expect_one_line_error(learn("-", {"--cache", path("no/such/folder")}, text_), 1);
}

TEST_F(StreamCache, AFileThatIsSomethingElseIsNotReplaced) {
  const std::string precious = write("notes.txt", "precious, and longer than a magic word");
  for (const std::string& data : {data_, std::string("-")}) {
    const Outcome outcome = learn(data, {"--cache", precious}, text_);
    expect_one_line_error(outcome, 2);
    EXPECT_TRUE(has(outcome.err, "not a cache file, and it would be overwritten")) << outcome.err;
  }
  EXPECT_EQ(read(precious), "precious, and longer than a magic word");
}

TEST_F(StreamCache, EveryFormatIsCached) {
  const std::string names = write("names.txt", "p\nq\n");
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"b.csv", "x,y,class\n1,a,p\n5,b,q\n2,?,p\n4,a,q\n"},
           {"b.vw", "p 2.5| a b:3\nq | b\n"},
           {"b.tsv", "p\tgood and good\nq\tbad\nr\tneither\n"}}) {
    SCOPED_TRACE(name);
    const std::string data = write(name, text);
    std::vector<std::string> more = few_bits(name);
    more.insert(more.end(), {"--labels", names});
    const Outcome parsed = learn(data, more);
    const std::string first = read(path("a.model"));
    EXPECT_TRUE(fs::exists(data + ".ectcache"));
    const Outcome cached = learn(data, more);
    EXPECT_EQ(cached.status, 0);
    EXPECT_EQ(read(path("a.model")), first);
    EXPECT_EQ(cached.err, parsed.err);  // warnings are stored in the cache
    EXPECT_EQ(lines_in(parsed.err), name == "b.tsv" ? 1 : 0) << parsed.err;
    fs::remove(data + ".ectcache");
    more.insert(more.end(), {"--cache", path("no/such/folder")});
    learn(data, more);
    EXPECT_EQ(read(path("a.model")), first);
  }
}

TEST_F(StreamCache, NothingIsLeftWhereTheDataIsDamaged) {
  const std::string broken = write("c.svm", text_ + "0 x:1\n");
  const Outcome outcome = learn(broken);
  expect_one_line_error(outcome, 1);
  for (const auto& entry : fs::directory_iterator(folder_)) {
    EXPECT_FALSE(has(entry.path().filename(), ".tmp"));
    EXPECT_FALSE(has(entry.path().filename(), ".ectcache"));
  }
}

}  // namespace
}  // namespace ect::cli
