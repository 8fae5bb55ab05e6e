// The journal of a selection. A line is a JSON object whose last field, `prev`, is the SHA-256 of
// the line before. In the first line it is empty; that line describes the selection:
//
//   {"v":1,"journal":"ect select","items":["a","b","c"],"items_sha256":"..","tournament":"ect:2",
//    "seed":1,"both_orders":false,"judges":["mine"],"commands":["./judge {a} {b}"],"prev":""}
//   {"q":"0.1.1","first":"a","second":"b","judge":1,"winner":"second","prev":".."}
//   {"coin":"0.1","winner":"a","loser":"b","prev":".."}     follows from the answers, for readers
//   {"undo":"0.1.1","prev":".."}                            takes back the last answer
//   {"champion":"b","games":5,"prev":".."}                  the end
//
// `commands` is written only if a judge has a name; it is not compared, so that the command of a
// judge with a name may change.
//
// A crash can leave part of a line, which is removed when the journal is continued. Any other
// change breaks the chain of hashes and is an error. Tests: journal_test, select_faults_test;
// fuzzed: fuzz_journal.
#include "selection/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "ect/error.h"
#include "selection/judge_protocol.h"
#include "util/file.h"
#include "util/input.h"
#include "util/json_text.h"
#include "util/sha256.h"
#include "util/text.h"

namespace ect::selection {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kKind = "ect select";
constexpr std::string_view kPrev = ",\"prev\":\"";  // follows the fields of a line

std::string key_text(const QuestionKey& key) {
  std::string text;
  append_id(text, key);
  return text;
}

std::string reason() { return std::strerror(errno); }

std::string head_fields(const JournalHead& head) {
  const auto list = [](const std::vector<std::string>& texts) {
    return Json(texts).dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  std::string fields = fmt::format(
      R"("v":1,"journal":"{}","items":{},"items_sha256":"{}","tournament":{},"seed":{},)"
      R"("both_orders":{},"judges":{})",
      kKind, list(head.ids), head.items_digest, util::json_text(head.options.tournament),
      head.options.seed, head.options.both_orders, list(head.judges));
  if (head.commands != head.judges) fields += fmt::format(R"(,"commands":{})", list(head.commands));
  return fields;
}

// Reads the lines of a journal one after the other.
class JournalReader {
 public:
  explicit JournalReader(const std::string& path) : path_(path) {}

  JournalContent read(std::string_view text) {
    while (true) {
      const std::size_t end = text.find('\n');
      if (end == std::string_view::npos) break;
      ++line_;
      take(text.substr(0, end));
      content_.bytes += end + 1;
      text.remove_prefix(end + 1);
    }
    content_.cut = !text.empty();
    return std::move(content_);
  }

 private:
  Error error(std::string_view what) const { return Error::parse(path_, line_, what); }
  Error damaged() const {
    return error("the journal was changed here: ect did not write this line");
  }

  void take(std::string_view line) {
    const Json object = Json::parse(line, nullptr, false);
    if (!object.is_object()) throw damaged();
    if (string_in(object, "prev") != content_.hash) {
      throw error(
          "the journal was changed: the hash in this line does not match the previous line");
    }
    content_.hash = util::sha256_hex(line);
    try {
      if (line_ == 1) {
        take_head(object);
      } else if (object.contains("q") && !content_.champion) {
        take_answer(object);
      } else if (object.contains("undo") && !content_.champion) {
        take_undo(object);
      } else if (object.contains("champion") && !content_.champion) {
        content_.champion = string_in(object, "champion");
        content_.champion_line = line_;
      } else if (!object.contains("coin") || content_.champion) {  // coins follow from the answers
        throw damaged();
      }
    } catch (const Json::exception&) {
      throw damaged();
    }
  }

  std::string string_in(const Json& object, const char* name) const {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) throw damaged();
    return found->get<std::string>();
  }

  // Anything but a whole number that fits is damage, also 1e99, which cannot be converted.
  std::uint64_t whole_in(const Json& object, const char* name) const {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number_unsigned()) throw damaged();
    return found->get<std::uint64_t>();
  }

  void take_head(const Json& object) {
    if (object.value("journal", "") != kKind) throw error("this is not a journal of ect select");
    if (object.value("v", Json()) != Json(1)) {
      throw error("unsupported journal version (expected version 1)");
    }
    JournalHead& head = content_.head;
    head.ids = object.at("items").get<std::vector<std::string>>();
    if (head.ids.empty()) throw damaged();
    head.items_digest = string_in(object, "items_sha256");
    head.options.tournament = string_in(object, "tournament");
    head.options.seed = whole_in(object, "seed");
    head.options.both_orders = object.at("both_orders").get<bool>();
    head.judges = object.at("judges").get<std::vector<std::string>>();
    head.commands = object.value("commands", head.judges);
    if (head.commands.size() != head.judges.size()) throw damaged();
    head.options.judges = static_cast<std::uint32_t>(head.judges.size());
  }

