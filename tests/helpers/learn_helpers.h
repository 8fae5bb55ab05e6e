#ifndef ECT_TESTS_LEARN_HELPERS_H_
#define ECT_TESTS_LEARN_HELPERS_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/helpers/cli_helpers.h"

// The verbs that learn.
namespace ect::cli {

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

// Fruit, as a table: three classes that size and colour tell apart.
inline const std::string kFruit =
    "size,colour,class\n"
    "1,red,apple\n2,red,apple\n1.5,red,apple\n"
    "5,yellow,banana\n6,yellow,banana\n5.5,yellow,banana\n"
    "3,green,kiwi fruit\n2.5,green,kiwi fruit\n3.5,green,kiwi fruit\n";

// Few places for formats that hash, so that models are small; no option for the others.
inline std::vector<std::string> few_bits(const std::string& name) {
  const bool hashed = name.ends_with(".vw") || name.ends_with(".tsv");
  return hashed ? std::vector<std::string>{"--bits", "10"} : std::vector<std::string>{};
}

class LearnCli : public InFolder {
 protected:
  // A model of these data, learnt with more arguments.
  std::string train(const std::string& data, const std::vector<std::string>& more = {},
                    const std::string& model = "a.model", const std::string& input = "") const {
    std::vector<std::string> arguments{"train", data, "-o", path(model)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = ect(arguments, input);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return path(model);
  }

  static nlohmann::json json_of(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const Outcome outcome = ect(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out);
  }

  long files() const { return std::distance(fs::directory_iterator(folder_), {}); }
};

}  // namespace ect::cli

#endif  // ECT_TESTS_LEARN_HELPERS_H_
