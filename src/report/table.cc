#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "util/terminal_text.h"
#include "util/text.h"

namespace ect {

std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_code_point));
}

std::string plural(WideCount count, std::string_view noun, std::string_view nouns) {
  return fmt::format("{} {}", count, count == 1 ? noun : nouns);
}

std::string short_number(double value) {
  if (value >= 100) return fmt::format("{:.0f}", value);
  if (value >= 10) return fmt::format("{:.1f}", value);
  return value >= 1 ? fmt::format("{:.2f}", value) : fmt::format("{:.2g}", value);
}

namespace {

// Where that code point begins, or the end.
std::size_t offset_of(const std::string& text, std::size_t point) {
  std::size_t at = 0;
  for (std::size_t points = 0; at < text.size(); ++at) {
    if (starts_code_point(text[at]) && points++ == point) break;
  }
  return at;
}

}  // namespace

std::string shortened(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  return text.substr(0, offset_of(text, width - 1)) + "…";
}

std::string shortened_inside(const std::string& text, std::size_t width) {
  const std::size_t points = display_width(text);
  if (points <= width) return text;
  const std::size_t kept = width - 1;
  return text.substr(0, offset_of(text, kept - kept / 2)) + "…" +
         text.substr(offset_of(text, points - kept / 2));
}

std::string wrapped(const std::string& text, std::size_t width) {
  std::string result;
  std::string line;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      result += line + '\n';
      line = "  " + word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return result + line + '\n';
}

void Table::column(std::string title, Align align) {
  titles_.push_back(std::move(title));
  aligns_.push_back(align);
}

void Table::row(std::vector<std::string> cells) {
  // Names are text of strangers; escaped now, so that columns are as wide as what is printed.
  for (std::string& cell : cells) cell = printable_line(cell);
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<std::size_t> width(titles_.size(), 0);
  const auto widen = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      width[i] = std::max(width[i], display_width(cells[i]));
    }
  };
  widen(titles_);
  for (const auto& cells : rows_) widen(cells);
  std::string text;
  const auto print = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string padding(width[i] - display_width(cells[i]), ' ');
      line += "  ";
      line += aligns_[i] == Align::kRight ? padding + cells[i] : cells[i] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  };
  print(titles_);
  for (const auto& cells : rows_) print(cells);
  return text;
}

}  // namespace ect
