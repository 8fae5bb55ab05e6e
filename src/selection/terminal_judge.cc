// A judge that asks a person at the terminal. A question is printed as a block of lines, which
// stays on the screen. Bytes are read one at a time, and only if one is available, so that keys
// pressed ahead stay in the terminal, where poll() sees them. Arrow keys arrive as several bytes,
// possibly not at once. Tests: terminal_judge_test, terminal_text_test.
#include "selection/terminal_judge.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>
#include <utility>

#include "util/display_width.h"
#include "util/terminal_text.h"
#include "util/text.h"

namespace ect::selection {
namespace {

constexpr std::size_t kMinColumns = 24;
constexpr std::size_t kMaxLines = 500;  // of an item

constexpr std::array<std::string_view, 6> kKeys = {"← or a: left", "→ or b: right", "t: tie",
                                                   "u: undo",      "q: quit",       "?: help"};

constexpr std::array<std::string_view, 7> kHelp = {
    "left arrow, a or 1    the item on the left is better",
    "right arrow, b or 2   the item on the right is better",
    "t or space            neither: a tie",
    "u                     undo: take the last answer back",
    "q                     quit",
    "?                     this help",
    "A key counts at once; nothing else needs to be pressed."};

// The list of keys, broken into lines of at most `columns` columns.
std::string key_lines(std::size_t columns) {
  std::string text;
  std::size_t used = 0;
  for (const std::string_view key : kKeys) {
    const std::size_t width = util::display_width(key);
    if (used > 0 && used + 3 + width > columns) {
      text += '\n';
      used = 0;
    }
    if (used > 0) text += "   ";
    used += (used > 0 ? 3 : 0) + width;
    text += key;
  }
  return text + '\n';
}

void append_broken(std::string_view text, std::size_t columns, std::vector<std::string>& lines) {
  for (const std::string& line : util::printable_lines(text)) {
    for (std::string& part : util::broken_lines(line, columns)) lines.push_back(std::move(part));
  }
}

// An item in lines of at most `columns` columns; a JSON object has a `key: value` line per field.
std::vector<std::string> item_lines(const Item& item, std::size_t columns) {
  std::vector<std::string> lines;
  nlohmann::ordered_json json;
  if (item.text == item.json) json = nlohmann::ordered_json::parse(item.json, nullptr, false);
  if (!json.is_object()) append_broken(item.text, columns, lines);
  if (!json.is_object()) json = nlohmann::ordered_json::object();
  for (const auto& [key, value] : json.items()) {
    const std::string text = value.is_string() ? value.get<std::string>()
                             : value.is_null() ? std::string()
                                               : value.dump();
    std::vector<std::string> parts = util::printable_lines(text);
    parts.front() = util::printable_lines(key).front() + ": " + parts.front();
    const std::size_t indent = 2;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string line = (i == 0 ? "" : std::string(indent, ' ')) + parts[i];
      for (std::string& part : util::broken_lines(line, columns, indent)) {
        lines.push_back(std::move(part));
      }
    }
  }
  if (lines.size() > kMaxLines) {
    const std::size_t more = lines.size() - kMaxLines;
    lines.resize(kMaxLines);
    lines.push_back(fmt::format("({} more lines)", more));
  }
  return lines;
}

std::string short_name(const Item& item) {
  const std::vector<std::string> lines =
      util::broken_lines(util::printable_lines(item.id).front(), 60);
  return lines.front() + (lines.size() > 1 ? "…" : "");
}

std::string rule(std::size_t columns, std::size_t crossing, std::string_view cross) {
  std::string text;
  for (std::size_t i = 0; i < columns; ++i) text += i == crossing ? cross : "─";
  return text + '\n';
}

}  // namespace

TerminalJudge::TerminalJudge(int input, std::ostream& out, const std::vector<Item>& items)
    : input_(input), out_(out), items_(items) {}

TerminalJudge::~TerminalJudge() { close_question(); }

void TerminalJudge::ask(const Question& question) { questions_.push_back(question); }

void TerminalJudge::watch(std::vector<pollfd>& descriptors) const {
  if (open_ && wish_ == Wish::kNone) descriptors.push_back({input_, POLLIN, 0});
}

std::optional<JudgeClock::time_point> TerminalJudge::wakes() const {
  if (questions_.empty() || open_ || over_ || wish_ != Wish::kNone) return std::nullopt;
  return JudgeClock::time_point();
}

TerminalJudge::Wish TerminalJudge::take_wish() { return std::exchange(wish_, Wish::kNone); }

void TerminalJudge::withdraw() {
  close_question();
  questions_.clear();
}

