#ifndef ECT_MODEL_ANSWERS_H_
#define ECT_MODEL_ANSWERS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "data/formats/reader.h"
#include "ect/model.h"
#include "ect/predict.h"

namespace ect::model {

// Further reasons are only counted: a file of the wrong kind has one in every line.
inline constexpr std::size_t kMaxReasons = 20;

// Callbacks for the records of a reader. `answer` and `refuse` are called by several threads, each
// with its own predictor; the others by one thread at a time.
struct Answering {
  // Appends the answer for an example to `text`.
  std::function<void(Predictor& predictor, const Features& x, std::string& text)> answer;
  // Appends the answer for a record that cannot be read. If it is not set, the error of such a
  // record is thrown.
  std::function<void(const data::RecordError& why, std::string& text)> refuse;
  // Gets the errors of the first kMaxReasons such records, in order, each before the answer of its
  // record is written.
  std::function<void(const data::RecordError& why)> tell;
  // Writes answers to the output.
  std::function<void(const std::string& text)> write;
};

struct Answered {
  std::uint64_t records = 0;
  std::uint64_t refused = 0;  // of the records
};

// The number of threads that can predict with the model at once (`threads` 0: all cores): one if
// the model uses an external program.
unsigned asking_threads(const Model& model, unsigned threads);

// Answers all records of a reader, in their order whatever the number of threads (0: all cores).
// They are written in large pieces, but all answers so far are written before the reader waits for
// more input, and all answers before an error are written before it is thrown.
Answered answer_all(const Model& model, data::Reader& reader, unsigned threads,
                    const Answering& answering);

}  // namespace ect::model

#endif  // ECT_MODEL_ANSWERS_H_
