#ifndef ECT_MODEL_ASKED_PROGRAM_H_
#define ECT_MODEL_ASKED_PROGRAM_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/features/scaling.h"
#include "data/load.h"
#include "learners/program/program.h"
#include "reductions/reduction.h"

namespace ect::model {

// Starts the external program of a model. With each problem it gets the labels on both sides, and
// with each example of a table its columns. `reduction` must outlive it.
std::shared_ptr<learners::Program> start_program(const std::string& command,
                                                 std::optional<double> timeout,
                                                 const reductions::Reduction& reduction,
                                                 std::vector<std::string> labels,
                                                 const data::Layout& layout,
                                                 const data::Scaling& scaling);

// The labels on the sides of a problem. `reduction` must outlive the function, which is for one
// thread at a time.
std::function<std::array<learners::SideLabels, 2>(std::uint32_t)> labels_of_sides(
    const reductions::Reduction& reduction, std::vector<std::string> labels);
// The columns of an example and their values; empty if the data is not a table.
std::function<std::vector<std::pair<std::string, std::string>>(Features)> cells_of(
    const data::Layout& layout, const data::Scaling& scaling);

}  // namespace ect::model

#endif  // ECT_MODEL_ASKED_PROGRAM_H_
