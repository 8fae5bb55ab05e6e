// Reads Vowpal Wabbit's format: `3 2.0 'tag|pixels a:0.5 b |words rain` is class "3" with weight 2
// and the features pixels^a, pixels^b and words^rain, hashed; a namespace may have a weight,
// `|words:2`.
// `1:0.3 2:1 | ...` has costs instead of a label: the cheapest class is the label, and every line
// must name the same classes. Tests: vw_test, tests/fuzz.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "data/features/hashed.h"
#include "data/formats/number.h"
#include "data/formats/reader.h"
#include "util/text.h"

namespace ect::data {
namespace {

// Takes the next word off `text`; empty at the end.
std::string_view take_word(std::string_view& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return text = {};
  text.remove_prefix(first);
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

class VwReader : public LineReader {
 public:
  VwReader(Lines lines, std::uint32_t bits) : LineReader(std::move(lines)), bits_(bits) {}

  std::span<const std::string> cost_labels() const override { return cost_labels_; }

  // All labelled lines must have the same kind of label as the first one. It is determined here,
  // before other threads read the lines.
  util::Cut cut(Block& block, std::size_t size, bool may_wait) override {
    const util::Cut result = LineReader::cut(block, size, may_wait);
    if (result == util::Cut::kBlock && !label_kind_) {
      settle({block.lines.text.data(), block.lines.text.size()});
    }
    block.label_kind = label_kind_;
    return result;
  }

  void take(Block& block) override {
    LineReader::take(block);
    if (label_kind_ != block.label_kind) adopt(block.label_kind);
  }

  std::unique_ptr<Reader> for_blocks() const override {
    return std::make_unique<VwReader>(lines_.for_blocks(), bits_);
  }

 private:
  Found read(Example& example) override {
    std::string_view line;
    if (!lines_.next(line)) return Found::kEnd;
    if (is_blank(line)) return Found::kBlank;
    const std::size_t bar = line.find('|');
    if (bar == std::string_view::npos) throw lines_.error("no '|' (expected label | features)");
    read_label(line.substr(0, bar), example);
    features_.clear();
    for (std::string_view rest = line.substr(bar); !rest.empty();) {
      rest.remove_prefix(1);
      const std::string_view space = rest.substr(0, rest.find('|'));
      rest.remove_prefix(space.size());
      read_namespace(space);
    }
    if (!features_.give(example)) throw lines_.error("a feature's values add up to infinity");
    return Found::kRecord;
  }

  void only_answer() override {
    LineReader::only_answer();
    adopt(nullptr);
  }

  // Determines the label kind by the first of these lines that has a label or costs.
  void settle(std::string_view text) {
    Example example;
    try {
      while (!labelled_ && !text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.ends_with('\r')) line.remove_suffix(1);
        read_label(line.substr(0, line.find('|')), example);
      }
    } catch (const Error&) {
      adopt(nullptr);  // the reader of the block will report the error
      return;
    }
    if (labelled_) {
      label_kind_ = std::make_shared<const LabelKind>(LabelKind{*labelled_, cost_labels_});
    }
  }

  void adopt(std::shared_ptr<const LabelKind> kind) {
    label_kind_ = std::move(kind);
    labelled_.reset();
    cost_labels_.clear();
    cost_places_.clear();
    if (!label_kind_) return;
    labelled_ = label_kind_->labelled;
    for (const std::string& name : label_kind_->cost_labels) {
      cost_places_.emplace(name, cost_labels_.size());
      cost_labels_.push_back(name);
    }
  }

  float number(std::string_view word) const {
    float value = 0;
    if (!is_number(word, value))
      throw lines_.error(fmt::format("{} is not a number", util::quoted(word)));
    if (!std::isfinite(value)) {
      throw lines_.error(fmt::format("{} is not a finite number", util::quoted(word)));
    }
    return value;
  }

  // A line without a label is only to be predicted.
  void read_label(std::string_view text, Example& example) {
    example.label.reset();
    example.weight = 1;
    example.costs.clear();
    std::string_view rest = text;
    const std::string_view label = take_word(rest);
    if (label.empty() || label.front() == '\'') return;
    const bool costs = label.find(':') != std::string_view::npos;
    if (labelled_ && *labelled_ == costs) {
      throw lines_.error(costs ? "costs (earlier lines have labels)"
                               : "no costs (earlier lines have class:cost)");
    }
    labelled_ = !costs;
    if (costs) {
      read_costs(text, example);
      return;
    }
    example.label = lines_.label(label);
    const std::string_view weight = take_word(rest);
    if (weight.empty() || is_tag(weight, rest)) return;
    example.weight = number(weight);
    if (example.weight < 0) throw lines_.error("a negative importance");
    const std::string_view base = take_word(rest);  // an initial prediction, not used here
    if (!base.empty() && !is_tag(base, rest)) number(base);
    const std::string_view tag = take_word(rest);
    if (!tag.empty() && !is_tag(tag, rest)) {
      throw lines_.error(fmt::format("{} where '|' was expected", util::quoted(tag)));
    }
  }

  // A tag starts with ', or stands right before the bar.
  static bool is_tag(std::string_view word, std::string_view rest) {
    return word.front() == '\'' || rest.empty();
  }

  void read_costs(std::string_view text, Example& example) {
    const bool first = cost_labels_.empty();
    seen_.assign(cost_labels_.size(), false);
    example.costs.assign(cost_labels_.size(), 0);
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
      if (word.front() == '\'') continue;
      const std::size_t colon = word.rfind(':');
      if (colon == std::string_view::npos || colon == 0) {
        throw lines_.error(fmt::format("{} where class:cost was expected", util::quoted(word)));
      }
      const std::string name = lines_.label(word.substr(0, colon));
      const auto [known, added] = cost_places_.try_emplace(name, cost_labels_.size());
      if (added) {
        if (!first) {
          throw lines_.error(fmt::format("a cost for {}, which the first example does not have",
                                         util::quoted(name)));
        }
        cost_labels_.push_back(name);
        example.costs.push_back(0);
        seen_.push_back(false);
      }
      if (seen_[known->second])
        throw lines_.error(fmt::format("two costs for {}", util::quoted(name)));
      seen_[known->second] = true;
      example.costs[known->second] = number(word.substr(colon + 1));
    }
    const auto missing = std::find(seen_.begin(), seen_.end(), false);
    if (missing != seen_.end()) {
      throw lines_.error(fmt::format(
          "no cost for {}",
          util::quoted(cost_labels_[static_cast<std::size_t>(missing - seen_.begin())])));
    }
    const auto cheapest = std::min_element(example.costs.begin(), example.costs.end());
    example.label = cost_labels_[static_cast<std::size_t>(cheapest - example.costs.begin())];
  }