  void take_answer(const Json& object) {
    const std::optional<QuestionKey> key = parse_id(string_in(object, "q"));
    const std::optional<Verdict> verdict = verdict_named(string_in(object, "winner"));
    const std::uint64_t judge = whole_in(object, "judge");
    if (!key || !verdict || judge == 0 || judge > content_.head.judges.size()) throw damaged();
    const double cost = object.value("cost", 0.0);
    content_.answers.push_back({*key, *verdict, static_cast<std::uint32_t>(judge - 1), cost,
                                string_in(object, "first"), string_in(object, "second"), line_});
  }

  void take_undo(const Json& object) {
    const std::optional<QuestionKey> key = parse_id(string_in(object, "undo"));
    if (!key || content_.answers.empty() || content_.answers.back().question != *key) {
      throw damaged();
    }
    content_.answers.pop_back();
  }

  const std::string& path_;
  JournalContent content_;
  std::uint64_t line_ = 0;
};

// A judge is identified by its name or, if it has a name on only one side, by its command.
bool same_judge(const JournalHead& there, const JournalHead& here, std::size_t judge) {
  return there.judges[judge] == here.judges[judge] || there.judges[judge] == here.commands[judge] ||
         there.commands[judge] == here.judges[judge];
}

std::string judges_difference(const JournalHead& there, const JournalHead& here) {
  if (there.judges.size() != here.judges.size()) {
    return fmt::format("the journal has other judges ({} there, {} here)", there.judges.size(),
                       here.judges.size());
  }
  for (std::size_t i = 0; i < there.judges.size(); ++i) {
    if (same_judge(there, here, i)) continue;
    return fmt::format(
        "the journal has other judges: {} there, {} here (only a judge with a name, "
        "NAME=PROGRAM, may change its program)",
        util::quoted(there.judges[i]), util::quoted(here.judges[i]));
  }
  return "";
}

// Why a journal with the head `there` cannot be continued as `here`; empty if it can.
std::string difference(const JournalHead& there, const JournalHead& here) {
  if (there.ids != here.ids || there.items_digest != here.items_digest) {
    return fmt::format("the journal has other items ({} there, {} here)", there.ids.size(),
                       here.ids.size());
  }
  const SelectOptions& a = there.options;
  const SelectOptions& b = here.options;
  if (a.tournament != b.tournament) {
    return fmt::format("the journal is of tournament {}, not {}", a.tournament, b.tournament);
  }
  if (a.seed != b.seed)
    return fmt::format("the journal was written with --seed {}, not {}", a.seed, b.seed);
  if (a.both_orders != b.both_orders) {
    return fmt::format("the journal was written {} --both-orders",
                       a.both_orders ? "with" : "without");
  }
  return judges_difference(there, here);
}

}  // namespace

JournalHead head_of(const std::vector<Item>& items, const SelectOptions& options,
                    std::vector<std::string> judges, std::vector<std::string> commands) {
  if (commands.empty()) commands = judges;
  JournalHead head{{}, items_digest(items), options, std::move(judges), std::move(commands)};
  for (const Item& item : items) head.ids.push_back(item.id);
  head.options.judges = static_cast<std::uint32_t>(head.judges.size());
  return head;
}

JournalContent parse_journal(std::string_view text, const std::string& name) {
  return JournalReader(name).read(text);
}

JournalContent read_journal(const std::string& path) {
  const std::string text = read_all(*util::open_file(path));
  JournalContent content = parse_journal(text, path);
  if (content.bytes == 0) {
    throw Error::parse(path, 1, "this is not a journal of ect select (it has no line)");
  }
  return content;
}

Replayed replay(const JournalContent& content, const std::string& path) {
  const std::vector<std::string>& ids = content.head.ids;
  Replayed result{Selection(static_cast<Player>(ids.size()), content.head.options), {}};
  std::map<QuestionKey, Question> waiting;
  const auto take_questions = [&] {
    while (const auto question = result.selection.next()) waiting[question->key] = *question;
  };
  take_questions();
  for (const JournalAnswer& answer : content.answers) {
    const auto found = waiting.find(answer.question);
    if (found == waiting.end() || ids[found->second.first] != answer.first ||
        ids[found->second.second] != answer.second) {
      throw Error::parse(
          path, answer.line,
          fmt::format("question {} does not belong to this tournament", key_text(answer.question)));
    }
    waiting.erase(found);
    result.selection.answer(answer.question, answer.verdict, answer.judge);
    take_questions();
  }
  for (const auto& [key, question] : waiting) result.waiting.push_back(question);
  if (content.champion) {
    const bool over = result.selection.over();
    if (!over || ids[*result.selection.champion()] != *content.champion) {
      throw Error::parse(path, content.champion_line,
                         fmt::format("the answers above {}",
                                     over ? "give another champion" : "give no champion yet"));
    }
  }
  return result;
}

