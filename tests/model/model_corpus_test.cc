// The corpus of fuzz_model, and every cut of each of its files, without the fuzzer. Most are small
// models that `ect train` has made, in the forms that model_bytes.h tells.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/model_bytes.h"
#include "tests/helpers/places.h"

namespace ect::model {
namespace {

TEST(ModelCorpus, EveryFileAndEveryCutOfItIsAModelOrRefused) {
  int files = 0;
  int models = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_path("tests/fuzz/corpus_model"))) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    for (std::size_t size = 0; size < bytes.size(); ++size) load_input(bytes.substr(0, size));
    models += load_input(bytes) ? 1 : 0;
    ++files;
  }
  EXPECT_GE(files, 25);
  EXPECT_GE(models, 22);
}

}  // namespace
}  // namespace ect::model
