// What the forms by legs take for granted about parameters: sums that vanish in the model.
#pragma once

#include "dynamics/translating_plan.hpp"

#include "jourdain/expression/expression.hpp"

namespace jourdain {

// Records guards for all these sums, as far as parameters that are not constant have a share in them: whoever loads
// others gets Status::inconsistent instead of wrong forces.
void require_structure(const RobotData& robot, const LegPlan& plan, const TreeParameters<Expression>& parameters,
                       bool payload, Graph& graph);
void require_structure(const RobotData& robot, const TranslatingPlan& plan,
                       const TreeParameters<Expression>& parameters, Graph& graph);

}  // namespace jourdain
