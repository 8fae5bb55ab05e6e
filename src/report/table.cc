// Tables for the terminal, and numbers in words. Tests: report_test.
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "util/display_width.h"
#include "util/terminal_text.h"

namespace ect::report {

std::string plural(WideCount count, std::string_view noun, std::string_view nouns) {
  return fmt::format("{} {}", count, count == 1 ? noun : nouns);
}

std::string short_number(double value) {
  if (value >= 100) return fmt::format("{:.0f}", value);
  if (value >= 10) return fmt::format("{:.1f}", value);
  return value >= 1 ? fmt::format("{:.2f}", value) : fmt::format("{:.2g}", value);
}

void Table::column(std::string title, Align align) {
  titles_.push_back(std::move(title));
  aligns_.push_back(align);
}

void Table::row(std::vector<std::string> cells) {
  // Names are untrusted text. They are escaped here, so that column widths are those of the output.
  for (std::string& cell : cells) cell = util::printable_line(cell);
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<std::size_t> width(titles_.size(), 0);
  const auto widen = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      width[i] = std::max(width[i], util::display_width(cells[i]));
    }
  };
  widen(titles_);
  for (const auto& cells : rows_) widen(cells);
  std::string text;
  const auto print = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string padding(width[i] - util::display_width(cells[i]), ' ');
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

}  // namespace ect::report
