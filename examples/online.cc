// Learns from examples as they come; a model can be had at any time.
#include <ect/online.h>
#include <ect/predict.h>
#include <ect/random.h>

#include <iostream>

int main() {
  ect::OnlineTrainer trainer(ect::Dataset(), {"low", "middle", "high"});
  ect::Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const auto label = static_cast<std::uint32_t>(random.below(3));
    const std::vector<std::uint32_t> indices = {label, 10 + label};
    const std::vector<float> values = {1, static_cast<float>(random.uniform())};
    trainer.learn({indices, values}, label);
    if (i % 1000 == 999) std::cout << i + 1 << ": error so far " << trainer.error() << '\n';
  }
  const ect::Model model = trainer.model();
  const std::vector<std::uint32_t> index = {2};
  const std::vector<float> value = {1};
  return model.label(ect::Predictor(model).predict({index, value})) == "high" ? 0 : 1;
}
