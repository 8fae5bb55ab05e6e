// ect select: reads the items, finds the judges, runs the tournament, and tells what came of it.
#include "ect/select.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <thread>

#include "cli/files.h"
#include "cli/output.h"
#include "cli/program_options.h"
#include "cli/select_display.h"
#include "cli/stop_signals.h"
#include "cli/verbs.h"
#include "ect/count.h"
#include "ect/error.h"
#include "report/select_html.h"
#include "report/select_report.h"
#include "select/items.h"
#include "select/journal.h"
#include "select/jsonl_judge.h"
#include "select/process_judge.h"
#include "select/runner.h"
#include "select/terminal_judge.h"
#include "select/votes_judge.h"
#include "util/file.h"
#include "util/shell_words.h"
#include "util/terminal_text.h"

namespace ect::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kVotes = "votes:";
constexpr unsigned kJobsAtHand = 1024;  // of judges that have their answers at hand
// Questions a second: one in some hours, and faster than any judge.
constexpr double kLeastRate = 1e-4;
constexpr double kMostRate = 1e6;

struct Options {
  std::string items;
  std::string id_field;
  std::vector<std::string> judges;
  std::vector<std::string> jsonl_judges;
  std::string tournament;
  std::optional<std::uint32_t> eliminations;
  std::optional<std::uint64_t> withstand;
  std::optional<std::uint64_t> budget;
  SelectOptions select;
  RunOptions run;
  double timeout = 60;
  unsigned jobs = 0;  // 0: not said
  std::string journal;
  std::string replay;
  std::string html;
  bool plan_only = false;
  bool json = false;
  bool quiet = false;
};

void check(const Options& options) {
  const int sizes = (options.eliminations ? 1 : 0) + (options.withstand ? 1 : 0) +
                    (options.budget ? 1 : 0) + (options.tournament.empty() ? 0 : 1);
  if (sizes > 1) {
    throw CLI::ValidationError("-m, --withstand, --budget and --tournament exclude each other");
  }
  if (!options.replay.empty()) {
    if (!options.items.empty() || !options.judges.empty() || !options.jsonl_judges.empty()) {
      throw CLI::ValidationError("--replay needs the journal alone: no ITEMS, no --judge");
    }
    return;
  }
  if (options.items.empty()) throw CLI::ValidationError("ITEMS is required");
  if (options.judges.empty() && options.jsonl_judges.empty() && !options.plan_only) {
    throw CLI::ValidationError("--judge is required (or --judge-jsonl, or --plan)");
  }
  const auto asks = std::find(options.judges.begin(), options.judges.end(), "ask");
  if (asks != options.judges.end() && options.judges.size() + options.jsonl_judges.size() > 1) {
    throw CLI::ValidationError("--judge ask goes with no other judge");
  }
}

std::string tournament_of(const Options& options, Player items) {
  if (!options.tournament.empty()) return options.tournament;
  if (options.withstand) return tournament_to_withstand(*options.withstand);
  if (options.budget) return tournament_within(items, *options.budget);
  return fmt::format("ect:{}", options.eliminations.value_or(2));
}

// The judges, and what goes with them.
struct Bench {
  std::vector<std::unique_ptr<Judge>> judges;
  TerminalJudge* person = nullptr;
  bool at_hand = true;  // whether none of them is a program

  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const std::unique_ptr<Judge>& judge : judges) result.push_back(judge->name());
    return result;
  }
};

Bench seat_judges(const Options& options, const std::vector<Item>& items, const Streams& streams) {
  Bench bench;
  for (const std::string& said : options.judges) {
    if (said == "ask") {
      auto person = std::make_unique<TerminalJudge>(STDIN_FILENO, streams.err, items);
      bench.person = person.get();
      bench.judges.push_back(std::move(person));
    } else if (said.starts_with(kVotes)) {
      bench.judges.push_back(
          votes_judge(said.substr(kVotes.size()), streams.in, items, options.select.seed));
    } else {
      bench.judges.push_back(process_judge(said, items, {options.timeout}));
      bench.at_hand = false;
    }
  }
  for (const std::string& said : options.jsonl_judges) {
    bench.judges.push_back(jsonl_judge(said, items, {options.timeout}));
    bench.at_hand = false;
  }
  return bench;
}

