// The examples of a stream, parsed once and cached. A pass reads the cache if it belongs to the
// same data; else it parses the data and writes the cache. So only the first pass parses, unless an
// earlier run has left a cache. The data of a pipe cannot be recognized again: its cache is used
// only for the passes of the same run.
//
// If a cache turns out to be damaged in the middle of a pass, the pass continues by parsing, from
// the example after the last one that was read. If it cannot be written (a full disk), each pass
// parses. Neither changes the model. Tests: stream_cache_test.
#include "model/stream_examples.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "ect/error.h"
#include "model/about_json.h"

namespace ect::model {

StreamExamples::StreamExamples(data::StreamFile& stream, const Labels& classes, std::string cache,
                               std::uint32_t passes)
    : stream_(stream),
      classes_(classes),
      cache_(std::move(cache)),
      must_cache_(passes > 1 && !stream.repeatable()) {
  if (must_cache_ && cache_.empty()) {
    throw Error::bad_argument(fmt::format(
        "{}: a pipe can be read only once (several passes need --cache FILE)", stream.name()));
  }
  if (!cache_.empty() && !data::may_be_cache(cache_)) {
    throw Error::bad_argument(fmt::format(
        "{}: not a cache file, and it would be overwritten (use another name, or remove it)",
        cache_));
  }
  const std::uint32_t promised = features_of(stream.layout());
  key_.source = data::identify(stream.path()).value_or(data::SourceIdentity());
  key_.reading = layout_text(stream.layout());
  key_.features = promised > 0 ? promised : std::uint32_t{1} << 31;
  key_.classes = &classes_;
}

void StreamExamples::start_pass() {
  read_ = 0;
  if (!open_cache()) parse();
}

bool StreamExamples::open_cache() {
  std::error_code none;
  const bool known = stream_.repeatable() || cached_now_;
  if (cache_.empty() || !known || !std::filesystem::is_regular_file(cache_, none)) {
    return false;
  }
  try {
    cached_ = std::make_unique<data::CacheReader>(cache_, key_);
    return true;
  } catch (const Error& error) {
    notes_.push_back(fmt::format("{}; it is made anew", error.what()));
    return false;
  }
}

void StreamExamples::parse() {
  parsed_ = stream_.reader();
  strange_ = 0;
  first_strange_.clear();
  if (cache_.empty()) return;
  try {
    writer_ = std::make_unique<data::CacheWriter>(cache_, key_);
  } catch (const Error& error) {
    cannot_cache(error);
  }
}

void StreamExamples::cannot_cache(const Error& why) {
  writer_.reset();
  if (must_cache_) throw why;
  cache_.clear();
  notes_.push_back(fmt::format("{}; going on without a cache", why.what()));
}

std::optional<std::uint32_t> StreamExamples::next(Example& example) {
  if (peeked_.empty()) return next_of_pass(example);
  const std::uint32_t label = peeked_.front().first;
  std::swap(example, peeked_.front().second);
  peeked_.pop_front();
  return label;
}

Dataset StreamExamples::peek(std::size_t most) {
  Dataset first;
  for (std::uint32_t label = 0; label < classes_.size(); ++label) {
    first.add_label(classes_.name(label));
  }
  Example example;
  while (peeked_.size() < most) {
    const std::optional<std::uint32_t> label = next_of_pass(example);
    if (!label) break;
    example.label = classes_.name(*label);
    example.costs.clear();
    first.add(example);
    peeked_.emplace_back(*label, example);
  }
  return first;
}

std::optional<std::uint32_t> StreamExamples::next_of_pass(Example& example) {
  std::optional<std::uint32_t> label;
  if (cached_) {
    try {
      label = cached_->next(example);
      if (!label) odd_ = cached_->warnings();
    } catch (const Error& error) {
      return go_on_by_parsing(example, error);
    }
  } else if (parsed_) {
    label = next_parsed(example);
    if (!label) end_parsing();
  }
  if (!label) cached_.reset();
  read_ += label ? 1 : 0;
  return label;
}

std::optional<std::uint32_t> StreamExamples::go_on_by_parsing(Example& example, const Error& why) {
  cached_.reset();
  if (!stream_.repeatable()) throw why;
  notes_.push_back(fmt::format("{}; it is made anew", why.what()));
  const std::uint64_t skipped = read_;
  read_ = 0;
  parse();
  while (read_ < skipped) {
    if (!next_of_pass(example)) return std::nullopt;
  }
  return next_of_pass(example);
}

std::optional<std::uint32_t> StreamExamples::next_parsed(Example& example) {
  while (parsed_->next(example)) {
    if (!example.label) {
      throw Error::parse(stream_.name(), parsed_->line(), "the example has no label");
    }
    example.costs.clear();
    if (!(example.weight > 0)) continue;
    if (const std::optional<std::uint32_t> label = classes_.find(*example.label)) {
      try {
        if (writer_) writer_->add(*label, example);
      } catch (const Error& error) {
        cannot_cache(error);
      }
      return label;
    }
    if (strange_++ == 0) {
      first_strange_ = fmt::format("'{}' in line {}", *example.label, parsed_->line());
    }
  }
  return std::nullopt;
}

void StreamExamples::end_parsing() {
  odd_ = parsed_->warnings();
  if (strange_ > 0) {
    odd_.push_back(
        fmt::format("{}: examples left out as their label is not among the {} known classes: {}, "
                    "the first {} (--labels FILE names all classes)",
                    stream_.name(), classes_.size(), strange_, first_strange_));
  }
  parsed_.reset();
  if (!writer_) return;
  if (stream_.repeatable() && data::identify(stream_.path()) != std::optional(key_.source)) {
    writer_.reset();
    cache_.clear();
    notes_.push_back(
        fmt::format("{}: it changed while it was read; it is not cached", stream_.name()));
    return;
  }
  try {
    writer_->commit(odd_);
    cached_now_ = true;
  } catch (const Error& error) {
    cannot_cache(error);
  }
  writer_.reset();
}

void StreamExamples::add_warnings(std::vector<std::string>& warnings) const {
  warnings.insert(warnings.end(), notes_.begin(), notes_.end());
  warnings.insert(warnings.end(), odd_.begin(), odd_.end());
}

}  // namespace ect::model
