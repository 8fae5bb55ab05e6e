// Learners of the user's own (ect/learner.h), as the batch learner that reductions train with.
//
// The user's fit() knows one binary problem and nothing of reductions, so what a BatchLearner owes
// beside is done here: out-of-fold margins by three more fits, each without a third of the examples
// (folds.h), problems with examples of one side only, which the user never sees, and storage, a
// blob for each problem. A model that is loaded makes all its classifiers at once: what is wrong
// with one is found then, and answering needs no locks. Cost: four fits a problem. Tests:
// registered_test.
#include "learners/registered.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ect/error.h"
#include "learners/blobs.h"
#include "learners/folds.h"
#include "learners/linear/one_sided.h"

namespace ect::learners {
namespace {

using Classifier = std::shared_ptr<const BinaryClassifier>;

// A blob begins with what it is; a margin follows, or the user's bytes.
enum class BlobTag : std::uint32_t { kConstant = 0, kFitted = 1 };

// What a problem answers whose examples are all of one side.
class ConstantClassifier final : public BinaryClassifier {
 public:
  explicit ConstantClassifier(float margin) : margin_(margin) {}
  float margin(const Features& /*x*/) const override { return margin_; }
  std::vector<std::byte> to_bytes() const override {
    const auto bytes = std::bit_cast<std::array<std::byte, sizeof(float)>>(margin_);
    return {bytes.begin(), bytes.end()};
  }

 private:
  float margin_;
};

// A classifier, and how it is stored.
struct Stored {
  BlobTag tag = BlobTag::kConstant;
  Classifier classifier;  // null where the problem was not fitted
};

std::vector<std::byte> blob_of(const Stored& stored) {
  if (stored.classifier == nullptr) return {};
  const auto tag = std::bit_cast<std::array<std::byte, sizeof(BlobTag)>>(stored.tag);
  std::vector<std::byte> blob(tag.begin(), tag.end());
  const std::vector<std::byte> bytes = stored.classifier->to_bytes();
  blob.insert(blob.end(), bytes.begin(), bytes.end());
  return blob;
}

// Nothing where the blob cannot be one.
std::optional<Stored> stored_in(std::span<const std::byte> blob, const BinaryLearner& learner) {
  if (blob.empty()) return Stored();
  Stored stored;
  if (blob.size() < sizeof(BlobTag)) return std::nullopt;
  std::memcpy(&stored.tag, blob.data(), sizeof(BlobTag));
  const std::span<const std::byte> bytes = blob.subspan(sizeof(BlobTag));
  if (stored.tag == BlobTag::kConstant) {
    float margin = 0;
    if (bytes.size() != sizeof(margin)) return std::nullopt;
    std::memcpy(&margin, bytes.data(), sizeof(margin));
    if (!std::isfinite(margin)) return std::nullopt;
    stored.classifier = std::make_shared<ConstantClassifier>(margin);
  } else if (stored.tag == BlobTag::kFitted) {
    stored.classifier = learner.from_bytes(bytes);
  }
  if (stored.classifier == nullptr) return std::nullopt;
  return stored;
}

class RegisteredClassifiers final : public TrainedClassifiers {
 public:
  RegisteredClassifiers(StoredClassifiers stored, std::uint32_t problems, Verify verify,
                        const BinaryLearner& learner)
      : blobs_(std::move(stored), problems, verify) {
    for (std::uint32_t i = 0; i < problems; ++i) {
      const std::optional<Stored> one = stored_in(blobs_.at(i), learner);
      if (!one) throw blobs_.damaged("the classifiers are damaged: its learner cannot read them");
      classifiers_.push_back(one->classifier);
    }
  }

  float margin(std::uint32_t problem, Features x) const override {
    return classifiers_[problem] == nullptr ? 0 : classifiers_[problem]->margin(x);
  }
  StoredClassifiers stored() const override { return blobs_.stored(); }
  void verify() const override { blobs_.verify(); }

