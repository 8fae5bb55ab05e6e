// Files that several threads read, beside the same ones read by one.
#include "data/blocks.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "data/load.h"
#include "tests/helpers/data_helpers.h"

namespace ect::data {
namespace {

// A text that comes in pieces of so many bytes, of which only some are there without waiting.
class Trickle : public util::Input {
 public:
  Trickle(std::string text, std::vector<std::size_t> pieces)
      : text_(std::move(text)), pieces_(std::move(pieces)) {}

  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t piece = pieces_.empty() ? size : 1 + pieces_[turn_++ % pieces_.size()];
    const std::size_t got = text_.copy(buffer, std::min(size, piece), given_);
    given_ += got;
    return got;
  }
  bool at_hand() override { return pieces_.empty() || turn_ % 3 == 0; }

 private:
  std::string text_;
  std::vector<std::size_t> pieces_;
  std::size_t turn_ = 0;
  std::size_t given_ = 0;
};

// Everything that reading a file results in: examples, warnings, and the error, if any.
struct Outcome {
  std::vector<std::string> examples;
  std::vector<std::string> warnings;
  std::string error;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
  for (const std::string& example : outcome.examples) out << example << '\n';
  for (const std::string& warning : outcome.warnings) out << warning << '\n';
  return out << outcome.error;
}

std::string spelt(const Example& example, const ExamplePlace& place) {
  std::string text = std::to_string(place.line) + ": " + example.label.value_or("(none)");
  text += " x " + std::to_string(example.weight);
  for (std::size_t i = 0; i < example.indices.size(); ++i) {
    text += ' ' + std::to_string(example.indices[i]) + ':' + std::to_string(example.values[i]);
  }
  for (std::size_t i = 0; i < example.costs.size(); ++i) {
    text += ' ' + place.cost_labels[i] + '=' + std::to_string(example.costs[i]);
  }
  return text;
}

Outcome read(const Layout& layout, unsigned threads, std::unique_ptr<util::Input> input) {
  Outcome outcome;
  outcome.error = error_of([&] {
    const auto reader = open_reader(Lines(std::move(input), "file"), layout);
    for_each_example(*reader, threads, [&](const Example& example, const ExamplePlace& place) {
      outcome.examples.push_back(spelt(example, place));
    });
    outcome.warnings = reader->warnings();
  });
  return outcome;
}

Layout layout_of(const std::string& name, const std::string& text) {
  return learn_layout(DataFile(name, std::make_shared<const std::string>(text)), {});
}

struct Format {
  std::string name;
  Layout layout;
  std::string head;
  std::vector<std::string> lines;  // good and bad records, and parts of records
};

const std::string kZeroByte("8,\"\0\",a\n", 8);

std::vector<Format> formats() {
  Layout headless = layout_of("a.csv", "1,2,3\n4,5,6\n");
  return {
      {"svm",
       layout_of("a.svm", "1 1:1\n"),
       "",
       {"a 1:1 7:0.5\n", "b 2:1\n", "\n", "# nothing\n", "c\r\n", "d 1:x\n", kZeroByte, "e 3:1"}},
      {"text",
       layout_of("a.tsv", "a\tb\n"),
       "",
       {"a\tone two\n", "b\tthree\n", "no label\n", "\n", "__label__c four\n", "\tx\n",
        "__label__a __label__b x\n", "b\t\xc3\xa9t\xc3\xa9"}},
      {"vw of labels",
       layout_of("a.vw", "1 | a\n"),
       "",
       {"1 | a b:2\n", "2 0.5 'tag|x a\n", "| only asked\n", "\n", "  \r\n", "'tag | a\n",
        "no bar\n", "1:0.5 2:1 | a\n", "2 | a:x\n"}},
      {"vw of costs",
       layout_of("a.vw", "1:1 2:2 | a\n"),
       "",
       {"1:0.5 2:1 | a b:2\n", "2:0.25 1:1 | a\n", "| only asked\n", "\r\n", "1:1 | a\n",
        "1:1 1:2 | a\n", "3:1 | a\n", "label | a\n", "1:x 2:1 | a\n"}},
      {"csv",
       layout_of("a.csv", "n,\"c\",class\n1,red,a\n2,blue,b\n"),
       "n,\"c\",class\n",
       {"1,red,a\n", "2,blue,b\n", "\n", " 3 , green ,a\r\n", "4,\"re", "d\",b\n", "\"\n", "\"\"",
        "5,\"a,b\"\"\n\",a\n", "6,x\"y,b\n", "7,red\n", ",,\n", "x,red,a\n", kZeroByte}},
      {"csv of costs",
       layout_of("a.csv", "n,cost:a,cost:b\n1,0.5,1\n2,1,0\n"),
       "n,cost:a,cost:b\n",
       {"1,0.5,1\n", "2,1,0\n", "3,,1\n", "?,1,2\n", "\"4\",1,2\n"}},
      {"csv without a header",
       headless,
       "",
       {"1,2,3\n", "4,5,6\n", "\"7\",8,9\n", "\n", "1,\"\n\",2\n", "1,2\n"}},
      {"arff",
       layout_of("a.arff",
                 "@relation r\n@attribute n numeric\n@attribute class {a, b}\n@data\n1,a\n"),
       "% x\n@relation r\n@attribute n numeric\n@attribute class {a, b}\n@data\n",
       {"1,a\n", "2,b\n", "% nothing\n", "{0 3, 1 b}\n", "{0 3}\n", "'4','a'\n", "5\n", "\n",
        "6,c\n"}},
  };
}

TEST(Blocks, ComeToTheSameAsOneReaderWhateverTheCutsAndThreads) {
  for (const Format& format : formats()) {
    EXPECT_TRUE(rc::check(format.name, [&] {
      std::string text = format.head;
      // The first two lines of each are good; most files should be long.
      const auto places = *rc::gen::container<std::vector<std::size_t>>(
          rc::gen::weightedElement<std::size_t>({{60, 0},
                                                 {30, 1},
                                                 {1, 2},
                                                 {1, 3},
                                                 {1, 4},
                                                 {1, 5},
                                                 {1, 6},
                                                 {1, 7},
                                                 {1, 8},
                                                 {1, 9},
                                                 {1, 10},
                                                 {1, 11}}));
      for (const std::size_t place : places) text += format.lines[place % format.lines.size()];
      const auto pieces = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange(0, 40));
      const Outcome alone = read(format.layout, 1, std::make_unique<Trickle>(text, pieces));
      for (const unsigned threads : {2U, 3U}) {
        RC_ASSERT(read(format.layout, threads, std::make_unique<Trickle>(text, pieces)) == alone);
      }
    }));
  }
}

