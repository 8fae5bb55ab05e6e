// Lines of a text, as views into one buffer, which is refilled when it holds no whole line. A block
// ends at the end of a line: the first one after the wanted size, or the last one that has arrived.
// Lines of more than 64 MiB, which no text has, are cut into blocks as they are; the reader of the
// block reports the error.
// Tests: lines_test, blocks_test.
#include "data/formats/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "util/text.h"

namespace ect::data {

Lines::Lines(std::unique_ptr<util::Input> input, std::string name)
    : input_(std::move(input)), name_(std::move(name)), buffer_(1 << 18) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  const auto read = [&] { return std::string_view(buffer_.data(), end_); };
  while (kMark.starts_with(read()) && read() != kMark && read_more()) {
  }
  if (read().starts_with(kMark)) begin_ = kMark.size();
}

Error Lines::whole_error(std::string_view message) const {
  return {Error::Kind::kParse, fmt::format("{}: {}", name_, message)};
}

std::string Lines::place() const { return fmt::format("{}:{}", name_, number_); }

std::string Lines::label(std::string_view text) const {
  if (text.empty()) throw error("no label");
  if (!checks_labels_) return std::string(text);
  if (!util::is_utf8(text)) {
    throw error(fmt::format("the label {} is not valid UTF-8", util::quoted(text)));
  }
  // Predictions are printed as one line per record, with tabs between labels.
  if (util::has_control_character(text) || text.find('\t') != std::string_view::npos) {
    throw error(fmt::format(
        "the label {} has a tab, a line break or another control character (expected one line)",
        util::quoted(text)));
  }
  return std::string(text);
}

// Moves the rest to the front of the buffer and reads more after it. If a line fills the buffer,
// its size is doubled.
bool Lines::read_more() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const std::size_t got = input_->read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += got;
  at_end_ = got == 0;
  return !at_end_;
}

bool Lines::next(std::string_view& line) {
  if (!next_unchecked(line)) return false;
  check_text(line);
  return true;
}

void Lines::check_text(std::string_view text) const {
  const std::size_t zero = text.find('\0');
  if (zero == std::string_view::npos) return;
  const auto behind =
      std::count(text.begin() + static_cast<std::ptrdiff_t>(zero), text.end(), '\n');
  throw error("a zero byte (is this a text file?)", number_ - static_cast<std::uint64_t>(behind));
}

void Lines::put_back(std::string_view text) {
  std::vector<char> buffer(text.begin(), text.end());
  buffer.push_back('\n');
  number_ -= static_cast<std::uint64_t>(std::count(buffer.begin(), buffer.end(), '\n'));
  buffer.insert(buffer.end(), buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
                buffer_.begin() + static_cast<std::ptrdiff_t>(end_));
  end_ = buffer.size();
  begin_ = 0;
  buffer.resize(std::max(buffer.size(), buffer_.size()));
  buffer_.swap(buffer);
}

bool Lines::next_unchecked(std::string_view& line) {
  std::size_t searched = 0;  // bytes from begin_ that hold no newline
  const char* newline = nullptr;
  while (newline == nullptr) {
    const char* from = buffer_.data() + begin_ + searched;
    newline = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_ - searched));
    if (newline != nullptr) break;
    searched = end_ - begin_;
    if (searched > kMaxLineBytes) break;
    if (!read_more()) break;
  }
  if (newline == nullptr && begin_ == end_) return false;
  const char* start = buffer_.data() + begin_;
  const char* stop = newline != nullptr ? newline : buffer_.data() + end_;
  begin_ = static_cast<std::size_t>(stop - buffer_.data()) + (newline != nullptr ? 1 : 0);
  ++number_;
  if (static_cast<std::size_t>(stop - start) > kMaxLineBytes) {
    throw final_error(
        fmt::format("a line of more than {} MiB (is this a text file?)", kMaxLineBytes >> 20),
        number_);
  }
  if (stop > start && stop[-1] == '\r') --stop;
  line = std::string_view(start, static_cast<std::size_t>(stop - start));
  return true;
}

// Searches for whole lines until `size` bytes can be cut off, or the buffer has no more.
void Lines::look_at_lines(std::size_t size,
                          const std::function<bool(std::string_view line)>& ends) {
  const char* start = buffer_.data() + begin_;
  const std::size_t there = end_ - begin_;
  while (whole_ < size) {
    const void* newline = std::memchr(start + searched_, '\n', there - searched_);
    if (newline == nullptr) {
      searched_ = there;
      return;
    }
    const auto at = static_cast<std::size_t>(static_cast<const char*>(newline) - start);
    const bool cuts = !ends || ends(std::string_view(start + seen_, at - seen_));
    seen_ = searched_ = at + 1;
    ++seen_lines_;
    if (!cuts) continue;
    whole_ = seen_;
    whole_lines_ = seen_lines_;
  }
}

// Reads more for cut(). False at the end, and if the input fails while there are lines to return
// first; the failure is then thrown by the next call of cut().
bool Lines::read_to_cut() {
  try {
    return read_more();
  } catch (...) {
    if (whole_ == 0) throw;
    failure_ = std::current_exception();
    at_end_ = true;
    return false;
  }
}

util::Cut Lines::cut(LineBlock& block, std::size_t size, bool may_wait,
                     const std::function<bool(std::string_view line)>& ends) {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  // The limit for a record of several lines is larger: the line limit applies to the parsed record.
  const std::size_t most = (ends ? 4 : 1) * kMaxLineBytes;
  while (true) {
    look_at_lines(size, ends);
    if (whole_ >= size) break;
    // A record without an end must not fill the memory.
    if (end_ - begin_ - whole_ > most) {
      if (whole_ == 0) whole_ = end_ - begin_;
      break;
    }
    if (!at_end_ && !input_->at_hand()) {
      if (whole_ > 0) break;
      if (!may_wait) return util::Cut::kNothingYet;
    }
    if (read_to_cut()) continue;
    if (!failure_) whole_ = end_ - begin_;
    break;
  }
  if (whole_ == 0) return util::Cut::kEnd;
  const char* start = buffer_.data() + begin_;
  block.text.assign(start, start + whole_);
  block.lines_before = number_;
  begin_ += whole_;
  number_ += whole_lines_;
  seen_ -= std::min(seen_, whole_);
  searched_ -= std::min(searched_, whole_);
  seen_lines_ -= whole_lines_;
  whole_ = 0;
  whole_lines_ = 0;
  return util::Cut::kBlock;
}

Lines Lines::for_blocks() const { return Lines(name_); }

void Lines::take(LineBlock& block) {
  buffer_.swap(block.text);
  begin_ = 0;
  end_ = buffer_.size();
  number_ = block.lines_before;
}

}  // namespace ect::data
