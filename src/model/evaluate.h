#ifndef ECT_MODEL_EVALUATE_H_
#define ECT_MODEL_EVALUATE_H_

#include <string>

#include "data/formats/reader.h"
#include "ect/evaluate.h"
#include "ect/model.h"

namespace ect::model {

// Evaluates the examples of a reader; see ect/evaluate.h for those of a data set.
// Throws for examples without a label, and if there are no examples. A label that the model does
// not know is a mistake; its log loss is that of the smallest probability. All but the time is the
// same for any number of threads (0: all cores).
Evaluation evaluate(const Model& model, data::Reader& reader, const std::string& name,
                    unsigned threads);

}  // namespace ect::model

#endif  // ECT_MODEL_EVALUATE_H_
