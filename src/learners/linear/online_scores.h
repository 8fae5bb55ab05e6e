#ifndef ECT_LEARNERS_ONLINE_SCORES_H_
#define ECT_LEARNERS_ONLINE_SCORES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ect/dataset.h"
#include "learners/learner.h"
#include "learners/linear/linear.h"
#include "learners/linear/state_table.h"
#include "learners/seen_before.h"
#include "util/bytes.h"

namespace ect::learners {

// A linear score for each label, trained jointly on one example after the other, in bounded memory;
// see online_scores.cc.
class OnlineScores {
 public:
  // The weight of a label for a feature.
  struct Entry {
    std::uint32_t label;
    float weight;
    float variance;  // how little is known of the weight: 1 before the first example
  };

  // The scores of all labels for one example. Its memory is reused. For one thread.
  class Sums {
   public:
    explicit Sums(std::uint32_t labels) : sums_(labels) {}
    void set_example(const OnlineScores& scores, Features x);
    float of(std::uint32_t label) const { return sums_[label]; }
    // The labels with the greatest scores of those that have a weight for any of the features, at
    // most `most`, the greatest first; their numbers as problems start at `first`.
    void find_greatest(std::uint32_t first, std::size_t most,
                       std::vector<ProblemMargin>& found) const;

    // Whether find_greatest() looks at all labels, those without weights too.
    bool all_are_touched() const { return entries_ >= sums_.size(); }
    // All scores are 0 from now on. To be called before the weights change.
    void forget();

   private:
    std::vector<float> sums_;
    std::vector<std::span<const Entry>> swept_;  // rows that were added
    std::size_t entries_ = 0;                    // in these
  };

  explicit OnlineScores(std::uint32_t labels);
  std::uint32_t labels() const { return labels_; }

  // Raises the label's score for the example, and lowers that of its greatest rival, unless it is
  // ahead by 1. The weight is positive.
  void learn(std::uint32_t label, Features x, float weight);
  float score(std::uint32_t label, Features x) const;
  // The weights of each label, by increasing feature.
  std::vector<std::vector<Weight>> weights() const;

  // All that training goes on from. restore() throws ect::Error for bytes that save() cannot have
  // written.
  void save(util::ByteWriter& to) const;
  void restore(util::ByteReader& from);

 private:
  // The entries of a feature, in `capacity` places from `start` on.
  struct Row {
    std::uint32_t start = 0;
    std::uint32_t size = 0;
    std::uint32_t capacity = 0;
  };
  // What a step changes.
  struct Touched {
    Entry* own;
    Entry* rival;
    float value;
  };

  std::span<const Entry> entries(const Row& row) const;
  Entry* entry_at(const Row& row, std::uint32_t place) const;
  Entry* find(const Row& row, std::uint32_t label) const;
  Entry* find_or_add(Row& row, std::uint32_t label);
  Row* row_to_train(std::uint32_t feature);
  void make_room(Row& row, std::uint32_t size);
  std::uint32_t take(std::uint32_t capacity);
  std::optional<std::uint32_t> greatest_rival(std::uint32_t label);

  std::uint32_t labels_;
  StateTable<Row> rows_;
  SeenBefore seen_;
  std::vector<std::unique_ptr<Entry[]>> chunks_;
  std::uint32_t used_of_chunk_;                          // of the last one
  std::array<std::vector<std::uint32_t>, 9> free_ = {};  // starts, by the logarithm of capacity
  std::uint32_t entries_ = 0;                            // of all rows
  double squares_ = 0;                                   // sum of |x|^2
  double examples_ = 0;
  Sums sums_;
  std::vector<ProblemMargin> greatest_;
  std::vector<Touched> touched_;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_ONLINE_SCORES_H_
