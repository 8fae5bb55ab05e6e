// Texts as JSON strings.
#include "util/json_text.h"

#include <gtest/gtest.h>

namespace ect::util {
namespace {

TEST(JsonText, IsInQuotesAndEscaped) {
  EXPECT_EQ(json_text(""), R"("")");
  EXPECT_EQ(json_text("a \"b\"\n\\"), R"("a \"b\"\n\\")");
  EXPECT_EQ(json_text("é"), "\"é\"");
}

TEST(JsonText, ReplacesWhatIsNoUtf8) { EXPECT_EQ(json_text("a\xff"), "\"a\xef\xbf\xbd\""); }

}  // namespace
}  // namespace ect::util
