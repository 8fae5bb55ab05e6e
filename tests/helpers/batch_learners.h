#ifndef ECT_TESTS_BATCH_LEARNERS_H_
#define ECT_TESTS_BATCH_LEARNERS_H_

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ect/random.h"
#include "learners/learners.h"
#include "model/named_options.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/small_models.h"

// Binary problems for batch learners, and what is asked of every one of them.
namespace ect {

// Rows of `features` numbers; a line tells the label, a share of them is wrong.
inline Dataset noisy_line(std::size_t size, std::uint32_t features, double wrong,
                          std::uint64_t seed = 3) {
  Random random(seed);
  Dataset data;
  data.add_label("left");
  data.add_label("right");
  for (std::size_t i = 0; i < size; ++i) {
    Example example;
    double sum = 0.1;
    for (std::uint32_t f = 0; f < features; ++f) {
      const double value = 2 * random.uniform() - 1;
      example.indices.push_back(f);
      example.values.push_back(static_cast<float>(value));
      sum += value * (f % 2 == 0 ? 1 : -0.5);
    }
    example.label = (sum > 0) != random.chance(wrong) ? "right" : "left";
    data.add(example);
  }
  return data;
}

inline std::vector<BinaryExample> binary(const Dataset& data, float weight = 1) {
  std::vector<BinaryExample> examples;
  for (std::uint32_t i = 0; i < data.size(); ++i) {
    examples.push_back({i, data.label(i) == 1 ? Side::kRight : Side::kLeft, weight});
  }
  return examples;
}

// Each feature by itself, missing where it is not there.
inline std::vector<data::Attribute> numeric_attributes(std::uint32_t features) {
  std::vector<data::Attribute> attributes(features);
  for (std::uint32_t f = 0; f < features; ++f) attributes[f].first_feature = f;
  return attributes;
}

struct FittedProblem {
  std::vector<float> out_of_fold;
  std::unique_ptr<learners::TrainedClassifiers> classifiers;

  std::vector<float> margins(const Dataset& data) const {
    std::vector<float> result;
    for (std::size_t i = 0; i < data.size(); ++i) {
      result.push_back(classifiers->margin(0, data.row(i)));
    }
    return result;
  }
};

// A single problem, fitted by the learner of that name.
inline FittedProblem fit_by(const std::string& learner, const Dataset& data,
                            const std::vector<BinaryExample>& examples,
                            const learners::LearnerOptions& options = {},
                            std::optional<std::vector<data::Attribute>> attributes = std::nullopt) {
  const learners::LearnerKind& kind = learners::learner_named(learner);
  if (!attributes) attributes = numeric_attributes(kind.attributes ? data.features() : 0);
  const auto fit = kind.batch({1, data.features(), *attributes}, options);
  std::vector<float> margins(examples.size());
  fit->fit(0, data, examples, margins);
  return {margins, fit->trained()};
}

inline double mistakes(const std::vector<BinaryExample>& examples,
                       const std::vector<float>& margins) {
  double sum = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    sum += learners::side_of(margins[i]) != examples[i].side ? 1 : 0;
  }
  return sum / static_cast<double>(examples.size());
}

// The mean of log(1 + exp(-margin)) towards the examples' own sides.
inline double log_loss(const std::vector<BinaryExample>& examples,
                       const std::vector<float>& margins, double scale = 1) {
  double sum = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const double margin = scale * static_cast<double>(margins[i]);
    sum += std::log1p(std::exp(examples[i].side == Side::kRight ? -margin : margin));
  }
  return sum / static_cast<double>(examples.size());
}

inline void expect_a_problem_of_one_side_is_answered_by_it(const std::string& learner) {
  const Dataset data = noisy_line(20, 2, 0);
  for (const Side side : {Side::kLeft, Side::kRight}) {
    std::vector<BinaryExample> examples = binary(data);
    for (BinaryExample& example : examples) example.side = side;
    const FittedProblem fitted = fit_by(learner, data, examples);
    EXPECT_EQ(mistakes(examples, fitted.margins(data)), 0);
    EXPECT_EQ(mistakes(examples, fitted.out_of_fold), 0);
    EXPECT_NEAR(fitted.out_of_fold[0], side == Side::kRight ? std::log(21) : -std::log(21), 1e-3);
  }
}

inline void expect_a_problem_of_nobody_has_no_opinion(const std::string& learner) {
  const Dataset data = noisy_line(20, 2, 0);
  const std::vector<data::Attribute> attributes = numeric_attributes(2);
  const auto fit = learners::learner_named(learner).batch({3, 2, attributes}, {});
  fit->fit(0, data, {}, {});
  std::vector<float> margins(data.size());
  fit->fit(1, data, binary(data), margins);
  const auto learnt = fit->trained();
  EXPECT_EQ(learnt->margin(0, data.row(0)), 0);
  EXPECT_NE(learnt->margin(1, data.row(0)), 0);
  EXPECT_EQ(learnt->margin(2, data.row(0)), 0);  // which was never fitted
}

inline void expect_labels_with_few_examples_are_not_lost(const std::string& learner) {
  const Dataset data = one_example_a_label({1, 1});
  const std::vector<BinaryExample> examples = {{0, Side::kLeft, 1}, {1, Side::kRight, 1}};
  const FittedProblem fitted = fit_by(learner, data, examples, {}, std::vector<data::Attribute>());
  EXPECT_LT(fitted.out_of_fold[0], fitted.out_of_fold[1]);
}

inline void expect_out_of_fold_margins_tell_the_error_on_new_examples(const std::string& learner,
                                                                      double within) {
  const Dataset data = noisy_line(400, 60, 0.15, 3);
  const Dataset fresh = noisy_line(5000, 60, 0.15, 4);
  const FittedProblem fitted = fit_by(learner, data, binary(data));
  EXPECT_NEAR(mistakes(binary(data), fitted.out_of_fold),
              mistakes(binary(fresh), fitted.margins(fresh)), within);
}

// Tables, text and sparse numbers: the same bytes on any number of threads, and the same answers
// after a file.
inline void expect_models_do_not_depend_on_threads_nor_files(const std::string& learner) {
  for (const auto& [name, text] : {std::pair<std::string, std::string>("a.csv", small_csv()),
                                   {"b.tsv", small_text()},
                                   {"c.svm", small_svm()}}) {
    SCOPED_TRACE(name);
    model::NamedOptions how;
    how.learner = learner;
    how.threads = 1;
    const Model model = learnt(name, text, how);
    const std::string bytes = bytes_of(model);
    how.threads = 2;
    EXPECT_EQ(bytes_of(learnt(name, text, how)), bytes);
    const Model loaded = model_of(bytes);
    loaded.verify();
    EXPECT_EQ(bytes_of(loaded), bytes);
    const data::DataFile file(name, std::make_shared<const std::string>(text));
    const auto reader = open_reader(file, loaded.parts().layout);
    for (Example example; reader->next(example);) {
      loaded.parts().preparation.apply(example);
      for (std::uint32_t n = 0; n < loaded.parts().reduction->problems(); ++n) {
        EXPECT_EQ(loaded.parts().classifiers->margin(n, example.features()),
                  model.parts().classifiers->margin(n, example.features()));
      }
    }
  }
}

}  // namespace ect

#endif  // ECT_TESTS_BATCH_LEARNERS_H_
