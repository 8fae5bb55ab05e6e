// Training in blocks: the same model on any number of ranks and threads, about as good as that of
// one machine, and the same from checkpoints.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cluster/train_blocks.h"
#include "ect/error.h"
#include "ect/evaluate.h"
#include "ect/predict.h"
#include "ect/read.h"
#include "ect/train.h"
#include "model/named_options.h"
#include "tests/helpers/sanitized.h"
#include "tests/helpers/temp_folder.h"
#include "tests/helpers/topic_text.h"

namespace ect::cluster {
namespace {

class InBlocks : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_.path(name), std::ios::binary) << content;
    return folder_.path(name);
  }

  static BlockTraining training(const std::vector<std::string>& files, std::uint32_t blocks,
                                model::NamedOptions options = {}) {
    BlockTraining result;
    result.files = files;
    result.read.text.chars = {0, 0};
    options.blocks = blocks;
    options.threads = 1;
    result.settings = parse_options(options);
    return result;
  }

  // The model's bytes.
  std::string model_on(std::uint32_t ranks, const BlockTraining& training) const {
    const std::string file = folder_.path("model-of-test");
    run_as_threads(ranks, [&](Communicator& communicator) {
      const std::optional<model::Trained> trained = train_in_blocks(communicator, training);
      EXPECT_EQ(trained.has_value(), communicator.rank() == 0);
      if (trained) trained->model.save(file);
    });
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  std::string refusal_of(const BlockTraining& training) const {
    try {
      model_on(2, training);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  const TempFolder folder_;
};

TEST_F(InBlocks, OneTwoThreeFourAndSevenRanksWriteTheSameBytes) {
  const std::string file = write("topics.tsv", topic_text(24, all_or_enough(700, 200), 1));
  const std::string alone = model_on(1, training({file}, 5));
  EXPECT_GT(alone.size(), 1000U);
  for (const std::uint32_t ranks : {2U, 3U, 4U, 7U}) {
    if (kSanitized && ranks % 2 == 0) continue;  // the others are enough
    EXPECT_EQ(model_on(ranks, training({file}, 5)), alone) << ranks;
  }
  BlockTraining threads = training({file}, 5);
  threads.settings.threads = 3;
  EXPECT_EQ(model_on(1, threads), alone);
  EXPECT_NE(model_on(1, training({file}, 6)), alone);
}

TEST_F(InBlocks, AFileInPiecesIsTheSameData) {
  const std::string text = topic_text(20, 400, 2);
  const std::size_t middle = text.find('\n', text.size() / 2) + 1;
  const std::string whole = write("a.tsv", text);
  const std::string expected = model_on(2, training({whole}, 4));
  std::filesystem::create_directory(folder_.path("pieces"));
  const std::vector<std::string> pieces = {write("pieces/a.tsv", text.substr(0, middle)),
                                           write("pieces/b.tsv", ""),
                                           write("pieces/c.tsv", text.substr(middle))};
  EXPECT_EQ(model_on(3, training(pieces, 4)), expected);
}

TEST_F(InBlocks, MoreRanksThanLabelsOrRowsOrBlocksAreFine) {
  const std::string file = write("few.tsv", "a\tred\nb\tblue sky\na\tred rose\nb\tblue\nb\tsea\n");
  const std::string alone = model_on(1, training({file}, 3));
  EXPECT_FALSE(alone.empty());
  EXPECT_EQ(model_on(4, training({file}, 3)), alone);
  EXPECT_EQ(model_on(8, training({file}, 3)), alone);
  EXPECT_FALSE(model_on(2, training({file}, 16)).empty());
  EXPECT_FALSE(model_on(2, training({file}, 1)).empty());
}

TEST_F(InBlocks, ErrorsAreAboutThoseOfOneMachine) {
  const std::string file = write("train.tsv", topic_text(40, 2500, 3));
  const std::string test = topic_text(40, 2000, 4);
  ReadOptions read;
  read.chars = {0, 0};
  TrainOptions fast;
  fast.fast = true;
  const Model plain = train(read_dataset(file, read), fast).model;
  model_on(2, training({file}, 8));
  const Model blocks = Model::load(folder_.path("model-of-test"));
  const std::string test_file = write("test.tsv", test);
  const auto error_of = [&](const Model& model) {
    return evaluate(model, read_dataset(test_file, read)).error;
  };
  EXPECT_LT(error_of(plain), 0.5);
  EXPECT_NEAR(error_of(blocks), error_of(plain), 0.025);
}

TEST_F(InBlocks, PartsGoOnFromTheirCheckpointsOnAnotherNumberOfRanks) {
  const std::string file = write("topics.tsv", topic_text(24, all_or_enough(600, 200), 5));
  const std::string expected = model_on(1, training({file}, 4));
  BlockTraining kept = training({file}, 4);
  kept.checkpoint.path = folder_.path("checkpoint");
  EXPECT_EQ(model_on(2, kept), expected);  // the folder is removed by the program alone
  EXPECT_TRUE(std::filesystem::exists(folder_.path("checkpoint/part-0")));
  EXPECT_NE(refusal_of(kept).find("exists"), std::string::npos);
  std::filesystem::remove(folder_.path("checkpoint/part-2"));
  std::filesystem::resize_file(
      folder_.path("checkpoint/part-1"),
      std::filesystem::file_size(folder_.path("checkpoint/part-1")) * 2 / 3);
  kept.checkpoint.resume = true;
  EXPECT_EQ(model_on(3, kept), expected);
  write("topics.tsv", topic_text(24, all_or_enough(600, 200), 6));
  EXPECT_NE(refusal_of(kept), "");  // other data
  remove_checkpoints(kept.checkpoint);
  EXPECT_FALSE(std::filesystem::exists(folder_.path("checkpoint")));
}

TEST_F(InBlocks, WhatIsNotSupportedIsRefusedInOneLineThatNamesWhatIs) {
  const std::string file = write("topics.tsv", topic_text(4, 40, 1));
  model::NamedOptions options;
  options.reduction = "one-vs-all";
  EXPECT_NE(refusal_of(training({file}, 2, options)).find("supports --reduction ect"),
            std::string::npos);
  options = {};
  options.eliminations = 3;
  EXPECT_NE(refusal_of(training({file}, 2, options)).find("supports"), std::string::npos);
  options = {};
  options.learner = "bayes";
  EXPECT_NE(refusal_of(training({file}, 2, options)).find("supports"), std::string::npos);
  EXPECT_NE(
      refusal_of(training({write("t.csv", "a,b,class\n1,2,x\n2,1,y\n")}, 2)).find("labelled text"),
      std::string::npos);
  EXPECT_NE(refusal_of(training({write("empty.tsv", "")}, 2)).find("no examples"),
            std::string::npos);
  EXPECT_NE(refusal_of(training({write("one.tsv", "a\tx\na\ty\n")}, 2)).find("only one class"),
            std::string::npos);
  EXPECT_NE(refusal_of(training({file, folder_.path("gone.tsv")}, 2)).find("gone.tsv"),
            std::string::npos);
}

TEST_F(InBlocks, RanksThatWereStartedDifferentlyAreTold) {
  const std::string file = write("topics.tsv", topic_text(4, 40, 1));
  const auto run = [&](auto change) {
    try {
      run_as_threads(3, [&](Communicator& communicator) {
        BlockTraining here = training({file}, 2);
        if (communicator.rank() == 1) change(here);
        train_in_blocks(communicator, here);
      });
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(run([](BlockTraining& here) { here.version = "0.0.1"; }),
            "rank 1 was started with another version of ect-mpi than rank 0");
  EXPECT_EQ(run([](BlockTraining& here) { here.settings.seed = 2; }),
            "rank 1 was started with other options than rank 0");
  EXPECT_EQ(run([&](BlockTraining& here) { here.files.push_back(write("b.tsv", "a\tb\n")); }),
            "rank 1 was started with other input files than rank 0");
}

}  // namespace
}  // namespace ect::cluster
