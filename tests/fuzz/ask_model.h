#ifndef ECT_TESTS_FUZZ_ASK_MODEL_H_
#define ECT_TESTS_FUZZ_ASK_MODEL_H_

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "data/load.h"
#include "ect/bounds.h"
#include "ect/count.h"
#include "ect/error.h"
#include "ect/model.h"
#include "ect/predict.h"
#include "model/about_json.h"
#include "model/parts.h"

namespace ect {

inline void demand(bool kept) {
  if (!kept) __builtin_trap();
}

// A model's answers for an input must be labels it has and probabilities, however odd the weights.
inline void ask(const Model& model, Predictor& predictor, const Features& x) {
  constexpr double kOne = 1 + 1e-9;
  const std::uint32_t predicted = predictor.predict(x);
  demand(predicted < model.classes());
  demand(model.label(predicted).size() <= model.parts().labels.bytes().size());
  double sum = 0;
  const std::span<const Scored> scored = predictor.top(x, 3);
  demand(scored.size() <= 3 && !scored.empty() && scored.front().label == predicted);
  for (const Scored& item : scored) {
    demand(item.label < model.classes());
    demand(item.probability >= 0);
    sum += item.probability;
  }
  demand(sum <= kOne);
  for (const std::uint32_t label : {predicted, std::uint32_t{0}, model.classes() - 1}) {
    const double probability = predictor.probability(x, label);
    demand(probability >= 0 && probability <= kOne);
  }
}

// A few lines in the format that a layout speaks of; a table has the layout's own columns.
inline std::string lines_for(const data::Layout& layout) {
  switch (layout.format) {
    case FileFormat::kSvmlight:
      return "a 1:0.5 3:-2 70000:1\nb\n";
    case FileFormat::kVw:
      return "1 |a x:0.5 y |b z\n |a x\n";
    case FileFormat::kText:
      return "a\tone two two three, f\xc3\xbcnf\nb\t\n";
    default:
      break;
  }
  const auto quoted = [](const std::string& text) {
    std::string result(1, '"');
    for (const char c : text) result.append(c == '"' ? 2 : 1, c);
    return result += '"';
  };
  const char separator = layout.separator.value_or(',');
  std::string names;
  std::string cells;
  std::string attributes = "@relation r\n";
  for (const data::TableColumn& column : layout.columns) {
    const bool nominal = column.role == data::TableColumn::Role::kNominal && !column.values.empty();
    const std::string number = column.notation.decimal_comma ? "\"1,5" : "\"1.5";
    if (!names.empty()) names += separator;
    if (!cells.empty()) cells += separator;
    names += quoted(column.name);
    cells +=
        nominal ? quoted(column.values.back()) : number + (column.notation.percent ? " %\"" : "\"");
    attributes += "@attribute " + quoted(column.name) + " numeric\n";
  }
  if (layout.format == FileFormat::kArff) return attributes + "@data\n" + cells + '\n';
  return (layout.header == data::Header::kYes ? names + '\n' : "") + cells + '\n' + cells + '\n';
}

// Everything that is done with a model, on a few inputs. Only ect::Error may come out of it.
inline void ask_model(const Model& model) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  demand(model.classes() >= 2);
  model.verify();
  Predictor predictor(model);
  ask(model, predictor, {});
  std::vector<std::uint32_t> indices = {0, 1, 2, 3, 4, 7, 11, 300, 0x7fffffff, 0xfffffffe};
  for (const std::vector<float>& values :
       {std::vector<float>(indices.size(), 1), std::vector<float>(indices.size(), -3e38F),
        std::vector<float>(indices.size(), kInfinity), std::vector<float>(indices.size(), kNone)}) {
    ask(model, predictor, {indices, values});
  }
  const reductions::Reduction& reduction = *model.parts().reduction;
  if (reduction.schedule() != nullptr) bounds(count(*reduction.schedule()));
  demand(reduction.most_questions() <= reduction.problems());
  demand(reduction.guarantee(true).find('\n') == std::string::npos);
  demand(reduction.guarantee(false).find('\n') == std::string::npos);
  // What it says of itself can be written and read again.
  const data::Layout& layout = model.parts().layout;
  model::About about;
  data::Layout again;
  const std::string json = about_json(model.parts().about, layout);
  read_about(json, about, again);
  demand(about_json(about, again) == json);

  const auto text = std::make_shared<const std::string>(lines_for(layout));
  const std::unique_ptr<data::Reader> reader = open_reader(data::DataFile("lines", text), layout);
  for (Example example; reader->next(example);) {
    for (std::size_t i = 1; i < example.indices.size(); ++i) {
      demand(example.indices[i] > example.indices[i - 1]);
    }
    ask(model, predictor, example.features());
  }
  model.parts().labels.labels();
}

// True if the bytes are a model, which has then been asked.
inline bool load_and_ask(const std::string& bytes) {
  // Memory of just that size, so that a sanitizer sees a byte too far.
  const auto memory = std::make_shared<const std::vector<char>>(bytes.begin(), bytes.end());
  try {
    const Model model = Model::from_bytes(std::as_bytes(std::span(*memory)), memory, "bytes");
    try {
      ask_model(model);
    } catch (const Error&) {
      // Lines that its layout does not take.
    }
    return true;
  } catch (const Error& error) {
    demand(error.kind() == Error::Kind::kModelFormat);
    demand(std::string(error.what()).find('\n') == std::string::npos);
    return false;
  }
}

}  // namespace ect

#endif  // ECT_TESTS_FUZZ_ASK_MODEL_H_