 private:
  BlobStore blobs_;
  std::vector<Classifier> classifiers_;  // by problem; null where nothing was fitted
};

class RegisteredLearner final : public BatchLearner {
 public:
  RegisteredLearner(std::shared_ptr<const BinaryLearner> learner, std::string name,
                    std::uint32_t problems, std::uint64_t seed)
      : learner_(std::move(learner)), name_(std::move(name)), seed_(seed), stored_(problems) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    if (const std::optional<float> answer = one_sided_margin(examples)) {
      stored_[problem] = {BlobTag::kConstant, std::make_shared<ConstantClassifier>(*answer)};
      std::fill(margins.begin(), margins.end(), *answer);
      return;
    }
    Random random(seed_, problem);
    const std::uint64_t seed = random.next();
    const Folds folds(data, label_counts_.of(data), examples, random);
    Classifier current = fit_checked({data, examples, seed});
    stored_[problem] = {BlobTag::kFitted, current};
    const auto margin_of = [&](std::size_t i) {
      return checked(current->margin(data.row(examples[i].row)));
    };
    const auto fit_without = [&](std::size_t fold) {
      std::vector<BinaryExample> others;
      for (std::size_t i = 0; i < examples.size(); ++i) {
        if (folds.of(i) != fold) others.push_back(examples[i]);
      }
      if (others.size() == examples.size()) return false;
      const std::optional<float> answer = one_sided_margin(others);
      current = answer ? std::make_shared<ConstantClassifier>(*answer)
                       : fit_checked({data, others, seed});
      return true;
    };
    out_of_fold_margins(folds, margin_of, fit_without, margins);
  }

  float margin(std::uint32_t problem, Features x) const override {
    const Classifier& classifier = stored_[problem].classifier;
    return classifier == nullptr ? 0 : checked(classifier->margin(x));
  }
  void add_problems(std::uint32_t first, std::uint32_t more) override {
    stored_.insert(stored_.begin() + first, more, {});
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    stored_.erase(stored_.begin() + first, stored_.begin() + last);
  }
  std::vector<std::byte> serialize(std::uint32_t problem) const override {
    return blob_of(stored_[problem]);
  }
  void deserialize(std::uint32_t problem, std::span<const std::byte> bytes) override {
    std::optional<Stored> stored = stored_in(bytes, *learner_);
    if (!stored) throw Error(Error::Kind::kModelFormat, "its learner cannot read the classifier");
    stored_[problem] = std::move(*stored);
  }
  std::unique_ptr<TrainedClassifiers> trained() override {
    BlobBuilder builder(static_cast<std::uint32_t>(stored_.size()));
    for (std::uint32_t i = 0; i < builder.problems(); ++i) builder.set(i, blob_of(stored_[i]));
    const std::uint32_t problems = builder.problems();
    return std::make_unique<RegisteredClassifiers>(builder.finish(), problems, Verify::kNever,
                                                   *learner_);
  }

 private:
  Classifier fit_checked(const BinaryProblem& problem) const {
    Classifier classifier = learner_->fit(problem);
    if (classifier == nullptr) {
      throw Error::bad_argument(fmt::format("the learner {} returned no classifier", name_));
    }
    return classifier;
  }
  float checked(float margin) const {
    if (!std::isnan(margin)) return margin;
    throw Error::bad_argument(fmt::format("a classifier of the learner {} returned NaN", name_));
  }

  std::shared_ptr<const BinaryLearner> learner_;
  std::string name_;
  std::uint64_t seed_;
  LabelCounts label_counts_;
  std::vector<Stored> stored_;  // by problem
};

}  // namespace

LearnerKind registered_kind(const std::string& name, std::shared_ptr<const BinaryLearner> learner,
                            const LearnerTraits& traits) {
  const auto make = [learner, name](ProblemSize size, const LearnerOptions& options) {
    return std::make_unique<RegisteredLearner>(learner, name, size.problems, options.seed);
  };
  const auto load = [owner = std::move(learner)](StoredClassifiers stored, std::uint32_t problems,
                                                 Verify verify) {
    return std::make_unique<RegisteredClassifiers>(std::move(stored), problems, verify, *owner);
  };
  return {.name = name,
          .batch = make,
          .load = load,
          .weights = traits.weights,
          .unscaled = traits.unscaled,
          .l2 = false,
          .draws = true};
}

}  // namespace ect::learners
