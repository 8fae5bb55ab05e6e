#include "data/lines.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "util/text.h"

namespace ect {

Lines::Lines(std::unique_ptr<Input> input, std::string name)
    : input_(std::move(input)), name_(std::move(name)), buffer_(1 << 18) {
  while (end_ < 3 && read_more()) {
  }
  if (std::string_view(buffer_.data(), end_).starts_with("\xef\xbb\xbf")) begin_ = 3;
}

Error Lines::whole_error(std::string_view message) const {
  return {Error::Kind::kParse, fmt::format("{}: {}", name_, message)};
}

std::string Lines::place() const { return fmt::format("{}:{}", name_, number_); }

std::string Lines::label(std::string_view text) const {
  if (text.empty()) throw error("no label");
  if (!is_utf8(text) || has_control_character(text)) {
    throw error(fmt::format("the label {} is no text (expected UTF-8)", shown(text)));
  }
  return std::string(text);
}

// Moves what is left to the front and reads behind it; a line that fills the buffer doubles it.
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
  std::size_t searched = 0;  // bytes from begin_ that hold no newline
  const char* newline = nullptr;
  while (newline == nullptr) {
    const char* from = buffer_.data() + begin_ + searched;
    newline = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_ - searched));
    if (newline != nullptr) break;
    searched = end_ - begin_;
    if (searched > kLongestLine) break;
    if (!read_more()) break;
  }
  if (newline == nullptr && begin_ == end_) return false;
  const char* start = buffer_.data() + begin_;
  const char* stop = newline != nullptr ? newline : buffer_.data() + end_;
  begin_ = static_cast<std::size_t>(stop - buffer_.data()) + (newline != nullptr ? 1 : 0);
  ++number_;
  if (static_cast<std::size_t>(stop - start) > kLongestLine) {
    throw error(
        fmt::format("a line of more than {} MiB (is this a text file?)", kLongestLine >> 20));
  }
  if (stop > start && stop[-1] == '\r') --stop;
  line = std::string_view(start, static_cast<std::size_t>(stop - start));
  if (std::memchr(start, '\0', line.size()) != nullptr) {
    throw error("a zero byte (is this a text file?)");
  }
  return true;
}

}  // namespace ect
