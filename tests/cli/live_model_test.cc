// A model file that is overwritten in place while the program uses it.
#include "cli/live_model.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "ect/error.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/places.h"
#include "util/child_process.h"
#include "util/file_bytes.h"

namespace ect::cli {
namespace {

util::ChildProcess::Deadline soon() {
  return util::ChildProcess::Clock::now() + std::chrono::seconds(60);
}

class LiveModel : public LearnCli {
 protected:
  std::string two_classes(const std::string& a, const std::string& b) const {
    std::string text;
    for (int i = 0; i < 20; ++i) text += a + " 1:1\n" + b + " 2:1\n";
    return write("data.svm", text);
  }

  // Larger than what is read into memory, by a million names of labels.
  std::string large_model(char sign) const {
    std::ofstream names(path("names.txt"), std::ios::binary);
    names << "a\nb\n";
    const std::string long_name(70, sign);
    for (int i = 0; i < 1'000'000; ++i) names << i << long_name << '\n';
    names.close();
    const std::string model = path(std::string("large") + sign);
    const Outcome outcome = ect({"train", two_classes("a", "b"), "-o", model, "--stream",
                                 "--labels", path("names.txt"), "-m", "1", "--quiet"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_GT(fs::file_size(model), kMaxReadModel);
    return model;
  }

  // As `cp from to` does: the file is emptied and written again.
  static void overwrite(const std::string& from, const std::string& to) {
    const std::string bytes = read(from);
    std::ofstream(to, std::ios::binary) << bytes;
  }

  static void expect_told(util::ChildProcess& process) {
    const std::string error = error_of([&] { process.read_line(1000, soon()); });
    EXPECT_TRUE(has(error, "ended with status 1")) << error;
  }
};

TEST_F(LiveModel, IsReadIntoMemoryWhereItIsSmall) {
  const std::string model = train(two_classes("a", "b"), {"--fast"}, "live.model");
  const std::string other = train(two_classes("c", "d"), {"--fast"}, "other.model");
  ASSERT_EQ(fs::file_size(model), fs::file_size(other));
  util::ChildProcess process({ect_program(), "predict", model, "-"});
  process.send("x 1:1\n", soon());
  EXPECT_EQ(process.read_line(1000, soon()), "a");
  overwrite(other, model);
  for (int i = 0; i < 10; ++i) {
    process.send("x 1:1\n", soon());
    EXPECT_EQ(process.read_line(1000, soon()), "a");
  }
  fs::resize_file(model, 10);
  process.send("x 2:1\n", soon());
  EXPECT_EQ(process.read_line(1000, soon()), "b");
  process.finish(std::chrono::seconds(60));
}

TEST_F(LiveModel, EndsWithOneLineWhereALargeOneIsChanged) {
  const std::string model = large_model('x');
  const std::string bytes = path("bytes");
  fs::copy_file(model, bytes);
  const std::string err = path("err");
  const auto predicting = [&] {
    return util::ChildProcess(
        {"/bin/sh", "-c", "exec \"$0\" predict \"$1\" - 2>\"$2\"", ect_program(), model, err});
  };
  const auto ends_when = [&](const std::function<void()>& change) {
    util::ChildProcess process = predicting();
    process.send("x 1:1\n", soon());
    process.read_line(1000, soon());
    change();
    process.send("x 2:1\n", soon());
    expect_told(process);
    EXPECT_EQ(lines_in(read(err)), 1) << read(err);
    EXPECT_TRUE(read(err).starts_with("ect: " + model + ": the file changed while it was in use"))
        << read(err);
    fs::copy_file(bytes, model, fs::copy_options::overwrite_existing);
  };
  ends_when([&] { fs::resize_file(model, 4096); });  // as the beginning of a copy does
  ends_when([&] {                                    // as many bytes as before
    const int file = ::open(model.c_str(), O_WRONLY | O_CLOEXEC);
    EXPECT_EQ(::pwrite(file, "\0\0\0\0\0\0\0\0", 8, 1 << 20), 8);
    ::close(file);
  });
  {
    util::ChildProcess process = predicting();
    process.send("x 1:1\n", soon());
    const std::string answer = process.read_line(1000, soon());
    fs::rename(bytes, model);  // the way to do it
    process.send("x 1:1\n", soon());
    EXPECT_EQ(process.read_line(1000, soon()), answer);
    process.finish(std::chrono::seconds(60));
    EXPECT_EQ(read(err), "");
  }
}

TEST_F(LiveModel, OfTheLibraryIsMappedOnlyOnRequest) {
  const std::string model = train(two_classes("a", "b"), {"--fast"}, "live.model");
  const std::string other = train(two_classes("c", "d"), {"--fast"}, "other.model");
  const Model loaded = Model::load(model);
  const Model mapped = Model::map(model);
  EXPECT_NO_THROW(mapped.check_unchanged());
  overwrite(other, model);
  EXPECT_EQ(loaded.label(0), "a");
  EXPECT_NO_THROW(loaded.check_unchanged());
  EXPECT_TRUE(has(error_of([&] { mapped.check_unchanged(); }), "changed while it was in use"));
}

TEST_F(LiveModel, MayBeReplacedByRenaming) {
  const std::string model = train(two_classes("a", "b"), {"--fast"}, "live.model");
  const Model mapped = Model::map(model);
  train(two_classes("c", "d"), {"--fast"}, "live.model");
  EXPECT_NO_THROW(mapped.check_unchanged());
  EXPECT_EQ(mapped.label(0), "a");
  EXPECT_EQ(Model::map(model).label(0), "c");
}

}  // namespace
}  // namespace ect::cli
