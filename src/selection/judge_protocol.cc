// The text protocol between ect and judge programs.
//
// An answer has a hundred bytes or less, and nearly always the plain form
//   {"id":"12.1.1","winner":"first","note":"shorter","cost":0.002}
// with its members in any order and without escapes. A scanner reads that form without allocating
// memory. Any other line is left to read_members(), which reads all of JSON and takes about six
// times as long. The scanner must agree with it on every line that it accepts, which fuzz_verdict
// checks. Tests: judge_protocol_test.
#include "selection/judge_protocol.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "ect/error.h"
#include "selection/json_object.h"
#include "util/text.h"

namespace ect::selection {
namespace {

void append_number(std::string& text, std::uint64_t number) {
  std::array<char, 20> digits;
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

bool same_word(std::string_view text, std::string_view word) {
  return text.size() == word.size() &&
         std::equal(text.begin(), text.end(), word.begin(),
                    [](char a, char b) { return util::lower(a) == b; });
}

std::optional<Verdict> verdict_of(std::string_view word) {
  if (same_word(word, "a") || same_word(word, "first")) return Verdict::kFirst;
  if (same_word(word, "b") || same_word(word, "second")) return Verdict::kSecond;
  if (same_word(word, "tie")) return Verdict::kTie;
  if (same_word(word, "abstain")) return Verdict::kAbstain;
  return std::nullopt;
}

// The members of an answer. read_answer() returns nothing if the line is not an object or a member
// has an invalid value. Zero bytes are refused first, because the parser would take one for the
// end.
struct AnswerMembers {
  std::string id;
  bool has_id = false;
  Answer answer;
};
std::optional<AnswerMembers> read_answer(std::string_view line) {
  if (line.find('\0') != std::string_view::npos) return std::nullopt;
  std::array<JsonMember, 4> members{
      {{.name = "id"}, {.name = "winner"}, {.name = "note"}, {.name = "cost"}}};
  if (!read_members(line, members).empty()) return std::nullopt;
  auto& [id, winner, note, cost] = members;
  const auto or_nothing = [](const JsonMember& member, bool right) {
    return right || member.is_absent() || member.is_null();
  };
  const std::optional<Verdict> verdict =
      winner.is_string() ? verdict_of(winner.text) : std::nullopt;
  const bool paid = cost.is_number() && std::isfinite(cost.number) && cost.number >= 0;
  if (!verdict || !or_nothing(note, note.is_string()) || !or_nothing(cost, paid)) {
    return std::nullopt;
  }
  return AnswerMembers{
      std::move(id.text), id.is_string(), {*verdict, std::move(note.text), cost.number}};
}

// Reads plain JSON from left to right; every function returns whether it succeeded.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  bool take(char c) {
    skip_blanks();
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool at_end() {
    skip_blanks();
    return at_ == end_;
  }
  // Printable ASCII without escapes.
  bool take_text(std::string_view& text) {
    if (!take('"')) return false;
    const char* begin = at_;
    while (at_ != end_ && *at_ >= ' ' && *at_ < 0x7f && *at_ != '"' && *at_ != '\\') ++at_;
    text = {begin, at_};
    return at_ != end_ && *at_++ == '"';
  }
  // Digits, perhaps a point and digits.
  bool take_number(double& number) {
    skip_blanks();
    const char* begin = at_;
    const std::size_t whole = take_digits();
    if (whole == 0 || (whole > 1 && *begin == '0')) return false;
    if (at_ != end_ && *at_ == '.') {
      ++at_;
      if (take_digits() == 0) return false;
    }
    const auto [stopped, error] = std::from_chars(begin, at_, number);
    return error == std::errc() && stopped == at_;
  }

 private:
  void skip_blanks() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  std::size_t take_digits() {
    const char* begin = at_;
    while (at_ != end_ && *at_ >= '0' && *at_ <= '9') ++at_;
    return static_cast<std::size_t>(at_ - begin);
  }

  const char* at_;
  const char* end_;
};

}  // namespace

void append_id(std::string& text, const QuestionKey& question) {
  append_number(text, question.match);
  text += '.';
  append_number(text, question.game);
  text += '.';
  append_number(text, question.ask);
}

std::optional<QuestionKey> parse_id(std::string_view text) {
  QuestionKey question;
  const char* at = text.data();
  const char* end = at + text.size();
  for (std::uint32_t* number : {&question.match, &question.game, &question.ask}) {
    if (number != &question.match && (at == end || *at++ != '.')) return std::nullopt;
    const auto [stopped, error] = std::from_chars(at, end, *number);
    if (error != std::errc() || (*at == '0' && stopped - at > 1)) return std::nullopt;
    at = stopped;
  }
  if (at != end) return std::nullopt;
  return question;
}

void append_question(std::string& text, const Question& question, const std::vector<Item>& items) {
  text += R"({"v":1,"id":")";
  append_id(text, question.key);
  text += R"(","first":)";
  text += items[question.first].json;
  text += R"(,"second":)";
  text += items[question.second].json;
  text += R"(,"seed":)";
  append_number(text, question.seed);
  text += "}\n";
}

