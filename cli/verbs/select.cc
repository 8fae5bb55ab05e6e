// ect select: reads the items, starts the judges, runs the tournament, and prints the result.
// Tests: select_cli_test, select_faults_test.
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
#include <set>
#include <thread>

#include "cli/files.h"
#include "cli/print.h"
#include "cli/program_options.h"
#include "cli/stop_signals.h"
#include "cli/verbs.h"
#include "cli/verbs/select_display.h"
#include "cli/verbs/select_judges.h"
#include "cli/verbs/select_result.h"
#include "ect/count.h"
#include "ect/error.h"
#include "ect/format.h"
#include "report/select_report.h"
#include "selection/items.h"
#include "selection/journal.h"
#include "selection/jsonl_judge.h"
#include "selection/process_judge.h"
#include "selection/runner.h"
#include "selection/terminal_judge.h"
#include "selection/votes_judge.h"
#include "util/terminal_text.h"

namespace ect::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kVotes = "votes:";
constexpr std::string_view kAsk = "ask";
constexpr unsigned kJobsAtHand = 1024;  // for judges that answer at once, without a program
// Questions per second: one every few hours; faster than any judge.
constexpr double kMinRate = 1e-4;
constexpr double kMaxRate = 1e6;

struct SelectArguments {
  std::string items;
  std::string id_field;
  std::vector<std::string> judges;
  std::vector<std::string> jsonl_judges;
  ResultOptions result;
  std::string tournament;
  std::optional<std::uint32_t> eliminations;
  std::optional<std::uint64_t> withstand;
  std::optional<std::uint64_t> budget;
  SelectOptions select;
  selection::RunOptions run;
  double timeout = 60;
  unsigned jobs = 0;  // 0: unset
  std::string journal;
  std::string replay;
  bool plan_only = false;
  bool quiet = false;
};

std::uint32_t judge_count(const SelectArguments& options) {
  return static_cast<std::uint32_t>(options.judges.size() + options.jsonl_judges.size());
}

void check_judges(const SelectArguments& options) {
  std::set<std::string> names;
  const auto check_name = [&](const JudgeOption& judge) {
    if (judge.name.empty() || names.insert(judge.name).second) return;
    throw CLI::ValidationError(fmt::format("two judges are named {}", judge.name));
  };
  for (const std::string& text : options.judges) {
    const JudgeOption judge = parse_judge(text);
    if (judge.command == kAsk && judge_count(options) > 1) {
      throw CLI::ValidationError("--judge ask cannot be combined with other judges");
    }
    check_name(judge);
  }
  for (const std::string& text : options.jsonl_judges) check_name(parse_judge(text));
}

void check(const SelectArguments& options) {
  const int sizes = (options.eliminations ? 1 : 0) + (options.withstand ? 1 : 0) +
                    (options.budget ? 1 : 0) + (options.tournament.empty() ? 0 : 1);
  if (sizes > 1) {
    throw CLI::ValidationError("-m, --withstand, --budget and --tournament exclude each other");
  }
  if (!options.replay.empty()) {
    if (!options.items.empty() || !options.judges.empty() || !options.jsonl_judges.empty()) {
      throw CLI::ValidationError("--replay takes no ITEMS and no --judge");
    }
    return;
  }
  if (options.items.empty()) throw CLI::ValidationError("ITEMS is required");
  if (options.judges.empty() && options.jsonl_judges.empty() && !options.plan_only) {
    throw CLI::ValidationError("--judge is required (or --judge-jsonl, or --plan)");
  }
  check_judges(options);
}

std::string tournament_of(const SelectArguments& options, Player items) {
  if (!options.tournament.empty()) return options.tournament;
  if (options.withstand) return tournament_to_withstand(*options.withstand);
  if (options.budget) return tournament_within(items, *options.budget);
  if (options.eliminations) return tournament_to_withstand(*options.eliminations - 1);
  return options.select.tournament;
}

// The judges, with their names and commands.
struct Judges {
  std::vector<std::unique_ptr<selection::Judge>> judges;
  std::vector<std::string> names;     // as in the journal
  std::vector<std::string> commands;  // programs, `ask` or `votes:FILE`
  selection::TerminalJudge* person = nullptr;
  bool at_hand = true;  // whether none of them is a program

  void seat(const JudgeOption& option, std::unique_ptr<selection::Judge> judge) {
    names.push_back(option.identity());
    commands.push_back(option.command);
    judges.push_back(std::move(judge));
  }
};

