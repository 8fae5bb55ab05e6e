// Labelled text. A word is a run of letters and digits, ASCII in lower case, every other script as
// it is; all bytes from 0x80 on count as letters, so that words of any language stay whole.
// Character n-grams run over code points of the lower-cased text with white space folded to one
// blank. `weather<TAB>Rain today!` with words = 2 gives "rain", "today" and "rain today".
//
// Cost: linear in the bytes times the n-gram lengths. Tests: text_reader_test,
// tests/fuzz.
#include "util/text.h"

#include <algorithm>
#include <utility>

#include "data/hashed.h"
#include "data/reader.h"

namespace ect {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

class TextReader : public Reader {
 public:
  TextReader(Lines lines, const TextOptions& options)
      : lines_(std::move(lines)), options_(options) {}

  bool next(Example& example) override {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (line.find_first_not_of(" \t") == std::string_view::npos);
    const std::string_view text = split_label(line, example);
    features_.clear();
    if (options_.words > 0) add_words(text);
    if (options_.most_chars > 0) add_characters(text);
    features_.give(example);
    return true;
  }

  std::uint64_t line() const override { return lines_.number(); }

 private:
  std::string_view split_label(std::string_view line, Example& example) const {
    constexpr std::string_view kPrefix = "__label__";
    const bool fast_text = line.starts_with(kPrefix);
    if (fast_text) line.remove_prefix(kPrefix.size());
    const std::size_t end = fast_text ? line.find_first_of(" \t") : line.find('\t');
    example.weight = 1;
    example.costs.clear();
    if (!fast_text && (end == 0 || end == std::string_view::npos)) {
      example.label.reset();  // only to be predicted
      return line;
    }
    example.label = lines_.label(line.substr(0, end));
    const std::string_view text =
        end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
    if (fast_text && text.starts_with(kPrefix)) {
      throw lines_.error("a second label (expected one)");
    }
    return text;
  }

  void add_words(std::string_view text) {
    word_starts_.clear();
    lowered_.clear();
    // Words one after the other, a blank between them: an n-gram of words is a piece of this.
    for (std::size_t i = 0; i < text.size();) {
      if (!is_letter(text[i])) {
        ++i;
        continue;
      }
      word_starts_.push_back(lowered_.size());
      for (; i < text.size() && is_letter(text[i]); ++i) lowered_ += lower(text[i]);
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
        features_.add(hash.place(options_.bits), 1);
      }
    }
  }

  void add_characters(std::string_view text) {
    lowered_.assign(1, ' ');
    for (const char c : text) {
      const bool blank = c == ' ' || c == '\t';
      if (!blank) lowered_ += lower(c);
      if (blank && lowered_.back() != ' ') lowered_ += ' ';
    }
    if (lowered_.back() != ' ') lowered_ += ' ';
    for (std::size_t first = 0; first < lowered_.size(); ++first) {
      if (!starts_code_point(lowered_[first])) continue;
      NameHash hash("c");
      std::uint32_t length = 0;
      for (std::size_t i = first; i < lowered_.size() && length < options_.most_chars;) {
        do {
          hash.add(lowered_[i++]);
        } while (i < lowered_.size() && !starts_code_point(lowered_[i]));
        if (++length >= options_.least_chars) features_.add(hash.place(options_.bits), 1);
      }
    }
  }

  Lines lines_;
  TextOptions options_;
  HashedFeatures features_;
  std::string lowered_;
  std::vector<std::size_t> word_starts_;
};

}  // namespace

std::unique_ptr<Reader> text_reader(Lines lines, const TextOptions& options) {
  return std::make_unique<TextReader>(std::move(lines), options);
}

}  // namespace ect
