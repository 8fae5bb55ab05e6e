// The protocol of external learners, in lines of JSON (docs/reference/command_learner.md):
//
//     > {"v":1,"id":1,"do":"hello"}
//     < {"id":1,"name":"nearest centroid 1","weights":true}
//     > {"v":1,"id":2,"do":"fit","problem":0,"examples":2}
//     > {"side":"left","weight":1,"features":[[0,-1.5],[3,1]]}
//     > {"side":"right","weight":2,"features":[[0,0.25]]}
//     < {"id":2,"model":"-1.5 0.25"}
//     > {"v":1,"id":3,"do":"ask","problem":0,"features":[[0,1]]}
//     < {"id":3,"margin":0.75}
//
// Every request has a number that its reply repeats, so that an unexpected reply is detected.
// Questions about many rows are sent together, as many as fit an empty pipe, so that sending never
// blocks within the time of a reply. After any error nothing more is sent, as it is unknown what
// the next line would reply to. Tests: command_test.
#include "learners/program/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "util/json_text.h"
#include "util/shell_words.h"
#include "util/text.h"

namespace ect::learners {
namespace {

using Json = nlohmann::json;

constexpr double kTimeout = 60;  // seconds
constexpr std::chrono::milliseconds kToSayGoodbye{2000};
constexpr std::size_t kMaxAnswerBytes = std::size_t{1} << 16;  // bytes of a line
constexpr std::size_t kMaxModelBytes = std::size_t{64} << 20;
constexpr std::size_t kMaxNameBytes = 200;
constexpr std::size_t kAtOnce = 1 << 14;  // bytes of questions, which fit a pipe without blocking
constexpr std::size_t kBuffer = std::size_t{1} << 16;  // bytes that are sent at once
constexpr double kSideMargin = 2.1972245773362196;     // of a side alone: probability 0.9

void append_features(Features x, std::string& text) {
  text += "\"features\":[";
  for (std::size_t i = 0; i < x.indices.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{}[{},{}]", i == 0 ? "" : ",", x.indices[i],
                   x.values[i]);
  }
  text += ']';
}

std::string side_json(std::string_view side, const SideLabels& labels) {
  std::string text = fmt::format(",\"{}\":{{\"labels\":[", side);
  for (std::size_t i = 0; i < labels.some.size(); ++i) {
    if (i > 0) text += ',';
    text += util::json_text(labels.some[i]);
  }
  return text + fmt::format("],\"count\":{}}}", labels.count);
}

// The log-odds of an answer; NaN if it is invalid.
double margin_of(const Json& reply) {
  const auto number = [&](const char* key) {
    const auto at = reply.find(key);
    return at != reply.end() && at->is_number() ? at->get<double>() : std::nan("");
  };
  if (reply.contains("margin")) return number("margin");
  if (reply.contains("probability")) {
    constexpr double kMin = 1e-9;
    const double p = number("probability");
    if (!(p >= 0 && p <= 1)) return std::nan("");
    const double within = std::clamp(p, kMin, 1 - kMin);
    return std::log(within / (1 - within));
  }
  const auto side = reply.find("side");
  if (side == reply.end()) return std::nan("");
  return *side == "right" ? kSideMargin : *side == "left" ? -kSideMargin : std::nan("");
}

// Parses the reply to request `id`.
Json parsed(const util::ChildProcess& process, const std::string& line, std::uint64_t id) {
  Json reply = Json::parse(line, nullptr, false);
  if (!reply.is_object())
    throw process.error("answers " + util::quoted(line) + " (expected a JSON object)");
  const auto error = reply.find("error");
  if (error != reply.end() && error->is_string()) {
    throw process.error("says: " + util::quoted(error->get<std::string>()));
  }
  const auto number = reply.find("id");
  if (number == reply.end() || !number->is_number_unsigned() || *number != id) {
    throw process.error(fmt::format("sends an unexpected reply: {} (expected the reply to id {})",
                                    util::quoted(line), id));
  }
  return reply;
}

std::string text_of(const util::ChildProcess& process, const Json& reply, const char* key) {
  const auto at = reply.find(key);
  if (at == reply.end()) return {};
  if (!at->is_string()) throw process.error(fmt::format("has a {} that is not a string", key));
  return at->get<std::string>();
}

bool flag_of(const util::ChildProcess& process, const Json& reply, const char* key,
             bool otherwise) {
  const auto at = reply.find(key);
  if (at == reply.end()) return otherwise;
  if (!at->is_boolean()) throw process.error(fmt::format("has a {} that is not a boolean", key));
  return at->get<bool>();
}

}  // namespace

Program::Program(ProgramOptions options)
    : options_(std::move(options)), process_(util::shell_words(options_.command)) {
  say_hello();
}

Program::~Program() {
  if (failed_) return;
  try {
    process_.send("{\"v\":1,\"do\":\"bye\"}\n", deadline(Wait::kToAnswer));
    process_.finish(kToSayGoodbye);
  } catch (const Error&) {  // the program has ended already
  }
}

