// Twenty shops sell three things of their own each, and a basket with five things in it tells, more
// often than not, which shop it comes from. Learnt, kept in a file, loaded and asked.
#include <ect/dataset.h>
#include <ect/predict.h>
#include <ect/train.h>

#include <filesystem>
#include <iostream>
#include <random>
#include <set>

namespace {

constexpr std::uint32_t kShops = 20;
constexpr std::uint32_t kThings = 3 * kShops;

// Two things of the shop's own, three of anybody's.
ect::Example basket(std::uint32_t shop, std::mt19937& random) {
  std::set<std::uint32_t> things;
  while (things.size() < 2) things.insert(3 * shop + static_cast<std::uint32_t>(random() % 3));
  while (things.size() < 5) things.insert(static_cast<std::uint32_t>(random() % kThings));
  ect::Example example;
  example.label = "shop " + std::to_string(shop);
  example.indices.assign(things.begin(), things.end());  // strictly increasing, as they must be
  example.values.assign(things.size(), 1);
  return example;
}

}  // namespace

int main() {
  std::mt19937 random(1);
  ect::Dataset data;
  for (std::uint32_t i = 0; i < 4000; ++i) data.add(basket(i % kShops, random));

  ect::TrainOptions options;
  options.eliminations = 3;
  const std::string file = std::filesystem::temp_directory_path() / "ect_shops.model";
  ect::train(data, options).model.save(file);

  const ect::Model model = ect::Model::load(file);
  std::filesystem::remove(file);  // the model is in memory
  ect::Predictor predictor(model);
  int right = 0;
  constexpr int kTests = 1000;
  for (int i = 0; i < kTests; ++i) {
    const ect::Example example = basket(random() % kShops, random);
    right += model.label(predictor.predict(example.features())) == *example.label ? 1 : 0;
  }
  std::cout << right << " of " << kTests << " baskets came from the shop that was predicted, by "
            << predictor.questions() / kTests << " questions each\n";

  const ect::Example example = basket(7, random);
  for (const ect::Scored& scored : predictor.top(example.features(), 3)) {
    std::cout << model.label(scored.label) << ": " << scored.probability << '\n';
  }
  return right > kTests / 2 ? 0 : 1;
}
