// A thread reads a block and answers it by a predictor of its own; the texts are put together in
// the order of the blocks. Tests: answers_test, pipe_test.
#include "model/answers.h"

#include <optional>
#include <utility>
#include <vector>

#include "data/blocks.h"
#include "model/parts.h"

namespace ect {
namespace {

constexpr std::size_t kWritten = std::size_t{1} << 16;  // bytes at once

class Answers : public ReaderBlocks {
 public:
  Answers(const Model& model, Reader& reader, unsigned threads, const Answer& answer,
          const Write& write)
      : ReaderBlocks(reader, threads),
        model_(model),
        answer_(answer),
        write_(write),
        texts_(slots()),
        askers_(workers()) {}

  void pause() override {
    if (text_.empty()) return;
    write_(text_);
    text_.clear();
  }

 protected:
  void work_on(Reader& examples, std::size_t slot, unsigned worker) override {
    std::optional<Asker>& asker = askers_[worker];
    if (!asker) asker.emplace(model_);
    std::string& text = texts_[slot];
    text.clear();
    while (examples.next(asker->example)) {
      answer_(asker->predictor, asker->example.features(), text);
    }
  }

  void give(std::size_t slot) override {
    text_ += texts_[slot];
    if (text_.size() >= kWritten) pause();
  }

 private:
  struct Asker {
    explicit Asker(const Model& model) : predictor(model) {}
    Predictor predictor;
    Example example;
  };

  const Model& model_;
  const Answer& answer_;
  const Write& write_;
  std::vector<std::string> texts_;
  std::vector<std::optional<Asker>> askers_;  // made when they have something to do
  std::string text_;                          // not yet written
};

}  // namespace

unsigned asking_threads(const Model& model, unsigned threads) {
  return model.parts().about.program.empty() ? threads : 1;
}

void answer_all(const Model& model, Reader& reader, unsigned threads, const Answer& answer,
                const Write& write) {
  threads = asking_threads(model, threads);
  Answers answers(model, reader, threads, answer, write);
  try {
    run_in_order(answers, threads);
  } catch (...) {
    answers.pause();
    throw;
  }
  answers.pause();
}

}  // namespace ect