Judges seat_judges(const SelectArguments& options, const std::vector<selection::Item>& items,
                   const Streams& streams) {
  Judges judges;
  for (const std::string& text : options.judges) {
    const JudgeOption option = parse_judge(text);
    const std::string& command = option.command;
    if (command == kAsk) {
      auto person = std::make_unique<selection::TerminalJudge>(STDIN_FILENO, streams.err, items);
      judges.person = person.get();
      judges.seat(option, std::move(person));
    } else if (command.starts_with(kVotes)) {
      judges.seat(option, votes_judge(command.substr(kVotes.size()), streams.in, items,
                                      options.select.seed));
    } else {
      check_named_program(option);
      judges.seat(option, process_judge(command, items, {options.timeout}));
      judges.at_hand = false;
    }
  }
  for (const std::string& text : options.jsonl_judges) {
    const JudgeOption option = parse_judge(text);
    check_named_program(option);
    judges.seat(option, jsonl_judge(option.command, items, {options.timeout}));
    judges.at_hand = false;
  }
  return judges;
}

std::vector<std::string> names_of(const std::vector<selection::Item>& items) {
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const selection::Item& item : items) names.push_back(item.id);
  return names;
}

void choose(SelectArguments& options, const Streams& streams) {
  const Clock::time_point start = Clock::now();
  const std::vector<selection::Item> items =
      read_items(options.items, streams.in, selection::ItemFormat::kGuess, options.id_field);
  const auto count = static_cast<Player>(items.size());
  options.select.tournament = tournament_of(options, count);
  options.select.judges = std::max<std::uint32_t>(1, judge_count(options));
  const SelectionPlan plan = plan_selection(count, options.select);
  if (!options.result.html.empty()) check_writable(options.result.html);
  Judges judges = seat_judges(options, items, streams);
  if (options.plan_only) {
    if (options.result.json) {
      print_json(streams, report::plan_json(count, options.select, plan));
    } else {
      print(streams, report::plan_text(count, options.select, plan));
    }
    return;
  }
  if (!options.quiet) {
    streams.err << util::printable(report::plan_text(count, options.select, plan)) << std::flush;
  }
  std::optional<selection::Journal> journal;
  if (!options.journal.empty()) {
    journal.emplace(options.journal, head_of(items, options.select, judges.names, judges.commands));
  }

  options.run.jobs = options.jobs > 0           ? options.jobs
                     : judges.person != nullptr ? 1
                     : judges.at_hand           ? kJobsAtHand
                                                : std::max(1U, std::thread::hardware_concurrency());
  options.run.undo = judges.person != nullptr;
  const std::vector<std::string> names = names_of(items);
  SelectDisplay display(streams, options.quiet || judges.person != nullptr, names);
  StopSignals signals;
  signals.listen();
  selection::Watcher watcher;
  CoinAlarm coins;
  watcher.progress = [&](const selection::RunProgress& progress) {
    display.show(progress);
    if (const auto warning = coins.take(progress.selection, names)) display.warn(*warning);
    if (judges.person != nullptr) judges.person->set_head(game_line(progress));
  };
  watcher.warn = [&](const std::string& warning) { display.warn(warning); };
  watcher.wish = [&] {
    if (StopSignals::asked()) return selection::Wish::kStop;
    if (judges.person == nullptr) return selection::Wish::kNone;
    switch (judges.person->take_wish()) {
      case selection::TerminalJudge::Wish::kUndo:
        return selection::Wish::kUndo;
      case selection::TerminalJudge::Wish::kQuit:
        return selection::Wish::kStop;
      default:
        return selection::Wish::kNone;
    }
  };
  const auto report = [&](const Selection& selection, report::SelectionSpent spent) {
    display.clear();
    spent.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    spent.judges = short_names(judges.names);
    tell(options.result, selection, names, spent, report::PathShown::kInShort, streams);
  };
  watcher.failed = [&](const selection::RunProgress& progress) {
    if (progress.questions == 0) return;  // no result yet
    report(progress.selection, {progress.questions, progress.cost, 0, progress.retries});
  };
  const selection::RunResult result = run_selection(
      items, options.select, judges.judges, options.run, journal ? &*journal : nullptr, watcher);
  report::SelectionSpent spent{result.questions, result.cost, 0, result.retries};
  if (result.stopped) {
    if (result.questions > 0) report(result.selection, spent);
    throw Error::input_output(
        fmt::format("stopped after {} games{}", result.selection.games().size(),
                    journal ? "; the same command continues from here"
                            : " (with --journal the next run could continue from here)"));
  }
  if (journal) spent.journal_hash = journal->last_hash();
  report(result.selection, spent);
  refuse_coins(options.result, result.selection);
}

}  // namespace

