#ifndef ECT_MODEL_STORED_SCALING_H_
#define ECT_MODEL_STORED_SCALING_H_

#include <cstddef>
#include <span>
#include <vector>

#include "data/features/scaling.h"

namespace ect::model {

// A scaling as a section of a model file (docs/reference/model_format.md), and back. Throws
// ect::Error for invalid bytes.
std::vector<std::byte> store_scaling(const data::Scaling& scaling);
data::Scaling load_scaling(std::span<const std::byte> bytes);

}  // namespace ect::model

#endif  // ECT_MODEL_STORED_SCALING_H_
