// Text is for people and pipes: labels with tabs between them. JSON has the same keys in every
// line, so that a program need not ask which are there. Tests: learn_report_test, predict_test,
// pipe_test.
#include "report/answer_lines.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

namespace ect::report {
namespace {

using Json = nlohmann::ordered_json;

// Appends a label with control characters escaped. Training refuses labels of more than one line,
// but a model file from elsewhere may have them.
void append_label(std::string_view label, std::string& text) {
  for (const char c : label) {
    if (static_cast<unsigned char>(c) < ' ') {
      fmt::format_to(std::back_inserter(text), "\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      text += c;
    }
  }
}

void append_text(const AnswerForm& form, const Model& model, Predictor& predictor,
                 const Features& x, std::string& text) {
  if (form.top.value_or(1) == 1 && !form.probabilities) {
    append_label(model.label(predictor.predict(x)), text);
    return;
  }
  bool first = true;
  for (const Scored& scored : predictor.top(x, form.top.value_or(1))) {
    if (!first) text += '\t';
    first = false;
    append_label(model.label(scored.label), text);
    if (form.probabilities) {
      fmt::format_to(std::back_inserter(text), "\t{:.6f}", scored.probability);
    }
  }
}

Json answer_json(const AnswerForm& form, const Model& model, Predictor& predictor,
                 const Features& x) {
  const std::span<const Scored> likeliest = predictor.top(x, form.top.value_or(1));
  Json json = {{"label", model.label(likeliest.front().label)},
               {"probability", likeliest.front().probability},
               {"reason", nullptr}};
  if (!form.top) return json;
  Json& top = json["top"] = Json::array();
  for (const Scored& scored : likeliest) {
    top.push_back({{"label", model.label(scored.label)}, {"probability", scored.probability}});
  }
  return json;
}

Json no_answer_json(const AnswerForm& form, const data::RecordError& why) {
  Json json = {{"label", nullptr}, {"probability", nullptr}, {"reason", why.reason()}};
  if (form.top) json["top"] = Json::array();
  return json;
}

// The JSON on one line: line breaks are escaped, and bytes that are not UTF-8 are replaced.
std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

void append_answer(const AnswerForm& form, const Model& model, Predictor& predictor,
                   const Features& x, std::string& text) {
  if (form.json) {
    text += dumped(answer_json(form, model, predictor, x));
  } else {
    append_text(form, model, predictor, x, text);
  }
  text += '\n';
}

void append_no_answer(const AnswerForm& form, const data::RecordError& why, std::string& text) {
  text += form.json ? dumped(no_answer_json(form, why)) : std::string(kNoAnswer);
  text += '\n';
}

}  // namespace ect::report
