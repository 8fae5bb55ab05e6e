#ifndef ECT_REDUCTIONS_OUT_OF_FOLD_MARGINS_H_
#define ECT_REDUCTIONS_OUT_OF_FOLD_MARGINS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "learners/learner.h"

namespace ect::reductions {

// The out-of-fold margins of a batch learner's training examples, so that a whole prediction can be
// made for each of them as for a new example: OutOfFoldRow. They are recorded by problem and found
// by row. Memory: see out_of_fold_margins.cc.
class OutOfFoldMargins {
 public:
  struct OfRow {
    std::uint32_t problem;
    float margin;
  };

  // For data of `data_size` rows; all of them are recorded.
  OutOfFoldMargins(std::size_t data_size, std::uint32_t problems)
      : data_size_(data_size), of_problem_(problems) {}
  // Only these rows are recorded.
  OutOfFoldMargins(std::size_t data_size, std::uint32_t problems,
                   std::span<const std::uint32_t> rows);

  // Records the margins that fit() gave for these examples, replacing earlier ones of the problem.
  // Copies of a row are adjacent; the margin of the last one is kept. Threads may record different
  // problems together.
  void record(std::uint32_t problem, std::span<const BinaryExample> examples,
              std::span<const float> margins);
  // As in BatchLearner.
  void add_problems(std::uint32_t first, std::uint32_t more);
  void drop_problems(std::uint32_t first, std::uint32_t last);

  // Must be called before rows are looked up, and again after new records.
  void sort_by_row() { sort(false); }
  // The same for the last time: nothing may be recorded afterwards.
  void finish() { sort(true); }

  // By increasing problem; each at most once.
  std::span<const OfRow> of(std::uint32_t row) const {
    return std::span(of_row_).subspan(starts_[row], starts_[row + 1] - starts_[row]);
  }

 private:
  struct OfProblem {
    std::uint32_t row;
    float margin;
  };

  void sort(bool last);

  std::size_t data_size_;
  std::vector<bool> kept_;  // by row; empty: all are
  std::vector<std::vector<OfProblem>> of_problem_;
  std::vector<std::size_t> starts_;  // of a row, in of_row_
  std::vector<OfRow> of_row_;        // by row, then problem
};

// A batch learner that records the out-of-fold margins of all that it fits.
class RecordingLearner final : public learners::BatchLearner {
 public:
  // Both must outlive it.
  RecordingLearner(BatchLearner& learner, OutOfFoldMargins& margins)
      : learner_(learner), margins_(margins) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    learner_.fit(problem, data, examples, margins);
    margins_.record(problem, examples, margins);
  }
  float margin(std::uint32_t problem, Features x) const override {
    return learner_.margin(problem, x);
  }
  bool fits_jointly() const override { return learner_.fits_jointly(); }
  // Their margins are the caller's alone.
  learners::JointMargins fit_jointly(std::uint32_t first, const Dataset& data,
                                     const learners::JointProblem& problem) override {
    return learner_.fit_jointly(first, data, problem);
  }
  void add_problems(std::uint32_t first, std::uint32_t more) override {
    learner_.add_problems(first, more);
    margins_.add_problems(first, more);
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    learner_.drop_problems(first, last);
    margins_.drop_problems(first, last);
  }
  std::unique_ptr<learners::TrainedClassifiers> packed(
      const learners::Packing& packing) const override {
    return learner_.packed(packing);
  }
  std::unique_ptr<learners::TrainedClassifiers> trained() override { return learner_.trained(); }

 private:
  BatchLearner& learner_;
  OutOfFoldMargins& margins_;
};

// Classifiers that treat one training row as a new example: problems that were fitted to it answer
// by its out-of-fold margin, all others by `others`, which were not trained on it. For one thread;
// both must outlive it.
class OutOfFoldRow final : public learners::Classifiers {
 public:
  OutOfFoldRow(const OutOfFoldMargins& margins, std::uint32_t row,
               const learners::Classifiers& others)
      : own_(margins.of(row)), others_(others) {}

  float margin(std::uint32_t problem, Features x) const override {
    if (!stands_before(problem)) look_for(problem);
    const bool found = next_ < own_.size() && own_[next_].problem == problem;
    return found ? own_[next_++].margin : others_.margin(problem, x);
  }

 private:
  // Whether next_ is the position of a problem: true if problems are asked in order.
  bool stands_before(std::uint32_t problem) const {
    return (next_ == 0 || own_[next_ - 1].problem < problem) &&
           (next_ == own_.size() || own_[next_].problem >= problem);
  }
  void look_for(std::uint32_t problem) const;

  std::span<const OutOfFoldMargins::OfRow> own_;
  const learners::Classifiers& others_;
  mutable std::size_t next_ = 0;  // in own_, after the one found last
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_OUT_OF_FOLD_MARGINS_H_
