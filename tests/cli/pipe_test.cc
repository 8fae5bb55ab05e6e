// `ect predict` between two pipes: each line is answered at once, without a deadlock.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "tests/helpers/data_helpers.h"
#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/places.h"
#include "util/child_process.h"

namespace ect::cli {
namespace {

constexpr int kLines = 100;

util::ChildProcess::Deadline within_a_minute() {
  return util::ChildProcess::Clock::now() + std::chrono::seconds(60);
}

class Pipes : public LearnCli {
 protected:
  // A program that predicts by a model of these data.
  util::ChildProcess predicting(const std::string& data, const std::string& source,
                                const std::string& threads,
                                const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {ect_program(), "predict",   train(data, {"--fast"}),
                                      source,        "--threads", threads};
    words.insert(words.end(), more.begin(), more.end());
    return util::ChildProcess(words);
  }

  // One line, one answer, again and again.
  void converse(const std::string& data, const std::vector<std::string>& lines,
                const std::vector<std::string>& answers, const std::string& head = "") const {
    for (const std::string threads : {"1", "2", "5"}) {
      for (const std::string source : {"-", "/dev/stdin"}) {
        util::ChildProcess process = predicting(data, source, threads);
        process.send(head, within_a_minute());
        for (int i = 0; i < kLines; ++i) {
          const std::size_t which = static_cast<std::size_t>(i) % lines.size();
          process.send(lines[which] + '\n', within_a_minute());
          ASSERT_EQ(process.read_line(1000, within_a_minute()), answers[which])
              << threads << ' ' << source;
        }
        process.send(lines[0] + '\n' + lines[1] + '\n', within_a_minute());
        EXPECT_EQ(process.read_line(1000, within_a_minute()), answers[0]);
        EXPECT_EQ(process.read_line(1000, within_a_minute()), answers[1]);
        EXPECT_FALSE(process.has_spoken());
        process.finish(std::chrono::seconds(60));
      }
    }
  }
};

TEST_F(Pipes, AnswerSvmlightLineByLine) {
  std::string data;
  for (int i = 0; i < 20; ++i) data += "a 1:1\nb 2:1\n";
  converse(write("a.svm", data), {"x 1:1", "x 2:1", "", "x 1:y", "1:1"}, {"a", "b", "?", "?", "?"});
}

TEST_F(Pipes, AnswerLinesOfTwoBytes) {
  std::string data;
  for (int i = 0; i < 20; ++i) data += "a 1:1\nb\n";
  converse(write("a.svm", data), {"x", "x 1:1"}, {"b", "a"});
}

TEST_F(Pipes, AnswerTablesLineByLineOnceThereIsAHeader) {
  std::string data = kFruit;
  converse(write("a.csv", data),
           {"1,red", "5,yellow", "\"3\",\"green\"", "", "x,red", "1", "1,2,3", "\"1\"1,red"},
           {"apple", "banana", "kiwi fruit", "?", "?", "?", "?", "?"}, "size,colour\n");
}

TEST_F(Pipes, AnswerTextLineByLine) {
  std::string data;
  for (int i = 0; i < 20; ++i) data += "weather\train today\nmusic\tplay a song\n";
  converse(write("a.tsv", data), {"rain", "a song", "", " ", "__label__ rain"},
           {"weather", "music", "?", "?", "?"});
}

TEST_F(Pipes, AnswerArffLineByLineOnceThereIsAHead) {
  const std::string head = "@attribute n numeric\n@attribute class {a, b}\n@data\n";
  std::string data = head;
  for (int i = 0; i < 20; ++i) data += "1,a\n5,b\n";
  converse(write("a.arff", data), {"1,?", "5,?", "", "x,?", "1", "{0 x}"},
           {"a", "b", "?", "?", "?", "?"}, head);
}

TEST_F(Pipes, AnswerInJsonLineByLine) {
  std::string data;
  for (int i = 0; i < 20; ++i) data += "weather\train today\nmusic\tplay a song\n";
  util::ChildProcess process = predicting(write("a.tsv", data), "-", "2", {"--json", "--top", "1"});
  for (int i = 0; i < kLines; ++i) {
    process.send("rain\n", within_a_minute());
    EXPECT_TRUE(
        process.read_line(1000, within_a_minute()).starts_with(R"({"label":"weather","prob)"));
    process.send("\n", within_a_minute());
    EXPECT_EQ(process.read_line(1000, within_a_minute()),
              R"({"label":null,"probability":null,"reason":"a blank line","top":[]})");
  }
}

TEST_F(Pipes, AnswerVowpalWabbitLineByLine) {
  std::string data;
  for (int i = 0; i < 20; ++i) data += "1 | rain today\n2 | song play\n";
  converse(write("a.vw", data), {"| rain", "| song", "", "rain", "| song:x"},
           {"1", "2", "?", "?", "?"});
}

TEST_F(Pipes, AnswerAsFarAsAnUnpackerGivesOut) {
  std::string data;
  for (int i = 0; i < 20; ++i) data += "a 1:1\nb 2:1\n";
  util::ChildProcess process = predicting(write("a.svm", data), "-", "2");
  z_stream packer{};
  ASSERT_EQ(deflateInit2(&packer, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  for (int i = 0; i < kLines; ++i) {
    std::string line = i % 2 == 0 ? "x 1:1\n" : "x 2:1\n";
    std::string packed(1000, '\0');
    packer.next_in = reinterpret_cast<Bytef*>(line.data());
    packer.avail_in = static_cast<uInt>(line.size());
    packer.next_out = reinterpret_cast<Bytef*>(packed.data());
    packer.avail_out = static_cast<uInt>(packed.size());
    ASSERT_EQ(deflate(&packer, Z_SYNC_FLUSH), Z_OK);
    process.send(packed.substr(0, packed.size() - packer.avail_out), within_a_minute());
    ASSERT_EQ(process.read_line(1000, within_a_minute()), i % 2 == 0 ? "a" : "b");
  }
  deflateEnd(&packer);

  util::ChildProcess other = predicting(write("a.svm", data), "-", "2");
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                     &ZSTD_freeCCtx);
  for (int i = 0; i < kLines; ++i) {
    const std::string line = i % 2 == 0 ? "x 1:1\n" : "x 2:1\n";
    std::string packed(1000, '\0');
    ZSTD_inBuffer in{line.data(), line.size(), 0};
    ZSTD_outBuffer out{packed.data(), packed.size(), 0};
    ASSERT_EQ(ZSTD_compressStream2(context.get(), &out, &in, ZSTD_e_flush), 0U);
    other.send(packed.substr(0, out.pos), within_a_minute());
    ASSERT_EQ(other.read_line(1000, within_a_minute()), i % 2 == 0 ? "a" : "b") << i;
  }
}

TEST_F(Pipes, AnErrorThatEndsTheRunIsToldWhileTheInputIsOpen) {
  std::string data;
  for (int i = 0; i < 20; ++i) data += "a 1:1\nb 2:1\n";
  for (const std::string threads : {"1", "4"}) {
    util::ChildProcess process = predicting(write("a.svm", data), "-", threads, {"--strict"});
    process.send("x 1:1\nx 1:y\nx 2:1\nx 2:1", within_a_minute());
    EXPECT_EQ(process.read_line(1000, within_a_minute()), "a");  // what comes before it is answered
    EXPECT_NE(
        error_of([&] { process.read_line(1000, within_a_minute()); }).find("ended with status 1"),
        std::string::npos);
  }
}

TEST_F(Pipes, MuchIsAnsweredInOrder) {
  std::string data;
  for (int i = 0; i < 20; ++i) data += "a 1:1\nb 2:1\nc 3:1\n";
  for (const std::string threads : {"1", "2", "5"}) {
    util::ChildProcess process = predicting(write("a.svm", data), "-", threads);
    std::string lines;
    std::string expected;
    for (int i = 0; i < 100'000; ++i) {
      const int which = i % 7 * i % 7 % 3;
      lines += fmt::format("x {}:1\n", which + 1);
      expected += fmt::format("{}\n", "abc"[which]);
    }
    process.send(lines, within_a_minute());
    std::string answers;
    for (int i = 0; i < 100'000; ++i) answers += process.read_line(1000, within_a_minute()) + '\n';
    EXPECT_TRUE(answers == expected);
  }
}

}  // namespace
}  // namespace ect::cli
