#ifndef ECT_MODEL_OPTION_CHECKS_H_
#define ECT_MODEL_OPTION_CHECKS_H_

#include "model/option_table.h"

namespace ect::model {

// Each function throws ect::Error if its option cannot be combined with the others.
void check_learner(const CheckedOptions& options);
void check_eliminations(const CheckedOptions& options);
void check_blocks(const CheckedOptions& options);
void check_seeding(const CheckedOptions& options);
void check_code(const CheckedOptions& options);
void check_decode(const CheckedOptions& options);
void check_passes(const CheckedOptions& options);
void check_expand(const CheckedOptions& options);
void check_l2(const CheckedOptions& options);
void check_finals(const CheckedOptions& options);
void check_contenders(const CheckedOptions& options);
void check_routing(const CheckedOptions& options);
void check_trees(const CheckedOptions& options);
void check_costs(const CheckedOptions& options);
void check_cost_scale(const CheckedOptions& options);
void check_costing(const CheckedOptions& options);
void check_probing(const CheckedOptions& options);
void check_compact(const CheckedOptions& options);
void check_timeout(const CheckedOptions& options);

}  // namespace ect::model

#endif  // ECT_MODEL_OPTION_CHECKS_H_
