// Inverse dynamics in the form of [Abdellatif05] (6)-(14).
#pragma once

#include "structure/tree_parameters.hpp"
#include "trace/functions/pivot_order.hpp"

#include "trace/functions/trace_dynamics.hpp"

namespace jourdain {

// Throws Error unless the robot is a platform whose legs carry all motors.
Program trace_by_body_jacobians(const Robot& robot, const PivotOrders& orders, const TraceOptions& options,
                                Graph& graph, const TreeParameters<Expression>& parameters);

}  // namespace jourdain
