// Reads labelled text as n-grams. A word is a run of letters and digits; ASCII is converted to
// lower case, other characters are not. All bytes from 0x80 on count as letters, so that words of
// any language stay whole. Character n-grams are over the code points of the lower-cased text, with
// white space folded to one blank. `weather<TAB>Rain today!` with words = 2 gives "rain", "today"
// and "rain today".
//
// By default, n-grams of one and two words are used and, unless the texts are long, of characters.
// A long text has enough words to classify it, and thousands of character n-grams, which cost more
// than they help (docs/guide/learn.md has the measurements).
//
// Cost: linear in the bytes times the n-gram lengths. Tests: text_reader_test,
// tests/fuzz.
#include "util/text.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "data/features/hashed.h"
#include "data/formats/reader.h"

namespace ect::data {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

constexpr TextOptions kShortText = {2, 1, 4, 30, 2};
constexpr double kShortOnAverage = 500;  // characters

// Splits a line into its label, nothing if it has none, and the text, which is returned.
std::string_view split_label(std::string_view line, const Lines& lines,
                             std::optional<std::string>& label) {
  constexpr std::string_view kPrefix = "__label__";
  const bool fast_text = line.starts_with(kPrefix);
  if (fast_text) line.remove_prefix(kPrefix.size());
  const std::size_t end = fast_text ? line.find_first_of(" \t") : line.find('\t');
  if (!fast_text && (end == 0 || end == std::string_view::npos)) {
    label.reset();  // only to be predicted
    return line;
  }
  label = lines.label(line.substr(0, end));
  const std::string_view text =
      end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
  if (fast_text && text.starts_with(kPrefix)) {
    throw lines.error("a second label (expected one)");
  }
  return text;
}

// Replaces the escapes `\n`, `\r` and `\t` by a blank and `\\` by a backslash.
void unescape(std::string_view text, std::string& plain) {
  plain.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
    const bool blank = next == 'n' || next == 'r' || next == 't';
    plain += blank ? ' ' : text[i];
    if (blank || next == '\\') ++i;
  }
}

class TextReader : public LineReader {
 public:
  TextReader(Lines lines, const TextOptions& options)
      : LineReader(std::move(lines)), options_(options) {
    const bool halves = options_.edition >= 2 && options_.words > 0 && options_.most_chars > 0;
    place_bits_ = options_.bits - (halves ? 1 : 0);
    first_character_ = halves ? std::uint32_t{1} << place_bits_ : 0;
  }

  std::unique_ptr<Reader> for_blocks() const override {
    return std::make_unique<TextReader>(lines_.for_blocks(), options_);
  }

 private:
  Found read(Example& example) override {
    std::string_view line;
    if (!lines_.next(line)) return Found::kEnd;
    if (is_blank(line)) return Found::kBlank;
    std::string_view text = split_label(line, lines_, example.label);
    example.weight = 1;
    example.costs.clear();
    if (options_.edition >= 2 && text.find('\\') != std::string_view::npos) {
      unescape(text, plain_);
      text = plain_;
    }
    features_.clear();
    if (options_.words > 0) add_words(text);
    if (options_.most_chars > 0) add_characters(text);
    features_.give(example);
    return Found::kRecord;
  }

  void add_words(std::string_view text) {
    word_starts_.clear();
    lowered_.clear();
    // The words joined by blanks: an n-gram of words is a substring of this.
    for (std::size_t i = 0; i < text.size();) {
      if (!is_letter(text[i])) {
        ++i;
        continue;
      }
      word_starts_.push_back(lowered_.size());
      for (; i < text.size() && is_letter(text[i]); ++i) lowered_ += util::lower(text[i]);
      lowered_ += ' ';
    }
    word_starts_.push_back(lowered_.size());
    const std::size_t words = word_starts_.size() - 1;
    for (std::size_t first = 0; first < words; ++first) {
      NameHash hash("w");  // words and characters have different names
      const std::size_t last = std::min<std::size_t>(words, first + options_.words);
      for (std::size_t w = first; w < last; ++w) {
        hash.add(std::string_view(lowered_).substr(word_starts_[w],
                                                   word_starts_[w + 1] - word_starts_[w]));
        features_.add(place_of(hash), 1);
      }
    }
  }

  void add_characters(std::string_view text) {
    lowered_.assign(1, ' ');
    for (const char c : text) {
      const bool blank = c == ' ' || c == '\t';
      if (!blank) lowered_ += util::lower(c);
      if (blank && lowered_.back() != ' ') lowered_ += ' ';
    }
    if (lowered_.back() != ' ') lowered_ += ' ';
    for (std::size_t first = 0; first < lowered_.size(); ++first) {
      if (!util::starts_code_point(lowered_[first])) continue;
      NameHash hash("c");
      std::uint32_t length = 0;
      for (std::size_t i = first; i < lowered_.size() && length < options_.most_chars;) {
        do {
          hash.add(lowered_[i++]);
        } while (i < lowered_.size() && !util::starts_code_point(lowered_[i]));
        if (++length >= options_.least_chars) features_.add(first_character_ + place_of(hash), 1);
      }
    }
  }

  // With bits = 1 each half has one place, and no bits of the hash are used.
  std::uint32_t place_of(const NameHash& hash) const {
    return place_bits_ > 0 ? hash.place(place_bits_) : 0;
  }

  TextOptions options_;
  std::uint32_t place_bits_;
  std::uint32_t first_character_;  // where the places of characters begin
  HashedFeatures features_;
  std::string plain_;
  std::string lowered_;
  std::vector<std::size_t> word_starts_;
};

}  // namespace

TextLengths measure_texts(Lines lines) {
  TextLengths lengths;
  std::optional<std::string> label;
  for (std::string_view line; lines.next(line);) {
    if (is_blank(line)) continue;
    const std::string_view text = split_label(line, lines, label);
    ++lengths.texts;
    lengths.characters += static_cast<std::uint64_t>(
        std::count_if(text.begin(), text.end(), util::starts_code_point));
  }
  return lengths;
}

std::unique_ptr<Reader> text_reader(Lines lines, const TextOptions& options) {
  return std::make_unique<TextReader>(std::move(lines), options);
}

std::uint32_t first_character_place(const TextOptions& options) {
  if (options.most_chars == 0) return std::uint32_t{1} << options.bits;
  return options.words == 0 ? 0 : std::uint32_t{1} << (options.bits - 1);
}

bool depends_on_lengths(const TextRequest& request) {
  return !request.chars && request.words != 0U;
}

TextOptions text_options(const TextLengths& lengths, const TextRequest& request) {
  TextOptions options = kShortText;
  const bool is_short = static_cast<double>(lengths.characters) <=
                        kShortOnAverage * static_cast<double>(lengths.texts);
  if (depends_on_lengths(request) && !is_short) {
    options.least_chars = 0;
    options.most_chars = 0;
  }
  if (request.chars) std::tie(options.least_chars, options.most_chars) = *request.chars;
  options.words = request.words.value_or(options.words);
  options.bits = request.bits.value_or(options.bits);
  return options;
}

TextOptions learn_text_options(Lines lines, const TextRequest& request) {
  const bool asks = depends_on_lengths(request);
  return text_options(asks ? measure_texts(std::move(lines)) : TextLengths(), request);
}

}  // namespace ect::data
