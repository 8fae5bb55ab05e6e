#ifndef ECT_TESTS_SHARED_DATA_H_
#define ECT_TESTS_SHARED_DATA_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "tests/helpers/places.h"

// Files beside the checkout that tests may read and must do without: ../shared, and for its data
// $ECT_DATA. In a test:  ECT_NEEDS_FILE(file, shared_file("reference/depth.csv"));
// Where the file is missing the test is skipped and says so; under CI with ../shared there, it
// fails.
namespace ect {

inline std::filesystem::path shared_folder() {
  return std::filesystem::path(source_path("")).parent_path() / "shared";
}

inline std::filesystem::path shared_file(const std::string& name) { return shared_folder() / name; }

inline std::filesystem::path data_file(const std::string& name) {
  const char* data = std::getenv("ECT_DATA");
  return (data != nullptr ? std::filesystem::path(data) : shared_folder() / "data") / name;
}

inline bool must_not_skip() {
  const char* ci = std::getenv("CI");
  return ci != nullptr && std::string(ci) == "true" && std::filesystem::exists(shared_folder());
}

}  // namespace ect

// NOLINTBEGIN(bugprone-macro-parentheses): `file` is a name, not an expression
#define ECT_NEEDS_FILE(file, location)                                  \
  const std::filesystem::path file = (location);                        \
  if (!std::filesystem::exists(file)) {                                 \
    if (::ect::must_not_skip()) FAIL() << "missing under CI: " << file; \
    GTEST_SKIP() << "needs " << file;                                   \
  }                                                                     \
  static_assert(true, "a semicolon follows")
// NOLINTEND(bugprone-macro-parentheses)

#endif  // ECT_TESTS_SHARED_DATA_H_
