// Predicts the rows of a file, with probabilities, and evaluates: predict MODEL DATA
#include <ect/error.h>
#include <ect/evaluate.h>
#include <ect/predict.h>

#include <iostream>

int main(int count, char** arguments) try {
  if (count != 3) return 2;
  const ect::Model model = ect::Model::load(arguments[1]);
  const ect::Dataset data = ect::read_dataset(model, arguments[2]);
  std::vector<ect::Scored> best(data.size());
  ect::predict_top(model, data, 1, best);
  for (const ect::Scored& scored : best) {
    std::cout << model.label(scored.label) << '\t' << scored.probability << '\n';
  }
  std::cerr << "error " << 100 * ect::evaluate(model, data).error << " %\n";
  return 0;
} catch (const ect::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
