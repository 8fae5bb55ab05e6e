// Streams: bounded memory, and a beginning that is cut anywhere.
#include "data/stream.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zlib.h>

#include <fstream>
#include <functional>
#include <sstream>
#include <streambuf>
#include <thread>

#include "tests/helpers/data_helpers.h"
#include "tests/helpers/sanitized.h"
#include "tests/helpers/temp_folder.h"

namespace ect::data {
namespace {

// A stream whose lines are generated when they are read, and never stored.
class Generated : public std::streambuf {
 public:
  Generated(std::uint64_t lines, std::function<std::string(std::uint64_t)> line)
      : lines_(lines), line_(std::move(line)) {}

  std::uint64_t given() const { return given_; }  // bytes

 private:
  int_type underflow() override {
    if (next_ == lines_) return traits_type::eof();
    current_ = line_(next_++) + '\n';
    given_ += current_.size();
    setg(current_.data(), current_.data(), current_.data() + current_.size());
    return traits_type::to_int_type(current_.front());
  }

  std::uint64_t lines_;
  std::function<std::string(std::uint64_t)> line_;
  std::uint64_t next_ = 0;
  std::uint64_t given_ = 0;
  std::string current_;
};

StreamFile stream_of(const std::string& text, std::istringstream& in, std::size_t beginning,
                     const LoadOptions& options = {}) {
  in.clear();
  in.str(text);
  return {"-", in, options, beginning};
}

std::string csv_of(int records) {
  std::string text = "size,colour,class\n";
  for (int i = 0; i < records; ++i) {
    text += std::to_string(i) + (i % 2 == 0 ? ",red,x\n" : ",blue,y\n");
  }
  return text;
}

TEST(StreamFile, IsReadInMemoryThatDoesNotGrow) {
  constexpr std::uint64_t kLines = all_or_enough(2'000'000, 600'000);
  constexpr std::uint64_t kAhead = 1 << 20;  // buffers
  const auto line = [](std::uint64_t i) {
    return std::to_string(i % 7) + " 3:0.5 900:1.25 1000:2";
  };
  Generated buffer(kLines, line);
  std::istream in(&buffer);
  StreamFile stream("-", in, {});
  EXPECT_LE(buffer.given(), StreamFile::kBeginning + kAhead);
  EXPECT_EQ(stream.layout().format, FileFormat::kSvmlight);
  EXPECT_EQ(stream.labels().size(), 7U);
  const auto reader = stream.reader();
  Example example;
  std::uint64_t examples = 0;
  std::uint64_t bytes = 0;
  while (reader->next(example)) {
    bytes += line(examples++).size() + 1;
    ASSERT_LE(buffer.given(), std::max<std::uint64_t>(bytes, StreamFile::kBeginning) + kAhead);
  }
  EXPECT_EQ(examples, kLines);
  EXPECT_GT(bytes, all_or_enough(10, 3) * StreamFile::kBeginning);
}

TEST(StreamFile, GivesTheExamplesOfTheFileWhereverItsBeginningEnds) {
  const std::string text =
      "size,note,class\n1,\"two\nlines, \"\"\n\"\" quoted\",x\n2,5\" "
      "disk,y\n\n3,\"\n\n\",x\n4,a,y\n";
  std::istringstream in(text);
  const DataFile whole("-", in);
  const auto expected = all_examples(*open_reader(whole, learn_layout(whole, {})));
  ASSERT_EQ(expected.size(), 4U);
  for (std::size_t beginning = 1; beginning <= text.size() + 1; ++beginning) {
    SCOPED_TRACE(beginning);
    std::istringstream again;
    StreamFile stream = stream_of(text, again, beginning);
    const auto examples = all_examples(*stream.reader());
    ASSERT_EQ(examples.size(), expected.size());
    for (std::size_t i = 0; i < examples.size(); ++i) {
      EXPECT_EQ(examples[i].label, expected[i].label);
      EXPECT_EQ(examples[i].values.front(), expected[i].values.front());
    }
  }
}

TEST(StreamFile, AHeaderLongerThanTheBeginningIsReadThrough) {
  std::istringstream in;
  StreamFile arff = stream_of(
      "@attribute a {one,two,three}\n@attribute class {x,y}\n@data\none,x\ntwo,y\n", in, 8);
  EXPECT_EQ(arff.layout().columns.at(0).values.size(), 3U);
  EXPECT_EQ(all_examples(*arff.reader()).size(), 2U);
  StreamFile csv = stream_of("a_long_name,class\n1,x\n2,y\n3,z\n4,w\n", in, 4);
  EXPECT_EQ(csv.labels().size(), 3U);  // within 32 bytes
  EXPECT_EQ(all_examples(*csv.reader()).size(), 4U);
}

TEST(StreamFile, LaterRecordsMustKeepToTheBeginning) {
  std::istringstream in;
  StreamFile word = stream_of(csv_of(1000) + "many,red,x\n", in, 200);
  EXPECT_EQ(error_of([&] { all_examples(*word.reader()); }),
            "standard input:1002: 'many' in column 'size' is not a number");
  StreamFile value = stream_of(csv_of(1000) + "5,green,x\n", in, 200);
  const auto reader = value.reader();
  EXPECT_EQ(all_examples(*reader).size(), 1001U);
  EXPECT_EQ(reader->warnings(),
            std::vector<std::string>{"1 nominal value is ignored because it was not seen in "
                                     "training; the first is 'green' in column 'colour' (standard "
                                     "input:1002)"});
}

TEST(StreamFile, DamageIsReportedWithItsLineBeforeAndBehindTheBeginning) {
  for (const int records : {0, 1, 5, 500}) {
    for (const std::size_t beginning : {1, 100, 1 << 20}) {
      const std::string text = csv_of(records) + "1,x\n" + csv_of(500).substr(18);
      EXPECT_EQ(error_of([&] {
                  std::istringstream in;
                  all_examples(*stream_of(text, in, beginning).reader());
                }),
                "standard input:" + std::to_string(records + 2) + ": 2 fields (expected 3)");
    }
  }
}

TEST(StreamFile, WhatIsEmptyOrNeverEndsALineIsRefused) {
  std::istringstream in;
  EXPECT_EQ(error_of([&] { stream_of("", in, 100); }),
            "standard input: no examples (is the file empty?)");
  EXPECT_EQ(error_of([&] { stream_of("\n\n", in, 1); }),
            "standard input: no examples (is the file empty?)");
  class OneLine : public std::streambuf {
    int_type underflow() override {
      setg(text_.data(), text_.data(), text_.data() + text_.size());
      return 'x';
    }
    std::string text_ = std::string(1 << 16, 'x');
  } buffer;
  std::istream line(&buffer);
  EXPECT_EQ(error_of([&] { StreamFile("-", line, {}); }),
            "standard input:1: a line of more than 64 MiB (is this a text file?)");
}

TEST(StreamFile, IsReadOnce) {
  std::istringstream in;
  StreamFile stream = stream_of(csv_of(3), in, 10);
  EXPECT_EQ(all_examples(*stream.reader()).size(), 3U);
  EXPECT_EQ(error_of([&] { stream.reader(); }), "standard input: a stream can be read only once");
}

TEST(StreamFile, MayBePackedAndMayBeAPipe) {
  const TempFolder folder;
  const std::string text = csv_of(5000);
  std::istringstream unused;

  const std::string packed = folder.path("data.csv.gz");
  const gzFile file = ::gzopen(packed.c_str(), "wb");
  ASSERT_EQ(::gzwrite(file, text.data(), static_cast<unsigned>(text.size())),
            static_cast<int>(text.size()));
  ::gzclose(file);
  StreamFile regular(packed, unused, {}, 1000);
  EXPECT_EQ(all_examples(*regular.reader()).size(), 5000U);

  const std::string pipe = folder.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe) << text; });
  StreamFile piped(pipe, unused, {}, 1000);
  EXPECT_EQ(all_examples(*piped.reader()).size(), 5000U);
  writer.join();
}

TEST(StreamFile, LabelsAreNumberedAsInADataset) {
  std::istringstream in;
  StreamFile costs = stream_of("a:1 b:0 | x\nb:1 a:0 | y\n", in, 1);
  const Labels labels = costs.labels();
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_EQ(labels.name(0), "a");
  EXPECT_EQ(labels.name(1), "b");
}

}  // namespace
}  // namespace ect::data