// What a report calls a judge: `longest.sh`, `python3 judge.py`, without folders and arguments; the
// second of that name has a number.
std::vector<std::string> short_names(const std::vector<std::string>& commands) {
  std::vector<std::string> result;
  for (const std::string& command : commands) {
    const std::vector<std::string> words = shell_words(command);
    const auto without_folder = [](const std::string& word) {
      return word.substr(word.rfind('/') + 1);
    };
    std::string name = words.empty() ? command : without_folder(words[0]);
    if (words.size() > 1 && !words[1].empty() && words[1][0] != '-' && words[1][0] != '{') {
      name = fmt::format("{} {}", name, without_folder(words[1]));
    }
    const auto same = std::count_if(result.begin(), result.end(), [&](const std::string& other) {
      return other == name || other.starts_with(name + " #");
    });
    result.push_back(same == 0 ? name : fmt::format("{} #{}", name, same + 1));
  }
  return result;
}

std::vector<std::string> names_of(const std::vector<Item>& items) {
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const Item& item : items) names.push_back(item.id);
  return names;
}

void tell(const Options& options, const Selection& selection, const std::vector<std::string>& names,
          const SelectionSpent& spent, PathShown shown, const Streams& streams) {
  if (!options.html.empty()) write_file(options.html, selection_html(selection, names, spent));
  if (options.json) {
    print_json(streams, selection_json(selection, names, spent));
  } else {
    print(streams, selection_text(selection, names, spent, shown));
  }
}

void audit(const Options& options, const Streams& streams) {
  const JournalContent content = read_journal(options.replay);
  const Replayed replayed = replay(content, options.replay);
  SelectionSpent spent;
  spent.questions = content.answers.size();
  spent.judges = short_names(content.head.judges);
  for (const JournalAnswer& answer : content.answers) spent.cost += answer.cost;
  if (!replayed.selection.over()) {
    throw Error::input_output(fmt::format(
        "{}: the tournament is not over: {} answers, {} questions wait (the chain is whole; its "
        "last hash is {})",
        options.replay, content.answers.size(), replayed.waiting.size(), content.hash));
  }
  spent.journal_hash = content.hash;
  tell(options, replayed.selection, content.head.ids, spent, PathShown::kWhole, streams);
}

void choose(Options& options, const Streams& streams) {
  const Clock::time_point start = Clock::now();
  const std::vector<Item> items =
      read_items(options.items, streams.in, ItemFormat::kGuess, options.id_field);
  const auto count = static_cast<Player>(items.size());
  options.select.tournament = tournament_of(options, count);
  const SelectionPlan plan = plan_selection(count, options.select.tournament);
  if (!options.html.empty()) check_writable(options.html);
  Bench bench = seat_judges(options, items, streams);
  options.select.judges =
      std::max<std::uint32_t>(1, static_cast<std::uint32_t>(bench.judges.size()));
  const std::string plan_line = plan_text(count, options.select.tournament, plan,
                                          options.select.judges, options.select.both_orders);
  if (options.plan_only) {
    print(streams, plan_line);
    return;
  }
  if (!options.quiet) streams.err << printable(plan_line) << std::flush;
  std::optional<Journal> journal;
  if (!options.journal.empty()) {
    journal.emplace(options.journal, head_of(items, options.select, bench.names()));
  }

  options.run.jobs = options.jobs > 0          ? options.jobs
                     : bench.person != nullptr ? 1
                     : bench.at_hand           ? kJobsAtHand
                                               : std::max(1U, std::thread::hardware_concurrency());
  options.run.undo = bench.person != nullptr;
  const std::vector<std::string> names = names_of(items);
  SelectDisplay display(streams, options.quiet || bench.person != nullptr, names);
  StopSignals signals;
  signals.listen();
  Watcher watcher;
  watcher.progress = [&](const RunProgress& progress) {
    display.show(progress);
    if (bench.person != nullptr) bench.person->set_head(game_line(progress));
  };
  watcher.warn = [&](const std::string& warning) { display.warn(warning); };
  watcher.wish = [&] {
    if (StopSignals::asked()) return Wish::kStop;
    if (bench.person == nullptr) return Wish::kNone;
    switch (bench.person->take_wish()) {
      case TerminalJudge::Wish::kUndo:
        return Wish::kUndo;
      case TerminalJudge::Wish::kQuit:
        return Wish::kStop;
      default:
        return Wish::kNone;
    }
  };
  RunResult result = run_selection(items, options.select, bench.judges, options.run,
                                   journal ? &*journal : nullptr, watcher);
  display.clear();
  if (result.stopped) {
    throw Error::input_output(
        fmt::format("stopped after {} games{}", result.selection.games().size(),
                    journal ? "; the same command goes on where this stopped"
                            : " (with --journal the next run would go on from here)"));
  }
  SelectionSpent spent;
  spent.questions = result.questions;
  spent.cost = result.cost;
  spent.retries = result.retries;
  spent.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  spent.judges = short_names(bench.names());
  if (journal) spent.journal_hash = journal->last_hash();
  tell(options, result.selection, names, spent, PathShown::kInShort, streams);
}

}  // namespace