void add_select(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<SelectArguments>();
  CLI::App* verb = app.add_subcommand(
      "select", "Find the best of many items by pairwise comparisons, some of them wrong");
  verb->add_option("ITEMS", options->items,
                   "One item per line; or .csv with a header; or .jsonl, one JSON object per item. "
                   "- is stdin")
      ->type_name("ITEMS");
  verb->add_option(
          "--judge", options->judges,
          "PROGRAM {a} {b}: run for each game, prints A, B or tie; split into words as a shell "
          "would, but no shell runs. ask: you, at this terminal. votes:FILE: recorded votes, a csv "
          "file. Repeat for several judges, who take turns. NAME=JUDGE names the judge; a journal "
          "then identifies it by that name even if its arguments change")
      ->type_name("JUDGE")
      ->allow_extra_args(false);
  verb->add_option("--judge-jsonl", options->jsonl_judges,
                   "A program that keeps running: it reads one JSON line per game and writes one; "
                   "or NAME=PROGRAM")
      ->type_name("PROGRAM")
      ->allow_extra_args(false);
  verb->add_option(
          "-m", options->eliminations,
          "Losses that eliminate an item (default 2); any m - 1 wrong results are tolerated")
      ->type_name("M")
      ->check(whole_number(1, kMaxCountedEliminations));
  verb->add_option("--withstand", options->withstand,
                   "Number of wrong results to tolerate; sets -m")
      ->type_name("N")
      ->check(whole_number(0, kMaxCountedEliminations - 1));
  verb->add_option("--budget", options->budget,
                   "Maximum number of games, not of questions: a game may take several (--plan "
                   "prints both); sets -m")
      ->type_name("N")
      ->check(whole_number(0));
  verb->add_option("--tournament", options->tournament, "Another format: " + format_list())
      ->type_name("F");
  verb->add_flag("--both-orders", options->select.both_orders,
                 "Ask about each pair in both orders; if the answers differ it is a tie. Measures "
                 "the position bias of judges; to find the best item, a larger -m makes better use "
                 "of the same number of questions");
  verb->add_option("--jobs", options->jobs,
                   "Questions in parallel (default: one per core; 1 with --judge ask)")
      ->type_name("J")
      ->check(whole_number(1, std::numeric_limits<unsigned>::max()));
  verb->add_option("--timeout", options->timeout,
                   "Seconds a judge may take for an answer (default 60; 0: no limit)")
      ->type_name("S")
      ->check(real_number(0, kMaxTimeout));
  verb->add_option("--retries", options->run.retries,
                   "How often a failing judge is asked again, with growing pauses (default 3)")
      ->type_name("N")
      ->check(whole_number(0, std::numeric_limits<unsigned>::max()));
  verb->add_option("--rate", options->run.rate,
                   "Maximum number of questions per second (default: no limit)")
      ->type_name("R")
      ->check(real_number(kMinRate, kMaxRate));
  verb->add_option("--journal", options->journal,
                   "Record every answer in this file before it counts. After an interruption the "
                   "same command continues from it")
      ->type_name("FILE")
      ->check(output_file());
  verb->add_option("--replay", options->replay,
                   "Check a journal and print its result, or the standings if the tournament is "
                   "unfinished (status 1); asks no judge")
      ->type_name("JOURNAL");
  verb->add_option("--id", options->id_field,
                   "The csv column or JSON field that names an item (default id)")
      ->type_name("FIELD");
  verb->add_option("--html", options->result.html,
                   "Also write the result as an HTML page with the bracket")
      ->type_name("FILE")
      ->check(output_file());
  verb->add_flag("--accept-coins", options->result.accept_coins,
                 "Exit with 0 even if coin flips decided half of the games or more, after ties or "
                 "because no judge answered. (From a tenth on there is a warning)");
  verb->add_flag("--plan", options->plan_only,
                 "Only print how many games and questions it would take");
  verb->add_option("--seed", options->select.seed,
                   "Seed of the draw, of who is shown first, and of coin flips (default 1)")
      ->type_name("N")
      ->check(whole_number(0));
  verb->add_flag("--json", options->result.json, "One JSON object instead of text");
  verb->add_flag("--quiet", options->quiet, "No plan and no progress on the terminal");
  verb->footer(
      "Examples:\n"
      "  ect select out.jsonl --judge-jsonl ./judge --withstand 2 --journal run.jsonl\n"
      "  ect select prompts.txt --judge 'compare {a} {b}' -m 4 --jobs 8\n"
      "  ect select photos.csv --judge ask -m 2\n"
      "  ect select --replay run.jsonl");
  verb->callback([options, &streams] {
    check(*options);
    if (!options->replay.empty()) {
      audit(options->result, options->replay, streams);
    } else {
      choose(*options, streams);
    }
  });
}

}  // namespace ect::cli
