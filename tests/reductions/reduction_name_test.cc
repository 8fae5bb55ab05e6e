// Names of reductions with options, such as ect:4:contested.
#include "reductions/reduction_name.h"

#include <gtest/gtest.h>

#include "ect/error.h"

namespace ect::reductions {
namespace {

TEST(ReductionName, EveryKindIsANameByItself) {
  for (const ReductionKind& kind : reduction_kinds()) {
    const auto name = parse_reduction_name(kind.name);
    ASSERT_TRUE(name) << kind.name;
    EXPECT_EQ(&name->kind, &kind);
    EXPECT_EQ(name->eliminations, 0U);
    EXPECT_FALSE(name->contested);
    EXPECT_EQ(name->decode, "");
  }
}

TEST(ReductionName, SaysWhatItsKindTakes) {
  for (const ReductionKind& kind : reduction_kinds()) {
    const std::string name(kind.name);
    SCOPED_TRACE(name);
    const auto four = parse_reduction_name(name + ":4");
    const auto contested = parse_reduction_name(name + ":contested");
    const auto both = parse_reduction_name(name + ":4:contested");
    if (kind.decoded) {
      EXPECT_EQ(parse_reduction_name(name + ":votes")->decode, "votes");
      EXPECT_EQ(parse_reduction_name(name + ":scores")->decode, "");
      EXPECT_FALSE(both);
      continue;
    }
    EXPECT_FALSE(parse_reduction_name(name + ":votes"));
    EXPECT_EQ(four.has_value(), kind.several_brackets);
    EXPECT_EQ(contested.has_value(), kind.load_contested != nullptr);
    EXPECT_EQ(both.has_value(), kind.several_brackets && kind.load_contested != nullptr);
    if (both) {
      EXPECT_EQ(both->eliminations, 4U);
      EXPECT_TRUE(both->contested);
      EXPECT_FALSE(four->contested);
      EXPECT_EQ(contested->eliminations, 0U);
    }
  }
}

TEST(ReductionName, IsRefusedWhereItMeansNothing) {
  for (const char* name : {"ect:", "ect:0", "ect:x", "ect:-1", "ect:4:", "ect:4:4",
                           "ect::contested", "ect:contested:4", "ect:4:contested:", "one-vs-all:",
                           "one-vs-all:votes:votes", "ect:4294967296"}) {
    EXPECT_FALSE(parse_reduction_name(name)) << name;
  }
  for (const char* name : {"", "bush", "bush:4", ":4", "ect "}) {
    EXPECT_THROW(parse_reduction_name(name), Error) << name;
  }
}

}  // namespace
}  // namespace ect::reductions
