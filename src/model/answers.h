#ifndef ECT_MODEL_ANSWERS_H_
#define ECT_MODEL_ANSWERS_H_

#include <functional>
#include <string>

#include "data/reader.h"
#include "ect/model.h"

namespace ect {

// Appends what is to be said about an example. Threads call it together, each with a predictor of
// its own.
using Answer = std::function<void(Predictor& predictor, const Features& x, std::string& text)>;
// Writes answers where somebody may wait for them.
using Write = std::function<void(const std::string& text)>;

// The threads that a model can be asked by at once (0: all cores): of a program there is one.
unsigned asking_threads(const Model& model, unsigned threads);

// Answers for all examples of a reader, in their order whatever the number of threads (0: all
// cores). They are written in large pieces, but before the reader waits for more input all answers
// so far are written, and before an error is thrown all those to the examples in front of it.
void answer_all(const Model& model, Reader& reader, unsigned threads, const Answer& answer,
                const Write& write);

}  // namespace ect

#endif  // ECT_MODEL_ANSWERS_H_
