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

// More reasons than that are counted and not told: a file of the wrong kind has one in every line.
inline constexpr std::size_t kMaxReasons = 20;

// What is done with the records of a reader. Threads call `answer` and `refuse` together, each with
// a predictor of its own; the others are called one at a time.
struct Answering {
  // Appends what is to be said about an example.
  std::function<void(Predictor& predictor, const Features& x, std::string& text)> answer;
  // The same about a record that cannot be read. Without it, such a record ends the run: its error
  // is thrown.
  std::function<void(const data::RecordError& why, std::string& text)> refuse;
  // Gets the reasons of the first kMaxReasons such records, in order, each before what was said
  // about its record is written.
  std::function<void(const data::RecordError& why)> tell;
  // Writes what was said where somebody may wait for it.
  std::function<void(const std::string& text)> write;
};

struct Answered {
  std::uint64_t records = 0;
  std::uint64_t refused = 0;  // of these
};

// The threads that a model can be asked by at once (0: all cores): of a program there is one.
unsigned asking_threads(const Model& model, unsigned threads);

// Answers all records of a reader, in their order whatever the number of threads (0: all cores).
// They are written in large pieces, but before the reader waits for more input all answers so far
// are written, and before an error is thrown all those to the records in front of it.
Answered answer_all(const Model& model, data::Reader& reader, unsigned threads,
                    const Answering& answering);

}  // namespace ect::model

#endif  // ECT_MODEL_ANSWERS_H_
