// Answers the records of a reader in parallel: a thread reads a block and answers it with its own
// predictor; the texts are joined in the order of the blocks. Tests: answers_test, pipe_test.
#include "model/answers.h"

#include <optional>
#include <utility>
#include <vector>

#include "data/blocks.h"
#include "model/parts.h"

namespace ect::model {
namespace {

constexpr std::size_t kWritten = std::size_t{1} << 16;  // bytes at once

class Answers : public data::ReaderBlocks {
 public:
  Answers(const Model& model, data::Reader& reader, unsigned threads, const Answering& answering)
      : data::ReaderBlocks(reader, threads),
        model_(model),
        answering_(answering),
        answers_(slots()),
        states_(workers()) {}

  void pause() override {
    if (text_.empty()) return;
    answering_.write(text_);
    text_.clear();
  }

  const Answered& answered() const { return answered_; }

 protected:
  void work_on(data::Reader& examples, std::size_t slot, unsigned worker) override {
    std::optional<WorkerState>& state = states_[worker];
    if (!state) state.emplace(model_);
    BlockAnswers& block = answers_[slot];
    block.clear();
    while (examples.next_record(state->example, state->refused)) {
      if (state->refused) {
        refuse(*state->refused, block);
      } else {
        answering_.answer(state->predictor, state->example.features(), block.text);
      }
      ++block.count.records;
    }
  }

  void give(std::size_t slot) override {
    const BlockAnswers& block = answers_[slot];
    for (const data::RecordError& why : block.reasons) {
      if (told_ == kMaxReasons) break;
      answering_.tell(why);
      ++told_;
    }
    answered_.records += block.count.records;
    answered_.refused += block.count.refused;
    text_ += block.text;
    if (text_.size() >= kWritten) pause();
  }

 private:
  struct WorkerState {
    explicit WorkerState(const Model& model) : predictor(model) {}
    Predictor predictor;
    Example example;
    std::optional<data::RecordError> refused;
  };

  struct BlockAnswers {
    std::string text;
    Answered count;
    std::vector<data::RecordError> reasons;  // the first, at most kMaxReasons

    void clear() {
      text.clear();
      count = {};
      reasons.clear();
    }
  };

  void refuse(const data::RecordError& why, BlockAnswers& block) const {
    if (!answering_.refuse) throw data::RecordError(why);
    answering_.refuse(why, block.text);
    ++block.count.refused;
    if (block.reasons.size() < kMaxReasons) block.reasons.push_back(why);
  }

  const Model& model_;
  const Answering& answering_;
  std::vector<BlockAnswers> answers_;
  std::vector<std::optional<WorkerState>> states_;  // by thread, created on first use
  std::string text_;                                // not yet written
  std::size_t told_ = 0;                            // number of reasons
  Answered answered_;
};

}  // namespace

unsigned asking_threads(const Model& model, unsigned threads) {
  return model.parts().about.program.empty() ? threads : 1;
}

Answered answer_all(const Model& model, data::Reader& reader, unsigned threads,
                    const Answering& answering) {
  threads = asking_threads(model, threads);
  Answers answers(model, reader, threads, answering);
  try {
    run_in_order(answers, threads);
  } catch (...) {
    answers.pause();
    throw;
  }
  answers.pause();
  return answers.answered();
}

}  // namespace ect::model
