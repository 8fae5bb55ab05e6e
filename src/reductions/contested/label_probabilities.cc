// Normalises the probabilities of labels and ranks labels by them. Tests: contested_answers_test.
#include "reductions/contested/label_probabilities.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ect::reductions {

void normalise(std::span<double> probabilities) {
  const double sum = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  for (double& probability : probabilities) {
    probability = sum > 0 ? probability / sum : 1 / static_cast<double>(probabilities.size());
  }
}

void rank_labels(std::span<const double> probabilities, std::uint32_t predicted, std::size_t most,
                 std::vector<Scored>& scored) {
  scored.clear();
  for (std::uint32_t label = 0; label < probabilities.size(); ++label) {
    scored.push_back({label, probabilities[label]});
  }
  std::swap(scored.front(), scored[predicted]);
  const std::size_t wanted = std::max<std::size_t>(1, std::min(most, scored.size()));
  std::partial_sort(scored.begin() + 1, scored.begin() + static_cast<std::ptrdiff_t>(wanted),
                    scored.end(), [](const Scored& a, const Scored& b) {
                      return a.probability != b.probability ? a.probability > b.probability
                                                            : a.label < b.label;
                    });
  scored.resize(std::min(most, scored.size()));
}

}  // namespace ect::reductions
