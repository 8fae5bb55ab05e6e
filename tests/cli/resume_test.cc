// Training that is stopped, at every possible place, and resumed from its checkpoint gives the same
// model, byte by byte, as an uninterrupted run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>

#include "ect/error.h"
#include "model/checkpoint.h"
#include "model/named_options.h"
#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/sanitized.h"
#include "tests/helpers/small_models.h"

namespace ect::cli {
namespace {

// Says to stop when it is asked for the nth time, from 1, and from then on; 0: never.
class StopAt {
 public:
  explicit StopAt(int n) : n_(n) {}
  bool operator()() { return n_ > 0 && ++asked_ >= n_; }

 private:
  int n_;
  int asked_ = 0;
};

using Train = std::function<Model(model::Checkpoint*)>;

class Resume : public cli::InFolder {
 protected:
  std::string file() const { return path("a.ckpt"); }

  model::CheckpointOptions options(int stop_at = 0) {
    model::CheckpointOptions options;
    options.path = file();
    options.resume = true;
    // Asked by one thread.
    options.stop = [stop = std::make_shared<StopAt>(stop_at)] { return (*stop)(); };
    options.warn = [this](const std::string& warning) { warnings_ += warning + '\n'; };
    return options;
  }

  // The model's bytes; nothing where it was stopped.
  std::optional<std::string> attempt(const Train& train, const model::CheckpointOptions& options) {
    try {
      model::Checkpoint checkpoint(options);
      const Model model = train(&checkpoint);
      checkpoint.finish();
      EXPECT_FALSE(cli::fs::exists(file()));
      return bytes_of(model);
    } catch (const model::Stopped&) {
      EXPECT_TRUE(cli::fs::exists(file()));
      return std::nullopt;
    }
  }

  // Stops at the first event, the second and so on (or at every `step`-th), each time from the
  // beginning; and once more while going on. Returns how many events there were, or up to step - 1
  // more.
  int stop_everywhere(const Train& train, int step = 1) {
    const std::string uninterrupted = bytes_of(train(nullptr));
    for (int n = 1;; n += step) {
      const std::optional<std::string> first = attempt(train, options(n));
      if (first) {
        EXPECT_EQ(*first, uninterrupted);
        return n;
      }
      std::optional<std::string> model = attempt(train, options(2));
      if (!model) model = attempt(train, options());
      EXPECT_TRUE(model && *model == uninterrupted) << "stopped at " << n;
      if (HasFailure()) return 0;
    }
  }

