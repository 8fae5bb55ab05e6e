#ifndef ECT_TESTS_SMALL_MODELS_H_
#define ECT_TESTS_SMALL_MODELS_H_

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "data/load.h"
#include "ect/model.h"
#include "model/named_options.h"
#include "model/parts.h"
#include "model/train.h"
#include "tests/helpers/temp_folder.h"
#include "util/file.h"

// Models that are learnt in no time, as bytes and as files.
namespace ect {

// Numbers, names and missing values, six classes.
inline std::string small_csv() {
  std::string text = "size,colour,weight,class\n";
  const std::vector<std::string> colours = {"red", "blue", "g\xc3\xbcn"};
  for (int i = 0; i < 60; ++i) {
    const int label = i % 6;
    text += i % 7 == 0 ? "?," : std::to_string(label * 3 + i % 4) + ".5,";
    text += i % 11 == 0 ? "," : colours[static_cast<std::size_t>(label % 3)] + ",";
    text += std::to_string(10 - label + i % 3) + ",class " + std::to_string(label) + "\n";
  }
  return text;
}

inline std::string small_text() {
  return "greet\thello there my friend\nleave\tgood bye my friend\nthank\tthank you so much\n"
         "greet\tgood morning hello\nleave\tsee you later\nthank\tmany thanks to you\n"
         "ask\twhere is my key\nask\twhat is there\n";
}

inline std::string small_svm() {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    const int label = i % 5;
    text += std::to_string(label) + ' ' + std::to_string(label + 1) + ":1 " +
            std::to_string(10 + i % 3) + ":0." + std::to_string(1 + i % 9) + ' ' +
            std::to_string(1000 + 100 * label) + ":2\n";
  }
  return text;
}

// A file of that name, read as `ect train` would.
struct ReadFile {
  data::Layout layout;
  Dataset data;
};
inline ReadFile read_text(const std::string& name, const std::string& text) {
  const data::DataFile file(name, std::make_shared<const std::string>(text));
  data::Layout layout = learn_layout(file, {});
  Dataset data = read_dataset(*open_reader(file, layout), name);
  return {std::move(layout), std::move(data)};
}

// Learns as `ect train` would from it.
inline Model learnt(const std::string& name, const std::string& text,
                    const model::NamedOptions& options = {}) {
  ReadFile file = read_text(name, text);
  return train(std::move(file.data), std::move(file.layout), name, model::parse_options(options),
               nullptr)
      .model;
}

// A file of that name in a folder of its own, gone with the test.
class TempFile {
 public:
  explicit TempFile(const std::string& name = "model") : path_(folder_.path(name)) {}
  const std::string& path() const { return path_; }
  std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  TempFolder folder_;
  std::string path_;
};

inline std::string bytes_of(const Model& model) {
  const TempFile file("bytes.model");
  model.save(file.path());
  return file.bytes();
}

inline Model model_of(const std::string& bytes, const std::string& name = "some.model") {
  const auto memory = std::make_shared<const std::string>(bytes);
  return Model::from_bytes(std::as_bytes(std::span(*memory)), memory, name);
}

}  // namespace ect

#endif  // ECT_TESTS_SMALL_MODELS_H_
