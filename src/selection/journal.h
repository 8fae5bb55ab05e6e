#ifndef ECT_SELECT_JOURNAL_H_
#define ECT_SELECT_JOURNAL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ect/select.h"
#include "selection/items.h"
#include "selection/judge.h"

namespace ect::selection {

// What a selection is of, and how it is made: the first line of its journal. A journal goes on only
// with the same.
struct JournalHead {
  std::vector<std::string> ids;  // of the items, so that a journal can be read without them
  std::string items_digest;
  SelectOptions options;
  std::vector<std::string> judges;  // their names; that of a judge without one is its command
  // What each of them was when the journal was begun. A judge with a name goes on as another one.
  std::vector<std::string> commands;
};

// Judges without `commands` are their own.
JournalHead head_of(const std::vector<Item>& items, const SelectOptions& options,
                    std::vector<std::string> judges, std::vector<std::string> commands = {});

// An answer that counts, as it is written down.
struct JournalAnswer {
  QuestionKey question;
  Verdict verdict = Verdict::kTie;
  std::uint32_t judge = 0;
  double cost = 0;
  std::string first;  // the ids of what was shown
  std::string second;
  std::uint64_t line = 0;  // of the journal, from 1
};

// What is written in a journal, as far as it is whole.
struct JournalContent {
  JournalHead head;
  std::vector<JournalAnswer> answers;   // those taken back have left it
  std::optional<std::string> champion;  // its id, where the journal has an end
  std::uint64_t champion_line = 0;
  std::uint64_t bytes = 0;  // that are whole lines
  bool cut = false;         // whether there was part of a line behind them
  std::string hash;         // of the last line
};

// Throws ect::Error with file and line for a line that is damaged, or that does not carry the hash
// of the one before it. Part of a line at the end, which a crash leaves, is no error.
JournalContent read_journal(const std::string& path);
// The same of the file's text; errors call it `name`. A text without a line has no content.
JournalContent parse_journal(std::string_view text, const std::string& name);

// A selection, and those of its questions that wait for an answer.
struct Replayed {
  Selection selection;
  std::vector<Question> waiting;
};

// Gives the selection the answers of its journal again. Throws where one of them answers no
// question of that selection, or other items.
Replayed replay(const JournalContent& content, const std::string& path);

// An append-only file, a line an event, each with the hash (SHA-256) of the line before: whoever
// has the last hash can tell whether anything was changed. What is appended is on the disk when
// sync() returns. Locked against a second writer while it is open.
class Journal {
 public:
  // Makes the file, or opens one of the same head to go on; reads it. Throws where it is another
  // selection's, in use, or damaged.
  Journal(const std::string& path, const JournalHead& head);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  const std::string& path() const { return path_; }
  const JournalContent& content() const { return content_; }

  void append(const Question& question, const std::vector<Item>& items, const Answer& answer,
              std::uint32_t judge);
  void append_undo(const QuestionKey& question);
  void append_coin(const SelectedGame& game, const std::vector<Item>& items);
  void append_champion(const Item& champion, std::uint64_t games);
  // Throws where the disk does not take it; then the file ends with the last whole line that was
  // synced.
  void sync();

  const std::string& last_hash() const { return hash_; }

 private:
  void append_line(std::string_view fields);

  std::string path_;
  int file_ = -1;
  std::uint64_t size_ = 0;  // on the disk
  std::string hash_;        // of the last line
  std::string waiting_;     // lines that are not written yet
  JournalContent content_;
};

std::string_view verdict_name(Verdict verdict);
std::optional<Verdict> verdict_named(std::string_view name);

}  // namespace ect::selection

#endif  // ECT_SELECT_JOURNAL_H_
