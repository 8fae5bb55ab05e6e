// The options of data files: defaults, values that reach the readers, and error messages.
#include "cli/data_options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/helpers/data_helpers.h"
#include "tests/helpers/temp_folder.h"

namespace ect::cli {
namespace {

using Texts = std::vector<std::string>;

// A verb as train is one: a data file, and the options of its format.
struct Verb {
  Verb() {
    app.add_option("DATA", data)->required();
    add_data_options(app, options);
  }
  data::LoadOptions parse(Texts arguments) {
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(arguments);
    return load_options(options, data);
  }

  CLI::App app;
  std::string data;
  DataOptions options;
};

data::LoadOptions parse(const Texts& arguments) { return Verb().parse(arguments); }

std::string refused(const Texts& arguments) {
  try {
    return error_of([&] { parse(arguments); });
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
}

TEST(DataOptions, AreThoseOfTheReadersWhereNothingIsSaid) {
  const data::LoadOptions load = parse({"data.csv"});
  EXPECT_FALSE(load.format);
  EXPECT_TRUE(load.table.label.empty());
  EXPECT_TRUE(load.table.ignore.empty());
  EXPECT_TRUE(load.table.kinds.empty());
  EXPECT_FALSE(load.text.words);
  EXPECT_FALSE(load.text.chars);
  EXPECT_FALSE(load.text.bits);
  EXPECT_EQ(load.vw_bits, 22U);
}

TEST(DataOptions, ReachTheReaders) {
  const data::LoadOptions load =
      parse({"data", "--format", "csv", "--label", "kind", "--ignore", "id,name", "--nominal",
             "zip", "--words", "0", "--chars", "2-5", "--bits", "18"});
  EXPECT_EQ(load.format, FileFormat::kCsv);
  EXPECT_EQ(load.table.label, "kind");
  EXPECT_EQ(load.table.ignore, (Texts{"id", "name"}));
  EXPECT_EQ(load.table.kinds.at("zip"), data::Declared::Kind::kNominal);
  EXPECT_EQ(load.text.words, 0U);
  EXPECT_EQ(load.text.chars, (std::pair<std::uint32_t, std::uint32_t>(2, 5)));
  EXPECT_EQ(load.text.bits, 18U);
  EXPECT_EQ(load.vw_bits, 18U);
}

TEST(DataOptions, AListOfColumnsDoesNotSwallowTheFileBehindIt) {
  Verb verb;
  const data::LoadOptions load =
      verb.parse({"--ignore", "id,name", "--ignore", "when", "--nominal", "zip", "data.csv"});
  EXPECT_EQ(verb.data, "data.csv");
  EXPECT_EQ(load.table.ignore, (Texts{"id", "name", "when"}));
}

TEST(DataOptions, SayWhatWasExpected) {
  EXPECT_EQ(refused({"data", "--format", "xls"}),
            "unknown format 'xls' (expected svm, csv, arff, vw or text)");
  for (const char* bits : {"0", "31", "-1", "x"}) {
    EXPECT_EQ(refused({"data", "--bits", bits}),
              "--bits: '" + std::string(bits) + "' is not a whole number from 1 to 30");
  }
  for (const char* chars : {"3", "5-3", "0-3", "1-33", "a-b", "1-2-3", "-"}) {
    EXPECT_EQ(refused({"data", "--chars", chars}),
              "--chars: '" + std::string(chars) +
                  "' is not a range (expected MIN-MAX from 1-1 to 32-32, such as 3-5, or 0)");
  }
  EXPECT_EQ(refused({"data", "--words", "0", "--chars", "0"}),
            "--words 0 --chars 0 leaves no features");
  EXPECT_EQ(refused({"data", "--words", "0"}), "");
  EXPECT_EQ(refused({"data", "--chars", "0"}), "");
  EXPECT_EQ(refused({"data", "--types", "/no/such/file"}),
            "/no/such/file: cannot open (No such file or directory)");
}

TEST(DataOptions, TypesComeFromTheirFileAndNominalIsStronger) {
  const TempFolder folder;
  const std::string file = folder.path("types.json");
  std::ofstream(file) << R"({"size": "num", "zip": "num"})";
  const data::LoadOptions load = parse({"data", "--types", file, "--nominal", "zip"});
  EXPECT_EQ(load.table.types.at("size"), data::Declared::Kind::kNumeric);
  EXPECT_EQ(load.table.types.at("zip"), data::Declared::Kind::kNumeric);
  EXPECT_EQ(load.table.kinds.at("zip"), data::Declared::Kind::kNominal);
}

}  // namespace
}  // namespace ect::cli