Journal::Journal(const std::string& path, const JournalHead& head) : path_(path) {
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file_ < 0) {
    throw Error::input_output(fmt::format("{}: cannot be opened: {}", path, reason()));
  }
  try {
    struct stat status {};
    if (::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode)) {
      throw Error::input_output(fmt::format("{}: not a regular file (expected a journal)", path));
    }
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      throw Error::input_output(fmt::format("{}: another run is writing this journal", path));
    }
    const std::string text = read_all(*util::open_file(path));
    content_ = parse_journal(text, path);
    if (content_.bytes > 0) {
      const std::string why = difference(content_.head, head);
      if (!why.empty()) throw Error::parse(path, 1, why);
    } else if (content_.cut &&
               !std::string_view(R"({"v":1,"journal":")")
                    .starts_with(text.substr(0, std::min<std::size_t>(text.size(), 18)))) {
      throw Error::parse(path, 1, "this is not a journal of ect select");
    }
    if (content_.cut && ::ftruncate(file_, static_cast<off_t>(content_.bytes)) != 0) {
      throw Error::input_output(fmt::format("{}: cannot be written: {}", path, reason()));
    }
    size_ = content_.bytes;
    hash_ = content_.hash;
    if (size_ == 0) {
      content_.head = head;
      append_line(head_fields(head));
      sync();
      util::sync_folder_of(path);
    }
  } catch (...) {
    ::close(file_);
    throw;
  }
}

Journal::~Journal() { ::close(file_); }

void Journal::append_line(std::string_view fields) {
  const std::size_t start = waiting_.size();
  fmt::format_to(std::back_inserter(waiting_), "{{{}{}{}\"}}", fields, kPrev, hash_);
  hash_ = util::sha256_hex(std::string_view(waiting_).substr(start));
  waiting_ += '\n';
}

void Journal::append(const Question& question, const std::vector<Item>& items, const Answer& answer,
                     std::uint32_t judge) {
  std::string fields = fmt::format(
      R"("q":"{}","first":{},"second":{},"judge":{},"winner":"{}")", key_text(question.key),
      util::json_text(items[question.first].id), util::json_text(items[question.second].id),
      judge + 1, verdict_name(answer.verdict));
  if (!answer.note.empty()) fields += fmt::format(R"(,"note":{})", util::json_text(answer.note));
  if (answer.cost > 0) fields += fmt::format(R"(,"cost":{})", answer.cost);
  append_line(fields);
}

void Journal::append_undo(const QuestionKey& question) {
  append_line(fmt::format(R"("undo":"{}")", key_text(question)));
}

void Journal::append_coin(const SelectedGame& game, const std::vector<Item>& items) {
  append_line(fmt::format(R"("coin":"{}.{}","winner":{},"loser":{})", game.match, game.game,
                          util::json_text(items[game.winner].id),
                          util::json_text(items[game.loser].id)));
}

void Journal::append_champion(const Item& champion, std::uint64_t games) {
  append_line(fmt::format(R"("champion":{},"games":{})", util::json_text(champion.id), games));
}

void Journal::sync() {
  if (waiting_.empty()) return;
  std::string_view left = waiting_;
  bool failed = false;
  while (!left.empty() && !failed) {
    const ssize_t written = ::write(file_, left.data(), left.size());
    if (written >= 0) {
      left.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      failed = true;
    }
  }
  if (!failed) failed = ::fdatasync(file_) != 0;
  if (failed) {
    const std::string why = reason();
    // Restores the last complete state. If even that fails, the next run removes the partial line.
    (void)!::ftruncate(file_, static_cast<off_t>(size_));
    throw Error::input_output(fmt::format("{}: cannot be written: {}", path_, why));
  }
  size_ += waiting_.size();
  waiting_.clear();
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kFirst:
      return "first";
    case Verdict::kSecond:
      return "second";
    case Verdict::kTie:
      return "tie";
    default:
      return "abstain";
  }
}

std::optional<Verdict> verdict_named(std::string_view name) {
  for (const Verdict verdict :
       {Verdict::kFirst, Verdict::kSecond, Verdict::kTie, Verdict::kAbstain}) {
    if (verdict_name(verdict) == name) return verdict;
  }
  return std::nullopt;
}

}  // namespace ect::selection
