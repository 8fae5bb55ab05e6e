// Reads svmlight files: `3 1:0.25 7:1e-3` is class "3" with features 0 and 6. One pass over the
// bytes, no copies of lines, and no allocation once the example's vectors have grown.
//
// Cost: see bench/parse_bench.cc, as a ratio to memchr over the same bytes.
// Tests: svmlight_test, tests/fuzz.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/formats/lines.h"
#include "data/formats/number.h"
#include "data/formats/reader.h"
#include "util/text.h"

namespace ect::data {
namespace {

class SvmlightReader : public LineReader {
 public:
  using LineReader::LineReader;

  std::unique_ptr<Reader> for_blocks() const override {
    return std::make_unique<SvmlightReader>(lines_.for_blocks());
  }

 private:
  Found read(Example& example) override {
    std::string_view line;
    while (lines_.next(line)) {
      const char* at = line.data();
      const char* end = at + comment_start(line);
      skip_spaces(at, end);
      if (at == end && end == line.data() + line.size()) return Found::kBlank;
      if (at == end) continue;  // a comment
      read_label(at, end, example);
      read_features(at, end, example);
      return Found::kRecord;
    }
    return Found::kEnd;
  }

  static void skip_spaces(const char*& at, const char* end) {
    while (at != end && is_space_or_tab(*at)) ++at;
  }

  // A comment begins with a # at the beginning of the line or after a blank.
  static std::size_t comment_start(std::string_view line) {
    std::size_t at = line.find('#');
    while (at != std::string_view::npos && at > 0 && !is_space_or_tab(line[at - 1])) {
      at = line.find('#', at + 1);
    }
    return std::min(at, line.size());
  }

  static std::string_view word(const char* at, const char* end) {
    const char* stop = at;
    while (stop != end && !is_space_or_tab(*stop)) ++stop;
    return {at, static_cast<std::size_t>(stop - at)};
  }

  void read_label(const char*& at, const char* end, Example& example) const {
    std::string_view label = word(at, end);
    if (label.find(':') != std::string_view::npos) {
      throw lines_.error(fmt::format("{} where a label was expected", util::quoted(label)));
    }
    at += label.size();
    const bool plus = label.size() > 1 && label[0] == '+' && label[1] >= '0' && label[1] <= '9';
    if (plus) label.remove_prefix(1);  // +1 is 1
    example.label = lines_.label(label);
    example.weight = 1;
    example.costs.clear();
    skip_spaces(at, end);
    const std::string_view next = word(at, end);
    if (next.starts_with("qid:")) at += next.size();
  }

  void read_features(const char* at, const char* end, Example& example) const {
    example.indices.clear();
    example.values.clear();
    std::uint64_t before = 0;
    for (skip_spaces(at, end); at != end; skip_spaces(at, end)) {
      const char* start = at;
      std::uint64_t index = 0;
      for (; at != end && *at >= '0' && *at <= '9'; ++at) {
        index = std::min(10 * index + static_cast<unsigned>(*at - '0'), kMaxIndex + 1);
      }
      if (at == start || at == end || *at != ':') {
        throw lines_.error(
            fmt::format("{} where index:value was expected", util::quoted(word(start, end))));
      }
      if (index == 0 || index > kMaxIndex) {
        throw lines_.error(fmt::format("feature index out of range in {} (expected 1 to {})",
                                       util::quoted(word(start, end)), kMaxIndex));
      }
      if (index <= before) {
        throw lines_.error(
            fmt::format("feature index {} after {} (expected increasing indices)", index, before));
      }
      before = index;
      float value = 0;
      const char* number = ++at;
      if (!read_number(at, end, value) || (at != end && !is_space_or_tab(*at))) {
        throw lines_.error(fmt::format("{} is not a number", util::quoted(word(number, end))));
      }
      if (!std::isfinite(value)) {
        throw lines_.error(
            fmt::format("{} is not a finite number", util::quoted(word(number, end))));
      }
      if (value == 0) continue;
      example.indices.push_back(static_cast<std::uint32_t>(index - 1));
      example.values.push_back(value);
    }
  }

  static constexpr std::uint64_t kMaxIndex = std::numeric_limits<std::int32_t>::max();
};

}  // namespace

std::unique_ptr<Reader> svmlight_reader(Lines lines) {
  return std::make_unique<SvmlightReader>(std::move(lines));
}

}  // namespace ect::data
