// A thread reads a block and answers it by a predictor of its own; the texts are put together in
// the order of the blocks. Tests: answers_test, pipe_test.
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
        said_(slots()),
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
    Said& said = said_[slot];
    said.clear();
    while (examples.next_record(state->example, state->refused)) {
      if (state->refused) {
        refuse(*state->refused, said);
      } else {
        answering_.answer(state->predictor, state->example.features(), said.text);
      }
      ++said.count.records;
    }
  }

  void give(std::size_t slot) override {
    const Said& said = said_[slot];
    for (const data::RecordError& why : said.reasons) {
      if (told_ == kMaxReasons) break;
      answering_.tell(why);
      ++told_;
    }
    answered_.records += said.count.records;
    answered_.refused += said.count.refused;
    text_ += said.text;
    if (text_.size() >= kWritten) pause();
  }

 private:
  struct WorkerState {
    explicit WorkerState(const Model& model) : predictor(model) {}
    Predictor predictor;
    Example example;
    std::optional<data::RecordError> refused;
  };

  // About a block.
  struct Said {
    std::string text;
    Answered count;
    std::vector<data::RecordError> reasons;  // the first, at most kMaxReasons

    void clear() {
      text.clear();
      count = {};
      reasons.clear();
    }
  };

  void refuse(const data::RecordError& why, Said& said) const {
    if (!answering_.refuse) throw data::RecordError(why);
    answering_.refuse(why, said.text);
    ++said.count.refused;
    if (said.reasons.size() < kMaxReasons) said.reasons.push_back(why);
  }

  const Model& model_;
  const Answering& answering_;
  std::vector<Said> said_;
  std::vector<std::optional<WorkerState>> states_;  // made when they have something to do
  std::string text_;                                // not yet written
  std::size_t told_ = 0;                            // reasons
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
