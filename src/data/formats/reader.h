#ifndef ECT_DATA_READER_H_
#define ECT_DATA_READER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/formats/lines.h"
#include "ect/dataset.h"

namespace ect::data {

// What the labelled lines of a vw file have, which must be the same for all: a label, or costs for
// these classes.
struct LabelKind {
  bool labelled = false;
  std::vector<std::string> cost_labels;
};

// A part of a file, consisting of whole examples.
struct Block {
  LineBlock lines;
  std::shared_ptr<const LabelKind> label_kind;  // of vw; null if no line so far has determined it
};

// Nominal values that did not occur in training and are ignored.
struct Unseen {
  std::uint64_t count = 0;
  std::string first;  // the first of them, with its place

  void add(const Unseen& later);
};

// Reads the examples of a file, one by one. Errors are thrown as ect::Error with file and line; as
// RecordError if they concern only one record. One thread at a time may use a reader.
//
// Several threads can share the work: one reader cuts the file into blocks, and each thread reads
// blocks by a reader of its own, for_blocks(). The examples and errors are the same as those of
// next() (data/blocks.h restores their order).
class Reader {
 public:
  virtual ~Reader() = default;
  // Fills `example`, whose memory is reused; false at the end. Blank lines are skipped.
  bool next(Example& example) {
    return next_not_blank([&] { return read(example); });
  }
  // The same for prediction, where every record, blank lines included, gets an answer and reading
  // goes on after a bad one: `refused` is set to the error of this record, or empty if `example`
  // was filled. Records may differ in whether they have labels or costs.
  bool next_record(Example& example, std::optional<RecordError>& refused);
  // The classes that the costs of examples belong to; empty if the data has no costs. Known after
  // the first example that has costs. Examples without a label, which are only to be predicted, may
  // have no costs; all others have all of them.
  virtual std::span<const std::string> cost_labels() const { return {}; }
  virtual std::uint64_t line() const = 0;  // the line where the last example ends
  // Warnings about the examples so far: a line for each kind of problem, with its number and first
  // place. To be called at the end.
  std::vector<std::string> warnings() const;

  // Cuts off the next block of examples, as Lines::cut(). Must not be mixed with next().
  virtual util::Cut cut(Block& block, std::size_t size, bool may_wait) = 0;
  // A reader for blocks of this one; it is empty until take() is called.
  virtual std::unique_ptr<Reader> for_blocks() const = 0;
  // Goes on with the examples of the block, whose memory is swapped with that of the last block.
  // Their cost_labels() are known from then on.
  virtual void take(Block& block) = 0;
  // Takes the unseen values since the last call; and adds those of readers of blocks, in order.
  Unseen take_unseen() { return std::exchange(unseen_, {}); }
  void add_unseen(const Unseen& later) { unseen_.add(later); }

 protected:
  // Fills `example`; comments are skipped. After a RecordError it goes on with the next record.
  virtual Found read(Example& example) = 0;
  // Called before each record that is only to be predicted: drops what earlier records require of
  // later ones, and accepts any label, as it is not used.
  virtual void only_answer() = 0;
  virtual RecordError error(std::string_view message) const = 0;  // about the record last read

  Unseen unseen_;
};

// A reader of formats in which an example is a line.
class LineReader : public Reader {
 public:
  explicit LineReader(Lines lines) : lines_(std::move(lines)) {}

  std::uint64_t line() const override { return lines_.number(); }
  util::Cut cut(Block& block, std::size_t size, bool may_wait) override {
    return lines_.cut(block.lines, size, may_wait);
  }
  void take(Block& block) override { lines_.take(block.lines); }

 protected:
  void only_answer() override { lines_.take_any_label(); }
  RecordError error(std::string_view message) const override { return lines_.error(message); }

  Lines lines_;
};

// svmlight: `label index:value ...` and after # a comment; indices from 1, increasing. `qid:N`
// right after the label is ignored.
std::unique_ptr<Reader> svmlight_reader(Lines lines);

// Which n-grams of a text are features, and how many places they are hashed into.
struct TextOptions {
  std::uint32_t words = 2;        // n-grams of 1 to this many words; 0: none
  std::uint32_t least_chars = 0;  // n-grams of this many characters ...
  std::uint32_t most_chars = 0;   // ... to this many, within the text; 0: none
  std::uint32_t bits = 30;        // 2^bits places, 1 to 30
  // 1: as read by models from before tf-idf. 2: escapes are read, and if there are both words and
  // characters, words have the lower half of the places and characters the upper half.
  std::uint32_t edition = 2;
};

// Text options that the user has set; the others are chosen by learn_text_options().
struct TextRequest {
  std::optional<std::uint32_t> words;
  std::optional<std::pair<std::uint32_t, std::uint32_t>> chars;  // least and most; 0, 0: none
  std::optional<std::uint32_t> bits;
};

// How long texts are, in code points.
struct TextLengths {
  std::uint64_t texts = 0;
  std::uint64_t characters = 0;
};
TextLengths measure_texts(Lines lines);
// Whether what is not set is chosen by the lengths of the texts.
bool depends_on_lengths(const TextRequest& request);
TextOptions text_options(const TextLengths& lengths, const TextRequest& request);

// Chooses the options that are not set, by reading the texts to their end: words and pairs of words
// and, unless the texts are long, characters.
TextOptions learn_text_options(Lines lines, const TextRequest& request);

// In edition 2: the first place of character n-grams; those of words are below it.
std::uint32_t first_character_place(const TextOptions& options);

// Labelled text: `label<TAB>text`, or fastText's `__label__x text`, decided for each line; a line
// without a tab is a text to be predicted. `\n`, `\r` and `\t` within a text are white space, `\\`
// is a backslash. A feature's value is how often its n-gram occurs.
std::unique_ptr<Reader> text_reader(Lines lines, const TextOptions& options);

// Vowpal Wabbit: `label [importance [base]] ['tag]|namespace feature[:value] ...`, or costs,
// `class:cost class:cost ...| ...`. Features are hashed into 2^bits places.
std::unique_ptr<Reader> vw_reader(Lines lines, std::uint32_t bits);

// With more classes than this, the labels are probably not classes but, for example, a wrong
// column.
inline constexpr std::uint32_t kMaxLabels = std::uint32_t{1} << 24;

// Reads all examples for training. `name` is what errors call them. Throws ect::Error if there are
// none, if one has no label, and for fewer than two classes or more than `max_labels`. The number
// of threads (0: all cores) changes neither the result nor errors and warnings.
Dataset read_dataset(Reader& reader, const std::string& name, unsigned threads = 1,
                     std::uint32_t max_labels = kMaxLabels);

// The same with classes that are known beforehand: they are numbered as in `known`, and the
// examples need not have all of them. Throws ect::Error for an unknown label. Costs must be given
// for all classes, in any order.
Dataset read_dataset(Reader& reader, const std::string& name, Labels known, unsigned threads = 1);

// The same for testing: an unknown label is read as no label.
Dataset read_test_dataset(Reader& reader, const std::string& name, const Labels& known);

}  // namespace ect::data

#endif  // ECT_DATA_READER_H_