// Runs one exchange under the lock; after an error all further ones fail.
template <class Talk>
auto Program::take_turn(Talk&& talk) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (failed_) throw process_.error("has failed before");
  try {
    if (process_.has_spoken()) {
      throw process_.error(
          "sends an unexpected reply: " +
          util::quoted(process_.read_line(kMaxAnswerBytes, deadline(Wait::kToAnswer))));
    }
    return talk();
  } catch (...) {
    failed_ = true;
    throw;
  }
}

void Program::say_hello() {
  take_turn([&] {
    const std::uint64_t id = ++last_id_;
    process_.send(fmt::format("{{\"v\":1,\"id\":{},\"do\":\"hello\"}}\n", id),
                  deadline(Wait::kToAnswer));
    const Json reply = parsed(process_, read_reply(Wait::kToAnswer), id);
    name_ = text_of(process_, reply, "name");
    if (name_.empty() || name_.size() > kMaxNameBytes || util::has_control_character(name_)) {
      throw process_.error("does not give its name");
    }
    weights_ = flag_of(process_, reply, "weights", false);
    learns_ = flag_of(process_, reply, "learns", true);
  });
}

std::string Program::fit(Problem problem, const Dataset& data,
                         std::span<const BinaryExample> examples) {
  return take_turn([&] {
    std::string text = head("fit", problem, true);
    const std::uint64_t id = last_id_;
    text += fmt::format(",\"examples\":{}}}\n", examples.size());
    const util::ChildProcess::Deadline until = deadline(Wait::kToLearn);
    for (const BinaryExample& example : examples) {
      text += fmt::format("{{\"side\":\"{}\",\"weight\":{},",
                          example.side == Side::kRight ? "right" : "left", example.weight);
      append_features(data.row(example.row), text);
      text += "}\n";
      if (text.size() < kBuffer) continue;
      process_.send(text, until);
      text.clear();
    }
    process_.send(text, until);
    const Json reply = parsed(process_, read_reply(Wait::kToLearn), id);
    known_.insert(problem.inner);
    return text_of(process_, reply, "model");
  });
}

float Program::ask(Problem problem, Features x, std::string_view kept) {
  return take_turn([&] {
    if (!kept.empty() && !known_.contains(problem.inner)) load(problem.inner, kept);
    process_.send(question(problem, x), deadline(Wait::kToAnswer));
    return read_margin(last_id_);
  });
}

void Program::ask(Problem problem, const Dataset& data, std::span<const std::uint32_t> rows,
                  std::span<float> margins) {
  for (std::size_t at = 0; at < rows.size();) {
    take_turn([&] {
      std::uint64_t id = last_id_;
      std::string text;
      for (std::size_t next = at; next < rows.size() && text.size() < kAtOnce; ++next) {
        text += question(problem, data.row(rows[next]));
      }
      process_.send(text, deadline(Wait::kToAnswer));
      while (id < last_id_) margins[at++] = read_margin(++id);
    });
  }
}

void Program::load(std::uint32_t problem, std::string_view kept) {
  const std::uint64_t id = ++last_id_;
  process_.send(fmt::format("{{\"v\":1,\"id\":{},\"do\":\"load\",\"problem\":{},\"model\":{}}}\n",
                            id, problem, util::json_text(kept)),
                deadline(Wait::kToAnswer));
  parsed(process_, read_reply(Wait::kToAnswer), id);
  known_.insert(problem);
}

// The start of a request, with the next number.
std::string Program::head(std::string_view what, Problem problem, bool with_sides) {
  std::string text = fmt::format("{{\"v\":1,\"id\":{},\"do\":\"{}\",\"problem\":{}", ++last_id_,
                                 what, problem.inner);
  if (!with_sides || !options_.sides) return text;
  const std::array<SideLabels, 2> sides = options_.sides(problem.outer);
  return text + side_json("left", sides[0]) + side_json("right", sides[1]);
}

std::string Program::question(Problem problem, Features x) {
  std::string text = head("ask", problem, true) + ',';
  append_features(x, text);
  if (options_.show) {
    text += ",\"show\":[";
    bool first = true;
    for (const auto& [name, value] : options_.show(x)) {
      text +=
          fmt::format("{}[{},{}]", first ? "" : ",", util::json_text(name), util::json_text(value));
      first = false;
    }
    text += ']';
  }
  return text + "}\n";
}

float Program::read_margin(std::uint64_t id) {
  const std::string line = read_reply(Wait::kToAnswer);
  const auto margin = static_cast<float>(margin_of(parsed(process_, line, id)));
  if (!std::isfinite(margin)) {
    throw process_.error("answers " + util::quoted(line) +
                         " (expected a finite margin, a probability, or a side: left or right)");
  }
  return margin;
}

std::string Program::read_reply(Wait wait) {
  return process_.read_line(wait == Wait::kToLearn ? kMaxModelBytes : kMaxAnswerBytes,
                            deadline(wait));
}

util::ChildProcess::Deadline Program::deadline(Wait wait) const {
  if (!options_.timeout && wait == Wait::kToLearn) return std::nullopt;
  const std::chrono::duration<double> time(options_.timeout.value_or(kTimeout));
  return util::ChildProcess::Clock::now() +
         std::chrono::duration_cast<util::ChildProcess::Clock::duration>(time);
}

}  // namespace ect::learners
