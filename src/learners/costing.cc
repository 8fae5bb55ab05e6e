// Costing (Zadrozny, Langford, Abe 2003): importance weights for learners that take none.
//
// The Translation Theorem (cited in Section 4 of the paper): to do well on weighted examples drawn
// from D is to do well on unweighted examples drawn from D^(x, y, w) = w D(x, y, w) / E w.
// Rejection sampling draws from D^: each example is kept with probability w / (the largest w), by
// itself. One such sample throws examples away, so several are drawn, a classifier is learnt from
// each, and the mean of their probabilities answers, as log-odds: log of the sum of p over the sum
// of 1 - p.
//
// Example: weights 4, 1, 1 with 10 draws. The first example is in all ten inner problems, each of
// the others in two or three. Equal weights keep everybody in every draw; all draws would be the
// same, so one is made and asked. Weight 0 is never kept.
//
// An example is kept or not by a number drawn for its row, so the order of examples does not
// matter. Out-of-fold margins cost nothing more: an example that a draw left out was not learnt
// from there, and the mean over these draws is its margin. Where all draws kept it, the inner
// learner's own out-of-fold margins are taken; labels with few examples take the mean over all
// draws, as they keep the margins that they really have (learners/folds.h).
//
// Cost: (sum of w / largest w) examples are expected in each of `draws` inner problems; a question
// is `draws` questions, or one where weights were equal. Tests: costing_test.
#include "learners/costing.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "ect/error.h"
#include "ect/random.h"
#include "learners/compose.h"
#include "learners/folds.h"
#include "util/bytes.h"

namespace ect::learners {
namespace {

// Sums of the probabilities of both sides, as 1 - p would lose precision.
struct Mean {
  double right = 0;
  double left = 0;

  void add(float margin) {
    right += probability_of(margin);
    left += probability_of(-margin);
  }
  bool empty() const { return right + left <= 0; }
  float log_odds() const {
    constexpr double kMin = 1e-300;
    return static_cast<float>(std::log(std::max(right, kMin)) - std::log(std::max(left, kMin)));
  }
};

// The mean of the first `asked` of a problem's inner classifiers.
float mean_margin(const Classifiers& inner, std::uint32_t first, std::uint32_t asked, Features x) {
  if (asked == 0) return 0;
  if (asked == 1) return inner.margin(first, x);
  Mean mean;
  for (std::uint32_t i = 0; i < asked; ++i) mean.add(inner.margin(first + i, x));
  return mean.log_odds();
}

class CostingClassifiers final : public TrainedClassifiers {
 public:
  CostingClassifiers(StoredClassifiers stored, std::unique_ptr<TrainedClassifiers> inner,
                     std::uint32_t draws, std::vector<std::uint32_t> asked)
      : stored_(std::move(stored)),
        inner_(std::move(inner)),
        draws_(draws),
        asked_(std::move(asked)) {}

  float margin(std::uint32_t problem, Features x) const override {
    return mean_margin(*inner_, problem * draws_, asked_[problem], x);
  }
  StoredClassifiers stored() const override { return stored_; }
  void verify() const override { inner_->verify(); }

 private:
  StoredClassifiers stored_;
  std::unique_ptr<TrainedClassifiers> inner_;
  std::uint32_t draws_;
  std::vector<std::uint32_t> asked_;  // by problem: 0 if no example had weight, 1, or draws
};

class Costing final : public BatchLearner {
 public:
  Costing(std::unique_ptr<BatchLearner> inner, std::uint32_t problems, std::uint32_t draws,
          std::uint64_t seed)
      : inner_(std::move(inner)), draws_(draws), seed_(seed), asked_(problems) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    const auto lighter = [](const BinaryExample& a, const BinaryExample& b) {
      return a.weight < b.weight;
    };
    const auto [least, largest] = std::minmax_element(examples.begin(), examples.end(), lighter);
    std::fill(margins.begin(), margins.end(), 0.0F);
    if (examples.empty() || !(largest->weight > 0)) return;
    asked_[problem] = least->weight == largest->weight ? 1 : draws_;

    std::vector<Mean> all(examples.size());
    std::vector<Mean> undrawn(examples.size());
    std::vector<BinaryExample> kept;
    std::vector<std::uint32_t> places;
    std::vector<float> out_of_fold;
    for (std::uint32_t i = 0; i < asked_[problem]; ++i) {
      const std::uint32_t inner = problem * draws_ + i;
      draw(inner, examples, largest->weight, kept, places);
      out_of_fold.assign(kept.size(), 0);
      inner_->fit(inner, data, kept, out_of_fold);
      for (std::size_t at = 0, next = 0; at < examples.size(); ++at) {
        if (next < places.size() && places[next] == at) {
          all[at].add(out_of_fold[next++]);
          continue;
        }
        // The copy of the row on the other side, which is adjacent, may have been trained on.
        const auto twin = [&](std::size_t place) {
          return place < kept.size() && kept[place].row == examples[at].row;
        };
        if (next > 0 && twin(next - 1)) {
          all[at].add(out_of_fold[next - 1]);
        } else if (twin(next)) {
          all[at].add(out_of_fold[next]);
        } else {
          const float margin = inner_->margin(inner, data.row(examples[at].row));
          all[at].add(margin);
          undrawn[at].add(margin);
        }
      }
    }
    const std::span<const std::uint32_t> examples_of = label_counts_.of(data);
    for (std::size_t at = 0; at < examples.size(); ++at) {
      const bool few = examples_of[data.label(examples[at].row)] < kMinOutOfFoldExamples;
      margins[at] = (few || undrawn[at].empty() ? all : undrawn)[at].log_odds();
    }
  }

