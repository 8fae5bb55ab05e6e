#ifndef ECT_TESTS_DATA_HELPERS_H_
#define ECT_TESTS_DATA_HELPERS_H_

#include <memory>
#include <string>
#include <vector>

#include "data/formats/lines.h"
#include "data/formats/reader.h"

// Texts as files, and what readers make of them.
namespace ect {

inline data::Lines lines_of(const std::string& text) {
  return {util::open_memory(std::make_shared<const std::string>(text), "file"), "file"};
}

inline std::vector<Example> all_examples(data::Reader& reader) {
  std::vector<Example> examples;
  for (Example example; reader.next(example);) examples.push_back(example);
  return examples;
}

// The message of the error that `work` throws; empty if it throws none.
template <class Work>
std::string error_of(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace ect

#endif  // ECT_TESTS_DATA_HELPERS_H_