void add_select(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand(
      "select",
      "The best of many items by comparing two at a time, although some answers are wrong");
  verb->add_option("ITEMS", options->items,
                   "A line an item; or .csv with a header; or .jsonl, a JSON object an item. "
                   "- is stdin")
      ->type_name("ITEMS");
  verb->add_option("--judge", options->judges,
                   "PROGRAM {a} {b}: is run for each game, and prints A, B or tie; split into "
                   "words as a shell would, but no shell runs. ask: you, at this terminal. "
                   "votes:FILE: recorded votes, a csv. Again for more judges, who take turns")
      ->type_name("JUDGE")
      ->allow_extra_args(false);
  verb->add_option("--judge-jsonl", options->jsonl_judges,
                   "A program that runs all the time: a JSON line a game in, one out")
      ->type_name("PROGRAM")
      ->allow_extra_args(false);
  verb->add_option("-m", options->eliminations,
                   "Losses that put an item out (default 2): m - 1 wrong results do no harm")
      ->type_name("M")
      ->check(whole_number(1, kMaxCountedEliminations));
  verb->add_option("--withstand", options->withstand, "Wrong results that may do no harm; sets -m")
      ->type_name("N")
      ->check(whole_number(0, kMaxCountedEliminations - 1));
  verb->add_option("--budget", options->budget, "Games at most; sets -m")
      ->type_name("N")
      ->check(whole_number(0));
  verb->add_option(
          "--tournament", options->tournament,
          "Another format: single, best-of-N, elimination:M, ect:M, ect:M:majority (finals of "
          "an odd number of games), swiss:R, round-robin, independent:T")
      ->type_name("F");
  verb->add_flag(
      "--both-orders", options->select.both_orders,
      "Ask about each pair in both orders; where the answers differ it is a tie. Tells how "
      "much the order decides; to find the best, a larger -m makes more of as many "
      "questions");
  verb->add_option("--jobs", options->jobs,
                   "Questions at the same time (default: one a core; of a person one)")
      ->type_name("J")
      ->check(whole_number(1, std::numeric_limits<unsigned>::max()));
  verb->add_option("--timeout", options->timeout,
                   "Seconds that a judge may take for an answer (default 60; 0: any time)")
      ->type_name("S")
      ->check(real_number(0, kLongestTimeout));
  verb->add_option("--retries", options->run.retries,
                   "How often a judge that fails is asked again, with longer and longer pauses "
                   "(default 3)")
      ->type_name("N")
      ->check(whole_number(0, std::numeric_limits<unsigned>::max()));
  verb->add_option("--rate", options->run.rate, "Questions a second at most (default: no limit)")
      ->type_name("R")
      ->check(real_number(kLeastRate, kMostRate));
  verb->add_option("--journal", options->journal,
                   "Writes every answer down, on the disk before it counts. The same command goes "
                   "on from it, whatever happened")
      ->type_name("FILE")
      ->check(output_file());
  verb->add_option("--replay", options->replay,
                   "Checks a finished journal and tells the result again; asks nobody")
      ->type_name("JOURNAL");
  verb->add_option("--id", options->id_field,
                   "The csv column or JSON field that names an item (default id)")
      ->type_name("FIELD");
  verb->add_option("--html", options->html, "The result as a page, with the bracket")
      ->type_name("FILE")
      ->check(output_file());
  verb->add_flag("--plan", options->plan_only, "Only tell how many games it would take");
  verb->add_option("--seed", options->select.seed,
                   "Fixes the draw, who is shown first, and coins (default 1)")
      ->type_name("N")
      ->check(whole_number(0));
  verb->add_flag("--json", options->json, "One JSON object instead of text");
  verb->add_flag("--quiet", options->quiet, "No plan and no progress on the terminal");
  verb->footer(
      "Examples:\n"
      "  ect select outputs.jsonl --judge-jsonl ./judge.py --withstand 2 --journal run.jsonl\n"
      "  ect select prompts.txt --judge 'compare {a} {b}' -m 4 --jobs 8\n"
      "  ect select photos.csv --judge ask -m 2\n"
      "  ect select --replay run.jsonl");
  verb->callback([options, &streams] {
    check(*options);
    if (!options->replay.empty()) {
      audit(*options, streams);
    } else {
      choose(*options, streams);
    }
  });
}

}  // namespace ect::cli