// All records, those that cannot be read too, by one reader.
Outcome records_of(Reader& reader) {
  Outcome outcome;
  outcome.error = error_of([&] {
    std::optional<RecordError> refused;
    for (Example example; reader.next_record(example, refused);) {
      outcome.examples.push_back(refused ? refused->what()
                                         : spelt(example, {reader.line(), reader.cost_labels()}));
    }
  });
  outcome.warnings = reader.warnings();
  return outcome;
}

// The same by readers of blocks of about that many bytes.
Outcome records_of_blocks(Reader& reader, std::size_t size) {
  Outcome outcome;
  const std::unique_ptr<Reader> blocks = reader.for_blocks();
  for (Block block; outcome.error.empty() && reader.cut(block, size, true) == util::Cut::kBlock;) {
    blocks->take(block);
    const Outcome part = records_of(*blocks);
    outcome.examples.insert(outcome.examples.end(), part.examples.begin(), part.examples.end());
    outcome.error = part.error;
    reader.add_unseen(blocks->take_unseen());
  }
  outcome.warnings = reader.warnings();
  return outcome;
}

TEST(Blocks, RecordsAreTheSameWhateverTheCutsAndTheDamage) {
  for (const Format& format : formats()) {
    EXPECT_TRUE(rc::check(format.name, [&] {
      std::string text = format.head + format.lines[0];
      const auto places = *rc::gen::container<std::vector<std::size_t>>(
          rc::gen::inRange<std::size_t>(0, format.lines.size()));
      for (const std::size_t place : places) text += format.lines[place];
      const auto size = *rc::gen::inRange<std::size_t>(1, 100);
      const Outcome alone = records_of(*open_reader(lines_of(text), format.layout));
      RC_ASSERT(records_of_blocks(*open_reader(lines_of(text), format.layout), size) == alone);
    }));
  }
}

TEST(Blocks, EveryLineThatIsNoCommentIsARecord) {
  for (const Format& format : formats()) {
    if (format.name.starts_with("csv")) continue;  // a record may have several lines
    EXPECT_TRUE(rc::check(format.name, [&] {
      std::string text = format.head;
      std::size_t records = 0;
      for (const std::size_t place : *rc::gen::container<std::vector<std::size_t>>(
               rc::gen::inRange<std::size_t>(0, format.lines.size()))) {
        std::string line = format.lines[place];
        if (line.back() != '\n') line += '\n';
        text += line;
        const bool comment = (format.name == "svm" && line.front() == '#') ||
                             (format.name == "arff" && line.front() == '%');
        records += comment ? 0 : 1;
      }
      const Outcome outcome = records_of(*open_reader(lines_of(text), format.layout));
      RC_ASSERT(outcome.error.empty());
      RC_ASSERT(outcome.examples.size() == records);
    }));
  }
}

// Much more than a block holds.
std::string long_file(const std::string& head, const std::function<std::string(int)>& line) {
  std::string text = head;
  for (int i = 0; text.size() < 1'000'000; ++i) text += line(i);
  return text;
}

