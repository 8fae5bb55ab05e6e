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

// What every line of a vw file must have, once one has it: a label, or costs of the same classes.
struct LabelKind {
  bool labelled = false;
  std::vector<std::string> cost_labels;
};

// A piece of a file: whole examples.
struct Block {
  LineBlock lines;
  std::shared_ptr<const LabelKind> label_kind;  // of vw, where the lines up to here have settled it
};

// Nominal values that learning did not see and that are left out.
struct Unseen {
  std::uint64_t count = 0;
  std::string first;  // and where it stands

  void add(const Unseen& later);
};

// Examples of a file, one by one. Damage is thrown as ect::Error with file and line: as RecordError
// where it is of one record only.
//
// Several threads can share the work: one reader cuts the file into blocks, and each thread reads
// those that it takes by a reader of its own, for_blocks(). Together they come to the same examples
// and errors as next() alone would (data/blocks.h puts them back in order).
class Reader {
 public:
  virtual ~Reader() = default;
  // Fills `example`, whose memory is used again; false at the end. Blank lines are passed over.
  bool next(Example& example) {
    return next_not_blank([&] { return read(example); });
  }
  // The same for whoever owes an answer to every record, blank lines among them, and goes on after
  // one that cannot be read: `refused` says why, and is empty where `example` was filled. Whether
  // records are alike in what they say of their labels does not matter here.
  bool next_record(Example& example, std::optional<RecordError>& refused);
  // The classes that the costs of examples belong to; none where the data has no costs. Known after
  // the first example that has any. Examples without a label, which are only to be predicted, may
  // have no costs; all others have them all.
  virtual std::span<const std::string> cost_labels() const { return {}; }
  virtual std::uint64_t line() const = 0;  // where the last example ends
  // What is odd in the examples so far and yet can be read: a line for each kind of trouble, with
  // how often it came and where first. To be asked for at the end.
  std::vector<std::string> warnings() const;

  // Cuts off the examples that follow, as Lines::cut does. Not to be mixed with next().
  virtual util::Cut cut(Block& block, std::size_t size, bool may_wait) = 0;
  // A reader for blocks of this one, which has nothing to read before it takes one.
  virtual std::unique_ptr<Reader> for_blocks() const = 0;
  // Goes on with the examples of the block, whose memory is exchanged for that of the last one.
  // Their cost_labels() are known from then on.
  virtual void take(Block& block) = 0;
  // Those since the last call; and those that readers of blocks have met, in order.
  Unseen take_unseen() { return std::exchange(unseen_, {}); }
  void add_unseen(const Unseen& later) { unseen_.add(later); }

 protected:
  // Fills `example`; comments are passed over. After a RecordError it goes on with the next record.
  virtual Found read(Example& example) = 0;
  // Before each record that is only to be answered: forgets what earlier records require of later
  // ones, and takes any label, which nobody will use.
  virtual void only_answer() = 0;
  virtual RecordError error(std::string_view message) const = 0;  // about the record last read

  Unseen unseen_;
};

// Where an example is a line.
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
// right after the label is left out.
std::unique_ptr<Reader> svmlight_reader(Lines lines);

// Which n-grams of a text are features, and how many places they are hashed into.
struct TextOptions {
  std::uint32_t words = 2;        // n-grams of 1 to that many words; 0: none
  std::uint32_t least_chars = 0;  // n-grams of that many characters ...
  std::uint32_t most_chars = 0;   // ... to that many, within the text; 0: none
  std::uint32_t bits = 30;        // 2^bits places, 1 to 30
  // 1: as models from before tf-idf read it. 2: escapes are read, and where there are both words
  // and characters, words have the lower half of the places and characters the upper one.
  std::uint32_t edition = 2;
};

// What a user says of them; the rest is found out.
struct TextRequest {
  std::optional<std::uint32_t> words;
  std::optional<std::pair<std::uint32_t, std::uint32_t>> chars;  // least and most; 0, 0: none
  std::optional<std::uint32_t> bits;
};

// What suits the texts, read through to their end: words and pairs of words, and unless the texts
// are long, characters too. What is wished for stands.
TextOptions learn_text_options(Lines lines, const TextRequest& request);

// Of edition 2: the first place of n-grams of characters; those of words are below.
std::uint32_t first_character_place(const TextOptions& options);

// Labelled text: `label<TAB>text`, or fastText's `__label__x text`, told line by line; a line
// without a tab is text that is only to be predicted. `\n`, `\r` and `\t` within a text are white
// space, `\\` is a backslash. A feature's value is how often its n-gram occurs.
std::unique_ptr<Reader> text_reader(Lines lines, const TextOptions& options);

// Vowpal Wabbit: `label [importance [base]] ['tag]|namespace feature[:value] ...`, or costs,
// `class:cost class:cost ...| ...`. Features are hashed into 2^bits places.
std::unique_ptr<Reader> vw_reader(Lines lines, std::uint32_t bits);

// More classes than that are no classes but, say, the wrong column.
inline constexpr std::uint32_t kMaxLabels = std::uint32_t{1} << 24;

// All of a reader's examples, to learn from. `name` is what errors call them. Throws when there are
// none, when one has no label, and when there are less than two classes or more than `max_labels`.
// On several threads (0: all cores) it comes to the same, errors and warnings too.
Dataset read_dataset(Reader& reader, const std::string& name, unsigned threads = 1,
                     std::uint32_t max_labels = kMaxLabels);

// The same where all classes are known beforehand: they are numbered as in `known`, and there may
// be more of them than the examples name. Throws for a label that is not one of them. Costs must be
// there for all of them, in any order.
Dataset read_dataset(Reader& reader, const std::string& name, Labels known, unsigned threads = 1);

// The same to test by: a label that is not known is kept as none.
Dataset read_test_dataset(Reader& reader, const std::string& name, const Labels& known);

}  // namespace ect::data

#endif  // ECT_DATA_READER_H_