  float margin(std::uint32_t problem, Features x) const override {
    return mean_margin(*inner_, problem * draws_, asked_[problem], x);
  }

  void add_problems(std::uint32_t first, std::uint32_t more) override {
    inner_problems(asked_.size() + std::uint64_t{more}, draws_);  // throws where too many
    inner_->add_problems(first * draws_, more * draws_);
    asked_.insert(asked_.begin() + first, more, 0);
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    inner_->drop_problems(first * draws_, last * draws_);
    asked_.erase(asked_.begin() + first, asked_.begin() + last);
  }

  std::vector<std::byte> serialize(std::uint32_t problem) const override {
    util::ByteWriter bytes;
    bytes.number(asked_[problem]);
    for (std::uint32_t i = 0; i < asked_[problem]; ++i) {
      const std::vector<std::byte> inner = inner_->serialize(problem * draws_ + i);
      bytes.number<std::uint64_t>(inner.size());
      bytes.raw(inner);
    }
    return {bytes.bytes().begin(), bytes.bytes().end()};
  }
  void deserialize(std::uint32_t problem, std::span<const std::byte> bytes) override {
    util::ByteReader reader(bytes, "a classifier of the checkpoint");
    const auto asked = reader.number<std::uint32_t>();
    if (asked > 1 && asked != draws_) {
      throw Error(Error::Kind::kParse, "the checkpoint has a different number of draws");
    }
    asked_[problem] = asked;
    for (std::uint32_t i = 0; i < asked; ++i) {
      inner_->deserialize(problem * draws_ + i, reader.take(reader.number<std::uint64_t>()));
    }
    reader.expect_end();
  }

  std::unique_ptr<TrainedClassifiers> trained() override {
    std::unique_ptr<TrainedClassifiers> inner = inner_->trained();
    StoredClassifiers stored = inner->stored();
    struct Owned {
      std::vector<std::byte> directory;
      std::shared_ptr<const void> inner;
    };
    const auto owned = std::make_shared<Owned>();
    owned->directory.assign(stored.directory.begin(), stored.directory.end());
    const std::span<const std::byte> asked = std::as_bytes(std::span(std::as_const(asked_)));
    owned->directory.insert(owned->directory.end(), asked.begin(), asked.end());
    owned->inner = std::move(stored.owner);
    stored.directory = owned->directory;
    stored.owner = owned;
    return std::make_unique<CostingClassifiers>(std::move(stored), std::move(inner), draws_,
                                                std::move(asked_));
  }

 private:
  void draw(std::uint32_t inner, std::span<const BinaryExample> examples, float largest,
            std::vector<BinaryExample>& kept, std::vector<std::uint32_t>& places) const {
    kept.clear();
    places.clear();
    const std::uint64_t key = Random(seed_, inner).next();
    for (std::uint32_t at = 0; at < examples.size(); ++at) {
      const BinaryExample& example = examples[at];
      const double share = static_cast<double>(example.weight) / static_cast<double>(largest);
      if (!Random(key, example.row).chance(share)) continue;
      kept.push_back({example.row, example.side, 1});
      places.push_back(at);
    }
  }

  std::unique_ptr<BatchLearner> inner_;
  std::uint32_t draws_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> asked_;
  LabelCounts label_counts_;
};

}  // namespace

std::unique_ptr<BatchLearner> make_costing(std::unique_ptr<BatchLearner> inner,
                                           std::uint32_t problems, std::uint32_t draws,
                                           std::uint64_t seed) {
  return std::make_unique<Costing>(std::move(inner), problems, draws, seed);
}

std::unique_ptr<TrainedClassifiers> load_costing(StoredClassifiers stored, std::uint32_t problems,
                                                 std::uint32_t draws, const LoadInner& load_inner) {
  const auto damaged = [&](const std::string& what) {
    const std::string where = stored.name.empty() ? "" : stored.name + ": ";
    return Error(Error::Kind::kModelFormat, where + "the classifiers are damaged: " + what);
  };
  std::vector<std::uint32_t> asked(problems);
  const std::size_t tail = std::as_bytes(std::span(asked)).size();
  if (stored.directory.size() < tail) {
    throw damaged("the number of problems does not match");
  }
  StoredClassifiers inner = stored;
  inner.directory = stored.directory.first(stored.directory.size() - tail);
  if (tail > 0) std::memcpy(asked.data(), stored.directory.last(tail).data(), tail);
  for (const std::uint32_t count : asked) {
    if (count > 1 && count != draws) throw damaged("the number of draws does not match");
  }
  return std::make_unique<CostingClassifiers>(
      std::move(stored), load_inner(std::move(inner), problems * draws), draws, std::move(asked));
}

}  // namespace ect::learners