TEST(Blocks, OfALongFileAreMany) {
  const auto line = [](int i) {
    return "label" + std::to_string(i % 101 * i % 101) + " 1:" + std::to_string(i) + " 9:0.5\n";
  };
  const std::string text = long_file("", line);
  const auto reader = svmlight_reader(lines_of(text));
  std::string joined;
  std::uint64_t lines = 0;
  int blocks = 0;
  for (Block block; reader->cut(block, 1000, false) == util::Cut::kBlock; ++blocks) {
    const auto& cut = block.lines.text;
    EXPECT_LE(cut.size(), 1100U);
    EXPECT_EQ(block.lines.lines_before, lines);
    lines += static_cast<std::uint64_t>(std::count(cut.begin(), cut.end(), '\n'));
    joined.append(cut.begin(), cut.end());
  }
  EXPECT_EQ(joined, text);
  EXPECT_GT(blocks, 800);
}

TEST(Blocks, GiveTheSameDataset) {
  const std::string text = long_file("", [](int i) {
    return "label" + std::to_string(i % 101 * i % 101) + '\t' + std::to_string(i) + " rain " +
           std::to_string(i % 7) + '\n';
  });
  const Layout layout = layout_of("a.tsv", text);
  const auto dataset = [&](unsigned threads) {
    return read_dataset(*open_reader(lines_of(text), layout), "file", threads);
  };
  const Dataset alone = dataset(1);
  for (const unsigned threads : {0U, 2U, 5U}) {
    const Dataset data = dataset(threads);
    ASSERT_EQ(data.size(), alone.size());
    ASSERT_EQ(data.label_names().size(), alone.label_names().size());
    for (std::uint32_t label = 0; label < alone.label_names().size(); ++label) {
      EXPECT_EQ(data.label_names().name(label), alone.label_names().name(label));
    }
    EXPECT_EQ(data.features(), alone.features());
    for (std::size_t i = 0; i < data.size(); ++i) {
      ASSERT_EQ(data.label(i), alone.label(i));
      const Features x = data.row(i);
      const Features y = alone.row(i);
      ASSERT_TRUE(
          std::equal(x.indices.begin(), x.indices.end(), y.indices.begin(), y.indices.end()));
      ASSERT_TRUE(std::equal(x.values.begin(), x.values.end(), y.values.begin(), y.values.end()));
    }
  }
}

TEST(Blocks, TheFirstErrorIsThatOfOneReader) {
  const std::string text = long_file("", [](int i) {
    if (i == 30'000) return std::string("a 1:x\n");
    if (i == 30'001) return std::string("b 1:1 1:2\n");
    return std::string(i % 2 == 0 ? "a 1:1\n" : "b 1:2\n");
  });
  for (const unsigned threads : {1U, 2U, 5U}) {
    EXPECT_EQ(error_of([&] { read_dataset(*svmlight_reader(lines_of(text)), "file", threads); }),
              "file:30001: 'x' is not a number");
  }
}

TEST(Blocks, LinesThatNoTextHasAreRefused) {
  std::string text = "a 1:1\nb 1:1\n";
  text.resize(100'000'000, 'x');
  for (const unsigned threads : {1U, 2U}) {
    EXPECT_EQ(error_of([&] { read_dataset(*svmlight_reader(lines_of(text)), "file", threads); }),
              "file:3: a line of more than 64 MiB (is this a text file?)");
  }
}

TEST(Blocks, QuotesThatAreNeverClosedAreFoundAtTheSameLine) {
  std::string text = "n,class\n1,a\n2,b\n\"3,a\n";
  for (const std::size_t size : {std::size_t{100}, std::size_t{300'000'000}}) {
    while (text.size() < size) text.append(1'000'000, 'x').append("\r\n");
    const Layout layout = layout_of("a.csv", "n,class\n1,a\n2,b\n");
    const auto error = [&](unsigned threads) {
      return error_of([&] { read_dataset(*open_reader(lines_of(text), layout), "file", threads); });
    };
    for (const unsigned threads : {1U, 2U}) {
      EXPECT_EQ(error(threads), "file:4: a quote is never closed") << threads;
    }
  }
}

// An input that returns a text and then fails.
class Broken : public util::Input {
 public:
  explicit Broken(std::string text) : text_(std::move(text)) {}
  std::size_t read(char* buffer, std::size_t size) override {
    if (text_.empty()) throw Error::input_output("file: cannot read");
    const std::size_t got = text_.copy(buffer, size);
    text_.clear();
    return got;
  }
  bool at_hand() override { return true; }

 private:
  std::string text_;
};

TEST(Blocks, ExamplesBeforeAnInputFailsAreGivenFirst) {
  for (const unsigned threads : {1U, 2U}) {
    const Outcome outcome = read(Layout(), threads, std::make_unique<Broken>("a 1:1\nb 1:1\nc 1"));
    EXPECT_EQ(outcome.examples.size(), 2U);
    EXPECT_EQ(outcome.error, "file: cannot read");
  }
}

}  // namespace
}  // namespace ect::data
