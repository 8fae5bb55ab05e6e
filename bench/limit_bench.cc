// How far prediction is from what the machine could do: the same dot products, and the same rows of
// weights, with nothing else. bench/limit runs it:
//   bench_limit MODEL DATA REPEATS
// One line of JSON, microseconds an example, each the fastest of the repeats:
//   predict    Predictor::predict: scaling, the tournament and its finals
//   scale      the scaling and expansion of that alone
//   ask        the tournament and its finals, of examples that are scaled
//   answer     the same questions in the same order, answered and thrown away
//   rows       the rows of weights that these add up, found beforehand; 0: there are none
// and how many questions and rows an example has.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <limits>
#include <memory>
#include <ratio>
#include <string>
#include <vector>

#include "data/load.h"
#include "ect/error.h"
#include "ect/model.h"
#include "ect/predict.h"
#include "learners/linear/packed_classifiers.h"
#include "model/parts.h"

namespace ect {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMax = 20000;  // examples

// Keeps what is worked out from being left out as useless.
float kept = 0;

// Writes down what is asked.
class Recorder final : public learners::Classifiers {
 public:
  Recorder(const Classifiers& classifiers, std::vector<std::uint32_t>& asked)
      : classifiers_(classifiers), asked_(asked) {}
  float margin(std::uint32_t problem, Features x) const override {
    asked_.push_back(problem);
    return classifiers_.margin(problem, x);
  }

 private:
  const Classifiers& classifiers_;
  std::vector<std::uint32_t>& asked_;
};

template <class Work>
double microseconds(std::size_t examples, int repeats, const Work& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repeats; ++i) {
    const auto start = Clock::now();
    for (std::size_t example = 0; example < examples; ++example) work(example);
    const double spent = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    least = std::min(least, spent / static_cast<double>(examples));
  }
  return least;
}

// The rows that an example needs of a group.
struct RowsOfGroup {
  std::uint32_t group;
  std::vector<util::WeightedRow> rows;
};

void limit(const std::string& model_path, const std::string& data_path, int repeats) {
  const Model model = Model::load(model_path);
  const model::ModelParts& parts = model.parts();
  const data::DataFile file(data_path, std::cin);
  std::vector<Example> examples;
  const std::unique_ptr<data::Reader> reader = open_reader(file.lines(), parts.layout);
  for (Example example; examples.size() < kMax && reader->next(example);) {
    examples.push_back(example);
  }
  Predictor predictor(model);
  const double predict = microseconds(examples.size(), repeats, [&](std::size_t i) {
    kept += static_cast<float>(predictor.predict(examples[i].features()));
  });

  std::vector<Example> scaled(examples.size());
  data::Expansion::Scratch scratch;
  Example expanded;
  const auto scale = [&](std::size_t i, Example& to) {
    to.indices = examples[i].indices;
    to.values = examples[i].values;
    parts.preparation.apply(to, expanded, scratch);
    if (parts.preparation.expands()) std::swap(to, expanded);
  };
  Example one;
  const double scaling =
      microseconds(examples.size(), repeats, [&](std::size_t i) { scale(i, one); });
  for (std::size_t i = 0; i < examples.size(); ++i) scale(i, scaled[i]);

  const std::unique_ptr<learners::Evaluator> evaluator = parts.classifiers->evaluator();
  std::vector<std::vector<std::uint32_t>> asked(examples.size());
  std::uint64_t questions = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Features x = scaled[i].features();
    evaluator->set_example(x);
    kept +=
        static_cast<float>(parts.reduction->predict(Recorder(*evaluator, asked[i]), x, questions));
  }
  std::uint64_t unused = 0;
  const double ask = microseconds(examples.size(), repeats, [&](std::size_t i) {
    const Features x = scaled[i].features();
    evaluator->set_example(x);
    kept += static_cast<float>(parts.reduction->predict(*evaluator, x, unused));
  });
  const double answer = microseconds(examples.size(), repeats, [&](std::size_t i) {
    const Features x = scaled[i].features();
    evaluator->set_example(x);
    for (const std::uint32_t problem : asked[i]) kept += evaluator->margin(problem, x);
  });

  const auto* packed = dynamic_cast<const learners::PackedClassifiers*>(parts.classifiers.get());
  double rows = 0;
  std::size_t row_count = 0;
  if (packed != nullptr) {
    std::vector<std::vector<RowsOfGroup>> needed(examples.size());
    learners::PackedClassifiers::Scratch row_scratch;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      for (const std::uint32_t problem : asked[i]) {
        const std::uint32_t group = packed->problems()[problem].group;
        const bool known = std::any_of(needed[i].begin(), needed[i].end(),
                                       [&](const RowsOfGroup& of) { return of.group == group; });
        if (known) continue;
        const auto found = packed->rows_of(group, scaled[i].features(), row_scratch);
        needed[i].push_back({group, {found.begin(), found.end()}});
        row_count += needed[i].back().rows.size();
      }
    }
    float sums[util::kLongestRow];
    rows = microseconds(examples.size(), repeats, [&](std::size_t i) {
      for (const RowsOfGroup& of : needed[i]) {
        packed->add_up(of.group, of.rows, sums);
        kept += sums[0];
      }
    });
  }
  const auto size = static_cast<double>(examples.size());
  fmt::print(
      R"({{"predict": {:.3f}, "scale": {:.3f}, "ask": {:.3f}, "answer": {:.3f}, "rows": {:.3f}, )"
      R"("questions": {:.2f}, "rows_asked": {:.1f}}})"
      "\n",
      predict, scaling, ask, answer, rows, static_cast<double>(questions) / size,
      static_cast<double>(row_count) / size);
  if (kept == 0.5F) std::puts("");
}

}  // namespace
}  // namespace ect

int main(int argc, char** argv) {
  try {
    if (argc != 4) throw ect::Error::bad_argument("usage: bench_limit MODEL DATA REPEATS");
    ect::limit(argv[1], argv[2], std::atoi(argv[3]));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_limit: %s\n", error.what());
    return 1;
  }
}
