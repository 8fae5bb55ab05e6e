// An external program as the learner (learners/program/program.h has the protocol).
//
// A program fits a problem, returns its model as text, which becomes the problem's blob in the
// model file, and answers questions. Out-of-fold margins are computed here: as in hinge, the
// examples are split into kFolds folds; for each, the program is fitted without it and asked
// about it; then all examples are fitted. A problem with examples of one side only has a constant
// margin, and the program never sees it.
//
// A program that does not train (a person, a hand-written rule) is not asked in training: its
// answers would only route examples to other problems, which are not trained either. Examples are
// assumed to be answered correctly.
//
// A blob: empty if there were no examples; else a byte, kConstant and then the margin as f32, or
// kProgram and then the text. Cost: kFolds + 1 fits per problem, and a question per example. Tests:
// command_test.
#include "learners/program/command.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "ect/error.h"
#include "learners/blobs.h"
#include "learners/folds.h"
#include "learners/linear/one_sided.h"
#include "learners/program/program.h"
#include "util/text.h"

namespace ect::learners {
namespace {

constexpr std::byte kConstant{1};
constexpr std::byte kProgram{2};
constexpr float kTakenMargin = 1;  // assumed margin if the program is not asked

std::vector<std::byte> constant_blob(float margin) {
  std::vector<std::byte> blob(1 + sizeof margin, kConstant);
  std::memcpy(blob.data() + 1, &margin, sizeof margin);
  return blob;
}

std::vector<std::byte> program_blob(std::string_view text) {
  std::vector<std::byte> blob(1 + text.size(), kProgram);
  if (!text.empty()) std::memcpy(blob.data() + 1, text.data(), text.size());
  return blob;
}

// Numbers of problems: Costing and Probing make several of each problem of the reduction.
Program::Problem numbered(std::uint32_t problem, const LearnerOptions& options) {
  const std::uint32_t parts =
      std::max<std::uint32_t>(options.costing, 1) * std::max<std::uint32_t>(options.probing, 1);
  return {problem, problem / parts};
}

float blob_margin(std::span<const std::byte> blob, std::uint32_t problem,
                  const LearnerOptions& options, Features x) {
  if (blob.empty()) return 0;
  const std::span<const std::byte> rest = blob.subspan(1);
  if (blob[0] == kConstant) {
    float margin = 0;
    std::memcpy(&margin, rest.data(), sizeof margin);
    return margin;
  }
  if (options.program == nullptr) {
    throw Error::bad_argument("the model was trained by a program, which must be given to predict");
  }
  return options.program->ask(numbered(problem, options), x,
                              {reinterpret_cast<const char*>(rest.data()), rest.size()});
}

class CommandClassifiers final : public TrainedClassifiers {
 public:
  CommandClassifiers(StoredClassifiers stored, std::uint32_t problems, Verify verify,
                     LearnerOptions options)
      : blobs_(std::move(stored), problems, verify), options_(std::move(options)) {}

  float margin(std::uint32_t problem, Features x) const override {
    const std::span<const std::byte> blob = blobs_.at(problem);
    check(blob);
    return blob_margin(blob, problem, options_, x);
  }
  StoredClassifiers stored() const override { return blobs_.stored(); }
  void verify() const override {
    blobs_.verify();
    for (std::uint32_t problem = 0; problem < blobs_.size(); ++problem) check(blobs_.at(problem));
  }

 private:
  void check(std::span<const std::byte> blob) const {
    if (blob.empty()) return;
    const std::string_view text(reinterpret_cast<const char*>(blob.data()) + 1, blob.size() - 1);
    const bool right = blob[0] == kConstant ? text.size() == sizeof(float)
                                            : blob[0] == kProgram && util::is_utf8(text);
    if (!right) throw blobs_.damaged("the stored model of a program does not match");
  }

  BlobStore blobs_;
  LearnerOptions options_;
};

class Command final : public BatchLearner {
 public:
  Command(ProblemSize size, LearnerOptions options)
      : options_(std::move(options)), builder_(size.problems) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    if (const std::optional<float> margin = one_sided_margin(examples)) {
      std::fill(margins.begin(), margins.end(), *margin);
      builder_.set(problem, constant_blob(*margin));
    } else if (options_.program->learns()) {
      fit_program(problem, data, examples, margins);
    } else {
      for (std::size_t i = 0; i < examples.size(); ++i) {
        margins[i] = examples[i].side == Side::kRight ? kTakenMargin : -kTakenMargin;
      }
      builder_.set(problem, program_blob({}));
    }
  }

  float margin(std::uint32_t problem, Features x) const override {
    // A program that does not train, such as a person, is asked only in prediction.
    if (!options_.program->learns()) return 0;
    return blob_margin(builder_.at(problem), problem, options_, x);
  }

  void add_problems(std::uint32_t first, std::uint32_t more) override {
    builder_.add_problems(first, more);
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    builder_.drop_problems(first, last);
  }

  std::unique_ptr<TrainedClassifiers> trained() override {
    const std::uint32_t problems = builder_.problems();
    return std::make_unique<CommandClassifiers>(builder_.finish(), problems, Verify::kNever,
                                                options_);
  }

 private:
  void fit_program(std::uint32_t problem, const Dataset& data,
                   std::span<const BinaryExample> examples, std::span<float> margins) {
    Random random(options_.seed, problem);
    const Folds folds(data, label_counts_.of(data), examples, random);
    for (std::size_t fold = 0; fold < kFolds; ++fold) {
      std::vector<BinaryExample> others;
      for (std::size_t i = 0; i < examples.size(); ++i) {
        if (folds.of(i) != fold) others.push_back(examples[i]);
      }
      if (others.size() == examples.size()) continue;
      if (const std::optional<float> margin = one_sided_margin(others)) {
        for (std::size_t i = 0; i < examples.size(); ++i) {
          if (folds.of(i) == fold) margins[i] = *margin;
        }
        continue;
      }
      options_.program->fit(numbered(problem, options_), data, others);
      ask_fold(problem, data, examples, folds, static_cast<std::uint8_t>(fold), margins);
    }
    builder_.set(problem,
                 program_blob(options_.program->fit(numbered(problem, options_), data, examples)));
    ask_fold(problem, data, examples, folds, Folds::kNever, margins);
  }

  // Asks about the examples of a fold, or about those in no fold.
  void ask_fold(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
                const Folds& folds, std::uint8_t fold, std::span<float> margins) {
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (folds.of(i) != fold) continue;
      rows.push_back(examples[i].row);
      places.push_back(i);
    }
    std::vector<float> answers(rows.size());
    options_.program->ask(numbered(problem, options_), data, rows, answers);
    for (std::size_t i = 0; i < places.size(); ++i) margins[places[i]] = answers[i];
  }

  LearnerOptions options_;
  BlobBuilder builder_;
  LabelCounts label_counts_;
};

}  // namespace

std::unique_ptr<BatchLearner> make_command(ProblemSize size, const LearnerOptions& options) {
  if (options.program == nullptr) throw Error::bad_argument("command: no program given");
  return std::make_unique<Command>(size, options);
}

std::unique_ptr<TrainedClassifiers> load_command(StoredClassifiers stored, std::uint32_t problems,
                                                 Verify verify, const LearnerOptions& options) {
  auto classifiers =
      std::make_unique<CommandClassifiers>(std::move(stored), problems, verify, options);
  if (verify == Verify::kNow) classifiers->verify();
  return classifiers;
}

}  // namespace ect::learners
