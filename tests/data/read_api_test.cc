// Files and texts read by ect/read.h.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "ect/error.h"
#include "ect/read.h"
#include "tests/helpers/places.h"
#include "tests/helpers/small_models.h"
#include "tests/helpers/temp_folder.h"

namespace ect {
namespace {

TEST(ReadApi, EveryFormatIsKnownByItsName) {
  const std::vector<std::pair<std::string, std::string>> files = {
      {"a.csv", "size,class\n1,x\n2,y\n"},
      {"a.svm", "x 1:2\ny 2:1\n"},
      {"a.arff", "@relation r\n@attribute s numeric\n@attribute class {x,y}\n@data\n1,x\n2,y\n"},
      {"a.vw", "1 | a b\n2 | c\n"},
      {"a.tsv", "x\tone two\ny\tthree\n"}};
  for (const auto& [name, text] : files) {
    SCOPED_TRACE(name);
    const Dataset data = parse_dataset(text, name);
    EXPECT_EQ(data.size(), 2);
    EXPECT_EQ(data.label_names().size(), 2);
    EXPECT_GT(data.nonzeros(), 0);
  }
}

TEST(ReadApi, AFileIsReadAsItsText) {
  const TempFolder folder;
  const std::string path = folder.path("fruit.csv");
  std::ofstream(path) << small_csv();
  const Dataset from_file = read_dataset(path);
  const Dataset from_text = parse_dataset(small_csv(), "fruit.csv");
  ASSERT_EQ(from_file.size(), from_text.size());
  EXPECT_EQ(from_file.nonzeros(), from_text.nonzeros());
  EXPECT_EQ(from_file.label_names().name(5), from_text.label_names().name(5));
}

TEST(ReadApi, OptionsSayWhatTheFileDoesNot) {
  ReadOptions options;
  options.format = FileFormat::kCsv;
  options.label = "kind";
  options.ignore = {"id"};
  options.types = {{"zip", ColumnType::kNominal}};
  const Dataset data =
      parse_dataset("id,zip,kind,size\n1,10,a,2\n2,20,b,3\n3,10,a,4\n", "data", options);
  EXPECT_EQ(data.label_names().name(data.label(1)), "b");
  EXPECT_EQ(data.features(), 3);  // two zips and a size
}

TEST(ReadApi, NGramsOfTextAreOptions) {
  ReadOptions words;
  words.words = 1;
  words.chars = {0, 0};
  ReadOptions both = words;
  both.chars = {2, 3};
  const std::string text = "a\tgood morning\nb\tgood night\n";
  EXPECT_EQ(parse_dataset(text, "t.tsv", words).row(0).indices.size(), 2);
  EXPECT_GT(parse_dataset(text, "t.tsv", both).row(0).indices.size(), 10);
}

Error::Kind kind_of_error(const std::string& text, const std::string& name,
                          const ReadOptions& options, std::string& message) {
  try {
    parse_dataset(text, name, options);
  } catch (const Error& error) {
    message = error.what();
    return error.kind();
  }
  ADD_FAILURE() << "no error";
  return Error::Kind::kCancelled;
}

TEST(ReadApi, ErrorsNameFileAndLine) {
  std::string message;
  EXPECT_EQ(kind_of_error("size,class\n1,x\n2\n", "a.csv", {}, message), Error::Kind::kParse);
  EXPECT_EQ(message.substr(0, 8), "a.csv:3:") << message;
  EXPECT_EQ(kind_of_error("size,class\n1,x\n2,x\n", "a.csv", {}, message), Error::Kind::kParse);
  EXPECT_EQ(kind_of_error("x 1:2\n3:2 1:1\n", "a.svm", {}, message), Error::Kind::kParse);
  ReadOptions wrong;
  wrong.label = "class";
  EXPECT_EQ(kind_of_error("x\tone\ny\ttwo\n", "a.tsv", wrong, message), Error::Kind::kBadArgument);
  try {
    read_dataset("/nowhere/at/all.csv");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInputOutput);
  }
}

}  // namespace
}  // namespace ect