std::optional<Answer> parse_verdict(std::string_view line) {
  line = util::trimmed(line);
  if (line.empty() || line.front() != '{') {
    const std::optional<Verdict> verdict = verdict_of(line);
    if (!verdict) return std::nullopt;
    return Answer{*verdict, "", 0};
  }
  std::optional<AnswerMembers> members = read_answer(line);
  if (!members) return std::nullopt;
  return std::move(members->answer);
}

std::optional<AnswerLine> parse_answer(std::string_view line) {
  if (std::optional<AnswerLine> plain = parse_plain_answer(line)) return plain;
  return parse_any_answer(line);
}

std::optional<AnswerLine> parse_any_answer(std::string_view line) {
  std::optional<AnswerMembers> members = read_answer(line);
  if (!members || !members->has_id) return std::nullopt;
  return AnswerLine{parse_id(members->id), std::move(members->answer)};
}

std::optional<AnswerLine> parse_plain_answer(std::string_view line) {
  Scanner scanner(line);
  std::optional<std::string_view> id;
  std::optional<std::string_view> winner;
  std::optional<std::string_view> note;
  std::optional<double> cost;
  if (!scanner.take('{')) return std::nullopt;
  do {
    std::string_view name;
    if (!scanner.take_text(name) || !scanner.take(':')) return std::nullopt;
    if (name == "cost") {
      if (cost || !scanner.take_number(cost.emplace())) return std::nullopt;
      continue;
    }
    std::optional<std::string_view>* text = name == "id"       ? &id
                                            : name == "winner" ? &winner
                                            : name == "note"   ? &note
                                                               : nullptr;
    // Duplicate members are left to read_members().
    if (text == nullptr || *text || !scanner.take_text(text->emplace())) return std::nullopt;
  } while (scanner.take(','));
  if (!scanner.take('}') || !scanner.at_end() || !id || !winner) return std::nullopt;
  const std::optional<Verdict> verdict = verdict_of(*winner);
  if (!verdict) return std::nullopt;
  return AnswerLine{parse_id(*id), {*verdict, std::string(note.value_or("")), cost.value_or(0)}};
}

std::optional<JudgeClock::duration> time_limit(double seconds) {
  if (!(seconds >= 0)) {
    throw Error::bad_argument(
        fmt::format("{} is not a time limit (expected seconds, 0 or more)", seconds));
  }
  constexpr double kForEver = 1e9;
  if (seconds == 0 || seconds > kForEver) return std::nullopt;
  return std::chrono::duration_cast<JudgeClock::duration>(std::chrono::duration<double>(seconds));
}

bool is_stop(int status) { return WIFEXITED(status) && WEXITSTATUS(status) >= 126; }

}  // namespace ect::selection
