#ifndef ECT_REPORT_ANSWER_LINES_H_
#define ECT_REPORT_ANSWER_LINES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/formats/lines.h"
#include "ect/model.h"
#include "ect/predict.h"

namespace ect::report {

// What stands for a label where a record cannot be answered.
inline constexpr std::string_view kNoAnswer = "?";

// How `ect predict` answers a record: one line, whatever the label or the reason holds.
struct AnswerForm {
  bool json = false;
  bool probabilities = false;        // of text: after each label
  std::optional<std::uint64_t> top;  // labels; nothing: the predicted one
};

// Appends the line of an example. Threads may call it together, each with its own predictor.
void append_answer(const AnswerForm& form, const Model& model, Predictor& predictor,
                   const Features& x, std::string& text);
// Appends the line of a record that cannot be answered.
void append_no_answer(const AnswerForm& form, const data::RecordError& why, std::string& text);

}  // namespace ect::report

#endif  // ECT_REPORT_ANSWER_LINES_H_