void TerminalJudge::collect(std::vector<Reply>& replies) {
  if (questions_.empty() || over_ || wish_ != Wish::kNone) return;
  if (!open_) open_question();
  while (const std::optional<Key> key = next_key()) {
    const Question question = questions_.front();
    const auto answer = [&](Verdict verdict, const std::string& said) {
      out_ << said << "\n\n" << std::flush;
      close_question();
      questions_.pop_front();
      replies.push_back({question.key, Answer{verdict, "", 0}});
    };
    switch (*key) {
      case Key::kNone:
        continue;
      case Key::kHelp:
        out_ << "help\n";
        for (const std::string_view line : kHelp) out_ << "  " << line << '\n';
        out_ << "> " << std::flush;
        continue;
      case Key::kLeft:
        return answer(Verdict::kFirst, "left: " + short_name(items_[question.first]));
      case Key::kRight:
        return answer(Verdict::kSecond, "right: " + short_name(items_[question.second]));
      case Key::kTie:
        return answer(Verdict::kTie, "tie");
      case Key::kUndo:
        out_ << "undo\n\n" << std::flush;
        close_question();
        wish_ = Wish::kUndo;
        return;
      case Key::kQuit:
        out_ << "quit\n" << std::flush;
        close_question();
        over_ = true;
        wish_ = Wish::kQuit;
        return;
    }
  }
}

void TerminalJudge::open_question() {
  open_ = true;
  termios state{};
  if (tcgetattr(input_, &state) == 0) {
    before_ = state;
    state.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    state.c_cc[VMIN] = 1;
    state.c_cc[VTIME] = 0;
    tcsetattr(input_, TCSANOW, &state);
  }
  out_ << rendered(questions_.front()) << std::flush;
}

void TerminalJudge::close_question() {
  open_ = false;
  escape_ = Escape::kNone;
  if (before_) tcsetattr(input_, TCSANOW, &*before_);
  before_.reset();
}

std::size_t TerminalJudge::columns() const {
  winsize window{};
  const bool known = ioctl(input_, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
  return std::max<std::size_t>(known ? window.ws_col : 80, kMinColumns);
}

std::string TerminalJudge::rendered(const Question& question) const {
  const std::size_t window = columns();
  const std::size_t half = (window - 4) / 2;  // the last column stays free: some terminals wrap
  std::vector<std::string> left = item_lines(items_[question.first], half);
  std::vector<std::string> right = item_lines(items_[question.second], half);
  left.resize(std::max(left.size(), right.size()));
  right.resize(left.size());
  const std::size_t whole = 2 * half + 3;
  std::vector<std::string> head;
  if (!head_.empty()) append_broken(head_, whole, head);
  std::string text;
  for (const std::string& line : head) text += line + '\n';
  text += rule(whole, half + 1, "┬");
  for (std::size_t i = 0; i < left.size(); ++i) {
    text += left[i] + std::string(half - std::min(half, util::display_width(left[i])), ' ') + " │";
    text += (right[i].empty() ? "" : " ") + right[i] + '\n';
  }
  return text + rule(whole, half + 1, "┴") + key_lines(whole) + "> ";
}

// The next key; nothing if no byte is available. The end of the input counts as quit.
std::optional<TerminalJudge::Key> TerminalJudge::next_key() {
  pollfd ready{input_, POLLIN, 0};
  if (poll(&ready, 1, 0) <= 0) return std::nullopt;
  char byte = 0;
  const ssize_t got = ::read(input_, &byte, 1);
  if (got == 1) return key_of(byte);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
  return Key::kQuit;
}

TerminalJudge::Key TerminalJudge::key_of(char byte) {
  constexpr char kEscape = 0x1b;
  constexpr char kEndOfText = 3;          // control-C, if it does not raise a signal
  constexpr char kEndOfTransmission = 4;  // control-D
  if (escape_ == Escape::kBegun && (byte == '[' || byte == 'O')) {
    escape_ = Escape::kSequence;
    return Key::kNone;
  }
  if (escape_ == Escape::kSequence) {
    const bool goes_on = byte >= ' ' && byte < '@';  // numbers before the letter
    if (goes_on) return Key::kNone;
    escape_ = byte == kEscape ? Escape::kBegun : Escape::kNone;
    return byte == 'D' ? Key::kLeft : byte == 'C' ? Key::kRight : Key::kNone;
  }
  escape_ = byte == kEscape ? Escape::kBegun : Escape::kNone;
  switch (util::lower(byte)) {
    case 'a':
    case '1':
      return Key::kLeft;
    case 'b':
    case '2':
      return Key::kRight;
    case 't':
    case ' ':
      return Key::kTie;
    case 'u':
      return Key::kUndo;
    case 'q':
    case kEndOfText:
    case kEndOfTransmission:
      return Key::kQuit;
    case '?':
      return Key::kHelp;
    default:
      return Key::kNone;
  }
}

}  // namespace ect::selection
