// Trains, predicts, evaluates, learns online and selects with the installed library, and catches
// its errors: DATA
#include <ect/error.h>
#include <ect/evaluate.h>
#include <ect/learner.h>
#include <ect/online.h>
#include <ect/predict.h>
#include <ect/read.h>
#include <ect/select.h>
#include <ect/train.h>

#include <iostream>

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const ect::Dataset data = ect::read_dataset(arguments[1]);
  const ect::Model model = ect::train(data).model;
  const std::vector<std::byte> bytes = model.to_bytes();
  const ect::Model loaded = ect::Model::from_bytes(bytes, nullptr, "bytes");
  std::vector<std::uint32_t> labels(data.size());
  ect::predict(loaded, data, labels);
  if (ect::evaluate(loaded, data).error > 0.5) return 3;
  if (ect::OnlineTrainer(data).model().classes() != model.classes()) return 4;
  const ect::Selection selection = ect::select(9, [](const ect::Question& question) {
    return question.first < question.second ? ect::Verdict::kFirst : ect::Verdict::kSecond;
  });
  if (selection.champion() != ect::Player{0}) return 5;
  if (ect::learner_names().empty()) return 6;
  try {
    ect::Model::load("/nowhere/at/all");
  } catch (const ect::Error& error) {
    std::cout << "refused as it should be: " << error.what() << '\n';
    return error.kind() == ect::Error::Kind::kInputOutput ? 0 : 7;
  }
  return 8;
}
