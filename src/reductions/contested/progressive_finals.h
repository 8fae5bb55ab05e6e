#ifndef ECT_REDUCTIONS_PROGRESSIVE_FINALS_H_
#define ECT_REDUCTIONS_PROGRESSIVE_FINALS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "learners/learner.h"
#include "reductions/contested/contested.h"
#include "reductions/reduction.h"
#include "util/bytes.h"

namespace ect::reductions {

// What finals answer to examples just before they are trained on these: it settles whether scores
// are worth their cost, the weight of the path, and the share of missed labels. See
// progressive_finals.cc.
class ProgressiveFinals {
 public:
  // One example.
  struct Answer {
    std::vector<Strength> strengths;   // of its contenders
    std::size_t by_path = 0;           // so many of them, the first, by their paths
    std::optional<std::size_t> right;  // its label among them
    bool all = false;                  // all labels are contenders
    double outside = 0;                // of the beam: see FinalsDoubt
    double weight = 1;
  };

  // The reduction must outlive this, and has joint finals.
  explicit ProgressiveFinals(const ContestedReduction& reduction)
      : reduction_(reduction), mixture_(reduction.mixture_) {}

  // The label that is predicted as finals are settled so far. Threads may call it together.
  std::uint32_t answer(const learners::Classifiers& classifiers, const LabelledExample& example,
                       Answer& answer) const;
  // The next answer: the last few thousand tell.
  void add(const Answer& answer);
  // The reduction with its finals settled: joint ones, or by paths, without scores.
  std::shared_ptr<const Reduction> settled() const;

  // For checkpoints. restore() throws ect::Error for bytes that save() cannot have written.
  void save(util::ByteWriter& to) const;
  void restore(util::ByteReader& from);

 private:
  Mixture mixture() const;
  bool scores_are_better(const Mixture& mixture) const;
  void settle_scores(ContestedReduction& finals) const;
  void settle_paths(ContestedReduction& finals) const;

  const ContestedReduction& reduction_;
  Mixture mixture_;              // settled so far
  std::uint64_t added_ = 0;      // answers
  std::vector<Answer> answers_;  // the last ones, in a ring
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_PROGRESSIVE_FINALS_H_
