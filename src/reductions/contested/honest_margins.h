#ifndef ECT_REDUCTIONS_HONEST_MARGINS_H_
#define ECT_REDUCTIONS_HONEST_MARGINS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ect/learner.h"

namespace ect {

// A batch learner that remembers the honest margins of the examples it fitted, so that a whole
// prediction can be made for each of them as if it had not been learnt from: where an example was
// fitted its honest margin answers, everywhere else the classifier, which has not seen it.
class HonestMargins final : public BatchLearner {
 public:
  // Of a learner that outlives it, for data of so many rows.
  HonestMargins(BatchLearner& learner, std::size_t rows) : learner_(learner), rows_(rows) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override;
  float margin(std::uint32_t problem, Features x) const override {
    return learner_.margin(problem, x);
  }
  void add_problems(std::uint32_t first, std::uint32_t more) override;
  void drop_problems(std::uint32_t first, std::uint32_t last) override;
  std::unique_ptr<KeptClassifiers> packed(const Packing& packing) const override {
    return learner_.packed(packing);
  }
  std::unique_ptr<KeptClassifiers> learnt() override { return learner_.learnt(); }

  // Problems below that must be known before the first fit().
  void expect(std::uint32_t problems) { of_problem_.resize(problems); }
  // To be called after fitting, and before asking about rows.
  void settle();
  // The honest margin of a row; nothing where the problem was not fitted to it.
  std::optional<float> margin_of(std::uint32_t row, std::uint32_t problem) const;

 private:
  struct Margin {
    std::uint32_t row;
    float margin;
  };
  struct OfRow {
    std::uint32_t problem;
    float margin;
  };

  BatchLearner& learner_;
  std::size_t rows_;
  std::vector<std::vector<Margin>> of_problem_;
  std::vector<std::size_t> starts_;  // of a row, in of_row_
  std::vector<OfRow> of_row_;        // by row, then problem
};

// What answers for one row of the data, honestly: where it was not learnt from, `others` do.
class HonestRow final : public Classifiers {
 public:
  HonestRow(const HonestMargins& margins, std::uint32_t row, const Classifiers& others)
      : margins_(margins), row_(row), others_(others) {}

  float margin(std::uint32_t problem, Features x) const override {
    const std::optional<float> honest = margins_.margin_of(row_, problem);
    return honest ? *honest : others_.margin(problem, x);
  }

 private:
  const HonestMargins& margins_;
  std::uint32_t row_;
  const Classifiers& others_;
};

}  // namespace ect

#endif  // ECT_REDUCTIONS_HONEST_MARGINS_H_
