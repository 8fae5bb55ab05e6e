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

// Starts a program that is the learner of a model, and lets it know what people would: which labels
// stand on the sides of a problem, and the columns of an
// example where the data is a table. `reduction` must outlive it.
std::shared_ptr<learners::Program> start_program(const std::string& command,
                                                 std::optional<double> timeout,
                                                 const reductions::Reduction& reduction,
                                                 std::vector<std::string> labels,
                                                 const data::Layout& layout,
                                                 const data::Scaling& scaling);

// Its parts. Of a problem of a reduction that outlives it; for one thread at a time.
std::function<std::array<learners::SideLabels, 2>(std::uint32_t)> labels_of_sides(
    const reductions::Reduction& reduction, std::vector<std::string> labels);
// Of a table; empty for other data.
std::function<std::vector<std::pair<std::string, std::string>>(Features)> cells_of(
    const data::Layout& layout, const data::Scaling& scaling);

}  // namespace ect::model

#endif  // ECT_MODEL_ASKED_PROGRAM_H_
