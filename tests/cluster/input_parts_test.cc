// Files as parts: every line is in one part, wherever the file is cut.
#include "cluster/input_parts.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "ect/error.h"
#include "tests/helpers/temp_folder.h"

namespace ect::cluster {
namespace {

std::vector<std::string> lines_in(const std::vector<InputPart>& parts) {
  std::vector<std::string> all;
  for (const InputPart& part : parts) {
    data::Lines lines = lines_of(part);
    for (std::string_view line; lines.next(line);) all.emplace_back(line);
  }
  return all;
}

class Parts : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_.path(name), std::ios::binary) << content;
    return folder_.path(name);
  }
  const TempFolder folder_;
};

TEST_F(Parts, HaveEveryLineOnceWhereverTheFileIsCut) {
  for (const std::string& text :
       {std::string("ab\ncd\n"), std::string("a\n\nlonger line\nx\r\n\nend without newline"),
        std::string("\n\n\n"), std::string("one line"), std::string("a\nb\nc\n")}) {
    const std::string file = write("text", text);
    const std::vector<std::string> whole = lines_in(input_parts({file}));
    for (std::uint64_t size = 1; size <= text.size(); ++size) {
      EXPECT_EQ(lines_in(input_parts({file}, size)), whole) << size;
    }
  }
}

TEST_F(Parts, AreInTheOrderOfTheFilesAndNoneOfEmptyOnes) {
  const std::vector<std::string> files = {write("b", "1\n2\n"), write("empty", ""),
                                          write("a", "3\n")};
  EXPECT_EQ(lines_in(input_parts(files, 2)), (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_TRUE(input_parts({files[1]}).empty());
}

TEST_F(Parts, OfAMissingFileAreAnErrorThatNamesIt) {
  try {
    input_parts({folder_.path("not-there")});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("not-there"), std::string::npos);
  }
}

TEST_F(Parts, AreOfFilesThatPatternsAndListsName) {
  write("part-2.tsv", "");
  write("part-1.tsv", "");
  write("other", "");
  const std::string pattern = folder_.path("part-*.tsv");
  const std::vector<std::string> both = {folder_.path("part-1.tsv"), folder_.path("part-2.tsv")};
  EXPECT_EQ(input_files({pattern}), both);
  EXPECT_EQ(input_files({"@" + write("list", folder_.path("other") + "\n" + pattern + "\n")}),
            (std::vector<std::string>{folder_.path("other"), both[0], both[1]}));
  EXPECT_THROW(input_files({folder_.path("nothing-*")}), Error);
}

}  // namespace
}  // namespace ect::cluster
