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

// The items, options and judges of a selection: the first line of its journal. A journal can be
// continued only with the same.
struct JournalHead {
  std::vector<std::string> ids;  // of the items, so that a journal can be read without them
  std::string items_digest;
  SelectOptions options;
  std::vector<std::string> judges;  // names; a judge without a name is called by its command
  // The command of each judge when the journal was begun. That of a judge with a name may change.
  std::vector<std::string> commands;
};

// Makes a head. If `commands` is empty, the judges are their own commands.
JournalHead head_of(const std::vector<Item>& items, const SelectOptions& options,
                    std::vector<std::string> judges, std::vector<std::string> commands = {});

// A recorded answer.
struct JournalAnswer {
  QuestionKey question;
  Verdict verdict = Verdict::kTie;
  std::uint32_t judge = 0;
  double cost = 0;
  std::string first;  // the ids of the items that were shown
  std::string second;
  std::uint64_t line = 0;  // of the journal, from 1
};

// The content of a journal, without a partial line at its end.
struct JournalContent {
  JournalHead head;
  std::vector<JournalAnswer> answers;   // without those that were undone
  std::optional<std::string> champion;  // its id, if the selection is over
  std::uint64_t champion_line = 0;
  std::uint64_t bytes = 0;  // size of the whole lines
  bool cut = false;         // whether a partial line follows them
  std::string hash;         // of the last whole line
};

// Reads a journal. Throws ect::Error with file and line for a line that is damaged or whose hash
// does not match the line before. A partial line at the end, as a crash leaves it, is not an error.
JournalContent read_journal(const std::string& path);
// The same for the text of a journal; errors call it `name`. A text without a whole line has no
// content and is not an error.
JournalContent parse_journal(std::string_view text, const std::string& name);

// A selection, and its questions that wait for an answer.
struct Replayed {
  Selection selection;
  std::vector<Question> waiting;
};

// Makes the selection of a journal and repeats its answers. Throws ect::Error if one of them does
// not belong to a question of that selection.
Replayed replay(const JournalContent& content, const std::string& path);

// An append-only file with a line per event, each with the hash (SHA-256) of the line before, so
// that the last hash shows whether anything was changed. Appended lines are on disk when sync()
// returns. The file is locked against a second writer while it is open. One thread at a time may
// use it.
class Journal {
 public:
  // Creates the file, or opens and reads an existing one with the same head to continue it. Throws
  // ect::Error if it belongs to another selection, is in use, or is damaged.
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
  // Writes the appended lines to disk. Throws ect::Error if that fails; the file then ends with the
  // last line that was synced.
  void sync();

  const std::string& last_hash() const { return hash_; }

 private:
  void append_line(std::string_view fields);

  std::string path_;
  int file_ = -1;
  std::uint64_t size_ = 0;  // bytes on disk
  std::string hash_;        // of the last line
  std::string waiting_;     // lines that are not written yet
  JournalContent content_;
};

std::string_view verdict_name(Verdict verdict);
std::optional<Verdict> verdict_named(std::string_view name);

}  // namespace ect::selection

#endif  // ECT_SELECT_JOURNAL_H_
