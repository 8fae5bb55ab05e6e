// The fuzzer's corpus, and every cut of each of its files, without the fuzzer.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/read_bytes.h"
#include "tests/helpers/places.h"

namespace ect::data {
namespace {

TEST(Corpus, EveryFileAndEveryCutOfItIsReadOrRefused) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_path("tests/fuzz/corpus_readers"))) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    for (std::size_t size = 0; size <= bytes.size(); ++size) read_bytes(bytes.substr(0, size));
    ++files;
  }
  EXPECT_GE(files, 8);
}

}  // namespace
}  // namespace ect::data