  std::string warnings_;
};

Train from_file(const std::string& name, const std::string& text, model::NamedOptions options) {
  options.threads = 1;  // so that events come in the same order
  return [=](model::Checkpoint* checkpoint) {
    const data::DataFile file(name, std::make_shared<const std::string>(text));
    data::Layout layout = learn_layout(file, {});
    Dataset data = read_dataset(*open_reader(file, layout), name);
    return train(std::move(data), std::move(layout), name, model::parse_options(options), nullptr,
                 checkpoint)
        .model;
  };
}

model::NamedOptions by(const std::string& learner) {
  model::NamedOptions options;
  options.learner = learner;
  options.expand = "none";
  options.fast = true;
  return options;
}

TEST_F(Resume, ContestedFinalsGoOn) {
  model::NamedOptions options = by("hinge");
  // All scorers of joint finals are one record.
  options.finals = "contested:joint";
  EXPECT_GT(stop_everywhere(from_file("a.svm", small_svm(), options)), 5);
  options.finals = "contested:scorers";
  EXPECT_GT(stop_everywhere(from_file("a.svm", small_svm(), options)), 10);
  options.finals = "contested:pairs";
  options.trees = 2;
  EXPECT_GT(stop_everywhere(from_file("a.csv", small_csv(), options)), 10);
}

TEST_F(Resume, ChargedFinalsGoOn) {
  model::NamedOptions options = by("hinge");
  options.finals = "charged";
  options.eliminations = 2;
  EXPECT_GT(stop_everywhere(from_file("a.svm", small_svm(), options)), 8);
  options.routing = "own";
  EXPECT_GT(stop_everywhere(from_file("a.svm", small_svm(), options)), 8);
}

TEST_F(Resume, EveryBatchLearnerAndReductionGoesOn) {
  for (const std::string learner : {"logistic-batch", "squares", "bayes", "c45"}) {
    SCOPED_TRACE(learner);
    EXPECT_GT(stop_everywhere(from_file("a.csv", small_csv(), by(learner)), 3), 5);
  }
  for (const std::string reduction : {"one-vs-all", "all-pairs", "ecoc", "pecoc"}) {
    SCOPED_TRACE(reduction);
    model::NamedOptions options = by("auto");
    options.reduction = reduction;
    EXPECT_GT(stop_everywhere(from_file("a.csv", small_csv(), options), 4), 5);
  }
}

TEST_F(Resume, CostingAndProbingGoOn) {
  model::NamedOptions options = by("hinge");
  options.finals = "charged";
  options.costing = 3;
  options.probing = 3;
  options.eliminations = 2;
  EXPECT_GT(stop_everywhere(from_file("a.csv", small_csv(), options), 2), 5);
}

TEST_F(Resume, TrialsAreNotMadeAgain) {
  model::NamedOptions options;
  const Train train = from_file("a.csv", small_csv(), options);
  const std::string uninterrupted = bytes_of(train(nullptr));
  int attempts = 0;
  std::optional<std::string> model;
  // Each attempt gets a little further, although one alone would never get through.
  for (; !model && attempts < 1000; ++attempts) model = attempt(train, this->options(60));
  EXPECT_TRUE(model && *model == uninterrupted);
  EXPECT_GT(attempts, 5);
}

TEST_F(Resume, PassesGoOn) {
  model::NamedOptions options = by("logistic");
  EXPECT_GT(stop_everywhere(from_file("a.svm", small_svm(), options)), 20);
  options.passes = 2;
  EXPECT_GT(stop_everywhere(from_file("a.csv", small_csv(), options)), 5);
}

TEST_F(Resume, TablesOfWeightsGoOnToo) {
  // More features than are kept in rows.
  const std::string far = small_svm() + "0 5000:1\n1 6000:0.5\n";
  model::NamedOptions options = by("logistic");
  options.passes = 2;
  options.trees = 2;
  EXPECT_GT(stop_everywhere(from_file("a.svm", far, options)), 5);
}

Train from_stream(const std::string& data, const std::string& cache, model::NamedOptions options,
                  const std::string& input = "") {
  return [=](model::Checkpoint* checkpoint) {
    std::istringstream in(input);
    data::StreamFile stream(data, in, {});
    return train(stream, stream.labels(), model::parse_options(options), nullptr, cache, checkpoint)
        .model;
  };
}

TEST_F(Resume, StreamsGoOn) {
  model::NamedOptions options;
  const std::string svm = write("a.svm", small_svm());
  const int few = all_or_enough(3, 11);
  EXPECT_EQ(stop_everywhere(from_stream(svm, "", options)), 42);
  options.passes = 3;
  options.seeding = "similar";
  EXPECT_GT(stop_everywhere(from_stream(svm, svm + ".ectcache", options), few), 120);
  EXPECT_GT(stop_everywhere(from_stream(svm, "", options), few), 120);
  options.expand = "quadratic";
  const std::string csv = write("a.csv", small_csv());
  EXPECT_GT(stop_everywhere(from_stream(csv, csv + ".ectcache", options), 2 + few), 180);
}

TEST_F(Resume, ASnapshotIsAboutAsLargeAsWhatWasLearnt) {
  // Few classes: each match may have many weights, and has as large a filter of features.
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    text += std::to_string(i % 5) + ' ' + std::to_string(1 + i % 997) + ":1 5000:1\n";
  }
  const Train train = from_stream(write("a.svm", text), "", {});
  const std::size_t model = bytes_of(train(nullptr)).size();
  EXPECT_FALSE(attempt(train, options(2500)));
  EXPECT_LT(cli::fs::file_size(file()), 10 * model);
}

TEST_F(Resume, PipesGoOnWhenTheyComeAgain) {
  model::NamedOptions options;
  options.passes = 2;
  EXPECT_GT(
      stop_everywhere(from_stream("-", path("a.cache"), options, small_svm()), all_or_enough(3, 9)),
      80);
}

TEST_F(Resume, AStreamOfTextGoesOnWithItsJointFinals) {
  std::string text;
  for (int i = 0; i < 90; ++i) {
    text += fmt::format("l{}\tword{} also{} common{}\n", i % 3, i % 3, i % 9, i % 4);
  }
  model::NamedOptions options;
  options.passes = 2;
  const std::string data = write("a.tsv", text);
  EXPECT_GT(stop_everywhere(from_stream(data, "", options), 3), 50);
}

TEST_F(Resume, AStreamOfOtherDataIsRefused) {
  const model::NamedOptions options;
  const std::string data = write("a.svm", small_svm());
  EXPECT_FALSE(attempt(from_stream(data, "", options), this->options(20)));
  std::string other = small_svm();
  other[other.find(":1 ") + 1] = '3';
  write("a.svm", other);
  const std::string error =
      error_of([&] { attempt(from_stream(data, "", options), this->options()); });
  EXPECT_NE(error.find("the checkpoint belongs to other data"), std::string::npos) << error;
}

TEST_F(Resume, OtherDataOrOptionsAreRefused) {
  const model::NamedOptions options = by("hinge");
  EXPECT_FALSE(attempt(from_file("a.svm", small_svm(), options), this->options(5)));
  const auto error = [&](const Train& train) {
    return error_of([&] { attempt(train, this->options()); });
  };
  EXPECT_NE(error(from_file("a.svm", small_svm() + "1 2:1\n", options)).find("made with 'data="),
            std::string::npos);
  model::NamedOptions other = options;
  other.seed = 7;
  EXPECT_NE(
      error(from_file("a.svm", small_svm(), other)).find("made with 'seed=1' (expected 'seed=7')"),
      std::string::npos);
  other = options;
  other.routing = "own";
  EXPECT_NE(error(from_file("a.svm", small_svm(), other)).find("made without 'routing=own'"),
            std::string::npos);
  other = options;
  other.finals = "charged";
  other.routing = "own";
  std::remove(file().c_str());
  EXPECT_FALSE(attempt(from_file("a.svm", small_svm(), other), this->options(3)));
  other.routing = model::NamedOptions::kOutOfFold;
  EXPECT_NE(error(from_file("a.svm", small_svm(), other)).find("made with 'routing=own'"),
            std::string::npos);
  std::remove(file().c_str());
  EXPECT_FALSE(attempt(from_file("a.svm", small_svm(), options), this->options(5)));
  other = options;
  other.threads = 2;
  EXPECT_EQ(error(from_file("a.svm", small_svm(), other)), "");
}

TEST_F(Resume, AFileThatIsThereIsNotOverwritten) {
  write("a.ckpt", "precious");
  model::CheckpointOptions fresh = options();
  fresh.resume = false;
  EXPECT_NE(
      error_of([&] { model::Checkpoint checkpoint(fresh); }).find("--resume continues from it"),
      std::string::npos);
  const Train train = from_file("a.svm", small_svm(), by("hinge"));
  EXPECT_NE(error_of([&] { attempt(train, options()); }).find("not a checkpoint"),
            std::string::npos);
  EXPECT_EQ(cli::read(file()), "precious");
}

TEST_F(Resume, AJournalTornAnywhereIsCutToItsLastRecord) {
  model::NamedOptions how = by("hinge");
  how.finals = "charged";
  const Train train = from_file("a.svm", small_svm(), how);
  const std::string uninterrupted = bytes_of(train(nullptr));
  EXPECT_FALSE(attempt(train, options(6)));
  const std::string journal = cli::read(file());
  std::size_t refused = 0;
  std::size_t warned = 0;
  const std::size_t step = all_or_enough(1, 5);
  for (std::size_t size = 0; size < journal.size(); size += step * (size < 1200 ? 1 : 11)) {
    write("a.ckpt", journal.substr(0, size));
    warnings_.clear();
    std::optional<std::string> model;
    const std::string error = error_of([&] { model = attempt(train, options()); });
    if (!error.empty()) {
      ++refused;  // torn within its header, which is never written in pieces
      EXPECT_EQ(cli::read(file()).size(), size);
      continue;
    }
    ASSERT_TRUE(model && *model == uninterrupted) << size;
    warned += warnings_.find("are incomplete") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(refused, 100 / step);
  EXPECT_LT(refused, 700 / step);
  EXPECT_GT(warned, 200 / step);
}

TEST_F(Resume, NoByteOfACheckpointIsTrusted) {
  model::NamedOptions charged = by("hinge");
  charged.finals = "charged";
  model::NamedOptions online = by("logistic");
  online.passes = 2;
  for (const model::NamedOptions& how : {charged, online}) {
    const Train train = from_file("a.svm", small_svm(), how);
    const std::string uninterrupted = bytes_of(train(nullptr));
    EXPECT_FALSE(attempt(train, options(6)));
    const std::string bytes = cli::read(file());
    const std::size_t step = 1 + bytes.size() / all_or_enough(200, 60);
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ 0x10);
      write("a.ckpt", changed);
      std::optional<std::string> model;
      const std::string error = error_of([&] { model = attempt(train, options()); });
      // Refused, or as if the damaged record had not been there.
      EXPECT_TRUE(!error.empty() || (model && *model == uninterrupted)) << at;
    }
    std::remove(file().c_str());
  }
}

TEST_F(Resume, WhereNothingIsThereItStartsAtTheBeginning) {
  const Train train = from_file("a.svm", small_svm(), by("hinge"));
  EXPECT_TRUE(attempt(train, options()));
  EXPECT_NE(warnings_.find("no checkpoint to resume from"), std::string::npos);
}

TEST_F(Resume, AProgramHasNoCheckpoints) {
  EXPECT_NE(error_of([&] {
              attempt(from_file("a.svm", small_svm(), by("command:cat")), options());
            }).find("cannot be checkpointed"),
            std::string::npos);
}

}  // namespace
}  // namespace ect::cli
