// Classifiers whose margin is a quadratic function of each feature, as blobs.
//
// Example: base 1 and the term {feature 3: 0.5 - x + 2 x^2}; x = {3: 2} has the margin
// 1 + 0.5 - 2 + 8 = 7.5, x = {5: 2} the margin 1. Tests: bayes_test.
#include "learners/bayes/quadratic.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "learners/blobs.h"
#include "learners/learners.h"

namespace ect::learners {

std::optional<float> quadratic_margin(std::span<const std::byte> bytes, Features x) {
  if (bytes.empty()) return 0.0F;
  if (bytes.size() % sizeof(QuadraticTerm) != sizeof(double)) return std::nullopt;
  double sum = 0;
  std::memcpy(&sum, bytes.data(), sizeof sum);
  const std::span terms(reinterpret_cast<const QuadraticTerm*>(bytes.data() + sizeof sum),
                        bytes.size() / sizeof(QuadraticTerm));
  auto from = terms.begin();
  for (std::size_t i = 0; i < x.indices.size() && from != terms.end(); ++i) {
    from = std::lower_bound(
        from, terms.end(), x.indices[i],
        [](const QuadraticTerm& term, std::uint32_t feature) { return term.feature < feature; });
    if (from != terms.end() && from->feature == x.indices[i]) {
      sum += from->at(static_cast<double>(x.values[i]));
    }
  }
  return static_cast<float>(std::clamp(sum, -kMaxMargin, kMaxMargin));
}

std::vector<std::byte> quadratic_blob(double base, std::span<const QuadraticTerm> terms) {
  std::vector<std::byte> bytes(sizeof base + terms.size_bytes());
  std::memcpy(bytes.data(), &base, sizeof base);
  if (!terms.empty()) std::memcpy(bytes.data() + sizeof base, terms.data(), terms.size_bytes());
  return bytes;
}

std::unique_ptr<TrainedClassifiers> load_quadratic(StoredClassifiers stored, std::uint32_t problems,
                                                   Verify verify) {
  return std::make_unique<BlobClassifiers>(std::move(stored), problems, verify, quadratic_margin,
                                           "a classifier has a wrong size");
}

}  // namespace ect::learners
