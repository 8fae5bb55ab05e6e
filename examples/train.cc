// Trains a model on a file of any format and says what was chosen: train DATA MODEL
#include <ect/error.h>
#include <ect/read.h>
#include <ect/train.h>

#include <iostream>

int main(int count, char** arguments) try {
  if (count != 3) return 2;
  const ect::Dataset data = ect::read_dataset(arguments[1]);
  const ect::TrainResult trained = ect::train(data);
  for (const std::string& warning : trained.warnings) std::cerr << "warning: " << warning << '\n';
  trained.model.save(arguments[2]);
  const ect::ModelInfo info = trained.model.info();
  std::cout << info.classes << " classes, " << info.examples << " examples, " << info.learner;
  if (info.error) std::cout << ", held-out error " << 100 * *info.error << " %";
  std::cout << '\n';
  return 0;
} catch (const ect::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
