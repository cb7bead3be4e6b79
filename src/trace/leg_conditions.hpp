// What the plan takes for granted about parameters: sums that vanish in the model.
#pragma once

#include "legs/plan.hpp"

#include "expression/expression.hpp"

namespace jourdain {

// Records guards for all these sums, as far as parameters that are not constant have a share in them: whoever loads
// others gets Status::inconsistent instead of wrong forces.
void require_structure(const RobotData& robot, const Plan& plan, const TreeParameters<Expression>& parameters,
                       bool payload, Graph& graph);

}  // namespace jourdain
