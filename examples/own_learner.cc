// A binary learner of one's own: the side whose mean is nearer. It is registered by name, trains a
// tournament like any other, and its model is saved and loaded: own_learner DATA
#include <ect/evaluate.h>
#include <ect/learner.h>
#include <ect/read.h>
#include <ect/train.h>

#include <cstring>
#include <filesystem>
#include <iostream>

namespace {

// The margin is weights * x; the last weight is the constant.
class Linear final : public ect::BinaryClassifier {
 public:
  explicit Linear(std::vector<float> weights) : weights_(std::move(weights)) {}
  float margin(const ect::Features& x) const override {
    float sum = weights_.back();
    for (std::size_t i = 0; i < x.indices.size(); ++i) {
      if (x.indices[i] + 1 < weights_.size()) sum += weights_[x.indices[i]] * x.values[i];
    }
    return sum;
  }
  std::vector<std::byte> to_bytes() const override {
    std::vector<std::byte> bytes(weights_.size() * sizeof(float));
    std::memcpy(bytes.data(), weights_.data(), bytes.size());
    return bytes;
  }

 private:
  std::vector<float> weights_;
};

class NearestMean final : public ect::BinaryLearner {
 public:
  std::unique_ptr<ect::BinaryClassifier> fit(const ect::BinaryProblem& problem) const override {
    const std::uint32_t features = problem.data.features();
    std::vector<float> means[2] = {std::vector<float>(features), std::vector<float>(features)};
    float weight[2] = {0, 0};
    for (const ect::BinaryExample& example : problem.examples) {
      weight[example.side == ect::Side::kRight] += example.weight;
    }
    for (const ect::BinaryExample& example : problem.examples) {
      const bool right = example.side == ect::Side::kRight;
      const ect::Features x = problem.data.row(example.row);
      for (std::size_t i = 0; i < x.indices.size(); ++i) {
        means[right][x.indices[i]] += example.weight / weight[right] * x.values[i];
      }
    }
    // |x - left|^2 / 2 - |x - right|^2 / 2
    std::vector<float> weights(features + 1);
    for (std::uint32_t i = 0; i < features; ++i) {
      weights[i] = means[1][i] - means[0][i];
      weights.back() += (means[0][i] * means[0][i] - means[1][i] * means[1][i]) / 2;
    }
    return std::make_unique<Linear>(std::move(weights));
  }
  std::unique_ptr<ect::BinaryClassifier> from_bytes(
      std::span<const std::byte> bytes) const override {
    if (bytes.empty() || bytes.size() % sizeof(float) != 0) return nullptr;
    std::vector<float> weights(bytes.size() / sizeof(float));
    std::memcpy(weights.data(), bytes.data(), bytes.size());
    return std::make_unique<Linear>(std::move(weights));
  }
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  ect::register_learner("nearest-mean", std::make_shared<NearestMean>());
  ect::TrainOptions options;
  options.learner = "nearest-mean";
  const ect::Dataset data = ect::read_dataset(arguments[1]);
  const std::string file = std::filesystem::temp_directory_path() / "ect_nearest_mean.model";
  ect::train(data, options).model.save(file);
  const ect::Model model = ect::Model::load(file);
  std::filesystem::remove(file);
  const ect::Evaluation evaluation = ect::evaluate(model, data);
  std::cout << model.info().learner << ", " << model.classes() << " classes: training error "
            << 100 * evaluation.error << " %\n";
  return evaluation.error < 0.5 ? 0 : 1;
}
