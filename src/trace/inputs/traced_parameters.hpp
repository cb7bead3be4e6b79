// Dynamic parameters of a robot as parameters of a graph.
#pragma once

#include "legs/robot_data.hpp"

#include "expression/expression.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "trace/functions/trace_dynamics.hpp"

#include <string>
#include <vector>

namespace jourdain {

// The name that a parameter of the list (parameter_list) has in programs: that of its shared set, or within identical
// legs; "base." and its own for a base parameter.
std::string program_name(const Mechanism& mechanism, const StandardParameter& parameter);
inline std::string base_program_name(const Parameter& parameter) { return "base." + parameter.name; }

// All parameters of the list. Values that are zero in the model stay structural zeros, which cost nothing.
// `as_parameters` false: constants.
ModelParameters<Expression> traced_parameters(const Mechanism& mechanism, const SpanningTree& tree, bool as_parameters,
                                              Graph& graph);

// The same with base parameters ("base.Izz.ring") in place of those of bodies, friction, rotors and payload: each
// stands where its first member is, all others are zero.
ModelParameters<Expression> traced_base_parameters(const BaseParameters& base, bool as_parameters, Graph& graph,
                                                   std::vector<Expression>& variables);

// What a plan makes of them.
PlanParameters<Expression> traced_plan_parameters(const RobotData& robot, const Plan& plan,
                                                  const TreeParameters<Expression>& parameters,
                                                  const TraceOptions& options, bool linear = false);

// Records guards for all sums that the plan dropped, as far as parameters that are not constant have a share in them:
// whoever loads others gets Status::inconsistent instead of wrong forces.
void require_dropped(const PlanParameters<Expression>& parameters, Graph& graph);

}  // namespace jourdain
