#ifndef ECT_LEARNERS_BLOB_BATCH_H_
#define ECT_LEARNERS_BLOB_BATCH_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "learners/blobs.h"
#include "learners/learner.h"

namespace ect::learners {

// Base of batch learners whose classifiers are one blob per problem: everything but the fit and the
// margin, which give the bytes their meaning. (Those of linear classifiers: linear/linear_batch.h.)
class BlobBatchLearner : public BatchLearner {
 public:
  // Loads classifiers from blobs, as in the table of learners. Throws for invalid blobs.
  using Load = std::unique_ptr<TrainedClassifiers> (*)(StoredClassifiers stored,
                                                       std::uint32_t problems, Verify verify);

  BlobBatchLearner(std::uint32_t problems, Load load) : builder_(problems), load_(load) {}

  void add_problems(std::uint32_t first, std::uint32_t more) override {
    builder_.add_problems(first, more);
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    builder_.drop_problems(first, last);
  }
  std::vector<std::byte> serialize(std::uint32_t problem) const override {
    return builder_.serialize(problem);
  }
  void deserialize(std::uint32_t problem, std::span<const std::byte> bytes) override {
    builder_.deserialize(problem, bytes, load_);
  }
  std::unique_ptr<TrainedClassifiers> trained() override {
    const std::uint32_t problems = builder_.problems();
    return load_(builder_.finish(), problems, Verify::kNever);
  }

 protected:
  BlobBuilder builder_;

 private:
  Load load_;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_BLOB_BATCH_H_
