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

// Printed instead of a label if a record cannot be answered.
inline constexpr std::string_view kNoAnswer = "?";

// The output format of `ect predict`: one line per record, whatever the label or the reason
// contains.
struct AnswerForm {
  bool json = false;
  bool probabilities = false;        // in text: print the probability after each label
  std::optional<std::uint64_t> top;  // how many labels to print; nothing: the predicted one
};

// Appends the line of an example. Several threads may call it at once, each with its own predictor.
void append_answer(const AnswerForm& form, const Model& model, Predictor& predictor,
                   const Features& x, std::string& text);
// Appends the line of a record that cannot be answered.
void append_no_answer(const AnswerForm& form, const data::RecordError& why, std::string& text);

}  // namespace ect::report

#endif  // ECT_REPORT_ANSWER_LINES_H_