  // `words:2 rain snow:3`: the first word is the namespace if it touches the bar.
  void read_namespace(std::string_view text) {
    NameHash space;
    float scale = 1;
    if (!text.empty() && text.front() != ' ' && text.front() != '\t') {
      const std::string_view name = take_word(text);
      const std::size_t colon = name.rfind(':');
      if (colon != std::string_view::npos) scale = number(name.substr(colon + 1));
      space.add(name.substr(0, colon));
    }
    space.add('^');
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
      const std::size_t colon = word.rfind(':');
      const float value = colon == std::string_view::npos ? 1 : number(word.substr(colon + 1));
      NameHash hash = space;
      hash.add(word.substr(0, colon));
      features_.add(hash.place(bits_), scale * value);
    }
  }

  std::uint32_t bits_;
  HashedFeatures features_;
  std::optional<bool> labelled_;                 // false: with costs; nothing: not known yet
  std::shared_ptr<const LabelKind> label_kind_;  // the same, for blocks
  std::vector<std::string> cost_labels_;
  std::unordered_map<std::string, std::size_t> cost_places_;
  std::vector<bool> seen_;
};

}  // namespace

std::unique_ptr<Reader> vw_reader(Lines lines, std::uint32_t bits) {
  return std::make_unique<VwReader>(std::move(lines), bits);
}

}  // namespace ect::data
